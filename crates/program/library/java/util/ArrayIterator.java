// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

// Walks over an array: not a class of Java.
final class ArrayIterator<E> implements Iterator<E> {
    private final Object[] elements;
    private int next;

    ArrayIterator(Object[] elements) {
        this.elements = elements;
    }

    public boolean hasNext() {
        return next < elements.length;
    }

    public E next() {
        if (next >= elements.length) {
            throw new NoSuchElementException();
        }
        return (E) elements[next++];
    }
}
