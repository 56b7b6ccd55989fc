// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public interface CharSequence {
    int length();

    char charAt(int index);

    CharSequence subSequence(int start, int end);

    default boolean isEmpty() {
        return length() == 0;
    }

    String toString();
}
