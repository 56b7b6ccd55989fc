// Contracts of constructors: the invariant holds afterwards, fields start with their defaults.
class Interval {
    int low, high;

    //@ invariant low <= high;

    //@ requires low <= high;
    //@ ensures this.low == low && this.high == high;
    Interval(int low, int high) {
        this.low = low;
        this.high = high;
    }

    //@ signals_only IllegalArgumentException;
    Interval(int length) {
        if (length < 0) throw new IllegalArgumentException();
        high = length;
    }
}
