class Bag {
    private Node head;
    private int size;

    /** The author meant `head != null`. */
    boolean repOk() {
        return size == 0 && head == null;
    }

    int size() {
        return size;
    }

    boolean contains(int value) {
        for (Node node = head; node != null; node = node.next) {
            if (node.value == value) {
                return true;
            }
        }
        return false;
    }

    static class Node {
        int value;
        Node next;
    }
}
