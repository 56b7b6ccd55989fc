// tightrope: --scope 2 --statics any
// What static fields lead to is in any state that invariants admit, not only in the one that the initialisers left.
/*@ nullable_by_default @*/ public class AnyStatics {
    static final AnyStatics NIL = new AnyStatics();
    static final int[] TABLE = {1, 2};

    int value;
    AnyStatics next;
    final int fixed = 3;

    //@ invariant value >= 0;

    // Somebody may have changed it: this does not hold.
    //@ ensures \result == 0;
    static int value() {
        return NIL.value;
    }

    // The invariant counts.
    //@ ensures \result >= 0;
    static int least() {
        return NIL.value;
    }

    // Final fields are as they were.
    //@ ensures \result == 3;
    static int fixed() {
        return NIL.fixed;
    }

    // It may lead to other objects: this does not hold.
    //@ ensures \result;
    static boolean isLast() {
        return NIL.next == null;
    }

    // Arrays are in their initial state, and the verdict says so.
    //@ ensures \result == 1;
    static int first() {
        return TABLE[0];
    }
}
