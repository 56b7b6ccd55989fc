// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class Float extends Number implements Comparable<Float> {
    public static final float POSITIVE_INFINITY = 1.0f / 0.0f;
    public static final float NEGATIVE_INFINITY = -1.0f / 0.0f;
    public static final float NaN = 0.0f / 0.0f;
    public static final float MAX_VALUE = 0x1.fffffeP+127f;
    public static final float MIN_VALUE = 0x0.000002P-126f;
    public static final int SIZE = 32;
    public static final int BYTES = 4;

    // A constructor cannot be native in Java: it hands its work to a native method.
    @Deprecated
    public Float(float value) {
        construct(value);
    }

    private native void construct(float value);

    public static native Float valueOf(float value);

    public static native Float valueOf(String text) throws NumberFormatException;

    public static native float parseFloat(String text) throws NumberFormatException;

    public native byte byteValue();

    public native short shortValue();

    public native int intValue();

    public native long longValue();

    public native float floatValue();

    public native double doubleValue();

    public native boolean isNaN();

    public static native boolean isNaN(float value);

    public native boolean isInfinite();

    public static native boolean isInfinite(float value);

    public static native boolean isFinite(float value);

    public native boolean equals(Object obj);

    public native int hashCode();

    public static native int hashCode(float value);

    public native String toString();

    public static native String toString(float value);

    public native int compareTo(Float other);

    public static native int compare(float x, float y);

    public static native float sum(float a, float b);

    public static native float max(float a, float b);

    public static native float min(float a, float b);

    public static native int floatToIntBits(float value);
}
