// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public abstract class AbstractSet<E> extends AbstractCollection<E> implements Set<E> {
    protected AbstractSet() {
    }

    public native boolean equals(Object o);

    public native int hashCode();

    public native boolean removeAll(Collection<?> c);
}
