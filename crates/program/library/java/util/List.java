// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public interface List<E> extends Collection<E> {
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

    boolean addAll(int index, Collection<? extends E> c);

    E get(int index);

    E set(int index, E element);

    void add(int index, E element);

    E remove(int index);

    int indexOf(Object o);

    int lastIndexOf(Object o);

    ListIterator<E> listIterator();

    ListIterator<E> listIterator(int index);

    List<E> subList(int from, int to);

    default void replaceAll(java.util.function.UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        ListIterator<E> places = listIterator();
        while (places.hasNext()) {
            places.set(operator.apply(places.next()));
        }
    }

    default void sort(Comparator<? super E> comparator) {
        Object[] sorted = toArray();
        ObjectArrays.sort(sorted, 0, sorted.length, comparator);
        ListIterator<E> places = listIterator();
        for (int i = 0; i < sorted.length; i++) {
            places.next();
            places.set((E) sorted[i]);
        }
    }

    default void addFirst(E e) {
        add(0, e);
    }

    default void addLast(E e) {
        add(e);
    }

    default E getFirst() {
        if (isEmpty()) {
            throw new NoSuchElementException();
        }
        return get(0);
    }

    default E getLast() {
        if (isEmpty()) {
            throw new NoSuchElementException();
        }
        return get(size() - 1);
    }

    default E removeFirst() {
        if (isEmpty()) {
            throw new NoSuchElementException();
        }
        return remove(0);
    }

    default E removeLast() {
        if (isEmpty()) {
            throw new NoSuchElementException();
        }
        return remove(size() - 1);
    }

    static <E> List<E> of() {
        return new ImmutableList<E>();
    }

    static <E> List<E> of(E e1) {
        return new ImmutableList<E>(e1);
    }

    static <E> List<E> of(E... elements) {
        return new ImmutableList<E>(elements);
    }

    static <E> List<E> copyOf(Collection<? extends E> c) {
        return ImmutableList.copyOf(c);
    }
}
