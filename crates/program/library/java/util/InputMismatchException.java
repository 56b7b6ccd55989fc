// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class InputMismatchException extends NoSuchElementException {
    public InputMismatchException() {
    }

    public InputMismatchException(String message) {
        super(message);
    }
}
