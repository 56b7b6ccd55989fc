// tightrope: --scope 2
// There is a verdict, though an invariant speaks of all nodes and what they reach.
class Node {
    /*@ nullable @*/ Node next;
    Node(/*@ nullable @*/ Object d) { }
}
class LinkedList {
    /*@ nullable @*/ Node head;
    //@ invariant (\forall Node n; \reach(head, Node, next).has(n) == true; \reach(n.next, Node, next).has(n) == false);
    /*@ nullable @*/ Object get() { return head.next; }
}
class Other extends LinkedList { int k; }
