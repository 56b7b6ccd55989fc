// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
    protected transient int modCount;

    protected AbstractList() {
    }

    public abstract E get(int index);

    public boolean add(E e) {
        add(size(), e);
        return true;
    }

    public void add(int index, E element) {
        throw new UnsupportedOperationException();
    }

    public E set(int index, E element) {
        throw new UnsupportedOperationException();
    }

    public E remove(int index) {
        throw new UnsupportedOperationException();
    }

    public native int indexOf(Object o);

    public native int lastIndexOf(Object o);

    public native void clear();

    protected native void removeRange(int from, int to);

    public native boolean addAll(int index, Collection<? extends E> c);

    public native Iterator<E> iterator();

    public native ListIterator<E> listIterator();

    public native ListIterator<E> listIterator(int index);

    public native List<E> subList(int from, int to);

    public native boolean equals(Object o);

    public native int hashCode();
}
