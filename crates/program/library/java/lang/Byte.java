// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class Byte extends Number implements Comparable<Byte> {
    public static final byte MIN_VALUE = -128;
    public static final byte MAX_VALUE = 127;
    public static final int SIZE = 8;
    public static final int BYTES = 1;

    // The only field: the machine fills it in boxes that it shares.
    private final byte value;

    // Is it the box that `valueOf` shares? `new` makes others.
    private boolean isShared;

    @Deprecated
    public Byte(byte value) {
        this.value = value;
    }

    public static Byte valueOf(byte value) {
        return shared(value);
    }

    // One box for each value (JLS 5.1.7).
    private static native Byte shared(byte value);

    // What `valueOf` does where nobody can tell whether a box is shared.
    private static Byte unshared(byte value) {
        return new Byte(value);
    }

    public byte byteValue() {
        return value;
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
        return obj instanceof Byte && value == ((Byte) obj).value;
    }

    public int hashCode() {
        return hashCode(value);
    }

    public static int hashCode(byte value) {
        return value;
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(byte value) {
        return "" + value;
    }

    public int compareTo(Byte other) {
        return compare(value, other.value);
    }

    public static int compare(byte x, byte y) {
        return x - y;
    }

    public static int toUnsignedInt(byte x) {
        return x & 0xff;
    }

    public static long toUnsignedLong(byte x) {
        return x & 0xffL;
    }
}
