import java.util.HashSet;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * A queue on two stacks: the class of Darga and Boyapati (Figure 2). What comes in is pushed onto back, what goes out is popped from
 * front, and when front is empty, back is reversed and becomes front.
 */
public class TwoStackQueue {
    static class Node {
        /*@ nullable @*/ Object value;
        /*@ nullable @*/ Node next;

        Node(/*@ nullable @*/ Object value, /*@ nullable @*/ Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static class Stack {
        /*@ nullable @*/ Node head;

        boolean repOk() {
            return isFreshList(new HashSet<>());
        }

        /** The list ends, and none of its nodes was visited before. */
        boolean isFreshList(Set<Node> visited) {
            for (Node node = head; node != null; node = node.next) {
                if (!visited.add(node)) {
                    return false;
                }
            }
            return true;
        }

        /*@ ensures \result <==> head == null;
          @*/
        /*@ pure @*/ boolean isEmpty() {
            return head == null;
        }

        /*@ ensures \result == \reach(head, Node, next).int_size();
          @*/
        /*@ pure @*/ int size() {
            int count = 0;
            for (Node node = head; node != null; node = node.next) {
                count++;
            }
            return count;
        }

        /** The value at a depth; the top is at 0. */
        /*@ requires 0 <= depth && depth < size();
          @*/
        /*@ pure nullable @*/ Object get(int depth) {
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
        void push(/*@ nullable @*/ Object item) {
            head = new Node(item, head);
        }

        /*@ requires !isEmpty();
          @ assignable head;
          @ ensures \result == \old(get(0));
          @ ensures size() == \old(size()) - 1;
          @ ensures (\forall int i; 0 <= i && i < size(); get(i) == \old(get(i + 1)));
          @*/
        /*@ nullable @*/ Object pop() {
            Object top = head.value;
            head = head.next;
            return top;
        }

        /*@ assignable head, \reach(head, Node, next);
          @ ensures size() == \old(size());
          @ ensures (\forall int i; 0 <= i && i < size(); get(i) == \old(get(size() - 1 - i)));
          @*/
        void reverse() {
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

    Stack front = new Stack();
    Stack back = new Stack();

    /** Two stacks that share no node. */
    public boolean repOk() {
        if (front == back) {
            return false;
        }
        Set<Node> visited = new HashSet<>();
        return front.isFreshList(visited) && back.isFreshList(visited);
    }

    /*@ ensures \result == front.size() + back.size();
      @*/
    public /*@ pure @*/ int size() {
        return front.size() + back.size();
    }

    /** The value at a position; the one that goes out next is at 0. */
    /*@ requires 0 <= position && position < size();
      @ ensures position < front.size() ==> \result == front.get(position);
      @ ensures position >= front.size() ==> \result == back.get(size() - 1 - position);
      @*/
    public /*@ pure nullable @*/ Object get(int position) {
        int inFront = front.size();
        if (position < inFront) {
            return front.get(position);
        }
        return back.get(back.size() - 1 - (position - inFront));
    }

    /*@ assignable back.head;
      @ ensures size() == \old(size()) + 1;
      @ ensures get(\old(size())) == item;
      @ ensures (\forall int i; 0 <= i && i < \old(size()); get(i) == \old(get(i)));
      @*/
    public void enqueue(/*@ nullable @*/ Object item) {
        back.push(item);
    }

    /*@ public normal_behavior
      @   requires size() > 0;
      @   assignable front, back, front.head, back.head, \reach(back.head, Node, next);
      @   ensures \result == \old(get(0));
      @   ensures size() == \old(size()) - 1;
      @   ensures (\forall int i; 0 <= i && i < size(); get(i) == \old(get(i + 1)));
      @ also public exceptional_behavior
      @   requires size() == 0;
      @   signals_only NoSuchElementException;
      @   signals (NoSuchElementException e) size() == 0;
      @*/
    public /*@ nullable @*/ Object dequeue() throws NoSuchElementException {
        if (front.isEmpty()) {
            moveBackToFront();
        }
        if (front.isEmpty()) {
            throw new NoSuchElementException();
        }
        return front.pop();
    }

    /*@ requires front.isEmpty();
      @ assignable front, back, back.head, \reach(back.head, Node, next);
      @ ensures back.isEmpty();
      @ ensures size() == \old(size());
      @ ensures (\forall int i; 0 <= i && i < size(); get(i) == \old(get(i)));
      @*/
    private void moveBackToFront() {
        back.reverse();
        front = back;
        back = new Stack();
    }
}
