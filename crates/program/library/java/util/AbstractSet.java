// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public abstract class AbstractSet<E> extends AbstractCollection<E> implements Set<E> {
    protected AbstractSet() {
    }

    public boolean equals(Object o) {
        if (o == this) {
            return true;
        }
        if (!(o instanceof Set)) {
            return false;
        }
        Collection<?> other = (Collection<?>) o;
        if (other.size() != size()) {
            return false;
        }
        try {
            return containsAll(other);
        } catch (ClassCastException | NullPointerException unused) {
            return false;
        }
    }

    public int hashCode() {
        int sum = 0;
        for (Iterator<E> elements = iterator(); elements.hasNext();) {
            E element = elements.next();
            if (element != null) {
                sum += element.hashCode();
            }
        }
        return sum;
    }

    public boolean removeAll(Collection<?> c) {
        Objects.requireNonNull(c);
        boolean changed = false;
        if (size() > c.size()) {
            for (Object element : c) {
                if (remove(element)) {
                    changed = true;
                }
            }
        } else {
            for (Iterator<E> elements = iterator(); elements.hasNext();) {
                if (c.contains(elements.next())) {
                    elements.remove();
                    changed = true;
                }
            }
        }
        return changed;
    }
}
