// tightrope: --scope 2
// Arithmetic is that of 32 and 64 bits.
class Overflow {
    // False for Integer.MIN_VALUE only.
    //@ ensures \result >= 0;
    static int absolute(int number) {
        return number < 0 ? -number : number;
    }

    // False for Integer.MAX_VALUE only.
    //@ ensures \result > number;
    static int successor(int number) {
        return number + 1;
    }

    // True at 32 bits. With 4 or 8 bits the sum would wrap around.
    //@ requires 0 <= number && number <= 1000;
    //@ ensures \result >= number;
    static int plusThousand(int number) {
        return number + 1000;
    }

    // True at 32 bits: a constant that does not fit into a few bits.
    //@ ensures \result == 100000;
    static int constant() {
        int product = 1;
        for (int i = 0; i < 5; i++) {
            product *= 10;
        }
        return product;
    }

    //@ ensures \result == 1410065408;
    static int wraps() {
        int product = 1;
        for (int i = 0; i < 10; i++) {
            product *= 10;
        }
        return product;
    }

    // False: the midpoint of two large numbers.
    //@ requires 0 <= low && low <= high;
    //@ ensures low <= \result && \result <= high;
    static int middle(int low, int high) {
        return (low + high) / 2;
    }

    //@ requires 0 <= low && low <= high;
    //@ ensures low <= \result && \result <= high;
    static int safeMiddle(int low, int high) {
        return low + (high - low) / 2;
    }

    // False: a comparator by subtraction.
    //@ ensures (\result < 0) == (left < right);
    static int compare(int left, int right) {
        return left - right;
    }

    //@ ensures \result == number;
    static int throughByte(int number) {
        return (byte) number;
    }

    //@ ensures \result != Long.MIN_VALUE;
    static long negated(long number) {
        return -number;
    }
}
