// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util.concurrent.atomic;

// There is one thread: every step is atomic.
public class AtomicReference<V> implements java.io.Serializable {
    private V value;

    public AtomicReference() {
    }

    public AtomicReference(V value) {
        this.value = value;
    }

    public final V get() {
        return value;
    }

    public final void set(V value) {
        this.value = value;
    }

    public final V getAndSet(V next) {
        V old = value;
        value = next;
        return old;
    }

    public final boolean compareAndSet(V expected, V next) {
        if (value != expected) {
            return false;
        }
        value = next;
        return true;
    }

    public final V updateAndGet(java.util.function.UnaryOperator<V> update) {
        value = update.apply(value);
        return value;
    }

    public String toString() {
        return String.valueOf(value);
    }
}
