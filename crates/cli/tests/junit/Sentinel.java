/** A structure that ends in one node of the class. */
public class Sentinel {
    static class Node {
        int key;
        /*@ nullable @*/ Node next = NIL;
    }

    static final Node NIL = new Node();
    static final int[] LIMITS = {1, 2};
    Node head = NIL;

    //@ ensures \result == 0;
    int first() { return head == NIL ? 0 : 1; }

    //@ ensures LIMITS[0] == \old(LIMITS[0]);
    static void spoil() { LIMITS[0]++; }
}
