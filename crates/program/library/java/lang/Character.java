// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class Character implements java.io.Serializable, Comparable<Character> {
    public static final char MIN_VALUE = '\u0000';
    public static final char MAX_VALUE = '\uffff';
    public static final int SIZE = 16;
    public static final int BYTES = 2;
    public static final int MIN_RADIX = 2;
    public static final int MAX_RADIX = 36;

    // The only field: the machine fills it in boxes that it shares.
    private final char value;

    @Deprecated
    public Character(char value) {
        this.value = value;
    }

    public static Character valueOf(char value) {
        return value <= 127 ? shared(value) : new Character(value);
    }

    // One box for each value (JLS 5.1.7).
    private static native Character shared(char value);

    public char charValue() {
        return value;
    }

    public boolean equals(Object obj) {
        return obj instanceof Character && value == ((Character) obj).value;
    }

    public int hashCode() {
        return hashCode(value);
    }

    public static int hashCode(char value) {
        return value;
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(char value) {
        return "" + value;
    }

    public int compareTo(Character other) {
        return compare(value, other.value);
    }

    public static int compare(char x, char y) {
        return x - y;
    }
}
