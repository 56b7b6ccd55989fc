// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class Double extends Number implements Comparable<Double> {
    public static final double POSITIVE_INFINITY = 1.0d / 0.0d;
    public static final double NEGATIVE_INFINITY = -1.0d / 0.0d;
    public static final double NaN = 0.0d / 0.0d;
    public static final double MAX_VALUE = 0x1.fffffffffffffP+1023;
    public static final double MIN_VALUE = 0x0.0000000000001P-1022;
    public static final int SIZE = 64;
    public static final int BYTES = 8;

    // A constructor cannot be native in Java: it hands its work to a native method.
    @Deprecated
    public Double(double value) {
        construct(value);
    }

    private native void construct(double value);

    public static native Double valueOf(double value);

    public static native Double valueOf(String text) throws NumberFormatException;

    public static native double parseDouble(String text) throws NumberFormatException;

    public native byte byteValue();

    public native short shortValue();

    public native int intValue();

    public native long longValue();

    public native float floatValue();

    public native double doubleValue();

    public native boolean isNaN();

    public static native boolean isNaN(double value);

    public native boolean isInfinite();

    public static native boolean isInfinite(double value);

    public static native boolean isFinite(double value);

    public native boolean equals(Object obj);

    public native int hashCode();

    public static native int hashCode(double value);

    public native String toString();

    public static native String toString(double value);

    public native int compareTo(Double other);

    public static native int compare(double x, double y);

    public static native double sum(double a, double b);

    public static native double max(double a, double b);

    public static native double min(double a, double b);

    public static native long doubleToLongBits(double value);
}
