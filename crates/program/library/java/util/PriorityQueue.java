// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class PriorityQueue<E> extends AbstractQueue<E> implements java.io.Serializable {
    // A binary heap: the children of place i are at 2i + 1 and 2i + 2. Iteration goes by places, as it does in Java.
    private E[] elements = (E[]) new Object[4];
    private int size;
    private final Comparator<? super E> comparator;
    private int modCount;

    public PriorityQueue() {
        comparator = null;
    }

    public PriorityQueue(int capacity) {
        this(capacity, null);
    }

    public PriorityQueue(Comparator<? super E> comparator) {
        this.comparator = comparator;
    }

    public PriorityQueue(int capacity, Comparator<? super E> comparator) {
        if (capacity < 1) {
            throw new IllegalArgumentException();
        }
        this.comparator = comparator;
    }

    public PriorityQueue(Collection<? extends E> c) {
        if (c instanceof SortedSet) {
            comparator = (Comparator<? super E>) ((SortedSet<? extends E>) c).comparator();
        } else if (c instanceof PriorityQueue) {
            comparator = (Comparator<? super E>) ((PriorityQueue<? extends E>) c).comparator;
        } else {
            comparator = null;
        }
        fill(c);
    }

    public PriorityQueue(PriorityQueue<? extends E> c) {
        comparator = (Comparator<? super E>) c.comparator;
        fill(c);
    }

    public PriorityQueue(SortedSet<? extends E> c) {
        comparator = (Comparator<? super E>) c.comparator();
        fill(c);
    }

    private void fill(Collection<? extends E> c) {
        Object[] given = c.toArray();
        for (int i = 0; i < given.length; i++) {
            if (given[i] == null) {
                throw new NullPointerException();
            }
        }
        size = given.length;
        if (size > 0) {
            elements = (E[]) given;
        }
        for (int i = size / 2 - 1; i >= 0; i--) {
            sink(i, elements[i]);
        }
    }

    // What is so of every queue that was there before a call.
    private boolean repOk() {
        for (int i = 0; i < size; i++) {
            if (elements[i] == null || comparator == null && !(elements[i] instanceof Comparable)) {
                return false;
            }
            if (i > 0 && ObjectArrays.compare(elements[(i - 1) / 2], elements[i], comparator) > 0) {
                return false;
            }
        }
        return true;
    }

    private void rise(int place, Object element) {
        while (place > 0) {
            int parent = (place - 1) / 2;
            if (ObjectArrays.compare(element, elements[parent], comparator) >= 0) {
                break;
            }
            elements[place] = elements[parent];
            place = parent;
        }
        elements[place] = (E) element;
    }

    private void sink(int place, Object element) {
        while (place < size / 2) {
            int child = 2 * place + 1;
            if (child + 1 < size && ObjectArrays.compare(elements[child], elements[child + 1], comparator) > 0) {
                child++;
            }
            if (ObjectArrays.compare(element, elements[child], comparator) <= 0) {
                break;
            }
            elements[place] = elements[child];
            place = child;
        }
        elements[place] = (E) element;
    }

    // True if the element that took the place came to lie before it.
    private boolean removeAt(int place) {
        modCount++;
        size--;
        Object moved = elements[size];
        elements[size] = null;
        if (place == size) {
            return false;
        }
        sink(place, moved);
        if (elements[place] != moved) {
            return false;
        }
        rise(place, moved);
        return elements[place] != moved;
    }

    public boolean add(E e) {
        return offer(e);
    }

    public boolean offer(E e) {
        if (e == null) {
            throw new NullPointerException();
        }
        modCount++;
        if (size == elements.length) {
            Object[] longer = new Object[size * 2];
            System.arraycopy(elements, 0, longer, 0, size);
            elements = (E[]) longer;
        }
        if (comparator == null) {
            Comparable<?> unused = (Comparable<?>) e;
        }
        size++;
        rise(size - 1, e);
        return true;
    }

    public E peek() {
        return elements[0];
    }

    public E poll() {
        E first = elements[0];
        if (first != null) {
            modCount++;
            size--;
            Object moved = elements[size];
            elements[size] = null;
            if (size > 0) {
                sink(0, moved);
            }
        }
        return first;
    }

    private int indexOf(Object o) {
        if (o != null) {
            for (int i = 0; i < size; i++) {
                if (o.equals(elements[i])) {
                    return i;
                }
            }
        }
        return -1;
    }

    public boolean contains(Object o) {
        return indexOf(o) >= 0;
    }

    public boolean remove(Object o) {
        int place = indexOf(o);
        if (place >= 0) {
            removeAt(place);
        }
        return place >= 0;
    }

    public int size() {
        return size;
    }

    public void clear() {
        modCount++;
        for (int i = 0; i < size; i++) {
            elements[i] = null;
        }
        size = 0;
    }

    public Comparator<? super E> comparator() {
        return comparator;
    }

    public boolean removeAll(Collection<?> c) {
        return keep(Objects.requireNonNull(c), false);
    }

    public boolean retainAll(Collection<?> c) {
        return keep(Objects.requireNonNull(c), true);
    }

    // Java closes the gaps and makes a heap of what is left.
    private boolean keep(Collection<?> c, boolean wanted) {
        modCount++;
        int kept = 0;
        int all = size;
        for (int i = 0; i < all; i++) {
            if (c.contains(elements[i]) == wanted) {
                elements[kept++] = elements[i];
            }
        }
        if (kept == all) {
            return false;
        }
        for (int i = kept; i < all; i++) {
            elements[i] = null;
        }
        size = kept;
        for (int i = size / 2 - 1; i >= 0; i--) {
            sink(i, elements[i]);
        }
        return true;
    }

    public Iterator<E> iterator() {
        return new Walk();
    }

    private class Walk implements Iterator<E> {
        private int next;
        private int last = -1;
        // Elements that a removal has moved from the unvisited part to the visited one: visited at the end.
        private ArrayDeque<E> missed;
        private E lastMissed;
        private int expectedModCount = modCount;

        public boolean hasNext() {
            return next < size || (missed != null && !missed.isEmpty());
        }

        public E next() {
            if (modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
            if (next < size) {
                last = next;
                next++;
                return elements[last];
            }
            last = -1;
            if (missed != null) {
                lastMissed = missed.poll();
                if (lastMissed != null) {
                    return lastMissed;
                }
            }
            throw new NoSuchElementException();
        }

        public void remove() {
            if (modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
            if (last >= 0) {
                E moved = elements[size - 1];
                if (removeAt(last)) {
                    if (missed == null) {
                        missed = new ArrayDeque<E>();
                    }
                    missed.add(moved);
                } else {
                    next--;
                }
                last = -1;
            } else if (lastMissed != null) {
                int place = 0;
                while (elements[place] != lastMissed) {
                    place++;
                }
                removeAt(place);
                lastMissed = null;
            } else {
                throw new IllegalStateException();
            }
            expectedModCount = modCount;
        }
    }

    public Object[] toArray() {
        Object[] result = new Object[size];
        System.arraycopy(elements, 0, result, 0, size);
        return result;
    }
}
