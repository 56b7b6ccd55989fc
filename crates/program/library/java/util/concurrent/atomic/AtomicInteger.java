// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util.concurrent.atomic;

// There is one thread: every step is atomic.
public class AtomicInteger extends Number {
    private int value;

    public AtomicInteger() {
    }

    public AtomicInteger(int value) {
        this.value = value;
    }

    public final int get() {
        return value;
    }

    public final void set(int value) {
        this.value = value;
    }

    public final void lazySet(int value) {
        this.value = value;
    }

    public final int getAndSet(int next) {
        int old = value;
        value = next;
        return old;
    }

    public final boolean compareAndSet(int expected, int next) {
        if (value != expected) {
            return false;
        }
        value = next;
        return true;
    }

    public final int getAndIncrement() {
        return value++;
    }

    public final int getAndDecrement() {
        return value--;
    }

    public final int getAndAdd(int delta) {
        int old = value;
        value += delta;
        return old;
    }

    public final int incrementAndGet() {
        return ++value;
    }

    public final int decrementAndGet() {
        return --value;
    }

    public final int addAndGet(int delta) {
        value += delta;
        return value;
    }

    public final int getAndUpdate(java.util.function.IntUnaryOperator update) {
        int old = value;
        value = update.applyAsInt(old);
        return old;
    }

    public final int updateAndGet(java.util.function.IntUnaryOperator update) {
        value = update.applyAsInt(value);
        return value;
    }

    public final int getAndAccumulate(int x, java.util.function.IntBinaryOperator accumulate) {
        int old = value;
        value = accumulate.applyAsInt(old, x);
        return old;
    }

    public final int accumulateAndGet(int x, java.util.function.IntBinaryOperator accumulate) {
        value = accumulate.applyAsInt(value, x);
        return value;
    }

    public int intValue() {
        return value;
    }

    public long longValue() {
        return value;
    }

    public String toString() {
        return "" + value;
    }
}
