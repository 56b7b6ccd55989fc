// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public class NoClassDefFoundError extends LinkageError {
    public NoClassDefFoundError() {
    }

    public NoClassDefFoundError(String message) {
        super(message);
    }

    public Throwable getCause() {
        return isConstructed() ? super.getCause() : causeOfMachine();
    }

    // The machine stops here: what a JVM gives as the cause of its own errors differs from version to version.
    private native Throwable causeOfMachine();
}
