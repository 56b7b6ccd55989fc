// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class TreeSet<E> extends SortedKeys<E> implements NavigableSet<E>, Cloneable, java.io.Serializable {
    // What is stored under an element.
    private static final Object PRESENT = Boolean.TRUE;

    public TreeSet() {
        super(new TreeMap<E, Object>());
    }

    public TreeSet(Comparator<? super E> comparator) {
        super(new TreeMap<E, Object>(comparator));
    }

    public TreeSet(Collection<? extends E> c) {
        this();
        addAll(c);
    }

    public TreeSet(SortedSet<E> s) {
        this(s.comparator());
        addAll(s);
    }

    private TreeSet(NavigableMap<E, Object> map) {
        super(map);
    }

    NavigableSet<E> over(NavigableMap<E, Object> part) {
        return new TreeSet<E>(part);
    }

    public boolean add(E e) {
        return map.put(e, PRESENT) == null;
    }

    public Object clone() {
        try {
            TreeSet<E> copy = (TreeSet<E>) super.clone();
            copy.map = new TreeMap<E, Object>(map);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }
}
