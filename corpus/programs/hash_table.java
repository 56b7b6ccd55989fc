// A hash table with chains: generic, an array of nodes, an iterator as inner class, a repOk without any JML.
import java.util.Iterator;
import java.util.NoSuchElementException;

class HashTable<K, V> implements Iterable<HashTable.Entry<K, V>> {
    static final int INITIAL = 4;

    static final class Entry<K, V> {
        final K key;
        final int hash;
        V value;
        Entry<K, V> next;

        Entry(K key, int hash, V value, Entry<K, V> next) {
            this.key = key;
            this.hash = hash;
            this.value = value;
            this.next = next;
        }
    }

    private Entry<K, V>[] buckets = newBuckets(INITIAL);
    private int size;

    @SuppressWarnings("unchecked")
    private static <K, V> Entry<K, V>[] newBuckets(int length) {
        return (Entry<K, V>[]) new Entry[length];
    }

    private static int spread(Object key) {
        int hash = key.hashCode();
        return hash ^ (hash >>> 16);
    }

    boolean repOk() {
        if (buckets == null || buckets.length == 0 || (buckets.length & (buckets.length - 1)) != 0) return false;
        int count = 0;
        for (int i = 0; i < buckets.length; i++) {
            for (Entry<K, V> entry = buckets[i]; entry != null; entry = entry.next) {
                if (entry.key == null || entry.hash != spread(entry.key)) return false;
                if ((entry.hash & (buckets.length - 1)) != i || ++count > size) return false;
            }
        }
        return count == size;
    }

    public V get(K key) {
        Entry<K, V> entry = find(key);
        return entry == null ? null : entry.value;
    }

    private Entry<K, V> find(K key) {
        int hash = spread(key);
        Entry<K, V> entry = buckets[hash & (buckets.length - 1)];
        while (entry != null && !(entry.hash == hash && entry.key.equals(key))) entry = entry.next;
        return entry;
    }

    public V put(K key, V value) {
        Entry<K, V> found = find(key);
        if (found != null) {
            V old = found.value;
            found.value = value;
            return old;
        }
        if (size >= buckets.length) grow();
        int hash = spread(key), at = hash & (buckets.length - 1);
        buckets[at] = new Entry<>(key, hash, value, buckets[at]);
        size++;
        return null;
    }

    private void grow() {
        Entry<K, V>[] larger = newBuckets(buckets.length << 1);
        for (Entry<K, V> entry : buckets) {
            while (entry != null) {
                Entry<K, V> next = entry.next;
                int at = entry.hash & (larger.length - 1);
                entry.next = larger[at];
                larger[at] = entry;
                entry = next;
            }
        }
        buckets = larger;
    }

    public Iterator<Entry<K, V>> iterator() {
        return new Entries();
    }

    private class Entries implements Iterator<Entry<K, V>> {
        private int bucket = -1;
        private Entry<K, V> next = advance(null);

        private Entry<K, V> advance(Entry<K, V> from) {
            Entry<K, V> found = from;
            while (found == null && ++bucket < buckets.length) found = buckets[bucket];
            return found;
        }

        public boolean hasNext() {
            return next != null;
        }

        public Entry<K, V> next() {
            if (next == null) throw new NoSuchElementException();
            Entry<K, V> result = next;
            next = advance(result.next);
            return result;
        }
    }
}
