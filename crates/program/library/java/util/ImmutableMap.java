// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

// What Map.of gives: not a class of Java. The order of its entries is not specified; here it is the order given.
final class ImmutableMap<K, V> extends AbstractMap<K, V> {
    private final Object[] keys;
    private final Object[] values;

    ImmutableMap(Object... keysAndValues) {
        keys = new Object[keysAndValues.length / 2];
        values = new Object[keys.length];
        for (int i = 0; i < keys.length; i++) {
            Object key = Objects.requireNonNull(keysAndValues[2 * i]);
            values[i] = Objects.requireNonNull(keysAndValues[2 * i + 1]);
            if (find(key) >= 0) {
                throw new IllegalArgumentException("duplicate key: " + String.valueOf(key));
            }
            keys[i] = key;
        }
    }

    static <K, V> Map<K, V> copyOf(Map<? extends K, ? extends V> map) {
        if (map instanceof ImmutableMap) {
            return (Map<K, V>) map;
        }
        Object[] keysAndValues = new Object[2 * map.size()];
        int count = 0;
        for (Map.Entry<? extends K, ? extends V> entry : map.entrySet()) {
            keysAndValues[count++] = entry.getKey();
            keysAndValues[count++] = entry.getValue();
        }
        return new ImmutableMap<K, V>(keysAndValues);
    }

    private int find(Object key) {
        for (int i = 0; i < keys.length && keys[i] != null; i++) {
            if (key.equals(keys[i])) {
                return i;
            }
        }
        return -1;
    }

    public int size() {
        return keys.length;
    }

    public boolean containsKey(Object key) {
        return find(Objects.requireNonNull(key)) >= 0;
    }

    public boolean containsValue(Object value) {
        return super.containsValue(Objects.requireNonNull(value));
    }

    public V get(Object key) {
        int index = find(Objects.requireNonNull(key));
        return index < 0 ? null : (V) values[index];
    }

    public V getOrDefault(Object key, V defaultValue) {
        V value = get(key);
        return value == null ? defaultValue : value;
    }

    public Set<Map.Entry<K, V>> entrySet() {
        Object[] entries = new Object[keys.length];
        for (int i = 0; i < keys.length; i++) {
            entries[i] = new SimpleImmutableEntry<K, V>((K) keys[i], (V) values[i]);
        }
        return new Entries<K, V>(entries);
    }

    private static final class Entries<K, V> extends AbstractSet<Map.Entry<K, V>> {
        private final Object[] entries;

        Entries(Object[] entries) {
            this.entries = entries;
        }

        public int size() {
            return entries.length;
        }

        public Iterator<Map.Entry<K, V>> iterator() {
            return new ArrayIterator<Map.Entry<K, V>>(entries);
        }
    }

    public V put(K key, V value) {
        throw new UnsupportedOperationException();
    }

    public V putIfAbsent(K key, V value) {
        throw new UnsupportedOperationException();
    }

    public void putAll(Map<? extends K, ? extends V> m) {
        throw new UnsupportedOperationException();
    }

    public V remove(Object key) {
        throw new UnsupportedOperationException();
    }

    public boolean remove(Object key, Object value) {
        throw new UnsupportedOperationException();
    }

    public V replace(K key, V value) {
        throw new UnsupportedOperationException();
    }

    public boolean replace(K key, V oldValue, V newValue) {
        throw new UnsupportedOperationException();
    }

    public void clear() {
        throw new UnsupportedOperationException();
    }
}
