// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public class Throwable implements java.io.Serializable {
    private String detailMessage;
    private Throwable cause = this;

    public Throwable() {
    }

    public Throwable(String message) {
        detailMessage = message;
    }

    public Throwable(String message, Throwable cause) {
        detailMessage = message;
        this.cause = cause;
    }

    public Throwable(Throwable cause) {
        detailMessage = cause == null ? null : cause.toString();
        this.cause = cause;
    }

    protected Throwable(String message, Throwable cause, boolean enableSuppression, boolean writableStackTrace) {
        detailMessage = message;
        this.cause = cause;
    }

    public String getMessage() {
        return detailMessage;
    }

    public String getLocalizedMessage() {
        return getMessage();
    }

    public synchronized Throwable getCause() {
        return cause == this ? null : cause;
    }

    public synchronized Throwable initCause(Throwable cause) {
        if (this.cause != this) {
            throw new IllegalStateException();
        }
        if (cause == this) {
            throw new IllegalArgumentException();
        }
        this.cause = cause;
        return this;
    }

    public native String toString();

    public native synchronized Throwable fillInStackTrace();

    public final native synchronized void addSuppressed(Throwable exception);

    public final native synchronized Throwable[] getSuppressed();
}
