/** A sorted list of ints with duplicates, in Korat's family of structures. */
public class SortedList {
    static class Node {
        int value;
        /*@ nullable @*/ Node next;

        Node(int value, /*@ nullable @*/ Node next) {
            this.value = value;
            this.next = next;
        }
    }

    /*@ nullable @*/ Node head;
    int size;

    /*@ invariant (\forall Node n; \reach(head, Node, next).has(n); !\reach(n.next, Node, next).has(n));
      @ invariant (\forall Node n; \reach(head, Node, next).has(n); n.next != null ==> n.value <= n.next.value);
      @ invariant size == \reach(head, Node, next).int_size();
      @*/

    /*@ ensures \result <==> (\exists Node n; \reach(head, Node, next).has(n); n.value == wanted);
      @*/
    public /*@ pure @*/ boolean contains(int wanted) {
        Node node = head;
        while (node != null && node.value < wanted) {
            node = node.next;
        }
        return node != null && node.value == wanted;
    }

    /*@ assignable head, size, \reach(head, Node, next);
      @ ensures size == \old(size) + 1;
      @ ensures \reach(head, Node, next).containsAll(\old(\reach(head, Node, next)));
      @ ensures (\forall Node n; \old(\reach(head, Node, next)).has(n); n.value == \old(n.value));
      @ ensures (\exists Node n; \reach(head, Node, next).has(n); \fresh(n) && n.value == added);
      @*/
    public void insert(int added) {
        Node previous = null;
        Node node = head;
        while (node != null && node.value < added) {
            previous = node;
            node = node.next;
        }
        Node fresh = new Node(added, node);
        if (previous == null) {
            head = fresh;
        } else {
            previous.next = fresh;
        }
        size++;
    }

    /** Takes one node with the value out; false if there is none. */
    /*@ requires contains(removed);
      @ assignable head, size, \reach(head, Node, next);
      @ ensures \result;
      @ ensures size == \old(size) - 1;
      @ ensures \old(\reach(head, Node, next)).containsAll(\reach(head, Node, next));
      @ ensures (\forall Node n; \old(\reach(head, Node, next)).has(n); n.value == \old(n.value));
      @ ensures (\forall Node n; \old(\reach(head, Node, next)).has(n) && !\reach(head, Node, next).has(n);
      @     n.value == removed);
      @ also
      @ requires !contains(removed);
      @ assignable \nothing;
      @ ensures !\result;
      @*/
    public boolean remove(int removed) {
        Node previous = null;
        Node node = head;
        while (node != null && node.value < removed) {
            previous = node;
            node = node.next;
        }
        if (node == null || node.value != removed) {
            return false;
        }
        if (previous == null) {
            head = node.next;
        } else {
            previous.next = node.next;
        }
        size--;
        return true;
    }

    /** Takes over the nodes of another list, which is empty afterwards. */
    /*@ requires other != this;
      @ requires \reach(head, Node, next).intersection(\reach(other.head, Node, next)).isEmpty();
      @ assignable head, size, \reach(head, Node, next), other.head, other.size, \reach(other.head, Node, next);
      @ ensures \reach(head, Node, next) == \old(\reach(head, Node, next).union(\reach(other.head, Node, next)));
      @ ensures (\forall Node n; \reach(head, Node, next).has(n); n.value == \old(n.value));
      @ ensures other.head == null;
      @*/
    public void merge(SortedList other) {
        Node merged = null;
        Node last = null;
        Node left = head;
        Node right = other.head;
        while (left != null || right != null) {
            Node taken;
            if (right == null || left != null && left.value <= right.value) {
                taken = left;
                left = left.next;
            } else {
                taken = right;
                right = right.next;
            }
            if (last == null) {
                merged = taken;
            } else {
                last.next = taken;
            }
            last = taken;
        }
        head = merged;
        size = size + other.size;
        other.head = null;
        other.size = 0;
    }

    /** Keeps one node for each value. */
    /*@ assignable size, \reach(head, Node, next);
      @ ensures \old(\reach(head, Node, next)).containsAll(\reach(head, Node, next));
      @ ensures (\forall Node n; \old(\reach(head, Node, next)).has(n); n.value == \old(n.value) && contains(n.value));
      @ ensures (\forall Node n; \reach(head, Node, next).has(n); n.next != null ==> n.value < n.next.value);
      @*/
    public void removeDuplicates() {
        Node node = head;
        while (node != null) {
            if (node.next != null && node.next.value == node.value) {
                node.next = node.next.next;
                size--;
            } else {
                node = node.next;
            }
        }
    }
}
