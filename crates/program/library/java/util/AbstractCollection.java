// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public abstract class AbstractCollection<E> implements Collection<E> {
    protected AbstractCollection() {
    }

    public abstract Iterator<E> iterator();

    public abstract int size();

    public boolean isEmpty() {
        return size() == 0;
    }

    public boolean contains(Object o) {
        for (Iterator<E> elements = iterator(); elements.hasNext();) {
            E element = elements.next();
            if (o == null ? element == null : o.equals(element)) {
                return true;
            }
        }
        return false;
    }

    public boolean add(E e) {
        throw new UnsupportedOperationException();
    }

    public boolean remove(Object o) {
        for (Iterator<E> elements = iterator(); elements.hasNext();) {
            E element = elements.next();
            if (o == null ? element == null : o.equals(element)) {
                elements.remove();
                return true;
            }
        }
        return false;
    }

    public boolean containsAll(Collection<?> c) {
        for (Object element : c) {
            if (!contains(element)) {
                return false;
            }
        }
        return true;
    }

    public boolean addAll(Collection<? extends E> c) {
        boolean changed = false;
        for (E element : c) {
            changed |= add(element);
        }
        return changed;
    }

    public boolean removeAll(Collection<?> c) {
        Objects.requireNonNull(c);
        boolean changed = false;
        for (Iterator<E> elements = iterator(); elements.hasNext();) {
            if (c.contains(elements.next())) {
                elements.remove();
                changed = true;
            }
        }
        return changed;
    }

    public boolean retainAll(Collection<?> c) {
        Objects.requireNonNull(c);
        boolean changed = false;
        for (Iterator<E> elements = iterator(); elements.hasNext();) {
            if (!c.contains(elements.next())) {
                elements.remove();
                changed = true;
            }
        }
        return changed;
    }

    public void clear() {
        for (Iterator<E> elements = iterator(); elements.hasNext();) {
            elements.next();
            elements.remove();
        }
    }

    public native Object[] toArray();

    public native <T> T[] toArray(T[] a);

    public native String toString();
}
