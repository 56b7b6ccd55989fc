// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

// What Set.of gives: not a class of Java. The order of its elements is not specified; here it is the order given.
final class ImmutableSet<E> extends AbstractSet<E> {
    private final Object[] elements;

    ImmutableSet(E... elements) {
        Object[] copy = new Object[elements.length];
        for (int i = 0; i < copy.length; i++) {
            E element = Objects.requireNonNull(elements[i]);
            for (int j = 0; j < i; j++) {
                if (element.equals(copy[j])) {
                    throw new IllegalArgumentException("duplicate element: " + String.valueOf(element));
                }
            }
            copy[i] = element;
        }
        this.elements = copy;
    }

    static <E> Set<E> copyOf(Collection<? extends E> c) {
        return c instanceof ImmutableSet ? (Set<E>) c : new ImmutableSet<E>((E[]) new LinkedHashSet<E>(c).toArray());
    }

    public int size() {
        return elements.length;
    }

    public Iterator<E> iterator() {
        return new ArrayIterator<E>(elements);
    }

    public boolean contains(Object o) {
        Objects.requireNonNull(o);
        return super.contains(o);
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

    public boolean removeIf(java.util.function.Predicate<? super E> filter) {
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
}
