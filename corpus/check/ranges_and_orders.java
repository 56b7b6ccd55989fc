// tightrope: --engine symbolic --scope 2,int=-1..2
// A range of numbers does not limit those of which only the order matters: they have any value.
class RangesAndOrders {
    int key;

    //@ requires key > 1000;
    //@ ensures \result;
    boolean isSmall() {
        return key < 2000;
    }

    //@ requires key * 2 > 1000;
    //@ ensures \result;
    boolean isSmallTwice() {
        return key < 2000;
    }
}

class OrderOnly {
    short key;

    //@ ensures \result;
    boolean isSmall() {
        return key < 2000;
    }
}
