// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class Vector<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    // Grows as needed; the capacity is not modelled.
    private E[] elements;
    private int size;

    public Vector() {
        elements = (E[]) new Object[4];
    }

    public Vector(int capacity) {
        this(capacity, 0);
    }

    public Vector(int capacity, int increment) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal Capacity: " + capacity);
        }
        elements = (E[]) new Object[4];
    }

    public Vector(Collection<? extends E> c) {
        elements = (E[]) c.toArray();
        size = elements.length;
    }

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

    private void check(int index) {
        if (index < 0 || index >= size) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public void setSize(int newSize) {
        if (newSize < 0) {
            throw new ArrayIndexOutOfBoundsException(newSize);
        }
        if (newSize > size) {
            open(size, newSize - size);
        } else {
            close(newSize, size - newSize);
        }
    }

    public boolean contains(Object o) {
        return indexOf(o, 0) >= 0;
    }

    public int indexOf(Object o) {
        return indexOf(o, 0);
    }

    public int indexOf(Object o, int from) {
        for (int i = from; i < size; i++) {
            if (o == null ? elements[i] == null : o.equals(elements[i])) {
                return i;
            }
        }
        return -1;
    }

    public int lastIndexOf(Object o) {
        return lastIndexOf(o, size - 1);
    }

    public int lastIndexOf(Object o, int from) {
        if (from >= size) {
            throw new IndexOutOfBoundsException(from + " >= " + size);
        }
        for (int i = from; i >= 0; i--) {
            if (o == null ? elements[i] == null : o.equals(elements[i])) {
                return i;
            }
        }
        return -1;
    }

    public E get(int index) {
        check(index);
        return (E) elements[index];
    }

    public E elementAt(int index) {
        check(index);
        return (E) elements[index];
    }

    public E firstElement() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        return (E) elements[0];
    }

    public E lastElement() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        return (E) elements[size - 1];
    }

    public E set(int index, E element) {
        check(index);
        E old = (E) elements[index];
        elements[index] = element;
        return old;
    }

    public void setElementAt(E element, int index) {
        set(index, element);
    }

    public boolean add(E e) {
        open(size, 1);
        elements[size - 1] = e;
        return true;
    }

    public void addElement(E element) {
        add(element);
    }

    public void add(int index, E element) {
        insertElementAt(element, index);
    }

    public void insertElementAt(E element, int index) {
        if (index < 0 || index > size) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
        open(index, 1);
        elements[index] = element;
    }

    public boolean addAll(Collection<? extends E> c) {
        return insert(size, c.toArray());
    }

    public boolean addAll(int index, Collection<? extends E> c) {
        if (index < 0 || index > size) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
        return insert(index, c.toArray());
    }

    private boolean insert(int index, Object[] added) {
        open(index, added.length);
        System.arraycopy(added, 0, elements, index, added.length);
        return added.length != 0;
    }

    public E remove(int index) {
        check(index);
        E old = (E) elements[index];
        close(index, 1);
        return old;
    }

    public void removeElementAt(int index) {
        remove(index);
    }

    public boolean remove(Object o) {
        return removeElement(o);
    }

    public boolean removeElement(Object o) {
        modCount++;
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

    public void removeAllElements() {
        close(0, size);
    }

    protected void removeRange(int from, int to) {
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

    public Enumeration<E> elements() {
        return new Elements();
    }

    private class Elements implements Enumeration<E> {
        private int next;

        public boolean hasMoreElements() {
            return next < size;
        }

        public E nextElement() {
            if (next >= size) {
                throw new NoSuchElementException("Vector Enumeration");
            }
            return (E) elements[next++];
        }
    }

    public void copyInto(Object[] array) {
        System.arraycopy(elements, 0, array, 0, size);
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
            Vector<?> copy = (Vector<?>) super.clone();
            copy.elements = elements.clone();
            copy.modCount = 0;
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }
}
