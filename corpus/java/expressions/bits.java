// Bit operators on int, long and boolean, with promotion.
class Bits {
    int ints(int a, int b) {
        return a & b | a ^ ~b;
    }

    long mixed(long a, short b) {
        return a & b;
    }

    boolean booleans(int[] values, boolean a) {
        // Both sides are evaluated: the right one may throw though a is false.
        return a & values[0] > 0 | a ^ true;
    }
}
