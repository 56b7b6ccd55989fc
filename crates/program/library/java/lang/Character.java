// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class Character implements java.io.Serializable, Comparable<Character> {
    public static final char MIN_VALUE = '\u0000';
    public static final char MAX_VALUE = '\uffff';
    public static final int MIN_RADIX = 2;
    public static final int MAX_RADIX = 36;
    public static final int SIZE = 16;
    public static final int BYTES = 2;

    // A constructor cannot be native in Java: it hands its work to a native method.
    @Deprecated
    public Character(char value) {
        construct(value);
    }

    private native void construct(char value);

    public static native Character valueOf(char value);

    public native char charValue();

    public native boolean equals(Object obj);

    public native int hashCode();

    public static int hashCode(char value) {
        return value;
    }

    public native String toString();

    public static native String toString(char value);

    public int compareTo(Character other) {
        return compare(charValue(), other.charValue());
    }

    public static int compare(char x, char y) {
        return x - y;
    }

    public static native boolean isDigit(char value);

    public static native boolean isDigit(int codePoint);

    public static native boolean isLetter(char value);

    public static native boolean isLetter(int codePoint);

    public static native boolean isLetterOrDigit(char value);

    public static native boolean isLetterOrDigit(int codePoint);

    public static native boolean isWhitespace(char value);

    public static native boolean isWhitespace(int codePoint);

    public static native boolean isLowerCase(char value);

    public static native boolean isLowerCase(int codePoint);

    public static native boolean isUpperCase(char value);

    public static native boolean isUpperCase(int codePoint);

    public static native char toLowerCase(char value);

    public static native int toLowerCase(int codePoint);

    public static native char toUpperCase(char value);

    public static native int toUpperCase(int codePoint);

    public static native int digit(char value, int radix);

    public static native int digit(int codePoint, int radix);

    public static native char forDigit(int digit, int radix);

    public static native int getNumericValue(char value);

    public static native int getNumericValue(int codePoint);
}
