// tightrope: --scope 3
// JML's default is non-null: this list would have to be circular, which its invariant forbids.
class Chain {
    Node head;

    //@ invariant (\forall Node n; \reach(head, Node, next).has(n); !\reach(n.next, Node, next).has(n));

    static class Node {
        Node next;
    }

    //@ ensures false;
    void touch() {
    }
}
