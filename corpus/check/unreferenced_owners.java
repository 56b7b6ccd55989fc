// tightrope: --scope 2 --engine explore
// An object that nothing leads to may lead to what the receiver leads to, whichever of both was
// looked at first.
/*@ nullable_by_default @*/ class Owner {
    static class Node {
        Node next;
    }

    /*@ rep @*/ Node head;
    Node seen;

    private Owner() {
    }

    // Another owner may have it.
    void take() {
        head = seen;
    }

    // Nobody else has it.
    void make() {
        head = new Node();
    }

    //@ ensures (\forall Owner other; other != this; seen == null || other.head != seen);
    void look() {
    }

    //@ requires seen != null && (\exists Owner other; other != this; other.head == seen);
    //@ ensures head != seen;
    void exists() {
    }
}
