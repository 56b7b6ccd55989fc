// helper: neither assumes nor keeps the invariant.
class Even {
    int value;

    //@ invariant value % 2 == 0;

    void add() {
        step();
        step();
    }

    private /*@ helper @*/ void step() {
        value++;
    }
}
