// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util.concurrent.atomic;

// There is one thread: every step is atomic.
public class AtomicLong extends Number {
    private long value;

    public AtomicLong() {
    }

    public AtomicLong(long value) {
        this.value = value;
    }

    public final long get() {
        return value;
    }

    public final void set(long value) {
        this.value = value;
    }

    public final void lazySet(long value) {
        this.value = value;
    }

    public final long getAndSet(long next) {
        long old = value;
        value = next;
        return old;
    }

    public final boolean compareAndSet(long expected, long next) {
        if (value != expected) {
            return false;
        }
        value = next;
        return true;
    }

    public final long getAndIncrement() {
        return value++;
    }

    public final long getAndDecrement() {
        return value--;
    }

    public final long getAndAdd(long delta) {
        long old = value;
        value += delta;
        return old;
    }

    public final long incrementAndGet() {
        return ++value;
    }

    public final long decrementAndGet() {
        return --value;
    }

    public final long addAndGet(long delta) {
        value += delta;
        return value;
    }

    public final long getAndUpdate(java.util.function.LongUnaryOperator update) {
        long old = value;
        value = update.applyAsLong(old);
        return old;
    }

    public final long updateAndGet(java.util.function.LongUnaryOperator update) {
        value = update.applyAsLong(value);
        return value;
    }

    public final long getAndAccumulate(long x, java.util.function.LongBinaryOperator accumulate) {
        long old = value;
        value = accumulate.applyAsLong(old, x);
        return old;
    }

    public final long accumulateAndGet(long x, java.util.function.LongBinaryOperator accumulate) {
        value = accumulate.applyAsLong(value, x);
        return value;
    }

    public int intValue() {
        return (int) value;
    }

    public long longValue() {
        return value;
    }

    public String toString() {
        return "" + value;
    }
}
