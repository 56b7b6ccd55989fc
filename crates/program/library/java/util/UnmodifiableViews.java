// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

// What Collections.unmodifiableList and its kin give: not a class of Java.
final class UnmodifiableViews {
    private UnmodifiableViews() {
    }

    static class OfCollection<E> implements Collection<E> {
        final Collection<? extends E> seen;

        OfCollection(Collection<? extends E> seen) {
            if (seen == null) {
                throw new NullPointerException();
            }
            this.seen = seen;
        }

        public int size() {
            return seen.size();
        }

        public boolean isEmpty() {
            return seen.isEmpty();
        }

        public boolean contains(Object o) {
            return seen.contains(o);
        }

        public boolean containsAll(Collection<?> c) {
            return seen.containsAll(c);
        }

        public Object[] toArray() {
            return seen.toArray();
        }

        public <T> T[] toArray(T[] a) {
            return seen.toArray(a);
        }

        public String toString() {
            return seen.toString();
        }

        public Iterator<E> iterator() {
            return new OfIterator<E>((Iterator<E>) seen.iterator());
        }

        public boolean add(E e) {
            throw new UnsupportedOperationException();
        }

        public boolean remove(Object o) {
            throw new UnsupportedOperationException();
        }

        public boolean addAll(Collection<? extends E> c) {
            throw new UnsupportedOperationException();
        }

        public boolean removeAll(Collection<?> c) {
            throw new UnsupportedOperationException();
        }

        public boolean retainAll(Collection<?> c) {
            throw new UnsupportedOperationException();
        }

        public void clear() {
            throw new UnsupportedOperationException();
        }

        public boolean removeIf(java.util.function.Predicate<? super E> filter) {
            throw new UnsupportedOperationException();
        }
    }

    private static final class OfIterator<E> implements Iterator<E> {
        private final Iterator<E> seen;

        OfIterator(Iterator<E> seen) {
            this.seen = seen;
        }

        public boolean hasNext() {
            return seen.hasNext();
        }

        public E next() {
            return seen.next();
        }

        public void remove() {
            throw new UnsupportedOperationException();
        }
    }

    static class OfSet<E> extends OfCollection<E> implements Set<E> {
        OfSet(Set<? extends E> seen) {
            super(seen);
        }

        public boolean equals(Object o) {
            return o == this || seen.equals(o);
        }

        public int hashCode() {
            return seen.hashCode();
        }
    }

    static final class OfSortedSet<E> extends OfSet<E> implements SortedSet<E> {
        private final SortedSet<E> sorted;

        OfSortedSet(SortedSet<E> seen) {
            super(seen);
            sorted = seen;
        }

        public Comparator<? super E> comparator() {
            return sorted.comparator();
        }

        public SortedSet<E> subSet(E from, E to) {
            return new OfSortedSet<E>(sorted.subSet(from, to));
        }

        public SortedSet<E> headSet(E to) {
            return new OfSortedSet<E>(sorted.headSet(to));
        }

        public SortedSet<E> tailSet(E from) {
            return new OfSortedSet<E>(sorted.tailSet(from));
        }

        public E first() {
            return sorted.first();
        }

        public E last() {
            return sorted.last();
        }
    }

    static class OfList<E> extends OfCollection<E> implements List<E> {
        private final List<E> list;

        OfList(List<? extends E> seen) {
            super(seen);
            list = (List<E>) seen;
        }

        public boolean equals(Object o) {
            return o == this || list.equals(o);
        }

        public int hashCode() {
            return list.hashCode();
        }

        public E get(int index) {
            return list.get(index);
        }

        public int indexOf(Object o) {
            return list.indexOf(o);
        }

        public int lastIndexOf(Object o) {
            return list.lastIndexOf(o);
        }

        public List<E> subList(int from, int to) {
            return new OfList<E>(list.subList(from, to));
        }

        public ListIterator<E> listIterator() {
            return listIterator(0);
        }

        public ListIterator<E> listIterator(int index) {
            return new OfListIterator<E>(list.listIterator(index));
        }

        public E set(int index, E element) {
            throw new UnsupportedOperationException();
        }

        public void add(int index, E element) {
            throw new UnsupportedOperationException();
        }

        public E remove(int index) {
            throw new UnsupportedOperationException();
        }

        public boolean addAll(int index, Collection<? extends E> c) {
            throw new UnsupportedOperationException();
        }

        public void sort(Comparator<? super E> comparator) {
            throw new UnsupportedOperationException();
        }

        public void replaceAll(java.util.function.UnaryOperator<E> operator) {
            throw new UnsupportedOperationException();
        }
    }

    static final class OfRandomAccessList<E> extends OfList<E> implements RandomAccess {
        OfRandomAccessList(List<? extends E> seen) {
            super(seen);
        }

        public List<E> subList(int from, int to) {
            return new OfRandomAccessList<E>(((List<E>) seen).subList(from, to));
        }
    }

    private static final class OfListIterator<E> implements ListIterator<E> {
        private final ListIterator<E> seen;

        OfListIterator(ListIterator<E> seen) {
            this.seen = seen;
        }

        public boolean hasNext() {
            return seen.hasNext();
        }

        public E next() {
            return seen.next();
        }

