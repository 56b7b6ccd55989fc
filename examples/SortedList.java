/** A sorted list of ints, without duplicates: the example of the README. */
public class SortedList {
    private static class Node {
        int value;
        /*@ nullable @*/ Node next;

        Node(int value, /*@ nullable @*/ Node next) {
            this.value = value;
            this.next = next;
        }
    }

    private /*@ spec_public nullable @*/ Node head;
    private /*@ spec_public @*/ int size;

    //@ invariant size == \reach(head, Node, next).int_size();

    /** The values rise from node to node; so the list has no cycle either. */
    private boolean repOk() {
        for (Node node = head; node != null && node.next != null; node = node.next) {
            if (node.value >= node.next.value) {
                return false;
            }
        }
        return true;
    }

    /*@ ensures \result <==> (\exists Node n; \reach(head, Node, next).has(n); n.value == value); @*/
    public /*@ pure @*/ boolean contains(int value) {
        Node node = head;
        while (node != null && node.value < value) {
            node = node.next;
        }
        return node != null && node.value == value;
    }

    /*@ requires !contains(value);
      @ assignable head, size, \reach(head, Node, next);
      @ ensures contains(value);
      @ ensures size == \old(size) + 1;
      @ also
      @ requires contains(value);
      @ assignable \nothing;
      @ ensures size == \old(size);
      @*/
    public void insert(int value) {
        if (head == null || value < head.value) {
            head = new Node(value, head);
            size++;
            return;
        }
        Node node = head;
        while (node.next != null && node.next.value <= value) {
            node = node.next;
        }
        if (node.value != value) {
            node.next = new Node(value, node.next);
            size++;
        }
    }

    //@ requires size > 0;
    public /*@ pure @*/ double average() {
        double sum = 0;
        for (Node node = head; node != null; node = node.next) {
            sum += node.value;
        }
        return sum / size;
    }
}
