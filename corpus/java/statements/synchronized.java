// synchronized: blocks and methods; exact for one thread, a null lock throws.
class Guarded {
    private final Object lock = new Object();
    private volatile int value;

    synchronized int get() {
        return value;
    }

    int increment() {
        synchronized (lock) {
            if (value < 0) return value;
            return ++value;
        }
    }
}
