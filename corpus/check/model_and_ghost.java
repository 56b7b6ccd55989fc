// tightrope: --scope 3
// Model fields, ghost fields, sets before and after.
class Bag {
    /*@ nullable @*/ Node head;

    static class Node {
        int value;
        /*@ nullable @*/ Node next;
    }

    //@ model long size;
    //@ represents size = (\num_of Node n; \reach(head, Node, next).has(n); true);
    //@ ghost int added = 0;
    //@ invariant (\forall Node n; \reach(head, Node, next).has(n); !\reach(n.next, Node, next).has(n));
    //@ invariant added >= 0 && added < 1000;

    //@ requires added < 900;
    //@ ensures size == \old(size) + 1 && added == \old(added) + 1;
    void add(int value) {
        Node node = new Node();
        node.value = value;
        node.next = head;
        head = node;
        //@ set added = added + 1;
    }

    // Forgets the rest of the list.
    //@ requires added < 900;
    //@ ensures size == \old(size) + 1;
    void addWrong(int value) {
        Node node = new Node();
        node.value = value;
        head = node;
    }

    // Forgets the ghost field.
    //@ requires added < 900;
    //@ ensures added == \old(added) + 1;
    void addWithoutGhost(int value) {
        Node node = new Node();
        node.value = value;
        node.next = head;
        head = node;
    }

    //@ ensures (\forall Node n; \reach(head, Node, next).has(n); \old(\reach(head, Node, next)).has(n));
    //@ ensures head != null ==> !\fresh(head);
    void removeFirst() {
        if (head != null) {
            head = head.next;
        }
    }

    // Everything that was there is there: wrong for all but the empty bag.
    //@ ensures (\forall Node n; \old(\reach(head, Node, next)).has(n); \reach(head, Node, next).has(n));
    void removeFirstWrong() {
        if (head != null) {
            head = head.next;
        }
    }

    // Wrong: `\old(head).next` is of the heap after, `\old(head.next)` of the heap before.
    //@ requires head != null;
    //@ ensures \old(head).next == \old(head.next);
    void cut() {
        head.next = null;
    }

    //@ requires head != null;
    //@ ensures \fresh(\result) && \result.value == head.value;
    Node copyFirst() {
        Node node = new Node();
        node.value = head.value;
        return node;
    }

    // Not fresh.
    //@ requires head != null;
    //@ ensures \fresh(\result);
    Node first() {
        return head;
    }
}
