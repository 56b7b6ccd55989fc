// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class HashSet<E> extends AbstractSet<E> implements Set<E>, Cloneable, java.io.Serializable {
    // In the order of insertion, which is one of those that Java allows.
    private E[] elements;
    private int size;
    private int modCount;

    public HashSet() {
        elements = (E[]) new Object[8];
    }

    public HashSet(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal initial capacity: " + capacity);
        }
        elements = (E[]) new Object[8];
    }

    // The load factor is a number of a floating type, which no call can give.
    public HashSet(int capacity, float loadFactor) {
        this(capacity);
    }

    public HashSet(Collection<? extends E> c) {
        elements = (E[]) new Object[8];
        addAll(c);
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    // What is so of every set that was there before a call.
    private boolean repOk() {
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < i; j++) {
                if (elements[i] == elements[j] || elements[i] != null && elements[i].equals(elements[j])) {
                    return false;
                }
            }
        }
        return true;
    }

    // Where the element is; -1 if it is not there.
    private int indexOf(Object o) {
        for (int i = 0; i < size; i++) {
            Object element = elements[i];
            if (element == o || o != null && o.equals(element)) {
                return i;
            }
        }
        return -1;
    }

    public boolean contains(Object o) {
        int found = ObjectArrays.hasSame(elements, size, o);
        return found < 0 ? indexOf(o) >= 0 : found > 0;
    }

    public Iterator<E> iterator() {
        return new Walk();
    }

    public boolean add(E e) {
        int inserted = ObjectArrays.insertSame(elements, size, e);
        if (inserted > 0) {
            size = inserted;
            modCount++;
            return true;
        }
        return inserted < 0 && append(e);
    }

    private boolean append(E e) {
        if (contains(e)) {
            return false;
        }
        if (size == elements.length) {
            Object[] longer = new Object[size * 2];
            System.arraycopy(elements, 0, longer, 0, size);
            elements = (E[]) longer;
        }
        elements[size] = e;
        size++;
        modCount++;
        return true;
    }

    private void delete(int index) {
        for (int i = index; i < size - 1; i++) {
            elements[i] = elements[i + 1];
        }
        size--;
        elements[size] = null;
        modCount++;
    }

    public boolean remove(Object o) {
        int index = indexOf(o);
        if (index >= 0) {
            delete(index);
        }
        return index >= 0;
    }

    public void clear() {
        elements = (E[]) new Object[8];
        size = 0;
        modCount++;
    }

    public Object clone() {
        try {
            HashSet<E> copy = (HashSet<E>) super.clone();
            copy.elements = elements.clone();
            copy.modCount = 0;
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }

    private final class Walk implements Iterator<E> {
        private int next;
        private int returned = -1;
        // Known before it is asked for: who changes the set meanwhile is told by next(), even at the last element.
        private boolean hasNext = size > 0;
        private int expectedModCount = modCount;

        public boolean hasNext() {
            return hasNext;
        }

        public E next() {
            if (modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
            if (!hasNext) {
                throw new NoSuchElementException();
            }
            returned = next;
            next++;
            hasNext = next < size;
            return (E) elements[returned];
        }

        public void remove() {
            if (returned < 0) {
                throw new IllegalStateException();
            }
            if (modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
            delete(returned);
            next--;
            returned = -1;
            expectedModCount = modCount;
        }
    }
}
