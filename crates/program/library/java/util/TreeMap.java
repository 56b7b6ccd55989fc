// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

// A sorted list: simple, and right for every order that the documentation allows. What a comparator that is no order gives is not modelled.
public class TreeMap<K, V> extends SortedEntries<K, V> implements NavigableMap<K, V>, Cloneable, java.io.Serializable {
    private final Comparator<? super K> comparator;
    private Node<K, V> first;
    private Node<K, V> last;
    private int size;
    int modCount;

    public TreeMap() {
        comparator = null;
    }

    public TreeMap(Comparator<? super K> comparator) {
        this.comparator = comparator;
    }

    public TreeMap(Map<? extends K, ? extends V> m) {
        comparator = null;
        putAll(m);
    }

    public TreeMap(SortedMap<K, ? extends V> m) {
        comparator = m.comparator();
        putAll(m);
    }

    int compare(Object a, Object b) {
        return ObjectArrays.compare(a, b, comparator);
    }

    // What is so of every map that was there before a call.
    private boolean repOk() {
        for (Node<K, V> node = first; node != null; node = node.next) {
            Node<K, V> previous = node.previous == null ? node : node.previous;
            if (node.key == null || compare(previous.key, node.key) >= (node == previous ? 1 : 0)) {
                return false;
            }
        }
        return true;
    }

    TreeMap<K, V> whole() {
        return this;
    }

    Node<K, V> end(boolean isFirst) {
        return isFirst ? first : last;
    }

    Node<K, V> step(Node<K, V> node, boolean forward) {
        return forward ? node.next : node.previous;
    }

    Node<K, V> near(K key, boolean forward, boolean strict) {
        // The first that is behind the key; at it, if that is asked for.
        boolean behind = forward == strict;
        Node<K, V> node = first;
        while (node != null) {
            int order = compare(key, node.key);
            if (order < 0 || (order == 0 && !behind)) {
                break;
            }
            node = node.next;
        }
        if (forward) {
            return node;
        }
        return node == null ? last : node.previous;
    }

    Node<K, V> find(Object key) {
        if (comparator == null) {
            Comparable<?> unused = (Comparable<?>) Objects.requireNonNull(key);
        }
        for (Node<K, V> node = first; node != null; node = node.next) {
            int order = compare(key, node.key);
            if (order <= 0) {
                return order == 0 ? node : null;
            }
        }
        return null;
    }

    void unlink(Node<K, V> node) {
        if (node.previous == null) {
            first = node.next;
        } else {
            node.previous.next = node.next;
        }
        if (node.next == null) {
            last = node.previous;
        } else {
            node.next.previous = node.previous;
        }
        size--;
        modCount++;
    }

    private void insertBefore(Node<K, V> next, Node<K, V> node) {
        Node<K, V> previous = next == null ? last : next.previous;
        node.previous = previous;
        node.next = next;
        if (previous == null) {
            first = node;
        } else {
            previous.next = node;
        }
        if (next == null) {
            last = node;
        } else {
            next.previous = node;
        }
        size++;
        modCount++;
    }

    // Gives the old value.
    private V insert(K key, V value, boolean onlyIfAbsent) {
        if (first == null) {
            // So that the type of the key is checked.
            compare(key, key);
        }
        Node<K, V> node = first;
        while (node != null) {
            int order = compare(key, node.key);
            if (order == 0) {
                V old = node.value;
                if (!onlyIfAbsent || old == null) {
                    node.value = value;
                }
                return old;
            }
            if (order < 0) {
                break;
            }
            node = node.next;
        }
        insertBefore(node, new Node<K, V>(key, value));
        return null;
    }

    public Comparator<? super K> comparator() {
        return comparator;
    }

    public int size() {
        return size;
    }

    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    public boolean containsValue(Object value) {
        for (Node<K, V> node = first; node != null; node = node.next) {
            if (Objects.equals(value, node.value)) {
                return true;
            }
        }
        return false;
    }

    public V get(Object key) {
        Node<K, V> node = find(key);
        return node == null ? null : node.value;
    }

    public V put(K key, V value) {
        return insert(key, value, false);
    }

    public V putIfAbsent(K key, V value) {
        return insert(key, value, true);
    }

