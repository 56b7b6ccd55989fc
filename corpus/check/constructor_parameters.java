// tightrope: --scope 2
// Constructors with parameters whose class has a `repOk`.
class Node {
    Node next;
    int depth;

    boolean repOk() {
        return next == null ? depth == 0 : next != this && depth == next.depth + 1;
    }

    Node(Node next) {
        this.next = next;
        this.depth = next == null ? 0 : next.depth + 1;
    }

    // Off by one.
    Node(Node next, boolean wrong) {
        this.next = next;
        this.depth = next == null ? 0 : next.depth;
    }

    // Changes the parameter.
    Node(Node next, int wrong) {
        if (next != null) {
            next.depth++;
        }
    }

    // Throws after it has begun.
    Node(int depth) {
        this.depth = depth;
        throw new IllegalStateException();
    }
}
