// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

// What List.of gives: not a class of Java.
final class ImmutableList<E> extends AbstractList<E> implements RandomAccess {
    private final Object[] elements;

    ImmutableList(E... elements) {
        Object[] copy = new Object[elements.length];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = Objects.requireNonNull(elements[i]);
        }
        this.elements = copy;
    }

    static <E> List<E> copyOf(Collection<? extends E> c) {
        return c instanceof ImmutableList ? (List<E>) c : new ImmutableList<E>((E[]) c.toArray());
    }

    public int size() {
        return elements.length;
    }

    public E get(int index) {
        Objects.checkIndex(index, elements.length);
        return (E) elements[index];
    }

    public Iterator<E> iterator() {
        return new ArrayIterator<E>(elements);
    }

    public boolean contains(Object o) {
        return indexOf(o) >= 0;
    }

    public int indexOf(Object o) {
        return super.indexOf(Objects.requireNonNull(o));
    }

    public int lastIndexOf(Object o) {
        return super.lastIndexOf(Objects.requireNonNull(o));
    }

    public List<E> subList(int from, int to) {
        checkSubList(from, to, elements.length);
        Object[] part = new Object[to - from];
        System.arraycopy(elements, from, part, 0, part.length);
        return new ImmutableList<E>((E[]) part);
    }

    public boolean add(E e) {
        throw new UnsupportedOperationException();
    }

    public boolean addAll(Collection<? extends E> c) {
        throw new UnsupportedOperationException();
    }

    public void clear() {
        throw new UnsupportedOperationException();
    }

    public boolean remove(Object o) {
        throw new UnsupportedOperationException();
    }

    public boolean removeAll(Collection<?> c) {
        throw new UnsupportedOperationException();
    }

    public boolean retainAll(Collection<?> c) {
        throw new UnsupportedOperationException();
    }

    public void add(int index, E element) {
        throw new UnsupportedOperationException();
    }

    public boolean addAll(int index, Collection<? extends E> c) {
        throw new UnsupportedOperationException();
    }

    public E remove(int index) {
        throw new UnsupportedOperationException();
    }

    public E set(int index, E element) {
        throw new UnsupportedOperationException();
    }

    public void sort(Comparator<? super E> comparator) {
        throw new UnsupportedOperationException();
    }

    public void replaceAll(java.util.function.UnaryOperator<E> operator) {
        throw new UnsupportedOperationException();
    }

    public boolean removeIf(java.util.function.Predicate<? super E> filter) {
        throw new UnsupportedOperationException();
    }
}
