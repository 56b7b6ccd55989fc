// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class HashSet<E> extends AbstractSet<E> implements Set<E>, Cloneable, java.io.Serializable {
    // The elements are the keys. The values are not used.
    private HashMap<E, Object> map;

    public HashSet() {
        map = new HashMap<E, Object>();
    }

    public HashSet(int capacity) {
        map = new HashMap<E, Object>(capacity);
    }

    public HashSet(int capacity, float loadFactor) {
        map = new HashMap<E, Object>(capacity, loadFactor);
    }

    public HashSet(Collection<? extends E> c) {
        map = new HashMap<E, Object>();
        addAll(c);
    }

    public int size() {
        return map.size();
    }

    public boolean isEmpty() {
        return map.size() == 0;
    }

    public boolean contains(Object o) {
        return map.find(o) != null;
    }

    public Iterator<E> iterator() {
        return map.keySet().iterator();
    }

    public boolean add(E e) {
        if (map.find(e) != null) {
            return false;
        }
        map.append(map.newNode(e, null));
        return true;
    }

    public boolean remove(Object o) {
        LinkedEntries.Node<E, Object> node = map.find(o);
        if (node == null) {
            return false;
        }
        map.unlink(node);
        return true;
    }

    public void clear() {
        map.clear();
    }

    public Object clone() {
        try {
            HashSet<E> copy = (HashSet<E>) super.clone();
            copy.map = (HashMap<E, Object>) map.clone();
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }
}
