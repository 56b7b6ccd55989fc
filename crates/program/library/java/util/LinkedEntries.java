// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

// What the hash maps have in common here: not a class of Java. The entries are linked in the order of insertion, which is one of the
// orders that Java allows for a hash map. Keys are compared by `equals` alone: hash codes are taken to agree with it.
abstract class LinkedEntries<K, V> extends AbstractMap<K, V> {
    static class Node<K, V> implements Map.Entry<K, V> {
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

    Node<K, V> first;
    private Node<K, V> last;
    private int size;
    private int modCount;

    Node<K, V> find(Object key) {
        Node<K, V> node = first;
        while (node != null && !(node.key == key || (key != null && key.equals(node.key)))) {
            node = node.next;
        }
        return node;
    }

    // An entry was read or written.
    void accessed(Node<K, V> node) {
    }

    Node<K, V> newNode(K key, V value) {
        return new Node<K, V>(key, value);
    }

    final void append(Node<K, V> node) {
        node.previous = last;
        node.next = null;
        if (last == null) {
            first = node;
        } else {
            last.next = node;
        }
        last = node;
        size++;
        modCount++;
    }

    final void unlink(Node<K, V> node) {
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

    final void moveToEnd(Node<K, V> node) {
        if (node != last) {
            unlink(node);
            append(node);
        }
    }

    // For clones: shares nothing with the map that it was copied from.
    final void fillWith(LinkedEntries<K, V> other) {
        first = null;
        last = null;
        size = 0;
        for (Node<K, V> node = other.first; node != null; node = node.next) {
            append(newNode(node.key, node.value));
        }
        modCount = 0;
    }

    // Without a look at the eldest entry: for constructors.
    final void insertAll(Map<? extends K, ? extends V> m) {
        for (Map.Entry<? extends K, ? extends V> entry : m.entrySet()) {
            insert(entry.getKey(), entry.getValue(), false);
        }
    }

    // Gives the old value.
    final V insert(K key, V value, boolean onlyIfAbsent) {
        Node<K, V> node = find(key);
        if (node == null) {
            append(newNode(key, value));
            return null;
        }
        V old = node.value;
        if (!onlyIfAbsent || old == null) {
            node.value = value;
        }
        accessed(node);
        return old;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    public boolean containsValue(Object value) {
        for (Node<K, V> node = first; node != null; node = node.next) {
            if (value == node.value || (value != null && value.equals(node.value))) {
                return true;
            }
        }
        return false;
    }

    public V get(Object key) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        accessed(node);
        return node.value;
    }

    public V getOrDefault(Object key, V defaultValue) {
        Node<K, V> node = find(key);
        if (node == null) {
            return defaultValue;
        }
        accessed(node);
        return node.value;
    }

    public V put(K key, V value) {
        return insert(key, value, false);
    }

    public V putIfAbsent(K key, V value) {
        return insert(key, value, true);
    }

    public void putAll(Map<? extends K, ? extends V> m) {
        insertAll(m);
    }

    public V remove(Object key) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        unlink(node);
        return node.value;
    }

    public boolean remove(Object key, Object value) {
        Node<K, V> node = find(key);
        if (node == null || !(node.value == value || (value != null && value.equals(node.value)))) {
            return false;
        }
        unlink(node);
        return true;
    }

    public boolean replace(K key, V oldValue, V newValue) {
        Node<K, V> node = find(key);
        if (node == null || !(node.value == oldValue || (node.value != null && node.value.equals(oldValue)))) {
            return false;
        }
        node.value = newValue;
        accessed(node);
        return true;
    }

    public V replace(K key, V value) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        V old = node.value;
        node.value = value;
        accessed(node);
        return old;
    }

    public void clear() {
        modCount++;
        first = null;
        last = null;
        size = 0;
    }

    public Set<K> keySet() {
        return new Keys();
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new Entries();
    }

    private final class Keys extends AbstractSet<K> {
        public int size() {
            return size;
        }

        public void clear() {
            LinkedEntries.this.clear();
        }

        public boolean contains(Object o) {
            return containsKey(o);
        }

        public boolean remove(Object o) {
            Node<K, V> node = find(o);
            if (node == null) {
                return false;
            }
            unlink(node);
            return true;
        }

        public Iterator<K> iterator() {
            return new KeyIterator<K, V>(new Walk());
        }
    }

    Node<K, V> findEntry(Object o) {
        if (!(o instanceof Map.Entry)) {
            return null;
        }
        Map.Entry<?, ?> entry = (Map.Entry<?, ?>) o;
        Node<K, V> node = find(entry.getKey());
        return node != null && Objects.equals(node.value, entry.getValue()) ? node : null;
    }

    private final class Entries extends AbstractSet<Map.Entry<K, V>> {
        public int size() {
            return size;
        }

        public void clear() {
            LinkedEntries.this.clear();
        }

        public boolean contains(Object o) {
            return findEntry(o) != null;
        }

        public boolean remove(Object o) {
            Node<K, V> node = findEntry(o);
            if (node == null) {
                return false;
            }
            unlink(node);
            return true;
        }

        public Iterator<Map.Entry<K, V>> iterator() {
            return new Walk();
        }
    }

    private final class Walk implements Iterator<Map.Entry<K, V>> {
        private Node<K, V> next = first;
        private Node<K, V> returned;
        private int expectedModCount = modCount;

        public boolean hasNext() {
            return next != null;
        }

        public Map.Entry<K, V> next() {
            if (modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
            if (next == null) {
                throw new NoSuchElementException();
            }
            returned = next;
            next = next.next;
            return returned;
        }

        public void remove() {
            if (returned == null) {
                throw new IllegalStateException();
            }
            if (modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
            unlink(returned);
            returned = null;
            expectedModCount = modCount;
        }
    }
}
