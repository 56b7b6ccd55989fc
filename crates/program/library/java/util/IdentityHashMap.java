// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

// Keys and values are compared by identity.
public class IdentityHashMap<K, V> extends LinkedEntries<K, V> implements Map<K, V>, java.io.Serializable, Cloneable {
    public IdentityHashMap() {
    }

    public IdentityHashMap(int expectedMaxSize) {
        if (expectedMaxSize < 0) {
            throw new IllegalArgumentException("expectedMaxSize is negative: " + expectedMaxSize);
        }
    }

    public IdentityHashMap(Map<? extends K, ? extends V> m) {
        insertAll(m);
    }

    private static final class IdentityNode<K, V> extends Node<K, V> {
        IdentityNode(K key, V value) {
            super(key, value);
        }

        public boolean equals(Object o) {
            return o instanceof Map.Entry && key == ((Map.Entry<?, ?>) o).getKey() && value == ((Map.Entry<?, ?>) o).getValue();
        }

        public int hashCode() {
            return System.identityHashCode(key) ^ System.identityHashCode(value);
        }
    }

    Node<K, V> newNode(K key, V value) {
        return new IdentityNode<K, V>(key, value);
    }

    Node<K, V> find(Object key) {
        Node<K, V> node = first;
        while (node != null && node.key != key) {
            node = node.next;
        }
        return node;
    }

    Node<K, V> findEntry(Object o) {
        if (!(o instanceof Map.Entry)) {
            return null;
        }
        Node<K, V> node = find(((Map.Entry<?, ?>) o).getKey());
        return node != null && node.value == ((Map.Entry<?, ?>) o).getValue() ? node : null;
    }

    public boolean containsValue(Object value) {
        for (Node<K, V> node = first; node != null; node = node.next) {
            if (node.value == value) {
                return true;
            }
        }
        return false;
    }

    public Collection<V> values() {
        return new IdentityValues<K, V>(this);
    }

    private static final class IdentityValues<K, V> extends Values<K, V> {
        IdentityValues(IdentityHashMap<K, V> map) {
            super(map);
        }

        public boolean remove(Object o) {
            for (Iterator<V> values = iterator(); values.hasNext();) {
                if (values.next() == o) {
                    values.remove();
                    return true;
                }
            }
            return false;
        }
    }

    public boolean equals(Object o) {
        if (o == this) {
            return true;
        }
        return o instanceof Map && entrySet().equals(((Map<?, ?>) o).entrySet());
    }

    public Object clone() {
        try {
            IdentityHashMap<K, V> copy = (IdentityHashMap<K, V>) super.clone();
            copy.fillWith(this);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }
}