    public V remove(Object key) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        unlink(node);
        return node.value;
    }

    public boolean replace(K key, V oldValue, V newValue) {
        Node<K, V> node = find(key);
        if (node == null || !Objects.equals(oldValue, node.value)) {
            return false;
        }
        node.value = newValue;
        return true;
    }

    public V replace(K key, V value) {
        Node<K, V> node = find(key);
        return node == null ? null : node.setValue(value);
    }

    public void clear() {
        modCount++;
        first = null;
        last = null;
        size = 0;
    }

    public NavigableMap<K, V> descendingMap() {
        return new Part<K, V>(this, false, null, false, false, null, false, true);
    }

    public NavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
        return new Part<K, V>(this, true, from, fromInclusive, true, to, toInclusive, false);
    }

    public NavigableMap<K, V> headMap(K to, boolean inclusive) {
        return new Part<K, V>(this, false, null, false, true, to, inclusive, false);
    }

    public NavigableMap<K, V> tailMap(K from, boolean inclusive) {
        return new Part<K, V>(this, true, from, inclusive, false, null, false, false);
    }

    public Object clone() {
        try {
            TreeMap<K, V> copy = (TreeMap<K, V>) super.clone();
            copy.first = null;
            copy.last = null;
            copy.size = 0;
            for (Node<K, V> node = first; node != null; node = node.next) {
                copy.insertBefore(null, new Node<K, V>(node.key, node.value));
            }
            copy.modCount = 0;
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }

    // The keys between two bounds, in ascending or descending order. The bounds are in ascending order.
    private static final class Part<K, V> extends SortedEntries<K, V> {
        private final TreeMap<K, V> map;
        private final boolean hasLow;
        private final K low;
        private final boolean lowInclusive;
        private final boolean hasHigh;
        private final K high;
        private final boolean highInclusive;
        private final boolean isDescending;

        Part(TreeMap<K, V> map, boolean hasLow, K low, boolean lowInclusive, boolean hasHigh, K high, boolean highInclusive, boolean isDescending) {
            if (hasLow && hasHigh) {
                if (map.compare(low, high) > 0) {
                    throw new IllegalArgumentException("fromKey > toKey");
                }
            } else if (hasLow) {
                // So that the type of the key is checked.
                map.compare(low, low);
            } else if (hasHigh) {
                map.compare(high, high);
            }
            this.map = map;
            this.hasLow = hasLow;
            this.low = low;
            this.lowInclusive = lowInclusive;
            this.hasHigh = hasHigh;
            this.high = high;
            this.highInclusive = highInclusive;
            this.isDescending = isDescending;
        }

        private boolean isTooLow(Object key) {
            if (!hasLow) {
                return false;
            }
            int order = map.compare(key, low);
            return order < 0 || (order == 0 && !lowInclusive);
        }

        private boolean isTooHigh(Object key) {
            if (!hasHigh) {
                return false;
            }
            int order = map.compare(key, high);
            return order > 0 || (order == 0 && !highInclusive);
        }

        private boolean isInside(Object key) {
            return !isTooLow(key) && !isTooHigh(key);
        }

        // May it be a bound of a part of this part?
        private boolean mayBound(K key, boolean inclusive) {
            if (inclusive) {
                return isInside(key);
            }
            return (!hasLow || map.compare(key, low) >= 0) && (!hasHigh || map.compare(high, key) >= 0);
        }

        private Node<K, V> inside(Node<K, V> node) {
            return node != null && isInside(node.key) ? node : null;
        }

        // What is so of every map that was there before a call.
    private boolean repOk() {
        for (Node<K, V> node = first; node != null; node = node.next) {
            Node<K, V> previous = node.previous == null ? node : node.previous;
            if (node.key == null || compare(previous.key, node.key) >= (node == previous ? 1 : 0)) {
                return false;
            }
        }
        return true;
    }

    TreeMap<K, V> whole() {
            return map;
        }

        Node<K, V> end(boolean isFirst) {
            if (isFirst != isDescending) {
                return inside(hasLow ? map.near(low, true, !lowInclusive) : map.first);
            }
            return inside(hasHigh ? map.near(high, false, !highInclusive) : map.last);
        }

        Node<K, V> step(Node<K, V> node, boolean forward) {
            return inside(map.step(node, forward != isDescending));
        }

        Node<K, V> near(K key, boolean forward, boolean strict) {
            boolean up = forward != isDescending;
            if (up ? isTooLow(key) : isTooHigh(key)) {
                return end(forward);
            }
            return inside(map.near(key, up, strict));
        }

        public int size() {
            int size = 0;
            for (Node<K, V> node = end(true); node != null; node = step(node, true)) {
                size++;
            }
            return size;
        }

        public boolean isEmpty() {
            return end(true) == null;
        }

        public boolean containsKey(Object key) {
            return isInside(key) && map.containsKey(key);
        }

        public V get(Object key) {
            return isInside(key) ? map.get(key) : null;
        }

        public V put(K key, V value) {
            if (!isInside(key)) {
                throw new IllegalArgumentException("key out of range");
            }
            return map.put(key, value);
        }

        public V remove(Object key) {
            return isInside(key) ? map.remove(key) : null;
        }

        public Comparator<? super K> comparator() {
            return isDescending ? ReverseOrder.of((Comparator<K>) map.comparator) : map.comparator;
        }

        public NavigableMap<K, V> descendingMap() {
            return new Part<K, V>(map, hasLow, low, lowInclusive, hasHigh, high, highInclusive, !isDescending);
        }

        public NavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
            if (!mayBound(from, fromInclusive)) {
                throw new IllegalArgumentException("fromKey out of range");
            }
            if (!mayBound(to, toInclusive)) {
                throw new IllegalArgumentException("toKey out of range");
            }
            if (isDescending) {
                return new Part<K, V>(map, true, to, toInclusive, true, from, fromInclusive, true);
            }
            return new Part<K, V>(map, true, from, fromInclusive, true, to, toInclusive, false);
        }

        public NavigableMap<K, V> headMap(K to, boolean inclusive) {
            if (!mayBound(to, inclusive)) {
                throw new IllegalArgumentException("toKey out of range");
            }
            if (isDescending) {
                return new Part<K, V>(map, true, to, inclusive, hasHigh, high, highInclusive, true);
            }
            return new Part<K, V>(map, hasLow, low, lowInclusive, true, to, inclusive, false);
        }

        public NavigableMap<K, V> tailMap(K from, boolean inclusive) {
            if (!mayBound(from, inclusive)) {
                throw new IllegalArgumentException("fromKey out of range");
            }
            if (isDescending) {
                return new Part<K, V>(map, hasLow, low, lowInclusive, true, from, inclusive, true);
            }
            return new Part<K, V>(map, true, from, inclusive, hasHigh, high, highInclusive, false);
        }
    }
}
