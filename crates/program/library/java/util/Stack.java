// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class Stack<E> extends Vector<E> {
    // A constructor cannot be native in Java: each hands its work to a native method.
    public Stack() {
        construct();
    }

    private native void construct();

    public native E push(E item);

    public native E pop();

    public native E peek();

    public native boolean empty();

    public native int search(Object o);
}
