// One value that comes from outside while a method runs. It is no class of Java's.
// The first one is there before the call, and so are all that follow: so a heap records what a run was given.
package java.util;

public final class Input {
    private static Input first = Inputs.open();
    private static Input last;

    private int anInt;
    private long aLong;
    private float aFloat;
    private double aDouble;
    private boolean aBoolean;
    private Input next;

    private static Input take() {
        last = last == null ? first : last.next;
        return last;
    }

    public static int nextInt() {
        return take().anInt;
    }

    // From the first to before the second.
    public static int nextInt(int origin, int bound) {
        int number = take().anInt;
        if (number < origin || number >= bound) {
            Inputs.discard();
        }
        return number;
    }

    public static long nextLong() {
        return take().aLong;
    }

    public static long nextLong(long origin, long bound) {
        long number = take().aLong;
        if (number < origin || number >= bound) {
            Inputs.discard();
        }
        return number;
    }

    public static boolean nextBoolean() {
        return take().aBoolean;
    }

    // From 0 to before 1.
    public static double nextDouble() {
        double number = take().aDouble;
        if (!(number >= 0 && number < 1) || Double.doubleToRawLongBits(number) < 0) {
            Inputs.discard();
        }
        return number;
    }

    public static float nextFloat() {
        float number = take().aFloat;
        if (!(number >= 0 && number < 1) || Float.floatToRawIntBits(number) < 0) {
            Inputs.discard();
        }
        return number;
    }

    // Of any size.
    public static double nextNumber() {
        double number = take().aDouble;
        if (number != number || Double.isInfinite(number)) {
            Inputs.discard();
        }
        return number;
    }
}
