// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class Float extends Number implements Comparable<Float> {
    public static final float POSITIVE_INFINITY = 1.0f / 0.0f;
    public static final float NEGATIVE_INFINITY = -1.0f / 0.0f;
    public static final float NaN = 0.0f / 0.0f;
    public static final float MAX_VALUE = 0x1.fffffeP+127f;
    public static final float MIN_NORMAL = 0x1.0p-126f;
    public static final float MIN_VALUE = 0x0.000002P-126f;
    public static final int MAX_EXPONENT = 127;
    public static final int MIN_EXPONENT = -126;
    public static final int SIZE = 32;
    public static final int BYTES = 4;

    private final float value;

    @Deprecated
    public Float(float value) {
        this.value = value;
    }

    @Deprecated
    public Float(double value) {
        this.value = (float) value;
    }

    public static Float valueOf(float value) {
        return new Float(value);
    }

    // If named: parseFloat, valueOf
    public static Float valueOf(String text) {
        return new Float(parseFloat(text));
    }

    // If named: parseFloat, valueOf
    public static float parseFloat(String text) {
        String trimmed = text.trim();
        if (!isNumber(trimmed)) {
            throw new NumberFormatException(trimmed.isEmpty() ? "empty String" : "For input string: \"" + text + "\"");
        }
        return read(trimmed);
    }

    // Does the grammar of `valueOf` know the text?
    private static native boolean isNumber(String text);

    // The value of a text that it knows.
    private static native float read(String text);

    // What the operators of the language do to the bits of floats.
    private static native float add(float x, float y);

    private static native float subtract(float x, float y);

    private static native float multiply(float x, float y);

    private static native float divide(float x, float y);

    private static native float remainder(float x, float y);

    private static native float negate(float x);

    private static native boolean less(float x, float y);

    private static native boolean lessEqual(float x, float y);

    private static native boolean greater(float x, float y);

    private static native boolean greaterEqual(float x, float y);

    private static native boolean equal(float x, float y);

    private static native boolean notEqual(float x, float y);

    private static native float fromInt(int value);

    private static native float fromLong(long value);

    private static native float fromOther(double value);

    private static native int toInt(float value);

    private static native long toLong(float value);

    public static native int floatToRawIntBits(float value);

    public static native float intBitsToFloat(int bits);

    public static int floatToIntBits(float value) {
        return isNaN(value) ? 0x7fc00000 : floatToRawIntBits(value);
    }

    public static boolean isNaN(float value) {
        return value != value;
    }

    public static boolean isInfinite(float value) {
        return value == POSITIVE_INFINITY || value == NEGATIVE_INFINITY;
    }

    public static boolean isFinite(float value) {
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
        return obj instanceof Float && floatToIntBits(((Float) obj).value) == floatToIntBits(value);
    }

    public int hashCode() {
        return hashCode(value);
    }

    public static int hashCode(float value) {
        return floatToIntBits(value);
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(float value) {
        return "" + value;
    }

    public int compareTo(Float other) {
        return compare(value, other.value);
    }

    // -0.0 comes before 0.0, and NaN after all.
    public static int compare(float x, float y) {
        if (x < y) {
            return -1;
        }
        if (x > y) {
            return 1;
        }
        int left = floatToIntBits(x);
        int right = floatToIntBits(y);
        return left == right ? 0 : (left < right ? -1 : 1);
    }

    public static float sum(float a, float b) {
        return a + b;
    }

    // If named: max, min
    public static float max(float a, float b) {
        return Math.max(a, b);
    }

    // If named: max, min
    public static float min(float a, float b) {
        return Math.min(a, b);
    }
}
