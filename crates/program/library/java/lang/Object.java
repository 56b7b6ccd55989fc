// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public class Object {
    public Object() {
    }

    public final native Class<?> getClass();

    // The machine stops here: identity hash codes are not modelled.
    public native int hashCode();

    public native boolean equals(Object obj);

    protected native Object clone() throws CloneNotSupportedException;

    // The machine stops here: the text has the identity hash code in it.
    public native String toString();

    protected void finalize() throws Throwable {
    }

    // What follows needs threads, which are not modelled: the bodies name the class that is missing.
    public final void notify() {
        Thread.currentThread();
    }

    public final void notifyAll() {
        Thread.currentThread();
    }

    public final void wait() throws InterruptedException {
        Thread.currentThread();
    }

    public final void wait(long timeout) throws InterruptedException {
        Thread.currentThread();
    }

    public final void wait(long timeout, int nanoseconds) throws InterruptedException {
        Thread.currentThread();
    }
}
