class Queue {
    private Node head;
    private int size;

    //@ private invariant size == \reach(head, Node, next).int_size();

    //@ ensures \result == (size == 0);
    boolean isEmpty() {
        return head == null;
    }

    static class Node {
        int value;
        Node next;
    }
}
