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
