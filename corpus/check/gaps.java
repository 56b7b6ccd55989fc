// tightrope: --scope 3
// A `repOk` that takes too long has not returned true. It does not keep larger heaps from showing what is wrong.
public class Gaps {
    static class Node {
        int value;
        Node next;
    }

    Node head;
    int size;

    // On a cycle it counts up to `size`, which may be the greatest int.
    boolean repOk() {
        int n = 0;
        for (Node c = head; c != null; c = c.next) {
            n++;
            if (n > size) return false;
        }
        return n == size;
    }

    // Violated by lists of two: `size` is forgotten.
    void push(int v) {
        Node x = new Node();
        x.value = v;
        x.next = head;
        head = x;
        if (size < 2) size++;
    }
}
