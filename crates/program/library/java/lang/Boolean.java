// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class Boolean implements java.io.Serializable, Comparable<Boolean> {
    public static final Boolean TRUE = shared(true);
    public static final Boolean FALSE = shared(false);

    // The only field: the machine fills it in boxes that it shares.
    private final boolean value;

    // Is it the box that `valueOf` shares? `new` makes others.
    private boolean isShared;

    @Deprecated
    public Boolean(boolean value) {
        this.value = value;
    }

    public static Boolean valueOf(boolean value) {
        return shared(value);
    }

    // One box for each value (JLS 5.1.7).
    private static native Boolean shared(boolean value);

    public boolean booleanValue() {
        return value;
    }

    public boolean equals(Object obj) {
        return obj instanceof Boolean && value == ((Boolean) obj).value;
    }

    public int hashCode() {
        return hashCode(value);
    }

    public static int hashCode(boolean value) {
        return value ? 1231 : 1237;
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(boolean value) {
        return value ? "true" : "false";
    }

    public int compareTo(Boolean other) {
        return compare(value, other.value);
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

    public static boolean parseBoolean(String text) {
        return "true".equalsIgnoreCase(text);
    }
}
