class Ring {
    private Node head;
    private int size;

    boolean repOk() {
        int count = 0;
        for (Node node = head; node != null; node = node.next) {
            count++;
        }
        return count == size;
    }

    void addFirst(int value) {
        Node node = new Node();
        node.value = value;
        node.next = head;
        head = node;
        size++;
    }

    static class Node {
        int value;
        Node next;
    }
}
