// JML where none is allowed: the annotation is not read, and a warning says so.
class Misplaced {
    int size;

    void add() {
        size++;
        //@ loop_invariant size > 0;
        size--;
    }

    int sum(int a, int b) {
        return a + /*@ nullable @*/ b;
    }
    //@ pure
}
