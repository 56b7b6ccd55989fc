// `size` and the nodes part company in `unique` and in `cut`; the place that fails is in `last`.
// The constructor that takes nodes and a size trusts its caller, and is not to blame.

class Numbers {
    static class Node {
        int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }

    private Node head;
    private int size;

    Numbers() {
    }

    Numbers(Node head, int size) {
        this.head = head;
        this.size = size;
    }

    void add(boolean isOne) {
        Node node = new Node(isOne ? 1 : 0);
        node.next = head;
        head = node;
        size++;
    }

    void unique() {
        for (Node node = head; node != null; node = node.next) {
            while (node.next != null && node.next.value == node.value) {
                node.next = node.next.next;
            }
        }
    }

    void cut(Node rest) {
        head = rest;
    }

    int last() {
        if (size == 0) {
            throw new IllegalStateException("empty");
        }
        Node node = head;
        for (int i = 1; i < size; i++) {
            node = node.next;
        }
        return node.value;
    }
}
