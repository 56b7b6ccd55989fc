// tightrope: --scope 3
// Bodies of model methods and `represents` clauses are formulas: quantifiers, sets and counts of the state that the caller speaks of.
class Bag {
    /*@ nullable @*/ Node head;

    //@ model int count;
    //@ represents count = \reach(head, Node, next).int_size();
    //@ model boolean isSorted;
    //@ represents isSorted = (\forall Node n; \reach(head, Node, next).has(n); n.next != null ==> n.value <= n.next.value);
    //@ model int total;
    //@ represents total = (\sum Node n; \reach(head, Node, next).has(n); n.value);
    /*@ pure model boolean isBelow(int limit) {
      @     int top = limit + 1;
      @     return limit > 0 && (\forall Node n; \reach(head, Node, next).has(n); n.value < top);
      @ } @*/

    //@ invariant (\forall Node n; \reach(head, Node, next).has(n); !\reach(n.next, Node, next).has(n));

    //@ ensures \result == count;
    int size() {
        int size = 0;
        for (Node node = head; node != null; node = node.next) size++;
        return size;
    }

    // Wrong: a large value comes first.
    //@ requires isSorted;
    //@ ensures count == \old(count) + 1 && isSorted;
    void addFirst(int value) {
        Node made = new Node();
        made.value = value;
        made.next = head;
        head = made;
    }

    //@ requires isSorted && (head == null || value <= head.value);
    //@ ensures count == \old(count) + 1 && isSorted && total == \old(total) + value;
    void addSmallest(int value) {
        Node made = new Node();
        made.value = value;
        made.next = head;
        head = made;
    }

    // Wrong for a list whose head is the only large element: what is left is below the limit.
    //@ requires head != null && !isBelow(1);
    //@ ensures !isBelow(1);
    void removeFirst() {
        head = head.next;
    }

    // A formula that looks at the state before is no property of one state.
    /*@ pure model boolean hasGrown() { return \reach(head, Node, next).int_size() > \old(1) && \old(head == null); } @*/
    //@ ensures hasGrown();
    void before() {}

    // Nor is one about all objects that exist a property of what it reads.
    /*@ pure model boolean allPositive() { return (\forall Node n; n.value > 0); } @*/
    //@ ensures allPositive();
    void everywhere() {}
}

class Node {
    int value;
    /*@ nullable @*/ Node next;

    //@ model int height;
    //@ represents height = next == null ? 1 : 1 + (\max Node n; \reach(next, Node, next).has(n); n.height);

    //@ requires (\forall Node n; \reach(this, Node, next).has(n); !\reach(n.next, Node, next).has(n));
    //@ ensures next == null || \result == next.height + 1;
    int measure() {
        return next == null ? 1 : 1 + next.measure();
    }

    // Recursion that never ends on a cycle.
    //@ ensures height > 0;
    void look() {}
}
