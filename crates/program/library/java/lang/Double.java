// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

// Floating point is not modelled. This is what the types of expressions need; whoever calls it is unsupported.
public final class Double extends Number implements Comparable<Double> {
    public static final double POSITIVE_INFINITY = 1.0d / 0.0d;
    public static final double NEGATIVE_INFINITY = -1.0d / 0.0d;
    public static final double NaN = 0.0d / 0.0d;
    public static final double MAX_VALUE = 0x1.fffffffffffffP+1023;
    public static final double MIN_VALUE = 0x0.0000000000001P-1022;
    public static final int SIZE = 64;
    public static final int BYTES = 8;

    @Deprecated
    public Double(double value) {
        construct();
    }

    private native void construct();

    public static native Double valueOf(double value);

    public native byte byteValue();

    public native short shortValue();

    public native int intValue();

    public native long longValue();

    public native float floatValue();

    public native double doubleValue();

    public native boolean equals(Object obj);

    public native int hashCode();

    public native String toString();

    public native int compareTo(Double other);

    public static native int compare(double x, double y);
}
