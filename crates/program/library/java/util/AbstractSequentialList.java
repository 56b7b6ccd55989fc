// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public abstract class AbstractSequentialList<E> extends AbstractList<E> {
    protected AbstractSequentialList() {
    }

    public abstract ListIterator<E> listIterator(int index);

    public Iterator<E> iterator() {
        return listIterator();
    }

    public native E get(int index);

    public native E set(int index, E element);

    public native void add(int index, E element);

    public native E remove(int index);

    public native boolean addAll(int index, Collection<? extends E> c);
}
