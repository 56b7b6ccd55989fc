// tightrope: --scope 2
// Two final fields may hold the same new object: then it is neither field's own.
/*@ nullable_by_default @*/ public class Twice {
    final int[] first;
    final int[] second;
    final Node head;
    final Node tail;
    final int[] own;

    Twice() {
        int[] shared = new int[2];
        first = shared;
        second = shared;
        head = tail = new Node();
        own = new int[2];
    }

    // Violated: they are always the same.
    //@ ensures \result;
    boolean areTwo() {
        return first != second;
    }

    // Violated.
    //@ ensures \result;
    boolean areTwoNodes() {
        return head != tail;
    }

    // Holds: the length is known, and nothing is null.
    //@ ensures \result;
    boolean haveTwo() {
        return own.length == 2 && head != null && second != null;
    }

    // Holds: each object has its own.
    //@ ensures \result;
    boolean isOwn(Twice other) {
        return other == null || other == this || other.own != own;
    }
}

/*@ nullable_by_default @*/ class Node {
    int value;
}
