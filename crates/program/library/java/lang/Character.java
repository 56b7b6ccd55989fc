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

    // Is it the box that `valueOf` shares? `new` makes others.
    private boolean isShared;

    @Deprecated
    public Character(char value) {
        this.value = value;
    }

    public static Character valueOf(char value) {
        return value <= 127 ? shared(value) : new Character(value);
    }

    // One box for each value (JLS 5.1.7).
    private static native Character shared(char value);

    // What `valueOf` does where nobody can tell whether a box is shared.
    private static Character unshared(char value) {
        return new Character(value);
    }

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

    // Letters, digits and blanks beyond ASCII are not modelled: the machine stops.
    private static native void beyondAscii();

    private static char ascii(char value) {
        if (value > 127) {
            beyondAscii();
        }
        return value;
    }

    public static boolean isDigit(char value) {
        return ascii(value) >= '0' && value <= '9';
    }

    public static boolean isUpperCase(char value) {
        return ascii(value) >= 'A' && value <= 'Z';
    }

    public static boolean isLowerCase(char value) {
        return ascii(value) >= 'a' && value <= 'z';
    }

    public static boolean isLetter(char value) {
        return isUpperCase(value) || isLowerCase(value);
    }

    public static boolean isAlphabetic(int value) {
        return isLetter((char) (value > 127 ? 128 : value));
    }

    public static boolean isLetterOrDigit(char value) {
        return isLetter(value) || isDigit(value);
    }

    public static boolean isWhitespace(char value) {
        return ascii(value) == ' ' || (value >= 9 && value <= 13) || (value >= 28 && value <= 31);
    }

    public static char toUpperCase(char value) {
        return isLowerCase(value) ? (char) (value - 32) : value;
    }

    public static char toLowerCase(char value) {
        return isUpperCase(value) ? (char) (value + 32) : value;
    }

    public static int getNumericValue(char value) {
        return isDigit(value) ? value - '0' : isLetter(value) ? toLowerCase(value) - 'a' + 10 : -1;
    }

    public static int digit(char value, int radix) {
        int digit = getNumericValue(value);
        return radix >= MIN_RADIX && radix <= MAX_RADIX && digit < radix ? digit : -1;
    }

    public static char forDigit(int digit, int radix) {
        if (radix < MIN_RADIX || radix > MAX_RADIX || digit < 0 || digit >= radix) {
            return '\0';
        }
        return (char) (digit < 10 ? '0' + digit : 'a' + digit - 10);
    }
}
