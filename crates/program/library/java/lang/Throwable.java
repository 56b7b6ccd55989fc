// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public class Throwable implements java.io.Serializable {
    // The machine makes some exceptions itself, without a constructor: their fields have the default values.
    private boolean isConstructed;
    private boolean hasCause;
    private boolean refusesSuppressed;
    private String message;
    private Throwable cause;
    private Throwable[] suppressed;

    public Throwable() {
        isConstructed = true;
    }

    public Throwable(String message) {
        isConstructed = true;
        this.message = message;
    }

    public Throwable(String message, Throwable cause) {
        isConstructed = true;
        hasCause = true;
        this.message = message;
        this.cause = cause;
    }

    public Throwable(Throwable cause) {
        isConstructed = true;
        hasCause = true;
        this.message = cause == null ? null : cause.toString();
        this.cause = cause;
    }

    protected Throwable(String message, Throwable cause, boolean enableSuppression, boolean writableStackTrace) {
        this(message, cause);
        refusesSuppressed = !enableSuppression;
    }

    public String getMessage() {
        return isConstructed ? message : messageOfMachine();
    }

    // The machine stops here: the texts that a JVM gives to its own exceptions are not modelled.
    private native String messageOfMachine();

    final boolean isConstructed() {
        return isConstructed;
    }

    public String getLocalizedMessage() {
        return getMessage();
    }

    public synchronized Throwable getCause() {
        return cause;
    }

    public synchronized Throwable initCause(Throwable cause) {
        if (hasCause) {
            throw new IllegalStateException("Can't overwrite cause", this);
        }
        if (cause == this) {
            throw new IllegalArgumentException("Self-causation not permitted", this);
        }
        hasCause = true;
        this.cause = cause;
        return this;
    }

    public String toString() {
        String text = getLocalizedMessage();
        return text == null ? className() : className() + ": " + text;
    }

    private native String className();

    public synchronized Throwable fillInStackTrace() {
        return this;
    }

    public final synchronized void addSuppressed(Throwable exception) {
        if (exception == this) {
            throw new IllegalArgumentException("Self-suppression not permitted", exception);
        }
        if (exception == null) {
            throw new NullPointerException("Cannot suppress a null exception.");
        }
        if (!refusesSuppressed) {
            int count = suppressed == null ? 0 : suppressed.length;
            Throwable[] longer = new Throwable[count + 1];
            for (int i = 0; i < count; i++) {
                longer[i] = suppressed[i];
            }
            longer[count] = exception;
            suppressed = longer;
        }
    }

    public final synchronized Throwable[] getSuppressed() {
        return suppressed == null ? new Throwable[0] : suppressed.clone();
    }
}
