// \reach expressions that are malformed.
class Reaching {
    static class Node {
        /*@ nullable @*/ Node next;
        int value;
    }

    /*@ nullable @*/ Node head;
    int size;

    //@ invariant \reach(size).int_size() == 1;
    //@ invariant \reach(head, Node, nxt).int_size() == size;
    //@ invariant \reach(head, Node, value).int_size() == size;
    //@ invariant \reach(head, int).int_size() == size;
    //@ invariant \reach(head, Node, next).int_size() == size;
}
