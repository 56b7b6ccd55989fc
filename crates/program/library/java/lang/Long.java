// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class Long extends Number implements Comparable<Long> {
    public static final long MIN_VALUE = 0x8000000000000000L;
    public static final long MAX_VALUE = 0x7fffffffffffffffL;
    public static final int SIZE = 64;
    public static final int BYTES = 8;

    // The only field: the machine fills it in boxes that it shares.
    private final long value;

    // Is it the box that `valueOf` shares? `new` makes others.
    private boolean isShared;

    @Deprecated
    public Long(long value) {
        this.value = value;
    }

    public static Long valueOf(long value) {
        return value >= -128 && value <= 127 ? shared(value) : new Long(value);
    }

    // One box for each value (JLS 5.1.7).
    private static native Long shared(long value);

    // What `valueOf` does where nobody can tell whether a box is shared.
    private static Long unshared(long value) {
        return new Long(value);
    }

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

    // If named: parseLong, valueOf
    public static long parseLong(String text) {
        return parseLong(text, 10);
    }

    // If named: parseLong, valueOf
    public static long parseLong(String text, int radix) {
        if (text == null) {
            throw new NumberFormatException("Cannot parse null string: null");
        }
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX) {
            throw new NumberFormatException("radix out of range");
        }
        int length = text.length();
        if (length == 0) {
            throw new NumberFormatException("For input string: \"\"");
        }
        boolean isNegative = text.charAt(0) == '-';
        int start = isNegative || text.charAt(0) == '+' ? 1 : 0;
        if (start == length) {
            throw new NumberFormatException("For input string: \"" + text + "\"");
        }
        // Negative, because there is one more of these.
        long value = 0;
        long limit = isNegative ? MIN_VALUE : -MAX_VALUE;
        for (int i = start; i < length; i++) {
            int digit = Character.digit(text.charAt(i), radix);
            if (digit < 0 || value < limit / radix || value * radix < limit + digit) {
                throw new NumberFormatException("For input string: \"" + text + "\"");
            }
            value = value * radix - digit;
        }
        return isNegative ? value : -value;
    }

    // If named: valueOf
    public static Long valueOf(String text) {
        return valueOf(parseLong(text, 10));
    }

    // If named: valueOf
    public static Long valueOf(String text, int radix) {
        return valueOf(parseLong(text, radix));
    }

    public static String toString(long value, int radix) {
        int base = radix < Character.MIN_RADIX || radix > Character.MAX_RADIX ? 10 : radix;
        String digits = "";
        long rest = value > 0 ? -value : value;
        do {
            digits = Character.forDigit((int) -(rest % base), base) + digits;
            rest /= base;
        } while (rest != 0);
        return value < 0 ? "-" + digits : digits;
    }

    public static String toBinaryString(long value) {
        return unsigned(value, 1);
    }

    public static String toOctalString(long value) {
        return unsigned(value, 3);
    }

    public static String toHexString(long value) {
        return unsigned(value, 4);
    }

    private static String unsigned(long value, int bits) {
        String digits = "";
        long rest = value;
        do {
            digits = Character.forDigit((int) (rest & (1 << bits) - 1), 1 << bits) + digits;
            rest >>>= bits;
        } while (rest != 0);
        return digits;
    }
}
