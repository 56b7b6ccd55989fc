package lists;

import java.util.*;

class Own {
    List list = new List();

    int length() {
        return list.length;
    }
}
