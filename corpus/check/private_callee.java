// tightrope: --scope 3
// The invariant is broken two private calls below the method that is checked.
class List {
    private Node head;
    private int size;

    private static class Node {
        Node next;
    }

    boolean repOk() {
        int count = 0;
        for (Node node = head; node != null; node = node.next) {
            count++;
            if (count > 100) {
                return false;
            }
        }
        return count == size;
    }

    void push() {
        link(new Node());
    }

    void pop() {
        if (head != null) {
            unlink();
        }
    }

    private void link(Node node) {
        node.next = head;
        head = node;
        resize(1);
    }

    private void unlink() {
        head = head.next;
        resize(size > 1 ? -1 : 0);
    }

    private void resize(int change) {
        size += change;
    }
}
