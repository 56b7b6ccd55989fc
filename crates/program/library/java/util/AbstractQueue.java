// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public abstract class AbstractQueue<E> extends AbstractCollection<E> implements Queue<E> {
    protected AbstractQueue() {
    }

    public boolean add(E e) {
        if (offer(e)) {
            return true;
        }
        throw new IllegalStateException("Queue full");
    }

    public E remove() {
        E head = poll();
        if (head == null) {
            throw new NoSuchElementException();
        }
        return head;
    }

    public E element() {
        E head = peek();
        if (head == null) {
            throw new NoSuchElementException();
        }
        return head;
    }

    public void clear() {
        while (poll() != null) {
        }
    }

    public boolean addAll(Collection<? extends E> c) {
        if (c == this) {
            throw new IllegalArgumentException();
        }
        return super.addAll(c);
    }
}
