// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util.concurrent.atomic;

// There is one thread: every step is atomic.
public class AtomicBoolean implements java.io.Serializable {
    private boolean value;

    public AtomicBoolean() {
    }

    public AtomicBoolean(boolean value) {
        this.value = value;
    }

    public final boolean get() {
        return value;
    }

    public final void set(boolean value) {
        this.value = value;
    }

    public final boolean getAndSet(boolean next) {
        boolean old = value;
        value = next;
        return old;
    }

    public final boolean compareAndSet(boolean expected, boolean next) {
        if (value != expected) {
            return false;
        }
        value = next;
        return true;
    }

    public String toString() {
        return "" + value;
    }
}
