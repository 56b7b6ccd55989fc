// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class PriorityQueue<E> extends AbstractQueue<E> implements java.io.Serializable {
    // A constructor cannot be native in Java: each hands its work to a native method.
    public PriorityQueue() {
        construct();
    }

    private native void construct();

    public PriorityQueue(int capacity) {
        construct(capacity);
    }

    private native void construct(int capacity);

    public PriorityQueue(Comparator<? super E> comparator) {
        construct(comparator);
    }

    private native void construct(Comparator<? super E> comparator);

    public PriorityQueue(int capacity, Comparator<? super E> comparator) {
        construct(capacity, comparator);
    }

    private native void construct(int capacity, Comparator<? super E> comparator);

    public PriorityQueue(Collection<? extends E> c) {
        construct(c);
    }

    private native void construct(Collection<? extends E> c);

    public PriorityQueue(PriorityQueue<? extends E> c) {
        construct(c);
    }

    private native void construct(PriorityQueue<? extends E> c);

    public PriorityQueue(SortedSet<? extends E> c) {
        construct(c);
    }

    private native void construct(SortedSet<? extends E> c);

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

    public native boolean offer(E e);

    public native E remove();

    public native E poll();

    public native E element();

    public native E peek();

    public native Comparator<? super E> comparator();
}
