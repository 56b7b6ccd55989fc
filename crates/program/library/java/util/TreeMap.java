// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class TreeMap<K, V> extends AbstractMap<K, V> implements NavigableMap<K, V>, Cloneable, java.io.Serializable {
    // A constructor cannot be native in Java: each hands its work to a native method.
    public TreeMap() {
        construct();
    }

    private native void construct();

    public TreeMap(Comparator<? super K> comparator) {
        construct(comparator);
    }

    private native void construct(Comparator<? super K> comparator);

    public TreeMap(Map<? extends K, ? extends V> m) {
        construct(m);
    }

    private native void construct(Map<? extends K, ? extends V> m);

    public TreeMap(SortedMap<K, ? extends V> m) {
        construct(m);
    }

    private native void construct(SortedMap<K, ? extends V> m);

    public native int size();

    public native boolean isEmpty();

    public native boolean containsKey(Object key);

    public native boolean containsValue(Object value);

    public native V get(Object key);

    public native V put(K key, V value);

    public native V remove(Object key);

    public native void putAll(Map<? extends K, ? extends V> m);

    public native void clear();

    public native Set<K> keySet();

    public native Collection<V> values();

    public native Set<Map.Entry<K, V>> entrySet();

    public native V getOrDefault(Object key, V defaultValue);

    public native V putIfAbsent(K key, V value);

    public native boolean remove(Object key, Object value);

    public native boolean replace(K key, V oldValue, V newValue);

    public native V replace(K key, V value);

    public native boolean equals(Object o);

    public native int hashCode();

    public native Object clone();

    public native String toString();

    public native Comparator<? super K> comparator();

    public native K firstKey();

    public native K lastKey();

    public native Map.Entry<K, V> lowerEntry(K key);

    public native K lowerKey(K key);

    public native Map.Entry<K, V> floorEntry(K key);

    public native K floorKey(K key);

    public native Map.Entry<K, V> ceilingEntry(K key);

    public native K ceilingKey(K key);

    public native Map.Entry<K, V> higherEntry(K key);

    public native K higherKey(K key);

    public native Map.Entry<K, V> firstEntry();

    public native Map.Entry<K, V> lastEntry();

    public native Map.Entry<K, V> pollFirstEntry();

    public native Map.Entry<K, V> pollLastEntry();

    public native NavigableMap<K, V> descendingMap();

    public native NavigableSet<K> navigableKeySet();

    public native NavigableSet<K> descendingKeySet();

    public native NavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive);

    public native NavigableMap<K, V> headMap(K to, boolean inclusive);

    public native NavigableMap<K, V> tailMap(K from, boolean inclusive);

    public native SortedMap<K, V> subMap(K from, K to);

    public native SortedMap<K, V> headMap(K to);

    public native SortedMap<K, V> tailMap(K from);
}
