// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

// What sorted maps and the parts of them have in common here: not a class of Java.
abstract class SortedEntries<K, V> extends AbstractMap<K, V> implements NavigableMap<K, V> {
    static final class Node<K, V> implements Map.Entry<K, V> {
        final K key;
        V value;
        Node<K, V> previous;
        Node<K, V> next;

        Node(K key, V value) {
            this.key = key;
            this.value = value;
        }

        public K getKey() {
            return key;
        }

        public V getValue() {
            return value;
        }

        public V setValue(V value) {
            V old = this.value;
            this.value = value;
            return old;
        }

        public boolean equals(Object o) {
            if (!(o instanceof Map.Entry)) {
                return false;
            }
            Map.Entry<?, ?> other = (Map.Entry<?, ?>) o;
            return Objects.equals(key, other.getKey()) && Objects.equals(value, other.getValue());
        }

        public int hashCode() {
            return Objects.hashCode(key) ^ Objects.hashCode(value);
        }

        public String toString() {
            return String.valueOf(key) + "=" + String.valueOf(value);
        }
    }

    // The map itself, of a part the whole.
    abstract TreeMap<K, V> whole();

    // The first or the last, in the order of this map.
    abstract Node<K, V> end(boolean isFirst);

    // The one before or behind in the order of this map, if it is in this map.
    abstract Node<K, V> step(Node<K, V> node, boolean forward);

    // The nearest before (or behind) the key in the order of this map; the one at the key itself unless `strict`.
    abstract Node<K, V> near(K key, boolean forward, boolean strict);

    static <K, V> Map.Entry<K, V> export(Node<K, V> node) {
        return node == null ? null : new SimpleImmutableEntry<K, V>(node);
    }

    static <K, V> K keyOf(Node<K, V> node) {
        return node == null ? null : node.key;
    }

    public Map.Entry<K, V> lowerEntry(K key) {
        return export(near(key, false, true));
    }

    public K lowerKey(K key) {
        return keyOf(near(key, false, true));
    }

    public Map.Entry<K, V> floorEntry(K key) {
        return export(near(key, false, false));
    }

    public K floorKey(K key) {
        return keyOf(near(key, false, false));
    }

    public Map.Entry<K, V> ceilingEntry(K key) {
        return export(near(key, true, false));
    }

    public K ceilingKey(K key) {
        return keyOf(near(key, true, false));
    }

    public Map.Entry<K, V> higherEntry(K key) {
        return export(near(key, true, true));
    }

    public K higherKey(K key) {
        return keyOf(near(key, true, true));
    }

    public Map.Entry<K, V> firstEntry() {
        return export(end(true));
    }

    public Map.Entry<K, V> lastEntry() {
        return export(end(false));
    }

    public K firstKey() {
        return existing(end(true));
    }

    public K lastKey() {
        return existing(end(false));
    }

    private static <K, V> K existing(Node<K, V> node) {
        if (node == null) {
            throw new NoSuchElementException();
        }
        return node.key;
    }

    public Map.Entry<K, V> pollFirstEntry() {
        return poll(end(true));
    }

    public Map.Entry<K, V> pollLastEntry() {
        return poll(end(false));
    }

    private Map.Entry<K, V> poll(Node<K, V> node) {
        if (node != null) {
            whole().unlink(node);
        }
        return export(node);
    }

    public SortedMap<K, V> subMap(K from, K to) {
        return subMap(from, true, to, false);
    }

    public SortedMap<K, V> headMap(K to) {
        return headMap(to, false);
    }

    public SortedMap<K, V> tailMap(K from) {
        return tailMap(from, true);
    }

    public Set<K> keySet() {
        return navigableKeySet();
    }

    public NavigableSet<K> navigableKeySet() {
        return new SortedKeys<K>(this);
    }

    public NavigableSet<K> descendingKeySet() {
        return descendingMap().navigableKeySet();
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new Entries();
    }

    final Iterator<K> keys(boolean forward) {
        return new KeyIterator<K, V>(new Walk(forward));
    }

    private Node<K, V> findEntry(Object o) {
        if (!(o instanceof Map.Entry)) {
            return null;
        }
        Map.Entry<?, ?> entry = (Map.Entry<?, ?>) o;
        Object key = entry.getKey();
        Node<K, V> node = containsKey(key) ? whole().find(key) : null;
        return node != null && Objects.equals(node.value, entry.getValue()) ? node : null;
    }

    private final class Entries extends AbstractSet<Map.Entry<K, V>> {
        public int size() {
            return SortedEntries.this.size();
        }

        public boolean contains(Object o) {
            return findEntry(o) != null;
        }

        public boolean remove(Object o) {
            Node<K, V> node = findEntry(o);
            if (node == null) {
                return false;
            }
            whole().unlink(node);
            return true;
        }

        public Iterator<Map.Entry<K, V>> iterator() {
            return new Walk(true);
        }
    }

    private final class Walk implements Iterator<Map.Entry<K, V>> {
        private final boolean forward;
        private Node<K, V> next;
        private Node<K, V> returned;
        private int expectedModCount = whole().modCount;

        Walk(boolean forward) {
            this.forward = forward;
            next = end(forward);
        }

        public boolean hasNext() {
            return next != null;
        }

        public Map.Entry<K, V> next() {
            if (next == null) {
                throw new NoSuchElementException();
            }
            if (whole().modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
            returned = next;
            next = step(next, forward);
            return returned;
        }

        public void remove() {
            if (returned == null) {
                throw new IllegalStateException();
            }
            if (whole().modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
            whole().unlink(returned);
            returned = null;
            expectedModCount = whole().modCount;
        }
    }
}
