// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class LinkedHashSet<E> extends HashSet<E> implements Set<E>, Cloneable, java.io.Serializable {
    public LinkedHashSet() {
    }

    public LinkedHashSet(int capacity) {
        super(capacity);
    }

    public LinkedHashSet(int capacity, float loadFactor) {
        super(capacity, loadFactor);
    }

    public LinkedHashSet(Collection<? extends E> c) {
        super(c);
    }
}
