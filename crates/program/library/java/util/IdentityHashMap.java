// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class IdentityHashMap<K, V> extends AbstractMap<K, V> implements Map<K, V>, java.io.Serializable, Cloneable {
    // A constructor cannot be native in Java: each hands its work to a native method.
    public IdentityHashMap() {
        construct();
    }

    private native void construct();

    public IdentityHashMap(int expectedMaxSize) {
        construct(expectedMaxSize);
    }

    private native void construct(int expectedMaxSize);

    public IdentityHashMap(Map<? extends K, ? extends V> m) {
        construct(m);
    }

    private native void construct(Map<? extends K, ? extends V> m);

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
}
