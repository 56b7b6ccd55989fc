// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class Double extends Number implements Comparable<Double> {
    public static final double POSITIVE_INFINITY = 1.0d / 0.0d;
    public static final double NEGATIVE_INFINITY = -1.0d / 0.0d;
    public static final double NaN = 0.0d / 0.0d;
    public static final double MAX_VALUE = 0x1.fffffffffffffP+1023;
    public static final double MIN_NORMAL = 0x1.0p-1022;
    public static final double MIN_VALUE = 0x0.0000000000001P-1022;
    public static final int MAX_EXPONENT = 1023;
    public static final int MIN_EXPONENT = -1022;
    public static final int SIZE = 64;
    public static final int BYTES = 8;

    private final double value;

    @Deprecated
    public Double(double value) {
        this.value = value;
    }

    public static Double valueOf(double value) {
        return new Double(value);
    }

    // If named: parseDouble, valueOf
    public static Double valueOf(String text) {
        return new Double(parseDouble(text));
    }

    // If named: parseDouble, valueOf
    public static double parseDouble(String text) {
        String trimmed = text.trim();
        if (!isNumber(trimmed)) {
            throw new NumberFormatException(trimmed.isEmpty() ? "empty String" : "For input string: \"" + text + "\"");
        }
        return read(trimmed);
    }

    // Does the grammar of `valueOf` know the text?
    private static native boolean isNumber(String text);

    // The value of a text that it knows.
    private static native double read(String text);

    // What the operators of the language do to the bits of doubles.
    private static native double add(double x, double y);

    private static native double subtract(double x, double y);

    private static native double multiply(double x, double y);

    private static native double divide(double x, double y);

    private static native double remainder(double x, double y);

    private static native double negate(double x);

    private static native boolean less(double x, double y);

    private static native boolean lessEqual(double x, double y);

    private static native boolean greater(double x, double y);

    private static native boolean greaterEqual(double x, double y);

    private static native boolean equal(double x, double y);

    private static native boolean notEqual(double x, double y);

    private static native double fromInt(int value);

    private static native double fromLong(long value);

    private static native double fromOther(float value);

    private static native int toInt(double value);

    private static native long toLong(double value);

    static native double squareRoot(double value);

    static native double floor(double value);

    static native double ceiling(double value);

    static native double rint(double value);

    public static native long doubleToRawLongBits(double value);

    public static native double longBitsToDouble(long bits);

    public static long doubleToLongBits(double value) {
        return isNaN(value) ? 0x7ff8000000000000L : doubleToRawLongBits(value);
    }

    public static boolean isNaN(double value) {
        return value != value;
    }

    public static boolean isInfinite(double value) {
        return value == POSITIVE_INFINITY || value == NEGATIVE_INFINITY;
    }

    public static boolean isFinite(double value) {
        return value == value && !isInfinite(value);
    }

    public boolean isNaN() {
        return isNaN(value);
    }

    public boolean isInfinite() {
        return isInfinite(value);
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
        return (long) value;
    }

    public float floatValue() {
        return (float) value;
    }

    public double doubleValue() {
        return value;
    }

    public boolean equals(Object obj) {
        return obj instanceof Double && doubleToLongBits(((Double) obj).value) == doubleToLongBits(value);
    }

    public int hashCode() {
        return hashCode(value);
    }

    public static int hashCode(double value) {
        long bits = doubleToLongBits(value);
        return (int) (bits ^ (bits >>> 32));
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(double value) {
        return "" + value;
    }

    public int compareTo(Double other) {
        return compare(value, other.value);
    }

    // -0.0 comes before 0.0, and NaN after all.
    public static int compare(double x, double y) {
        if (x < y) {
            return -1;
        }
        if (x > y) {
            return 1;
        }
        long left = doubleToLongBits(x);
        long right = doubleToLongBits(y);
        return left == right ? 0 : (left < right ? -1 : 1);
    }

    public static double sum(double a, double b) {
        return a + b;
    }

    // If named: max, min
    public static double max(double a, double b) {
        return Math.max(a, b);
    }

    // If named: max, min
    public static double min(double a, double b) {
        return Math.min(a, b);
    }
}
