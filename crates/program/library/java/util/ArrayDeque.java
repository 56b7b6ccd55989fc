// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E>, Cloneable, java.io.Serializable {
    // A constructor cannot be native in Java: each hands its work to a native method.
    public ArrayDeque() {
        construct();
    }

    private native void construct();

    public ArrayDeque(int capacity) {
        construct(capacity);
    }

    private native void construct(int capacity);

    public ArrayDeque(Collection<? extends E> c) {
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

    public native void addFirst(E e);

    public native void addLast(E e);

    public native boolean offerFirst(E e);

    public native boolean offerLast(E e);

    public native E removeFirst();

    public native E removeLast();

    public native E pollFirst();

    public native E pollLast();

    public native E getFirst();

    public native E getLast();

    public native E peekFirst();

    public native E peekLast();

    public native boolean removeFirstOccurrence(Object o);

    public native boolean removeLastOccurrence(Object o);

    public native boolean offer(E e);

    public native E remove();

    public native E poll();

    public native E element();

    public native E peek();

    public native void push(E e);

    public native E pop();

    public native Iterator<E> descendingIterator();

    public native ArrayDeque<E> clone();
}
