// Static nested classes: they see the private members of their outer class, and it sees theirs.
class IntList {
    private Node head;
    private static int made;

    private static class Node {
        private int value;
        private Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
            made++;
        }
    }

    interface Visitor {
        void visit(int value);
    }

    void add(int value) {
        head = new Node(value, head);
    }

    void each(Visitor visitor) {
        for (IntList.Node node = head; node != null; node = node.next) {
            visitor.visit(node.value);
        }
    }
}
