package lists;

import java.util.List;

class Imported {
    List<String> list;

    int length() {
        return list.size();
    }
}
