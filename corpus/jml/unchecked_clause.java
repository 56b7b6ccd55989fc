// Clauses that are read and listed but not checked: the verdict says so.
class Unchecked {
    int value;

    //@ requires value > 0;
    //@ requires_redundantly value >= 0;
    //@ accessible value;
    //@ callable get();
    //@ measured_by value;
    //@ captures \nothing;
    //@ when value > 0;
    //@ working_space 10;
    //@ duration 5;
    //@ ensures \result == value;
    int get() {
        return value;
    }

    //@ monitors_for value = this;
    //@ readable value if value > 0;
    //@ writable value if value > 1;
    //@ constraint \old(value) <= value for get();
}
