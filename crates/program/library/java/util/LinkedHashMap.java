// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class LinkedHashMap<K, V> extends HashMap<K, V> implements Map<K, V> {
    // A constructor cannot be native in Java: each hands its work to a native method.
    public LinkedHashMap() {
        construct();
    }

    private native void construct();

    public LinkedHashMap(int capacity) {
        construct(capacity);
    }

    private native void construct(int capacity);

    public LinkedHashMap(int capacity, float loadFactor) {
        construct(capacity, loadFactor);
    }

    private native void construct(int capacity, float loadFactor);

    public LinkedHashMap(int capacity, float loadFactor, boolean accessOrder) {
        construct(capacity, loadFactor, accessOrder);
    }

    private native void construct(int capacity, float loadFactor, boolean accessOrder);

    public LinkedHashMap(Map<? extends K, ? extends V> m) {
        construct(m);
    }

    private native void construct(Map<? extends K, ? extends V> m);

    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return false;
    }
}
