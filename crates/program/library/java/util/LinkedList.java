// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class LinkedList<E> extends AbstractSequentialList<E> implements List<E>, Deque<E>, Cloneable, java.io.Serializable {
    private static class Node<E> {
        E element;
        Node<E> previous;
        Node<E> next;

        Node(E element, Node<E> previous, Node<E> next) {
            this.element = element;
            this.previous = previous;
            this.next = next;
        }
    }

    private Node<E> first;
    private Node<E> last;
    private int size;

    public LinkedList() {
    }

    public LinkedList(Collection<? extends E> c) {
        addAll(c);
    }

    // Behind all if `next` is null.
    private void insertBefore(Node<E> next, E element) {
        Node<E> previous = next == null ? last : next.previous;
        Node<E> node = new Node<E>(element, previous, next);
        if (previous == null) {
            first = node;
        } else {
            previous.next = node;
        }
        if (next == null) {
            last = node;
        } else {
            next.previous = node;
        }
        size++;
        modCount++;
    }

    private E unlink(Node<E> node) {
        if (node.previous == null) {
            first = node.next;
        } else {
            node.previous.next = node.next;
        }
        if (node.next == null) {
            last = node.previous;
        } else {
            node.next.previous = node.previous;
        }
        E element = node.element;
        node.element = null;
        node.previous = null;
        node.next = null;
        size--;
        modCount++;
        return element;
    }

    private Node<E> node(int index) {
        Node<E> node = first;
        for (int i = 0; i < index; i++) {
            node = node.next;
        }
        return node;
    }

    private Node<E> find(Object o) {
        Node<E> node = first;
        while (node != null && !(o == null ? node.element == null : o.equals(node.element))) {
            node = node.next;
        }
        return node;
    }

    private void check(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
        }
    }

    public int size() {
        return size;
    }

    public boolean contains(Object o) {
        return find(o) != null;
    }

    public boolean add(E e) {
        insertBefore(null, e);
        return true;
    }

    public boolean remove(Object o) {
        Node<E> node = find(o);
        if (node == null) {
            return false;
        }
        unlink(node);
        return true;
    }

    public boolean addAll(Collection<? extends E> c) {
        return addAll(size, c);
    }

    public boolean addAll(int index, Collection<? extends E> c) {
        checkPosition(index, size);
        Object[] added = c.toArray();
        Node<E> next = index == size ? null : node(index);
        for (int i = 0; i < added.length; i++) {
            insertBefore(next, (E) added[i]);
        }
        return added.length != 0;
    }

    public void clear() {
        first = null;
        last = null;
        size = 0;
        modCount++;
    }

    public E get(int index) {
        check(index);
        return node(index).element;
    }

    public E set(int index, E element) {
        check(index);
        Node<E> node = node(index);
        E old = node.element;
        node.element = element;
        return old;
    }

    public void add(int index, E element) {
        checkPosition(index, size);
        insertBefore(index == size ? null : node(index), element);
    }

    public E remove(int index) {
        check(index);
        return unlink(node(index));
    }

    public int indexOf(Object o) {
        int index = 0;
        for (Node<E> node = first; node != null; node = node.next) {
            if (o == null ? node.element == null : o.equals(node.element)) {
                return index;
            }
            index++;
        }
        return -1;
    }

    public int lastIndexOf(Object o) {
        int index = size - 1;
        for (Node<E> node = last; node != null; node = node.previous) {
            if (o == null ? node.element == null : o.equals(node.element)) {
                return index;
            }
            index--;
        }
        return -1;
    }

    public void addFirst(E e) {
        insertBefore(first, e);
    }

    public void addLast(E e) {
        insertBefore(null, e);
    }

    public boolean offerFirst(E e) {
        insertBefore(first, e);
        return true;
    }

    public boolean offerLast(E e) {
        insertBefore(null, e);
        return true;
    }

    public E removeFirst() {
        if (first == null) {
            throw new NoSuchElementException();
        }
        return unlink(first);
    }

    public E removeLast() {
        if (last == null) {
            throw new NoSuchElementException();
        }
        return unlink(last);
    }

    public E pollFirst() {
        return first == null ? null : unlink(first);
    }

    public E pollLast() {
        return last == null ? null : unlink(last);
    }

    public E getFirst() {
        if (first == null) {
            throw new NoSuchElementException();
        }
        return first.element;
    }

    public E getLast() {
        if (last == null) {
            throw new NoSuchElementException();
        }
        return last.element;
    }

    public E peekFirst() {
        return first == null ? null : first.element;
    }

    public E peekLast() {
        return last == null ? null : last.element;
    }

    public boolean removeFirstOccurrence(Object o) {
        return remove(o);
    }

    public boolean removeLastOccurrence(Object o) {
        for (Node<E> node = last; node != null; node = node.previous) {
            if (o == null ? node.element == null : o.equals(node.element)) {
                unlink(node);
                return true;
            }
        }
        return false;
    }

    public boolean offer(E e) {
        return add(e);
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

    public ListIterator<E> listIterator(int index) {
        checkPosition(index, size);
        return new Cursor(index);
    }

    public Iterator<E> descendingIterator() {
        return new Descending();
    }

    private class Cursor implements ListIterator<E> {
        private Node<E> next;
        private Node<E> returned;
        private int index;
        private int expectedModCount = modCount;

        Cursor(int index) {
            this.index = index;
            next = index == size ? null : node(index);
        }

        private void check() {
            if (modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
        }

        public boolean hasNext() {
            return index < size;
        }

        public E next() {
            check();
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            returned = next;
            next = next.next;
            index++;
            return returned.element;
        }

        public boolean hasPrevious() {
            return index > 0;
        }

        public E previous() {
            check();
            if (!hasPrevious()) {
                throw new NoSuchElementException();
            }
            next = next == null ? last : next.previous;
            returned = next;
            index--;
            return returned.element;
        }

        public int nextIndex() {
            return index;
        }

        public int previousIndex() {
            return index - 1;
        }

        public void remove() {
            check();
            if (returned == null) {
                throw new IllegalStateException();
            }
            if (next == returned) {
                next = returned.next;
            } else {
                index--;
            }
            unlink(returned);
            returned = null;
            expectedModCount++;
        }

        public void set(E e) {
            if (returned == null) {
                throw new IllegalStateException();
            }
            check();
            returned.element = e;
        }

        public void add(E e) {
            check();
            returned = null;
            insertBefore(next, e);
            index++;
            expectedModCount++;
        }
    }

    private class Descending implements Iterator<E> {
        private final Cursor cursor = new Cursor(size);

        public boolean hasNext() {
            return cursor.hasPrevious();
        }

        public E next() {
            return cursor.previous();
        }

        public void remove() {
            cursor.remove();
        }
    }

    public Object[] toArray() {
        Object[] result = new Object[size];
        int count = 0;
        for (Node<E> node = first; node != null; node = node.next) {
            result[count++] = node.element;
        }
        return result;
    }

    public Object clone() {
        try {
            LinkedList<E> copy = (LinkedList<E>) super.clone();
            copy.first = null;
            copy.last = null;
            copy.size = 0;
            copy.modCount = 0;
            for (Node<E> node = first; node != null; node = node.next) {
                copy.add(node.element);
            }
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }
}
