// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util.concurrent;

public final class ThreadLocalRandom extends java.util.Random {
    private ThreadLocalRandom() {
    }

    // There is one thread.
    public static ThreadLocalRandom current() {
        return new ThreadLocalRandom();
    }
}
