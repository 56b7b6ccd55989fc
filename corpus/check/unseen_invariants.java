// tightrope: --scope 3
// What `b` refers to is never looked at. It may have an invariant that speaks of the node that `cut` changes: that is not judged, and said.
/*@ nullable_by_default @*/ class Pair {
    Node a;
    Node b;

    Pair() {
        a = new Node();
    }

    //@ invariant a != null;

    void cut() {
        a.next = null;
    }

    //@ ensures \result == a;
    /*@ pure @*/ Node first() {
        return a;
    }
}

/*@ nullable_by_default @*/ class Node {
    Node next;
    Node other;

    //@ invariant other == null || other.next != null || other.other != null;
}
