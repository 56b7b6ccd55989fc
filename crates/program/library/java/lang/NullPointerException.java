// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public class NullPointerException extends RuntimeException {
    public NullPointerException() {
        super();
    }

    public NullPointerException(String message) {
        super(message);
    }
}
