// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class Byte extends Number implements Comparable<Byte> {
    public static final byte MIN_VALUE = -128;
    public static final byte MAX_VALUE = 127;
    public static final int SIZE = 8;
    public static final int BYTES = 1;

    // A constructor cannot be native in Java: it hands its work to a native method.
    @Deprecated
    public Byte(byte value) {
        construct(value);
    }

    private native void construct(byte value);

    public static native Byte valueOf(byte value);

    public static native Byte valueOf(String text) throws NumberFormatException;

    public static native byte parseByte(String text) throws NumberFormatException;

    public static native byte parseByte(String text, int radix) throws NumberFormatException;

    public native byte byteValue();

    public native short shortValue();

    public native int intValue();

    public native long longValue();

    public native float floatValue();

    public native double doubleValue();

    public native boolean equals(Object obj);

    public native int hashCode();

    public static int hashCode(byte value) {
        return (int) value;
    }

    public native String toString();

    public static native String toString(byte value);

    public int compareTo(Byte other) {
        return compare(byteValue(), other.byteValue());
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
