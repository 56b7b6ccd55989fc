// tightrope: --scope 2
// Another list may share a node with the receiver. Its invariant breaks because of the sharing, not because of the method: that is said, and not counted.
public class Sharing {
    static class Node {
        Object value;
        Node next;
    }

    Node head;
    int size;

    boolean repOk() {
        int n = 0;
        for (Node c = head; c != null; c = c.next) {
            n++;
            if (n > 3) return false;
        }
        return n == size;
    }

    private Node last() {
        Node c = head;
        while (c.next != null) c = c.next;
        return c;
    }

    // Holds, whatever the value is.
    void append(Object v) {
        Node x = new Node();
        x.value = v;
        if (size > 2) return;
        if (head == null) head = x;
        else last().next = x;
        size++;
    }

    // Holds: the same with a value that is a list.
    void appendList(Sharing v) {
        Node x = new Node();
        x.value = v;
        if (size > 2) return;
        if (head == null) head = x;
        else last().next = x;
        size++;
    }

    // Violated: this breaks the other list, whether it shares anything or not.
    void cutOther(Sharing v) {
        if (v != null && v.head != null) v.head.next = null;
    }
}
