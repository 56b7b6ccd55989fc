// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

// What List.of and streams give: not a class of Java.
final class ImmutableList<E> extends AbstractList<E> implements RandomAccess {
    private final Object[] elements;
    // Java's lists of one or two elements, and parts of lists, look at an index themselves; the others
    // leave it to the array, which throws another exception.
    private final boolean looksAtIndex;
    private final boolean allowsNull;

    ImmutableList(E... elements) {
        Object[] copy = new Object[elements.length];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = Objects.requireNonNull(elements[i]);
        }
        this.elements = copy;
        this.looksAtIndex = copy.length == 1 || copy.length == 2;
        this.allowsNull = false;
    }

    private ImmutableList(Object[] elements, boolean looksAtIndex, boolean allowsNull) {
        this.elements = elements;
        this.looksAtIndex = looksAtIndex;
        this.allowsNull = allowsNull;
    }

    static <E> List<E> withNulls(Collection<? extends E> c) {
        return new ImmutableList<E>(c.toArray(), false, true);
    }

    static <E> List<E> copyOf(Collection<? extends E> c) {
        if (c instanceof ImmutableList && !((ImmutableList<?>) c).allowsNull) {
            return (List<E>) c;
        }
        return new ImmutableList<E>((E[]) c.toArray());
    }

    public int size() {
        return elements.length;
    }

    public E get(int index) {
        if (looksAtIndex) {
            Objects.checkIndex(index, elements.length);
        }
        return (E) elements[index];
    }

    public Iterator<E> iterator() {
        return new ArrayIterator<E>(elements);
    }

    public boolean contains(Object o) {
        return indexOf(o) >= 0;
    }

    public int indexOf(Object o) {
        return super.indexOf(allowsNull ? o : Objects.requireNonNull(o));
    }

    public int lastIndexOf(Object o) {
        return super.lastIndexOf(allowsNull ? o : Objects.requireNonNull(o));
    }

    public List<E> subList(int from, int to) {
        checkSubList(from, to, elements.length);
        Object[] part = new Object[to - from];
        System.arraycopy(elements, from, part, 0, part.length);
        return new ImmutableList<E>(part, true, allowsNull);
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
