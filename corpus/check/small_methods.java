// tightrope: --scope 3
// Small pure methods become a part of the formulas that call them: their variables keep what they hold where a test fails.
/*@ nullable_by_default @*/ class Chain {
    Node first;

    Chain() {
        first = new Node();
    }

    //@ invariant first != null;
    //@ invariant (\forall Node n; \reach(first, Node, next).has(n); isFollowed(n) && isCounted(n));

    static /*@ pure helper @*/ boolean isFollowed(Node n) {
        Node next = n.next;
        Node result = n;
        if (next != null) {
            result = next;
        }
        return result != null;
    }

    static /*@ pure helper @*/ boolean isCounted(Node n) {
        int value = n.value;
        int result = 5;
        if (value != 0) {
            result = value;
        }
        return result != 0;
    }

    //@ ensures isFollowed(first) && isCounted(first);
    void nothing() {
    }

    //@ ensures isFollowed(first) && isCounted(first);
    void cut() {
        first.value = 0;
        first.next = null;
    }
}

/*@ nullable_by_default @*/ class Node {
    Node next;
    int value;
}
