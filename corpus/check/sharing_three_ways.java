// tightrope: --scope 2
// The three make the same writes and have the same verdict, whether the parameter is looked at or not.
public class L {
    static class Node { Object value; Node next; }
    Node head; int size;

    boolean repOk() {
        java.util.HashSet<Node> seen = new java.util.HashSet<>();
        Node c = head;
        while (c != null) { if (!seen.add(c)) return false; c = c.next; }
        return seen.size() == size;
    }

    // appends; the parameter is never looked at
    void append(Object v) {
        Node x = new Node(); x.value = v;
        if (head == null) head = x;
        else { Node c = head; while (c.next != null) c = c.next; c.next = x; }
        size++;
    }

    // same, but the parameter is another list
    void appendList(L v) {
        Node x = new Node(); x.value = v;
        if (head == null) head = x;
        else { Node c = head; while (c.next != null) c = c.next; c.next = x; }
        size++;
    }

    // same, but the value is looked at
    boolean appendLook(Object v) {
        boolean b = v instanceof L;
        Node x = new Node(); x.value = v;
        if (head == null) head = x;
        else { Node c = head; while (c.next != null) c = c.next; c.next = x; }
        size++;
        return b;
    }
}
