// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public class InterruptedException extends Exception {
    public InterruptedException() {
        super();
    }

    public InterruptedException(String message) {
        super(message);
    }
}
