import java.util.HashSet;
import java.util.Set;

/** A stack of objects in a linked list: the class of Darga and Boyapati (Figure 5), with the reversal that their queue needs. */
public class Stack {
    static class Node {
        /*@ nullable @*/ Object value;
        /*@ nullable @*/ Node next;

        Node(/*@ nullable @*/ Object value, /*@ nullable @*/ Node next) {
            this.value = value;
            this.next = next;
        }
    }

    /*@ nullable @*/ Node head;

    /** The list ends. */
    public boolean repOk() {
        Set<Node> visited = new HashSet<>();
        for (Node node = head; node != null; node = node.next) {
            if (!visited.add(node)) {
                return false;
            }
        }
        return true;
    }

    /*@ ensures \result <==> head == null;
      @*/
    public /*@ pure @*/ boolean isEmpty() {
        return head == null;
    }

    /*@ ensures \result == \reach(head, Node, next).int_size();
      @*/
    public /*@ pure @*/ int size() {
        int count = 0;
        for (Node node = head; node != null; node = node.next) {
            count++;
        }
        return count;
    }

    /** The value at a depth; the top is at 0. */
    /*@ requires 0 <= depth && depth < size();
      @ ensures (\exists Node n; \reach(head, Node, next).has(n);
      @     \reach(n, Node, next).int_size() == size() - depth && n.value == \result);
      @*/
    public /*@ pure nullable @*/ Object get(int depth) {
        Node node = head;
        for (int i = 0; i < depth; i++) {
            node = node.next;
        }
        return node.value;
    }

    /*@ assignable head;
      @ ensures size() == \old(size()) + 1;
      @ ensures get(0) == item;
      @ ensures (\forall int i; 0 <= i && i < \old(size()); get(i + 1) == \old(get(i)));
      @*/
    public void push(/*@ nullable @*/ Object item) {
        head = new Node(item, head);
    }

    /** Takes the top value off; null if there is none. */
    /*@ requires !isEmpty();
      @ assignable head;
      @ ensures \result == \old(get(0));
      @ ensures size() == \old(size()) - 1;
      @ ensures (\forall int i; 0 <= i && i < size(); get(i) == \old(get(i + 1)));
      @ also
      @ requires isEmpty();
      @ assignable \nothing;
      @ ensures \result == null;
      @*/
    public /*@ nullable @*/ Object pop() {
        if (head == null) {
            return null;
        }
        Object top = head.value;
        head = head.next;
        return top;
    }

    /** Turns the stack upside down. */
    /*@ assignable head, \reach(head, Node, next);
      @ ensures size() == \old(size());
      @ ensures (\forall int i; 0 <= i && i < size(); get(i) == \old(get(size() - 1 - i)));
      @*/
    public void reverse() {
        Node reversed = null;
        Node rest = head;
        while (rest != null) {
            Node following = rest.next;
            rest.next = reversed;
            reversed = rest;
            rest = following;
        }
        head = reversed;
    }
}
