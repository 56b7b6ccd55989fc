// A number that the code compares with after a narrowing conversion is tried before it, too.
class Narrowed {
    // Violated by 7, which is outside of the range of the scope.
    //@ ensures \result != 7;
    static int once(long p) {
        short q = (short) p;
        switch (q) {
            case 7: return 7;
            default: return 0;
        }
    }

    // Violated by 9.
    //@ ensures \result != 1;
    static int twice(long p) {
        int q = (int) p;
        byte r = (byte) q;
        return r == 9 ? 1 : 0;
    }
}
