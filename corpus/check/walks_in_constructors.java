// tightrope: --scope 2
// An invariant walks the heap, and a constructor's own object is not among the initial ones that the walk was prepared for.
class Node {
    /*@ nullable @*/ Node next;

    Node(/*@ nullable @*/ LinkedList list) {
    }

    Node(/*@ nullable @*/ Object data) {
    }
}

class LinkedList {
    /*@ nullable @*/ Node head;
    //@ invariant (\forall Node n; \reach(head, Node, next).has(n); !\reach(n.next, Node, next).has(n));

    /*@ nullable @*/ Object get() {
        return head.next;
    }
}

// Violated: its invariant speaks of all nodes, also of those that the constructor has nothing to do with.
class Strict {
    /*@ nullable @*/ Node head;
    //@ invariant (\forall Node n; !\reach(n.next, Node, next).has(n));

    Strict(/*@ nullable @*/ Strict other) {
        head = other == null ? null : other.head;
    }
}

class Other extends LinkedList {
    int k;
}
