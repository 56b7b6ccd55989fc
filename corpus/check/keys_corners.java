// tightrope: --scope 2
// Where an order is not all there is: boxes that Java shares, numbers at the ends of their type.
class Corners {
    long key;
    /*@ nullable @*/ Integer kept;

    // Violated: boxes of large numbers are not shared.
    //@ ensures \result == (a == b);
    static boolean sameBox(int a, int b) {
        Integer left = a;
        Integer right = b;
        return left == right;
    }

    //@ ensures \result == (a == b);
    static boolean equalBox(int a, int b) {
        Integer left = a;
        Integer right = b;
        return left.equals(right);
    }

    //@ ensures \result == a < b;
    static boolean below(int a, Integer b) {
        Integer left = a;
        return left.compareTo(b) < 0;
    }

    // Violated: it is, if the box was not there before.
    //@ ensures \result == (\old(kept) == null);
    boolean keep(int a) {
        boolean isNew = kept == null;
        kept = a;
        return isNew == (kept != null) && kept.intValue() != 7;
    }

    //@ ensures !\result;
    boolean isBeyond() {
        return key > Long.MAX_VALUE || key < Long.MIN_VALUE;
    }

    // Violated: one number does it.
    //@ ensures !\result;
    boolean isLast() {
        return key >= Long.MAX_VALUE;
    }

    // Violated: such a number means something else inside the tool.
    //@ ensures !\result;
    static boolean isReserved(long number) {
        return number == 2199023255555L;
    }

    // Violated: a long may lie beyond all ints.
    //@ ensures \result;
    boolean isAboveAll(int a, int b) {
        return key <= a || key <= b || key <= Integer.MAX_VALUE;
    }

    //@ requires a < key && key < b;
    //@ ensures a < b;
    boolean between(int a, int b) {
        return a < key == key < b;
    }

    // Violated: no int lies between them.
    //@ requires a < b;
    //@ ensures \result;
    static boolean hasRoom(int a, long b) {
        long above = b;
        return above > Integer.MAX_VALUE || a < Integer.MAX_VALUE - 1;
    }

    // The next key is one more than the greatest.
    //@ ensures \result != number;
    static long next(long number) {
        return number + 1;
    }
}
