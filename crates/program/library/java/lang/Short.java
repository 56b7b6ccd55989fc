// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class Short extends Number implements Comparable<Short> {
    public static final short MIN_VALUE = -32768;
    public static final short MAX_VALUE = 32767;
    public static final int SIZE = 16;
    public static final int BYTES = 2;

    // The only field: the machine fills it in boxes that it shares.
    private final short value;

    // Is it the box that `valueOf` shares? `new` makes others.
    private boolean isShared;

    @Deprecated
    public Short(short value) {
        this.value = value;
    }

    public static Short valueOf(short value) {
        return value >= -128 && value <= 127 ? shared(value) : new Short(value);
    }

    // One box for each value (JLS 5.1.7).
    private static native Short shared(short value);

    // What `valueOf` does where nobody can tell whether a box is shared.
    private static Short unshared(short value) {
        return new Short(value);
    }

    public byte byteValue() {
        return (byte) value;
    }

    public short shortValue() {
        return value;
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
        return obj instanceof Short && value == ((Short) obj).value;
    }

    public int hashCode() {
        return hashCode(value);
    }

    public static int hashCode(short value) {
        return value;
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(short value) {
        return "" + value;
    }

    public int compareTo(Short other) {
        return compare(value, other.value);
    }

    public static int compare(short x, short y) {
        return x - y;
    }

    public static int toUnsignedInt(short x) {
        return x & 0xffff;
    }

    public static long toUnsignedLong(short x) {
        return x & 0xffffL;
    }
}
