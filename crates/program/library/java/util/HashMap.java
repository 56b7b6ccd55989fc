// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class HashMap<K, V> extends LinkedEntries<K, V> implements Map<K, V>, Cloneable, java.io.Serializable {
    public HashMap() {
    }

    public HashMap(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal initial capacity: " + capacity);
        }
    }

    // The load factor is a number of a floating type, which no call can give.
    public HashMap(int capacity, float loadFactor) {
        this(capacity);
    }

    public HashMap(Map<? extends K, ? extends V> m) {
        insertAll(m);
    }

    // What is so of every map that was there before a call.
    private boolean repOk() {
        for (Node<K, V> node = first; node != null; node = node.next) {
            for (Node<K, V> other = first; other != node; other = other.next) {
                if (node.key == other.key || node.key != null && node.key.equals(other.key)) {
                    return false;
                }
            }
        }
        return true;
    }

    public Object clone() {
        try {
            HashMap<K, V> copy = (HashMap<K, V>) super.clone();
            copy.fillWith(this);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }
}
