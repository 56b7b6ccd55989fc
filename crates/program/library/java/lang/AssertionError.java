// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public class AssertionError extends Error {
    public AssertionError() {
        super();
    }

    public AssertionError(String message, Throwable cause) {
        super(message, cause);
    }

    public AssertionError(Object message) {
        super(String.valueOf(message));
        if (message instanceof Throwable) {
            initCause((Throwable) message);
        }
    }

    public AssertionError(boolean message) {
        super(String.valueOf(message));
    }

    public AssertionError(char message) {
        super(String.valueOf(message));
    }

    public AssertionError(int message) {
        super(String.valueOf(message));
    }

    public AssertionError(long message) {
        super(String.valueOf(message));
    }
}
