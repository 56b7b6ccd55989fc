// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class LinkedHashMap<K, V> extends HashMap<K, V> implements Map<K, V> {
    private boolean inAccessOrder;

    public LinkedHashMap() {
    }

    public LinkedHashMap(int capacity) {
        super(capacity);
    }

    public LinkedHashMap(int capacity, float loadFactor) {
        super(capacity, loadFactor);
    }

    public LinkedHashMap(int capacity, float loadFactor, boolean accessOrder) {
        super(capacity, loadFactor);
        inAccessOrder = accessOrder;
    }

    public LinkedHashMap(Map<? extends K, ? extends V> m) {
        super(m);
    }

    void accessed(Node<K, V> node) {
        if (inAccessOrder) {
            moveToEnd(node);
        }
    }

    public V put(K key, V value) {
        int size = size();
        V old = super.put(key, value);
        removeEldest(size);
        return old;
    }

    public V putIfAbsent(K key, V value) {
        int size = size();
        V old = super.putIfAbsent(key, value);
        removeEldest(size);
        return old;
    }

    public void putAll(Map<? extends K, ? extends V> m) {
        for (Map.Entry<? extends K, ? extends V> entry : m.entrySet()) {
            int size = size();
            insert(entry.getKey(), entry.getValue(), false);
            removeEldest(size);
        }
    }

    private void removeEldest(int sizeBefore) {
        Node<K, V> eldest = first;
        if (size() > sizeBefore && eldest != null && removeEldestEntry(eldest)) {
            Node<K, V> removed = find(eldest.key);
            if (removed != null) {
                unlink(removed);
            }
        }
    }

    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return false;
    }
}
