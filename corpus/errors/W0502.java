// Contracts that call methods that are not declared pure.
import java.util.List;

class Impure {
    int size;
    List<String> names;

    int size() {
        return size;
    }

    int next() {
        return ++size;
    }

    /*@ pure @*/ boolean isEmpty() {
        return size == 0;
    }

    //@ requires next() > 3 && !isEmpty();
    //@ ensures size() == \old(size());
    void run() {
    }

    //@ requires names.isEmpty() || names.get(0).equals("first") && names.contains("last");
    //@ ensures names.add("another") && names.iterator() != null;
    void library() {
    }
}
