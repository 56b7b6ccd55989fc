// tightrope: --scope 3
// What `b` refers to is never looked at. It may have an invariant that speaks of the node that `cut` changes: then it is looked for.
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

    // No invariant reads the mark.
    void mark() {
        a.marked = true;
    }

    //@ ensures \result == a;
    /*@ pure @*/ Node first() {
        return a;
    }
}

/*@ nullable_by_default @*/ class Node {
    Node next;
    Node other;
    boolean marked;

    //@ invariant other == null || other.next != null || other.other != null;
}
