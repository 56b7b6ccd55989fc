// tightrope: alloy_list.als
class Node {
    int value;
    boolean marked;
    Node next;
}

class Chain {
    Node first;
    int size;

    /** Puts a new node in front. */
    static void push(Chain c, int value) {
        Node node = new Node();
        node.value = value;
        node.next = c.first;
        c.first = node;
        c.size++;
    }

    boolean contains(int value) {
        for (Node n = first; n != null; n = n.next) {
            if (n.value == value) {
                return true;
            }
        }
        return false;
    }

    void append(Chain other) {
        if (first == null) {
            first = other.first;
            return;
        }
        Node last = first;
        while (last.next != null) {
            last = last.next;
        }
        last.next = other.first;
    }

    void mark(Node n) {
        n.marked = true;
    }
}
