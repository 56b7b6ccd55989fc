// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util.concurrent.locks;

public interface ReadWriteLock {
    Lock readLock();

    Lock writeLock();
}
