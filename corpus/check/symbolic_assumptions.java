// tightrope: --engine symbolic --scope 2
// A circuit rests on what a search rests on: initial values of static fields, hash tables, calls.
import java.util.HashSet;

/*@ nullable_by_default @*/ class Last {
    static Last last;
    Last next;

    //@ invariant next != this;

    private Last() {
    }

    //@ ensures \result;
    static boolean isNotLast(Last other) {
        return last == null || last != other;
    }

    void unlink() {
        next = null;
    }

    //@ ensures next == null;
    void unlinkBoth() {
        next = null;
        unlink();
    }
}
