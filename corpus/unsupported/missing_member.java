// Members of a library class that are not declared: a call to them is unsupported, not an error.
import java.util.List;

class Members {
    List<String> names;

    int known() {
        return names.size();
    }

    void unknown() {
        names.spliterator();
    }

    int parsed(String text) {
        return text.codePointCount(0, 1);
    }
}
