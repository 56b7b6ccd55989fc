// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class Vector<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    // A constructor cannot be native in Java: each hands its work to a native method.
    public Vector() {
        construct();
    }

    private native void construct();

    public Vector(int capacity) {
        construct(capacity);
    }

    private native void construct(int capacity);

    public Vector(int capacity, int increment) {
        construct(capacity, increment);
    }

    private native void construct(int capacity, int increment);

    public Vector(Collection<? extends E> c) {
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

    public native boolean addAll(int index, Collection<? extends E> c);

    public native E get(int index);

    public native E set(int index, E element);

    public native void add(int index, E element);

    public native E remove(int index);

    public native int indexOf(Object o);

    public native int lastIndexOf(Object o);

    public native ListIterator<E> listIterator();

    public native ListIterator<E> listIterator(int index);

    public native List<E> subList(int from, int to);

    public native boolean equals(Object o);

    public native int hashCode();

    public native Object clone();

    public native String toString();

    public native int capacity();

    public native void ensureCapacity(int capacity);

    public native void trimToSize();

    public native void setSize(int size);

    public native Enumeration<E> elements();

    public native int indexOf(Object o, int from);

    public native int lastIndexOf(Object o, int from);

    public native E elementAt(int index);

    public native E firstElement();

    public native E lastElement();

    public native void setElementAt(E element, int index);

    public native void removeElementAt(int index);

    public native void insertElementAt(E element, int index);

    public native void addElement(E element);

    public native boolean removeElement(Object o);

    public native void removeAllElements();

    public native void copyInto(Object[] array);

    public native void sort(Comparator<? super E> comparator);

    protected native void removeRange(int from, int to);
}
