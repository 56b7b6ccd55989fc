// invariant: assumed before and checked after each method that is not a helper; several are joined by and.
class SortedPair {
    /*@ spec_public @*/ private int small, large;

    //@ public invariant small <= large;
    //@ invariant small >= 0;

    void put(int value) {
        if (value < small) {
            if (value >= 0) small = value;
        } else if (value > large) {
            large = value;
        }
    }

    //@ helper
    private void breakIt() {
        small = large + 1;
    }
}
