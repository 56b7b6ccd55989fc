// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class Integer extends Number implements Comparable<Integer> {
    public static final int MIN_VALUE = 0x80000000;
    public static final int MAX_VALUE = 0x7fffffff;
    public static final int SIZE = 32;
    public static final int BYTES = 4;

    // A constructor cannot be native in Java: it hands its work to a native method.
    @Deprecated
    public Integer(int value) {
        construct(value);
    }

    private native void construct(int value);

    public static native Integer valueOf(int value);

    public static native Integer valueOf(String text) throws NumberFormatException;

    public static native int parseInt(String text) throws NumberFormatException;

    public static native int parseInt(String text, int radix) throws NumberFormatException;

    public native byte byteValue();

    public native short shortValue();

    public native int intValue();

    public native long longValue();

    public native float floatValue();

    public native double doubleValue();

    public native boolean equals(Object obj);

    public native int hashCode();

    public static int hashCode(int value) {
        return value;
    }

    public native String toString();

    public static native String toString(int value);

    public int compareTo(Integer other) {
        return compare(intValue(), other.intValue());
    }

    public static int compare(int x, int y) {
        return x < y ? -1 : (x == y ? 0 : 1);
    }

    public static int signum(int value) {
        return value < 0 ? -1 : (value == 0 ? 0 : 1);
    }

    public static int sum(int a, int b) {
        return a + b;
    }

    public static int max(int a, int b) {
        return a >= b ? a : b;
    }

    public static int min(int a, int b) {
        return a <= b ? a : b;
    }

    public static int compareUnsigned(int x, int y) {
        return compare(x + MIN_VALUE, y + MIN_VALUE);
    }

    public static int rotateLeft(int value, int distance) {
        return (value << distance) | (value >>> -distance);
    }

    public static int rotateRight(int value, int distance) {
        return (value >>> distance) | (value << -distance);
    }

    public static native int divideUnsigned(int dividend, int divisor);

    public static native int remainderUnsigned(int dividend, int divisor);

    public static native int highestOneBit(int value);

    public static native int lowestOneBit(int value);

    public static native int numberOfLeadingZeros(int value);

    public static native int numberOfTrailingZeros(int value);

    public static native int bitCount(int value);

    public static native int reverse(int value);

    public static native int reverseBytes(int value);

    public static native String toString(int value, int radix);

    public static native String toHexString(int value);

    public static native String toBinaryString(int value);

    public static native String toOctalString(int value);

    public static long toUnsignedLong(int x) {
        return x & 0xffffffffL;
    }
}
