// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class Integer extends Number implements Comparable<Integer> {
    public static final int MIN_VALUE = 0x80000000;
    public static final int MAX_VALUE = 0x7fffffff;
    public static final int SIZE = 32;
    public static final int BYTES = 4;

    // The only field: the machine fills it in boxes that it shares.
    private final int value;

    // Is it the box that `valueOf` shares? `new` makes others.
    private boolean isShared;

    @Deprecated
    public Integer(int value) {
        this.value = value;
    }

    public static Integer valueOf(int value) {
        return value >= -128 && value <= 127 ? shared(value) : new Integer(value);
    }

    // One box for each value (JLS 5.1.7).
    private static native Integer shared(int value);

    // What `valueOf` does where nobody can tell whether a box is shared.
    private static Integer unshared(int value) {
        return new Integer(value);
    }

    public byte byteValue() {
        return (byte) value;
    }

    public short shortValue() {
        return (short) value;
    }

    public int intValue() {
        return value;
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
        return obj instanceof Integer && value == ((Integer) obj).value;
    }

    public int hashCode() {
        return hashCode(value);
    }

    public static int hashCode(int value) {
        return value;
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(int value) {
        return "" + value;
    }

    public int compareTo(Integer other) {
        return compare(value, other.value);
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

    public static int bitCount(int value) {
        int count = 0;
        while (value != 0) {
            value &= value - 1;
            count++;
        }
        return count;
    }

    public static int lowestOneBit(int value) {
        return value & -value;
    }

    public static int highestOneBit(int value) {
        return value == 0 ? 0 : MIN_VALUE >>> numberOfLeadingZeros(value);
    }

    public static int numberOfLeadingZeros(int value) {
        int zeros = 0;
        while (zeros < SIZE && value >= 0) {
            value <<= 1;
            zeros++;
        }
        return zeros;
    }

    public static int numberOfTrailingZeros(int value) {
        int zeros = 0;
        while (zeros < SIZE && (value & 1) == 0) {
            value >>>= 1;
            zeros++;
        }
        return zeros;
    }

    public static int reverse(int value) {
        int reversed = 0;
        for (int i = 0; i < SIZE; i++) {
            reversed = (reversed << 1) | (value & 1);
            value >>>= 1;
        }
        return reversed;
    }

    public static int reverseBytes(int value) {
        int reversed = 0;
        for (int i = 0; i < BYTES; i++) {
            reversed = (reversed << 8) | (value & 0xff);
            value >>>= 8;
        }
        return reversed;
    }

    public static long toUnsignedLong(int x) {
        return x & 0xffffffffL;
    }

    public static int divideUnsigned(int dividend, int divisor) {
        return (int) (toUnsignedLong(dividend) / toUnsignedLong(divisor));
    }

    public static int remainderUnsigned(int dividend, int divisor) {
        return (int) (toUnsignedLong(dividend) % toUnsignedLong(divisor));
    }

    // If named: parseInt, valueOf
    public static int parseInt(String text) {
        return parseInt(text, 10);
    }

    // If named: parseInt, valueOf
    public static int parseInt(String text, int radix) {
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
        int value = 0;
        int limit = isNegative ? MIN_VALUE : -MAX_VALUE;
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
    public static Integer valueOf(String text) {
        return valueOf(parseInt(text, 10));
    }

    // If named: valueOf
    public static Integer valueOf(String text, int radix) {
        return valueOf(parseInt(text, radix));
    }

    public static String toString(int value, int radix) {
        int base = radix < Character.MIN_RADIX || radix > Character.MAX_RADIX ? 10 : radix;
        String digits = "";
        int rest = value > 0 ? -value : value;
        do {
            digits = Character.forDigit((int) -(rest % base), base) + digits;
            rest /= base;
        } while (rest != 0);
        return value < 0 ? "-" + digits : digits;
    }

    public static String toBinaryString(int value) {
        return unsigned(value, 1);
    }

    public static String toOctalString(int value) {
        return unsigned(value, 3);
    }

    public static String toHexString(int value) {
        return unsigned(value, 4);
    }

    private static String unsigned(int value, int bits) {
        String digits = "";
        int rest = value;
        do {
            digits = Character.forDigit((int) (rest & (1 << bits) - 1), 1 << bits) + digits;
            rest >>>= bits;
        } while (rest != 0);
        return digits;
    }
}
