// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class TreeSet<E> extends AbstractSet<E> implements NavigableSet<E>, Cloneable, java.io.Serializable {
    // A constructor cannot be native in Java: each hands its work to a native method.
    public TreeSet() {
        construct();
    }

    private native void construct();

    public TreeSet(Comparator<? super E> comparator) {
        construct(comparator);
    }

    private native void construct(Comparator<? super E> comparator);

    public TreeSet(Collection<? extends E> c) {
        construct(c);
    }

    private native void construct(Collection<? extends E> c);

    public TreeSet(SortedSet<E> set) {
        construct(set);
    }

    private native void construct(SortedSet<E> set);

    public native int size();

    public native boolean isEmpty();

    public native boolean contains(Object o);

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

    public native Comparator<? super E> comparator();

    public native E first();

    public native E last();

    public native E lower(E e);

    public native E floor(E e);

    public native E ceiling(E e);

    public native E higher(E e);

    public native E pollFirst();

    public native E pollLast();

    public native Iterator<E> iterator();

    public native NavigableSet<E> descendingSet();

    public native Iterator<E> descendingIterator();

    public native NavigableSet<E> subSet(E from, boolean fromInclusive, E to, boolean toInclusive);

    public native NavigableSet<E> headSet(E to, boolean inclusive);

    public native NavigableSet<E> tailSet(E from, boolean inclusive);

    public native SortedSet<E> subSet(E from, E to);

    public native SortedSet<E> headSet(E to);

    public native SortedSet<E> tailSet(E from);
}
