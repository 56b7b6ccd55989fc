// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class LinkedHashSet<E> extends HashSet<E> implements Set<E>, Cloneable, java.io.Serializable {
    // A constructor cannot be native in Java: each hands its work to a native method.
    public LinkedHashSet() {
        construct();
    }

    private native void construct();

    public LinkedHashSet(int capacity) {
        construct(capacity);
    }

    private native void construct(int capacity);

    public LinkedHashSet(int capacity, float loadFactor) {
        construct(capacity, loadFactor);
    }

    private native void construct(int capacity, float loadFactor);

    public LinkedHashSet(Collection<? extends E> c) {
        construct(c);
    }

    private native void construct(Collection<? extends E> c);
}
