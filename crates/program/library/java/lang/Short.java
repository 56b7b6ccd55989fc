// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class Short extends Number implements Comparable<Short> {
    public static final short MIN_VALUE = -32768;
    public static final short MAX_VALUE = 32767;
    public static final int SIZE = 16;
    public static final int BYTES = 2;

    // A constructor cannot be native in Java: it hands its work to a native method.
    @Deprecated
    public Short(short value) {
        construct(value);
    }

    private native void construct(short value);

    public static native Short valueOf(short value);

    public static native Short valueOf(String text) throws NumberFormatException;

    public static native short parseShort(String text) throws NumberFormatException;

    public static native short parseShort(String text, int radix) throws NumberFormatException;

    public native byte byteValue();

    public native short shortValue();

    public native int intValue();

    public native long longValue();

    public native float floatValue();

    public native double doubleValue();

    public native boolean equals(Object obj);

    public native int hashCode();

    public static int hashCode(short value) {
        return (int) value;
    }

    public native String toString();

    public static native String toString(short value);

    public int compareTo(Short other) {
        return compare(shortValue(), other.shortValue());
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
