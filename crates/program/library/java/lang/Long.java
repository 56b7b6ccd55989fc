// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class Long extends Number implements Comparable<Long> {
    public static final long MIN_VALUE = 0x8000000000000000L;
    public static final long MAX_VALUE = 0x7fffffffffffffffL;
    public static final int SIZE = 64;
    public static final int BYTES = 8;

    // A constructor cannot be native in Java: it hands its work to a native method.
    @Deprecated
    public Long(long value) {
        construct(value);
    }

    private native void construct(long value);

    public static native Long valueOf(long value);

    public static native Long valueOf(String text) throws NumberFormatException;

    public static native long parseLong(String text) throws NumberFormatException;

    public static native long parseLong(String text, int radix) throws NumberFormatException;

    public native byte byteValue();

    public native short shortValue();

    public native int intValue();

    public native long longValue();

    public native float floatValue();

    public native double doubleValue();

    public native boolean equals(Object obj);

    public native int hashCode();

    public static int hashCode(long value) {
        return (int) (value ^ (value >>> 32));
    }

    public native String toString();

    public static native String toString(long value);

    public int compareTo(Long other) {
        return compare(longValue(), other.longValue());
    }

    public static int compare(long x, long y) {
        return x < y ? -1 : (x == y ? 0 : 1);
    }

    public static int signum(long value) {
        return value < 0 ? -1 : (value == 0 ? 0 : 1);
    }

    public static long sum(long a, long b) {
        return a + b;
    }

    public static long max(long a, long b) {
        return a >= b ? a : b;
    }

    public static long min(long a, long b) {
        return a <= b ? a : b;
    }

    public static int compareUnsigned(long x, long y) {
        return compare(x + MIN_VALUE, y + MIN_VALUE);
    }

    public static long rotateLeft(long value, int distance) {
        return (value << distance) | (value >>> -distance);
    }

    public static long rotateRight(long value, int distance) {
        return (value >>> distance) | (value << -distance);
    }

    public static native long divideUnsigned(long dividend, long divisor);

    public static native long remainderUnsigned(long dividend, long divisor);

    public static native long highestOneBit(long value);

    public static native long lowestOneBit(long value);

    public static native int numberOfLeadingZeros(long value);

    public static native int numberOfTrailingZeros(long value);

    public static native int bitCount(long value);

    public static native long reverse(long value);

    public static native long reverseBytes(long value);

    public static native String toString(long value, int radix);

    public static native String toHexString(long value);

    public static native String toBinaryString(long value);

    public static native String toOctalString(long value);
}
