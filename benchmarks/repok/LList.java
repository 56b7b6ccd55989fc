import java.util.HashSet;
import java.util.Set;

/** A sequence as a singly linked list: the subject "LList" of TACO. */
public class LList {
    static class Node {
        /*@ nullable @*/ Object value;
        /*@ nullable @*/ Node next;
    }

    /*@ nullable @*/ Node head;
    int size;

    public boolean repOk() {
        Set<Node> visited = new HashSet<>();
        for (Node node = head; node != null; node = node.next) {
            if (!visited.add(node)) {
                return false;
            }
        }
        return visited.size() == size;
    }

    /*@ ensures \result <==> (\exists Node n; \reach(head, Node, next).has(n); n.value == value);
      @*/
    public /*@ pure @*/ boolean contains(/*@ nullable @*/ Object value) {
        Node node = head;
        while (node != null) {
            if (node.value == value) {
                return true;
            }
            node = node.next;
        }
        return false;
    }

    /*@ public normal_behavior
      @   requires 0 <= index && index < size;
      @   ensures (\exists Node n; \reach(head, Node, next).has(n);
      @       \reach(n, Node, next).int_size() == size - index && n.value == \result);
      @ also public exceptional_behavior
      @   requires index < 0 || index >= size;
      @   signals_only IndexOutOfBoundsException;
      @*/
    public /*@ pure nullable @*/ Object get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException();
        }
        Node node = head;
        for (int i = 0; i < index; i++) {
            node = node.next;
        }
        return node.value;
    }

    /** Adds a value at the end. */
    /*@ assignable head, size, \reach(head, Node, next);
      @ ensures size == \old(size) + 1;
      @ ensures (\forall int i; 0 <= i && i < \old(size); get(i) == \old(get(i)));
      @ ensures get(size - 1) == value;
      @*/
    public void insert(/*@ nullable @*/ Object value) {
        Node added = new Node();
        added.value = value;
        if (head == null) {
            head = added;
        } else {
            Node last = head;
            while (last.next != null) {
                last = last.next;
            }
            last.next = added;
        }
        size++;
    }

    /** Removes the value at a position, and returns it. */
    /*@ public normal_behavior
      @   requires 0 <= index && index < size;
      @   assignable head, size, \reach(head, Node, next);
      @   ensures \result == \old(get(index));
      @   ensures size == \old(size) - 1;
      @   ensures (\forall int i; 0 <= i && i < index; get(i) == \old(get(i)));
      @   ensures (\forall int i; index <= i && i < size; get(i) == \old(get(i + 1)));
      @ also public exceptional_behavior
      @   requires index < 0 || index >= size;
      @   assignable \nothing;
      @   signals_only IndexOutOfBoundsException;
      @*/
    public /*@ nullable @*/ Object remove(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException();
        }
        Node previous = null;
        Node node = head;
        for (int i = 0; i < index; i++) {
            previous = node;
            node = node.next;
        }
        if (previous == null) {
            head = node.next;
        } else {
            previous.next = node.next;
        }
        size--;
        return node.value;
    }
}
