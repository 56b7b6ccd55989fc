// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class Long extends Number implements Comparable<Long> {
    public static final long MIN_VALUE = 0x8000000000000000L;
    public static final long MAX_VALUE = 0x7fffffffffffffffL;
    public static final int SIZE = 64;
    public static final int BYTES = 8;

    // The only field: the machine fills it in boxes that it shares.
    private final long value;

    @Deprecated
    public Long(long value) {
        this.value = value;
    }

    public static Long valueOf(long value) {
        return value >= -128 && value <= 127 ? shared(value) : new Long(value);
    }

    // One box for each value (JLS 5.1.7).
    private static native Long shared(long value);

    public byte byteValue() {
        return (byte) value;
    }

    public short shortValue() {
        return (short) value;
    }

    public int intValue() {
        return (int) value;
    }

    public long longValue() {
        return value;
    }

    public float floatValue() {
        return value;
    }

    public double doubleValue() {
        return value;
    }

    public boolean equals(Object obj) {
        return obj instanceof Long && value == ((Long) obj).value;
    }

    public int hashCode() {
        return hashCode(value);
    }

    public static int hashCode(long value) {
        return (int) (value ^ (value >>> 32));
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(long value) {
        return "" + value;
    }

    public int compareTo(Long other) {
        return compare(value, other.value);
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

    public static int bitCount(long value) {
        int count = 0;
        while (value != 0) {
            value &= value - 1;
            count++;
        }
        return count;
    }

    public static long lowestOneBit(long value) {
        return value & -value;
    }

    public static long highestOneBit(long value) {
        return value == 0 ? 0 : MIN_VALUE >>> numberOfLeadingZeros(value);
    }

    public static int numberOfLeadingZeros(long value) {
        int zeros = 0;
        while (zeros < SIZE && value >= 0) {
            value <<= 1;
            zeros++;
        }
        return zeros;
    }

    public static int numberOfTrailingZeros(long value) {
        int zeros = 0;
        while (zeros < SIZE && (value & 1) == 0) {
            value >>>= 1;
            zeros++;
        }
        return zeros;
    }

    public static long reverse(long value) {
        long reversed = 0;
        for (int i = 0; i < SIZE; i++) {
            reversed = (reversed << 1) | (value & 1);
            value >>>= 1;
        }
        return reversed;
    }

    public static long reverseBytes(long value) {
        long reversed = 0;
        for (int i = 0; i < BYTES; i++) {
            reversed = (reversed << 8) | (value & 0xff);
            value >>>= 8;
        }
        return reversed;
    }
}
