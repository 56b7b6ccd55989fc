// tightrope: --scope 3
// Parameters may be the same object, be the receiver, and be inside of the receiver's structure.
class Cell {
    int value;
    /*@ nullable @*/ Cell next;

    // Wrong if `left == right`.
    //@ requires left.value == 1 && right.value == 2 || left == right;
    //@ ensures left.value == 2;
    static void move(Cell left, Cell right) {
        left.value = right.value;
        right.value = 0;
    }

    // Wrong if `other == this`.
    //@ ensures other.value == \old(other.value);
    void reset(Cell other) {
        value = 0;
    }

    // Wrong if `other == next`, and if `other == next.next`.
    //@ requires next != null && other != this;
    //@ ensures next != null && next.value == \old(next.value);
    void clear(Cell other) {
        other.value = 7;
    }

    //@ requires next != null && other != this && other != next;
    //@ ensures next != null && next.value == \old(next.value);
    void clearElsewhere(Cell other) {
        other.value = 7;
    }

    // Wrong if the arrays are the same.
    //@ requires from.length == 2 && to.length == 2 && from[0] == 1;
    //@ ensures from[0] == 1;
    static void copy(int[] from, int[] to) {
        to[0] = 5;
    }

    // Wrong: any object, also this one.
    //@ ensures !\result;
    boolean isSame(Object any) {
        return any == this;
    }

    // Wrong: the element may be the list itself.
    //@ ensures !\result;
    boolean isNext(/*@ nullable @*/ Object any) {
        return any != null && any == next;
    }

    // Wrong: two unknown objects may be one.
    //@ ensures !\result;
    static boolean areSame(Object left, Object right) {
        return left == right;
    }

    // An array of cells with the same cell twice.
    //@ requires cells.length == 2 && cells[0].value == 1 && cells[1].value == 1;
    //@ ensures cells[1].value == 1;
    static void first(Cell[] cells) {
        cells[0].value = 2;
    }

    // A row of a matrix may be there twice.
    //@ requires rows.length == 2 && rows[0].length == 1 && rows[1].length == 1 && rows[1][0] == 0;
    //@ ensures rows[1][0] == 0;
    static void firstRow(int[][] rows) {
        rows[0][0] = 1;
    }
}
