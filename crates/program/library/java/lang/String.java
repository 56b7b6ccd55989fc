// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class String implements java.io.Serializable, Comparable<String>, CharSequence {
    // The text itself is the machine's.
    public String() {
        take("");
    }

    public String(String original) {
        take(original);
    }

    private native void take(String original);

    public native int length();

    public boolean isEmpty() {
        return length() == 0;
    }

    public char charAt(int index) {
        if (index < 0 || index >= length()) {
            throw new StringIndexOutOfBoundsException(index);
        }
        return unit(index);
    }

    private native char unit(int index);

    public native boolean equals(Object other);

    public native int hashCode();

    public int compareTo(String other) {
        int length = length();
        int otherLength = other.length();
        for (int i = 0; i < length && i < otherLength; i++) {
            int difference = unit(i) - other.unit(i);
            if (difference != 0) {
                return difference;
            }
        }
        return length - otherLength;
    }

    public String concat(String text) {
        return text.isEmpty() ? this : this + text;
    }

    public String toString() {
        return this;
    }

    public static String valueOf(Object value) {
        return value == null ? "null" : value.toString();
    }

    public static String valueOf(boolean value) {
        return value ? "true" : "false";
    }

    public static String valueOf(char value) {
        return "" + value;
    }

    public static String valueOf(int value) {
        return "" + value;
    }

    public static String valueOf(long value) {
        return "" + value;
    }
}