        public boolean hasPrevious() {
            return seen.hasPrevious();
        }

        public E previous() {
            return seen.previous();
        }

        public int nextIndex() {
            return seen.nextIndex();
        }

        public int previousIndex() {
            return seen.previousIndex();
        }

        public void remove() {
            throw new UnsupportedOperationException();
        }

        public void set(E e) {
            throw new UnsupportedOperationException();
        }

        public void add(E e) {
            throw new UnsupportedOperationException();
        }
    }

    static class OfMap<K, V> implements Map<K, V> {
        private final Map<K, V> seen;

        OfMap(Map<? extends K, ? extends V> seen) {
            if (seen == null) {
                throw new NullPointerException();
            }
            this.seen = (Map<K, V>) seen;
        }

        public int size() {
            return seen.size();
        }

        public boolean isEmpty() {
            return seen.isEmpty();
        }

        public boolean containsKey(Object key) {
            return seen.containsKey(key);
        }

        public boolean containsValue(Object value) {
            return seen.containsValue(value);
        }

        public V get(Object key) {
            return seen.get(key);
        }

        public V getOrDefault(Object key, V defaultValue) {
            return seen.getOrDefault(key, defaultValue);
        }

        public Set<K> keySet() {
            return new OfSet<K>(seen.keySet());
        }

        public Collection<V> values() {
            return new OfCollection<V>(seen.values());
        }

        public Set<Map.Entry<K, V>> entrySet() {
            return new OfEntries<K, V>(seen.entrySet());
        }

        public boolean equals(Object o) {
            return o == this || seen.equals(o);
        }

        public int hashCode() {
            return seen.hashCode();
        }

        public String toString() {
            return seen.toString();
        }

        public V put(K key, V value) {
            throw new UnsupportedOperationException();
        }

        public V remove(Object key) {
            throw new UnsupportedOperationException();
        }

        public void putAll(Map<? extends K, ? extends V> m) {
            throw new UnsupportedOperationException();
        }

        public void clear() {
            throw new UnsupportedOperationException();
        }

        public V putIfAbsent(K key, V value) {
            throw new UnsupportedOperationException();
        }

        public boolean remove(Object key, Object value) {
            throw new UnsupportedOperationException();
        }

        public boolean replace(K key, V oldValue, V newValue) {
            throw new UnsupportedOperationException();
        }

        public V replace(K key, V value) {
            throw new UnsupportedOperationException();
        }
    }

    static final class OfSortedMap<K, V> extends OfMap<K, V> implements SortedMap<K, V> {
        private final SortedMap<K, V> sorted;

        OfSortedMap(SortedMap<K, ? extends V> seen) {
            super(seen);
            sorted = (SortedMap<K, V>) seen;
        }

        public Comparator<? super K> comparator() {
            return sorted.comparator();
        }

        public SortedMap<K, V> subMap(K from, K to) {
            return new OfSortedMap<K, V>(sorted.subMap(from, to));
        }

        public SortedMap<K, V> headMap(K to) {
            return new OfSortedMap<K, V>(sorted.headMap(to));
        }

        public SortedMap<K, V> tailMap(K from) {
            return new OfSortedMap<K, V>(sorted.tailMap(from));
        }

        public K firstKey() {
            return sorted.firstKey();
        }

        public K lastKey() {
            return sorted.lastKey();
        }
    }

    private static final class OfEntries<K, V> extends OfSet<Map.Entry<K, V>> {
        OfEntries(Set<Map.Entry<K, V>> seen) {
            super(seen);
        }

        public Iterator<Map.Entry<K, V>> iterator() {
            return new OfEntryIterator<K, V>((Iterator<Map.Entry<K, V>>) (Iterator<?>) seen.iterator());
        }

        public Object[] toArray() {
            Object[] entries = new Object[seen.size()];
            int count = 0;
            for (Iterator<Map.Entry<K, V>> all = iterator(); all.hasNext();) {
                entries[count++] = all.next();
            }
            return entries;
        }

        public <T> T[] toArray(T[] a) {
            Object[] entries = toArray();
            return ObjectArrays.into(a, entries, entries.length);
        }
    }

    private static final class OfEntryIterator<K, V> implements Iterator<Map.Entry<K, V>> {
        private final Iterator<Map.Entry<K, V>> seen;

        OfEntryIterator(Iterator<Map.Entry<K, V>> seen) {
            this.seen = seen;
        }

        public boolean hasNext() {
            return seen.hasNext();
        }

        public Map.Entry<K, V> next() {
            return new OfEntry<K, V>(seen.next());
        }

        public void remove() {
            throw new UnsupportedOperationException();
        }
    }

    private static final class OfEntry<K, V> implements Map.Entry<K, V> {
        private final Map.Entry<K, V> seen;

        OfEntry(Map.Entry<K, V> seen) {
            this.seen = seen;
        }

        public K getKey() {
            return seen.getKey();
        }

        public V getValue() {
            return seen.getValue();
        }

        public V setValue(V value) {
            throw new UnsupportedOperationException();
        }

        public boolean equals(Object o) {
            return o == this || seen.equals(o);
        }

        public int hashCode() {
            return seen.hashCode();
        }

        public String toString() {
            return seen.toString();
        }
    }
}
