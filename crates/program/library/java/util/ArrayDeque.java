// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E>, Cloneable, java.io.Serializable {
    // A ring: the elements lie from `head` on. Free places are null.
    private E[] elements;
    private int head;
    private int size;

    public ArrayDeque() {
        elements = (E[]) new Object[4];
    }

    public ArrayDeque(int capacity) {
        elements = (E[]) new Object[4];
    }

    public ArrayDeque(Collection<? extends E> c) {
        elements = (E[]) new Object[c.size() + 1];
        addAll(c);
    }

    // What is so of every deque that was there before a call.
    private boolean repOk() {
        for (int i = 0; i < size; i++) {
            if (elements[i] == null) {
                return false;
            }
        }
        return true;
    }

    private int place(int index) {
        int place = head + index;
        return place >= elements.length ? place - elements.length : place;
    }

    private E at(int index) {
        return (E) elements[place(index)];
    }

    private void grow() {
        if (size == elements.length) {
            Object[] longer = new Object[size * 2];
            for (int i = 0; i < size; i++) {
                longer[i] = elements[place(i)];
            }
            elements = (E[]) longer;
            head = 0;
        }
    }

    // Removes the element at an index by moving those behind it.
    private void delete(int index) {
        for (int i = index; i < size - 1; i++) {
            elements[place(i)] = elements[place(i + 1)];
        }
        elements[place(size - 1)] = null;
        size--;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public void addFirst(E e) {
        if (e == null) {
            throw new NullPointerException();
        }
        grow();
        head = head == 0 ? elements.length - 1 : head - 1;
        elements[head] = e;
        size++;
    }

    // Written out, without calls: worklists live here.
    public void addLast(E e) {
        if (e == null) {
            throw new NullPointerException();
        }
        Object[] ring = elements;
        int count = size;
        int room = ring.length;
        if (count == room) {
            grow();
            ring = elements;
            room = ring.length;
        }
        int place = head + count;
        if (place >= room) {
            place -= room;
        }
        ring[place] = e;
        size = count + 1;
    }

    public E pollFirst() {
        if (size == 0) {
            return null;
        }
        E first = (E) elements[head];
        elements[head] = null;
        head = place(1);
        size--;
        return first;
    }

    public E pollLast() {
        if (size == 0) {
            return null;
        }
        E last = at(size - 1);
        elements[place(size - 1)] = null;
        size--;
        return last;
    }

    public E peekFirst() {
        return (E) elements[head];
    }

    public E peekLast() {
        return size == 0 ? null : at(size - 1);
    }

    public boolean offerFirst(E e) {
        addFirst(e);
        return true;
    }

    public boolean offerLast(E e) {
        addLast(e);
        return true;
    }

    public E removeFirst() {
        int count = size;
        if (count == 0) {
            throw new NoSuchElementException();
        }
        Object[] ring = elements;
        int place = head;
        E first = (E) ring[place];
        ring[place] = null;
        place++;
        if (place == ring.length) {
            place = 0;
        }
        head = place;
        size = count - 1;
        return first;
    }

    public E removeLast() {
        E last = pollLast();
        if (last == null) {
            throw new NoSuchElementException();
        }
        return last;
    }

    public E getFirst() {
        E first = peekFirst();
        if (first == null) {
            throw new NoSuchElementException();
        }
        return first;
    }

    public E getLast() {
        E last = peekLast();
        if (last == null) {
            throw new NoSuchElementException();
        }
        return last;
    }

    public boolean add(E e) {
        addLast(e);
        return true;
    }

    public boolean offer(E e) {
        return offerLast(e);
    }

    public E remove() {
        return removeFirst();
    }

    public E poll() {
        return pollFirst();
    }

    public E element() {
        return getFirst();
    }

    public E peek() {
        return peekFirst();
    }

    public void push(E e) {
        addFirst(e);
    }

    public E pop() {
        return removeFirst();
    }

    public boolean contains(Object o) {
        return indexOf(o) >= 0;
    }

    private int indexOf(Object o) {
        if (o != null) {
            for (int i = 0; i < size; i++) {
                if (o.equals(at(i))) {
                    return i;
                }
            }
        }
        return -1;
    }

    public boolean remove(Object o) {
        return removeFirstOccurrence(o);
    }

    public boolean removeFirstOccurrence(Object o) {
        int index = indexOf(o);
        if (index >= 0) {
            delete(index);
        }
        return index >= 0;
    }

    public boolean removeLastOccurrence(Object o) {
        if (o != null) {
            for (int i = size - 1; i >= 0; i--) {
                if (o.equals(at(i))) {
                    delete(i);
                    return true;
                }
            }
        }
        return false;
    }

    public boolean removeAll(Collection<?> c) {
        return keep(Objects.requireNonNull(c), false);
    }

    public boolean retainAll(Collection<?> c) {
        return keep(Objects.requireNonNull(c), true);
    }

    private boolean keep(Collection<?> c, boolean wanted) {
        boolean changed = false;
        for (int i = 0; i < size;) {
            if (c.contains(at(i)) == wanted) {
                i++;
            } else {
                delete(i);
                changed = true;
            }
        }
        return changed;
    }

    public void clear() {
        for (int i = 0; i < size; i++) {
            elements[place(i)] = null;
        }
        head = 0;
        size = 0;
    }

    public Iterator<E> iterator() {
        return new Walk(false);
    }

    public Iterator<E> descendingIterator() {
        return new Walk(true);
    }

    // Java finds changes by other means only where it meets a place that is free now, and so does this.
    private class Walk implements Iterator<E> {
        private final boolean isDescending;
        private int next;
        private int remaining = size;
        private int last = -1;

        Walk(boolean isDescending) {
            this.isDescending = isDescending;
            next = isDescending ? size - 1 : 0;
        }

        public boolean hasNext() {
            return remaining > 0;
        }

        public E next() {
            if (remaining <= 0) {
                throw new NoSuchElementException();
            }
            E element = next < 0 || next >= size ? null : at(next);
            if (element == null) {
                throw new ConcurrentModificationException();
            }
            last = next;
            next = isDescending ? next - 1 : next + 1;
            remaining--;
            return element;
        }

        public void remove() {
            if (last < 0) {
                throw new IllegalStateException();
            }
            delete(last);
            if (!isDescending) {
                next--;
            }
            last = -1;
        }
    }

    public Object[] toArray() {
        Object[] result = new Object[size];
        for (int i = 0; i < size; i++) {
            result[i] = at(i);
        }
        return result;
    }

    public ArrayDeque<E> clone() {
        try {
            ArrayDeque<E> copy = (ArrayDeque<E>) super.clone();
            copy.elements = elements.clone();
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }
}
