// Programs whose integers matter. What only a large number shows is found; what is right holds for all of them.
class Arithmetic {
    // violated: the sum of two large numbers is negative.
    //@ requires 0 <= low && low <= high;
    //@ ensures low <= \result && \result <= high;
    static int middleBySum(int low, int high) {
        return (low + high) / 2;
    }

    // holds
    //@ requires 0 <= low && low <= high;
    //@ ensures low <= \result && \result <= high;
    static int middleByDifference(int low, int high) {
        return low + (high - low) / 2;
    }

    // holds
    //@ requires 0 <= low && low <= high;
    //@ ensures low <= \result && \result <= high;
    static int middleByShift(int low, int high) {
        return (low + high) >>> 1;
    }

    // violated: the difference wraps around.
    //@ ensures \result < 0 <==> left < right;
    static int compareByDifference(int left, int right) {
        return left - right;
    }

    // holds
    //@ ensures \result < 0 <==> left < right;
    static int compare(int left, int right) {
        return left < right ? -1 : left == right ? 0 : 1;
    }

    // violated: by the least int.
    //@ ensures \result >= 0;
    static int magnitude(int number) {
        return Math.abs(number);
    }

    // holds
    //@ requires number != Integer.MIN_VALUE;
    //@ ensures \result >= 0 && (\result == number || \result == -number);
    static int magnitudeOfMost(int number) {
        return Math.abs(number);
    }

    // violated: by one number of four billion.
    //@ ensures \result != 123456789;
    static int mixed(int number) {
        return (number ^ 0x5bd1e995) + 77;
    }

    // holds
    //@ ensures (\result == 0) == (number == 0);
    static int lowestBit(int number) {
        return number & -number;
    }

    // violated: a long that an int cannot hold.
    //@ ensures \result == number;
    static long narrowed(long number) {
        return (int) number;
    }
}
