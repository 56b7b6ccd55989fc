// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util.concurrent.locks;

public interface Lock {
    void lock();

    void unlock();

    boolean tryLock();
}
