// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public class ExceptionInInitializerError extends LinkageError {
    public ExceptionInInitializerError() {
        super(null, null);
    }

    public ExceptionInInitializerError(Throwable thrown) {
        super(null, thrown);
    }

    public ExceptionInInitializerError(String message) {
        super(message, null);
    }

    public Throwable getException() {
        return getCause();
    }

    public Throwable getCause() {
        return isConstructed() ? super.getCause() : causeOfMachine();
    }

    // The machine stops here: what left the initialiser is not kept.
    private native Throwable causeOfMachine();
}
