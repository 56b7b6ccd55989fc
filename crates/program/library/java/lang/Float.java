// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

// Floating point is not modelled. This is what the types of expressions need; whoever calls it is unsupported.
public final class Float extends Number implements Comparable<Float> {
    public static final float POSITIVE_INFINITY = 1.0f / 0.0f;
    public static final float NEGATIVE_INFINITY = -1.0f / 0.0f;
    public static final float NaN = 0.0f / 0.0f;
    public static final float MAX_VALUE = 0x1.fffffeP+127f;
    public static final float MIN_VALUE = 0x0.000002P-126f;
    public static final int SIZE = 32;
    public static final int BYTES = 4;

    @Deprecated
    public Float(float value) {
        construct();
    }

    private native void construct();

    public static native Float valueOf(float value);

    public native byte byteValue();

    public native short shortValue();

    public native int intValue();

    public native long longValue();

    public native float floatValue();

    public native double doubleValue();

    public native boolean equals(Object obj);

    public native int hashCode();

    public native String toString();

    public native int compareTo(Float other);

    public static native int compare(float x, float y);
}
