// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class ArrayList<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    // Grows as needed; the capacity cannot be seen.
    private E[] elements;
    private int size;

    public ArrayList() {
        elements = (E[]) new Object[4];
    }

    public ArrayList(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal Capacity: " + capacity);
        }
        elements = (E[]) new Object[4];
    }

    public ArrayList(Collection<? extends E> c) {
        elements = (E[]) c.toArray();
        size = elements.length;
    }

    // Moves the elements from the index on, so that there is a gap for new ones.
    private void open(int index, int count) {
        modCount++;
        Object[] old = elements;
        if (size + count > old.length) {
            elements = (E[]) new Object[(size + count) * 2];
            System.arraycopy(old, 0, elements, 0, index);
        }
        System.arraycopy(old, index, elements, index + count, size - index);
        size += count;
    }

    private void close(int index, int count) {
        modCount++;
        System.arraycopy(elements, index + count, elements, index, size - index - count);
        for (int i = 0; i < count; i++) {
            elements[--size] = null;
        }
    }

    public void ensureCapacity(int capacity) {
        // Java counts this as a modification only if the array grows, which depends on the capacity.
    }

    public void trimToSize() {
        modCount++;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public boolean contains(Object o) {
        return indexOf(o) >= 0;
    }

    public int indexOf(Object o) {
        for (int i = 0; i < size; i++) {
            if (o == null ? elements[i] == null : o.equals(elements[i])) {
                return i;
            }
        }
        return -1;
    }

    public int lastIndexOf(Object o) {
        for (int i = size - 1; i >= 0; i--) {
            if (o == null ? elements[i] == null : o.equals(elements[i])) {
                return i;
            }
        }
        return -1;
    }

    public E get(int index) {
        Objects.checkIndex(index, size);
        return (E) elements[index];
    }

    public E set(int index, E element) {
        Objects.checkIndex(index, size);
        E old = (E) elements[index];
        elements[index] = element;
        return old;
    }

    public boolean add(E e) {
        open(size, 1);
        elements[size - 1] = e;
        return true;
    }

    public void add(int index, E element) {
        checkPosition(index, size);
        open(index, 1);
        elements[index] = element;
    }

    public boolean addAll(Collection<? extends E> c) {
        return insert(size, c.toArray());
    }

    public boolean addAll(int index, Collection<? extends E> c) {
        checkPosition(index, size);
        return insert(index, c.toArray());
    }

    private boolean insert(int index, Object[] added) {
        open(index, added.length);
        System.arraycopy(added, 0, elements, index, added.length);
        return added.length != 0;
    }

    public E remove(int index) {
        Objects.checkIndex(index, size);
        E old = (E) elements[index];
        close(index, 1);
        return old;
    }

    public boolean remove(Object o) {
        int index = indexOf(o);
        if (index < 0) {
            return false;
        }
        close(index, 1);
        return true;
    }

    public void clear() {
        close(0, size);
    }

    protected void removeRange(int from, int to) {
        if (from > to) {
            throw new IndexOutOfBoundsException("From Index: " + from + " > To Index: " + to);
        }
        close(from, to - from);
    }

    public boolean removeAll(Collection<?> c) {
        return keep(Objects.requireNonNull(c), false);
    }

    public boolean retainAll(Collection<?> c) {
        return keep(Objects.requireNonNull(c), true);
    }

    private boolean keep(Collection<?> c, boolean wanted) {
        int kept = 0;
        int read = 0;
        try {
            for (; read < size; read++) {
                if (c.contains(elements[read]) == wanted) {
                    elements[kept++] = elements[read];
                }
            }
        } finally {
            if (kept != read) {
                close(kept, read - kept);
            }
        }
        return kept != read;
    }

    public void sort(Comparator<? super E> comparator) {
        int expectedModCount = modCount;
        ObjectArrays.sort(elements, 0, size, comparator);
        if (modCount != expectedModCount) {
            throw new ConcurrentModificationException();
        }
        modCount++;
    }

    public Object[] toArray() {
        Object[] result = new Object[size];
        System.arraycopy(elements, 0, result, 0, size);
        return result;
    }

    public <T> T[] toArray(T[] a) {
        return ObjectArrays.into(a, elements, size);
    }

    public Object clone() {
        try {
            ArrayList<?> copy = (ArrayList<?>) super.clone();
            copy.elements = elements.clone();
            copy.modCount = 0;
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }
}
