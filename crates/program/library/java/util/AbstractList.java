// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
    protected transient int modCount;

    protected AbstractList() {
    }

    public abstract E get(int index);

    public boolean add(E e) {
        add(size(), e);
        return true;
    }

    public void add(int index, E element) {
        throw new UnsupportedOperationException();
    }

    public E set(int index, E element) {
        throw new UnsupportedOperationException();
    }

    public E remove(int index) {
        throw new UnsupportedOperationException();
    }

    public int indexOf(Object o) {
        for (ListIterator<E> elements = listIterator(); elements.hasNext();) {
            E element = elements.next();
            if (o == null ? element == null : o.equals(element)) {
                return elements.previousIndex();
            }
        }
        return -1;
    }

    public int lastIndexOf(Object o) {
        for (ListIterator<E> elements = listIterator(size()); elements.hasPrevious();) {
            E element = elements.previous();
            if (o == null ? element == null : o.equals(element)) {
                return elements.nextIndex();
            }
        }
        return -1;
    }

    public void clear() {
        removeRange(0, size());
    }

    protected void removeRange(int from, int to) {
        ListIterator<E> elements = listIterator(from);
        for (int i = from; i < to; i++) {
            elements.next();
            elements.remove();
        }
    }

    public boolean addAll(int index, Collection<? extends E> c) {
        checkPosition(index, size());
        boolean changed = false;
        for (E element : c) {
            add(index++, element);
            changed = true;
        }
        return changed;
    }

    public Iterator<E> iterator() {
        return new Cursor(0);
    }

    public ListIterator<E> listIterator() {
        return listIterator(0);
    }

    public ListIterator<E> listIterator(int index) {
        checkPosition(index, size());
        return new Cursor(index);
    }

    public List<E> subList(int from, int to) {
        checkSubList(from, to, size());
        return this instanceof RandomAccess ? new RandomAccessPart<E>(this, null, from, to) : new Part<E>(this, null, from, to);
    }

    public boolean equals(Object o) {
        if (o == this) {
            return true;
        }
        if (!(o instanceof List)) {
            return false;
        }
        Iterator<E> mine = iterator();
        Iterator<?> others = ((List<?>) o).iterator();
        while (mine.hasNext() && others.hasNext()) {
            E element = mine.next();
            Object other = others.next();
            if (!(element == null ? other == null : element.equals(other))) {
                return false;
            }
        }
        return !mine.hasNext() && !others.hasNext();
    }

    public int hashCode() {
        int hash = 1;
        for (Iterator<E> elements = iterator(); elements.hasNext();) {
            E element = elements.next();
            hash = 31 * hash + (element == null ? 0 : element.hashCode());
        }
        return hash;
    }

    static void checkPosition(int index, int size) {
        if (index < 0 || index > size) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
        }
    }

    static void checkSubList(int from, int to, int size) {
        if (from < 0) {
            throw new IndexOutOfBoundsException("fromIndex = " + from);
        }
        if (to > size) {
            throw new IndexOutOfBoundsException("toIndex = " + to);
        }
        if (from > to) {
            throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
        }
    }

    private class Cursor implements ListIterator<E> {
        int next;
        // The index of the element that was returned last; -1 if there is none to remove.
        int last = -1;
        int expectedModCount = modCount;

        Cursor(int next) {
            this.next = next;
        }

        private void check() {
            if (modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
        }

        public boolean hasNext() {
            return next != size();
        }

        public E next() {
            check();
            int index = next;
            try {
                E element = get(index);
                last = index;
                next = index + 1;
                return element;
            } catch (IndexOutOfBoundsException e) {
                check();
                throw new NoSuchElementException();
            }
        }

        public boolean hasPrevious() {
            return next != 0;
        }

        public E previous() {
            check();
            int index = next - 1;
            try {
                E element = get(index);
                last = index;
                next = index;
                return element;
            } catch (IndexOutOfBoundsException e) {
                check();
                throw new NoSuchElementException();
            }
        }

        public int nextIndex() {
            return next;
        }

        public int previousIndex() {
            return next - 1;
        }

        public void remove() {
            if (last < 0) {
                throw new IllegalStateException();
            }
            check();
            try {
                AbstractList.this.remove(last);
            } catch (IndexOutOfBoundsException e) {
                throw new ConcurrentModificationException();
            }
            if (last < next) {
                next--;
            }
            last = -1;
            expectedModCount = modCount;
        }

        public void set(E e) {
            if (last < 0) {
                throw new IllegalStateException();
            }
            check();
            try {
                AbstractList.this.set(last, e);
            } catch (IndexOutOfBoundsException exception) {
                throw new ConcurrentModificationException();
            }
            expectedModCount = modCount;
        }

        public void add(E e) {
            check();
            try {
                AbstractList.this.add(next, e);
            } catch (IndexOutOfBoundsException exception) {
                throw new ConcurrentModificationException();
            }
            next++;
            last = -1;
            expectedModCount = modCount;
        }
    }

    // A part of a list, seen through the list.
    private static class Part<E> extends AbstractList<E> {
        private final AbstractList<E> root;
        private final Part<E> parent;
        private final int offset;
        private int size;

        Part(AbstractList<E> root, Part<E> parent, int from, int to) {
            this.root = root;
            this.parent = parent;
            this.offset = parent == null ? from : parent.offset + from;
            this.size = to - from;
            this.modCount = root.modCount;
        }

        private void check() {
            if (root.modCount != modCount) {
                throw new ConcurrentModificationException();
            }
        }

        private void resize(int change) {
            for (Part<E> part = this; part != null; part = part.parent) {
                part.size += change;
                part.modCount = root.modCount;
            }
        }

        public int size() {
            check();
            return size;
        }

        public E get(int index) {
            Objects.checkIndex(index, size);
            check();
            return root.get(offset + index);
        }

        public E set(int index, E element) {
            Objects.checkIndex(index, size);
            check();
            return root.set(offset + index, element);
        }

        public void add(int index, E element) {
            checkPosition(index, size);
            check();
            root.add(offset + index, element);
            resize(1);
        }

        public E remove(int index) {
            Objects.checkIndex(index, size);
            check();
            E removed = root.remove(offset + index);
            resize(-1);
            return removed;
        }

        protected void removeRange(int from, int to) {
            check();
            root.removeRange(offset + from, offset + to);
            resize(from - to);
        }

        public boolean addAll(Collection<? extends E> c) {
            return addAll(size, c);
        }

        public boolean addAll(int index, Collection<? extends E> c) {
            checkPosition(index, size);
            int count = c.size();
            if (count == 0) {
                return false;
            }
            check();
            root.addAll(offset + index, c);
            resize(count);
            return true;
        }

        public ListIterator<E> listIterator(int index) {
            check();
            return super.listIterator(index);
        }

        public Iterator<E> iterator() {
            return listIterator();
        }

        public List<E> subList(int from, int to) {
            checkSubList(from, to, size);
            return this instanceof RandomAccess ? new RandomAccessPart<E>(root, this, from, to) : new Part<E>(root, this, from, to);
        }
    }

    private static class RandomAccessPart<E> extends Part<E> implements RandomAccess {
        RandomAccessPart(AbstractList<E> root, Part<E> parent, int from, int to) {
            super(root, parent, from, to);
        }
    }
}
