// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class Boolean implements java.io.Serializable, Comparable<Boolean> {
    public static final Boolean TRUE = valueOf(true);
    public static final Boolean FALSE = valueOf(false);

    // A constructor cannot be native in Java: it hands its work to a native method.
    @Deprecated
    public Boolean(boolean value) {
        construct(value);
    }

    private native void construct(boolean value);

    public static native Boolean valueOf(boolean value);

    public static native Boolean valueOf(String text);

    public static native boolean parseBoolean(String text);

    public native boolean booleanValue();

    public native boolean equals(Object obj);

    public native int hashCode();

    public static int hashCode(boolean value) {
        return value ? 1231 : 1237;
    }

    public native String toString();

    public static String toString(boolean value) {
        return value ? "true" : "false";
    }

    public int compareTo(Boolean other) {
        return compare(booleanValue(), other.booleanValue());
    }

    public static int compare(boolean x, boolean y) {
        return x == y ? 0 : (x ? 1 : -1);
    }

    public static boolean logicalAnd(boolean a, boolean b) {
        return a & b;
    }

    public static boolean logicalOr(boolean a, boolean b) {
        return a | b;
    }

    public static boolean logicalXor(boolean a, boolean b) {
        return a ^ b;
    }
}
