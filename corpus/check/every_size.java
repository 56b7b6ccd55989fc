// tightrope: --engine glassbox --scope 3
// What looks at a few nodes only is shown for all heaps at once, however large; what looks further
// never is, though nothing is wrong with it in this scope.
class Stack {
    static class Node {
        int value;
        /*@ nullable @*/ Node next;
    }

    /*@ nullable @*/ Node top;
    int size;

    /*@ invariant (\forall Node n; \reach(top, Node, next).has(n); !\reach(n.next, Node, next).has(n));
      @ invariant size == \reach(top, Node, next).int_size();
      @*/

    /*@ ensures size == \old(size) + 1 && top.value == value && top.next == \old(top); @*/
    void push(int value) {
        Node added = new Node();
        added.value = value;
        added.next = top;
        top = added;
        size++;
    }

    /*@ requires top != null;
      @ ensures size == \old(size) - 1 && \result == \old(top.value) && top == \old(top.next); @*/
    int pop() {
        int value = top.value;
        top = top.next;
        size--;
        return value;
    }

    //@ ensures top == null;
    void clear() {
        top = null;
        size = 0;
    }

    /*@ ensures \result <==> (\exists Node n; \reach(top, Node, next).has(n); n.value == value); @*/
    boolean contains(int value) {
        for (Node node = top; node != null; node = node.next) {
            if (node.value == value) {
                return true;
            }
        }
        return false;
    }

    // Wrong from five nodes on.
    //@ ensures \result;
    boolean isShort() {
        Node node = top;
        for (int i = 0; i < 4 && node != null; i++) {
            node = node.next;
        }
        return node == null;
    }

    // The same by the number, which nobody has to walk for.
    //@ ensures \result;
    boolean isSmall() {
        return size < 5;
    }

    // Wrong where the second node is the last but two.
    //@ ensures \reach(top, Node, next).int_size() != 4;
    void isNotFour() {
    }

    // Forgets to count.
    void drop() {
        if (top != null && top.next != null && top.next.next != null && top.next.next.next != null) {
            top = top.next;
        }
    }
}
