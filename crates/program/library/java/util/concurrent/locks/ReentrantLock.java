// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util.concurrent.locks;

// There is one thread: whoever asks for the lock gets it.
public class ReentrantLock implements Lock {
    private int holds;

    public ReentrantLock() {
    }

    public ReentrantLock(boolean fair) {
    }

    // What is so of every lock that was there before a call.
    private boolean repOk() {
        return holds >= 0;
    }

    public void lock() {
        holds++;
    }

    public boolean tryLock() {
        holds++;
        return true;
    }

    public void unlock() {
        if (holds == 0) {
            throw new IllegalMonitorStateException();
        }
        holds--;
    }

    public int getHoldCount() {
        return holds;
    }

    public boolean isLocked() {
        return holds > 0;
    }

    public boolean isHeldByCurrentThread() {
        return holds > 0;
    }
}
