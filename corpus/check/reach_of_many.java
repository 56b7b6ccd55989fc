// tightrope: --scope 2
// There is a verdict, though an invariant speaks of all nodes and what they reach.
class Node {
    /*@ nullable @*/ Node next;
    Node(/*@ nullable @*/ LinkedList l) { }
}
class LinkedList {
    /*@ nullable @*/ Node head;
    //@ invariant (\forall Node n; !\reach(n.next, Node, next).has(n));
}
