// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class HashSet<E> extends AbstractSet<E> implements Set<E>, Cloneable, java.io.Serializable {
    // A constructor cannot be native in Java: each hands its work to a native method.
    public HashSet() {
        construct();
    }

    private native void construct();

    public HashSet(int capacity) {
        construct(capacity);
    }

    private native void construct(int capacity);

    public HashSet(int capacity, float loadFactor) {
        construct(capacity, loadFactor);
    }

    private native void construct(int capacity, float loadFactor);

    public HashSet(Collection<? extends E> c) {
        construct(c);
    }

    private native void construct(Collection<? extends E> c);

    public native int size();

    public native boolean isEmpty();

    public native boolean contains(Object o);

    public native Iterator<E> iterator();

    public native Object[] toArray();

    public native <T> T[] toArray(T[] a);

    public native boolean add(E e);

    public native boolean remove(Object o);

    public native boolean containsAll(Collection<?> c);

    public native boolean addAll(Collection<? extends E> c);

    public native boolean removeAll(Collection<?> c);

    public native boolean retainAll(Collection<?> c);

    public native void clear();

    public native boolean equals(Object o);

    public native int hashCode();

    public native Object clone();

    public native String toString();
}
