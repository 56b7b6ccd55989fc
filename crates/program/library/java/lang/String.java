// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class String implements java.io.Serializable, Comparable<String>, CharSequence {
    public static final java.util.Comparator<String> CASE_INSENSITIVE_ORDER = caseInsensitiveOrder();

    private static native java.util.Comparator<String> caseInsensitiveOrder();

    // A constructor cannot be native in Java: each hands its work to a native method.
    public String() {
        construct();
    }

    private native void construct();

    public String(String original) {
        construct(original);
    }

    private native void construct(String original);

    public String(char[] value) {
        construct(value);
    }

    private native void construct(char[] value);

    public String(char[] value, int offset, int count) {
        construct(value, offset, count);
    }

    private native void construct(char[] value, int offset, int count);

    public native int length();

    public native boolean isEmpty();

    public native boolean isBlank();

    public native char charAt(int index);

    public native int codePointAt(int index);

    public native boolean equals(Object other);

    public native boolean equalsIgnoreCase(String other);

    public native boolean contentEquals(CharSequence other);

    public native int compareTo(String other);

    public native int compareToIgnoreCase(String other);

    public native int hashCode();

    public native boolean startsWith(String prefix);

    public native boolean startsWith(String prefix, int offset);

    public native boolean endsWith(String suffix);

    public native int indexOf(int character);

    public native int indexOf(int character, int from);

    public native int indexOf(String text);

    public native int indexOf(String text, int from);

    public native int lastIndexOf(int character);

    public native int lastIndexOf(int character, int from);

    public native int lastIndexOf(String text);

    public native int lastIndexOf(String text, int from);

    public native boolean contains(CharSequence text);

    public native String substring(int begin);

    public native String substring(int begin, int end);

    public native CharSequence subSequence(int begin, int end);

    public native String concat(String text);

    public native String replace(char oldCharacter, char newCharacter);

    public native String replace(CharSequence target, CharSequence replacement);

    public native String trim();

    public native String strip();

    public native String repeat(int count);

    public native String toLowerCase();

    public native String toUpperCase();

    public native char[] toCharArray();

    public native String intern();

    public native String toString();

    public static native String valueOf(Object value);

    public static native String valueOf(char[] value);

    public static native String valueOf(char[] value, int offset, int count);

    public static native String copyValueOf(char[] value);

    public static native String copyValueOf(char[] value, int offset, int count);

    public static native String valueOf(boolean value);

    public static native String valueOf(char value);

    public static native String valueOf(int value);

    public static native String valueOf(long value);

    public static native String valueOf(float value);

    public static native String valueOf(double value);
}
