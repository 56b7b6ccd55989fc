// Written for Tightrope after the public documentation of the class: see library/README.md.
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
            if (add(element)) {
                changed = true;
            }
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

    public Object[] toArray() {
        Object[] result = new Object[size()];
        int count = 0;
        for (Iterator<E> elements = iterator(); elements.hasNext();) {
            if (count == result.length) {
                Object[] longer = new Object[count + 1];
                System.arraycopy(result, 0, longer, 0, count);
                result = longer;
            }
            result[count++] = elements.next();
        }
        if (count == result.length) {
            return result;
        }
        Object[] shorter = new Object[count];
        System.arraycopy(result, 0, shorter, 0, count);
        return shorter;
    }

    public <T> T[] toArray(T[] a) {
        Object[] elements = toArray();
        return ObjectArrays.into(a, elements, elements.length);
    }

    public String toString() {
        String text = "[";
        boolean isFirst = true;
        for (Iterator<E> elements = iterator(); elements.hasNext();) {
            E element = elements.next();
            if (!isFirst) {
                text += ", ";
            }
            isFirst = false;
            text += element == this ? "(this Collection)" : String.valueOf(element);
        }
        return text + "]";
    }
}
