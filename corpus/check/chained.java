// tightrope: --scope 2
// Comparisons in a chain: each neighbouring pair holds.
class Chained {
    int low;
    int high;
    //@ invariant 0 <= low <= high < 100;

    //@ ensures (\forall int i; low <= i < high; i >= 0) && 99 >= high >= low > -1;
    void holds() {
    }

    // Violated where both are the same.
    //@ ensures low < high <= 99;
    void violated() {
    }
}
