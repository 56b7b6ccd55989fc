// tightrope: --from api=6
import java.util.HashMap;
import java.util.Map;

public class LruCache<K, V> {
    private static class Node<K, V> {
        K key; V value; Node<K, V> prev, next;
    }
    private final Map<K, Node<K, V>> map = new HashMap<>();
    private final Node<K, V> head = new Node<>();
    private final Node<K, V> tail = new Node<>();
    private final int capacity;

    public LruCache(int capacity) {
        if (capacity <= 0) throw new IllegalArgumentException("capacity must be positive");
        this.capacity = capacity;
        head.next = tail;
        tail.prev = head;
    }

    public V get(K key) {
        Node<K, V> node = map.get(key);
        if (node == null) return null;
        unlink(node);
        pushFront(node);
        return node.value;
    }

    public void put(K key, V value) {
        Node<K, V> node = map.get(key);
        if (node != null) {
            node.value = value;
            unlink(node);
            pushFront(node);
            return;
        }
        if (map.size() == capacity) {
            Node<K, V> last = tail.prev;
            unlink(last);
            // bug: the evicted key stays in the map
        }
        node = new Node<>();
        node.key = key;
        node.value = value;
        map.put(key, node);
        pushFront(node);
    }

    public int size() {
        int count = 0;
        for (Node<K, V> n = head.next; n != tail; n = n.next) count++;
        assert count == map.size() : "list and map agree";
        return count;
    }

    private void unlink(Node<K, V> node) {
        node.prev.next = node.next;
        node.next.prev = node.prev;
    }

    private void pushFront(Node<K, V> node) {
        node.next = head.next;
        node.prev = head;
        head.next.prev = node;
        head.next = node;
    }
}
