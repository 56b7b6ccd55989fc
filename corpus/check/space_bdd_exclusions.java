// tightrope: --space bdd --scope 3
// A precondition that throws excludes heaps, and that is said: of those that satisfy the invariants.
class Exclusions {
    int[] values;
    int size;

    private Exclusions() {
    }

    //@ invariant 0 <= size && size <= values.length;

    //@ requires values[size] == 0;
    void clear() {
        size = 0;
    }

    //@ requires 0 <= i && i < size && values[i] == 0;
    void guarded(int i) {
        size = i;
    }
}

class Divisor {
    int divisor;
    int dividend;

    private Divisor() {
    }

    //@ invariant divisor > 0;

    //@ requires dividend / divisor == 1;
    void flip() {
        dividend = -dividend;
    }
}
