// tightrope: --scope 2 --sharing owned
// Objects do not share what their invariants speak of: heaps where they do are left out, and the verdict says so.
/*@ nullable_by_default @*/ public class Owned {
    static class Node {
        Object value;
        Node next;
    }

    Node head;
    int size;

    //@ invariant \reach(head, Node, next).int_size() == size && (\forall Node n; \reach(head, Node, next).has(n); !\reach(n.next, Node, next).has(n));

    // Holds, and nothing is said of other lists.
    void push(Owned other) {
        Node node = new Node();
        node.next = head;
        head = node;
        size++;
    }

    // Holds, because no node is in two lists.
    //@ requires other != null && other != this;
    //@ ensures other.head == null || other.head.value == \old(other.head.value);
    void clearFirst(Owned other) {
        if (head != null) {
            head.value = null;
        }
    }

    // The lists may be one and the same: this does not hold.
    //@ ensures other == null || other.size == \old(other.size);
    void drop(Owned other) {
        head = null;
        size = 0;
    }

    // An element may be in both: this does not hold.
    //@ requires other != null && other != this;
    //@ ensures head == null || other.head == null || head.value == null || head.value != other.head.value;
    void elements(Owned other) {
    }
}
