// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public interface Set<E> extends Collection<E> {
    int size();

    boolean isEmpty();

    boolean contains(Object o);

    Iterator<E> iterator();

    Object[] toArray();

    <T> T[] toArray(T[] a);

    boolean add(E e);

    boolean remove(Object o);

    boolean containsAll(Collection<?> c);

    boolean addAll(Collection<? extends E> c);

    boolean removeAll(Collection<?> c);

    boolean retainAll(Collection<?> c);

    void clear();

    boolean equals(Object o);

    int hashCode();

    static <E> Set<E> of() {
        return new ImmutableSet<E>();
    }

    static <E> Set<E> of(E e1) {
        return new ImmutableSet<E>(e1);
    }

    static <E> Set<E> of(E... elements) {
        return new ImmutableSet<E>(elements);
    }

    static <E> Set<E> copyOf(Collection<? extends E> c) {
        return ImmutableSet.copyOf(c);
    }
}
