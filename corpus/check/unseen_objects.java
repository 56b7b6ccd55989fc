// tightrope: --scope 3
// Quantifiers over all objects of a class speak of those, too, that neither the method nor anything else looks at.
class Cell {
    int value;
    /*@ nullable @*/ Cell next;
}

class Unseen {
    /*@ nullable @*/ Cell head;

    // Violated: by a cell that nobody looks at.
    //@ ensures (\forall Cell cell; cell.value == 0);
    void all() {
    }

    // Violated: there is such a cell in some heap.
    //@ requires (\exists Cell cell; cell.value == 7);
    //@ ensures false;
    void some() {
    }

    // Violated: what is cut off still exists.
    //@ ensures (\forall Cell cell; cell.value == 0);
    void cutOff() {
        head = null;
    }

    // Violated by the second cell, which is not head itself.
    //@ ensures (\forall Cell cell; cell != head; cell.next == null || cell.next == head);
    void second() {
    }

    // Violated: the set has members that nobody looks at.
    //@ ensures (new JMLObjectSet { Cell cell | cell.value > 3 }).isEmpty();
    void set() {
    }

    // Holds: nothing changes.
    //@ ensures (\forall Cell cell; cell.value == \old(cell.value));
    void none() {
    }

    // Holds.
    //@ requires (\forall Cell cell; cell.value == 0);
    //@ ensures head != null && head.next != null ==> head.next.value == 0;
    void assumed() {
    }
}

// The invariant speaks of all cells: also of those that a parameter brings along.
class WithCell {
    int count;

    //@ invariant (\exists Cell cell; cell.value == 7);

    // Violated: it is not vacuous.
    //@ ensures false;
    void give(Cell cell) {
    }
}
