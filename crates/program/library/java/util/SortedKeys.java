// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

// The keys of a sorted map: not a class of Java.
class SortedKeys<E> extends AbstractSet<E> implements NavigableSet<E> {
    NavigableMap<E, Object> map;

    SortedKeys(NavigableMap<E, ?> map) {
        this.map = (NavigableMap<E, Object>) map;
    }

    // A set of the same kind.
    NavigableSet<E> over(NavigableMap<E, Object> part) {
        return new SortedKeys<E>(part);
    }

    public int size() {
        return map.size();
    }

    public boolean isEmpty() {
        return map.isEmpty();
    }

    public boolean contains(Object o) {
        return map.containsKey(o);
    }

    public void clear() {
        map.clear();
    }

    public boolean remove(Object o) {
        int size = map.size();
        map.remove(o);
        return map.size() != size;
    }

    public Iterator<E> iterator() {
        return ((SortedEntries<E, Object>) map).keys(true);
    }

    public Iterator<E> descendingIterator() {
        return ((SortedEntries<E, Object>) map).keys(false);
    }

    public Comparator<? super E> comparator() {
        return map.comparator();
    }

    public E first() {
        return map.firstKey();
    }

    public E last() {
        return map.lastKey();
    }

    public E lower(E e) {
        return map.lowerKey(e);
    }

    public E floor(E e) {
        return map.floorKey(e);
    }

    public E ceiling(E e) {
        return map.ceilingKey(e);
    }

    public E higher(E e) {
        return map.higherKey(e);
    }

    public E pollFirst() {
        Map.Entry<E, ?> entry = map.pollFirstEntry();
        return entry == null ? null : entry.getKey();
    }

    public E pollLast() {
        Map.Entry<E, ?> entry = map.pollLastEntry();
        return entry == null ? null : entry.getKey();
    }

    public NavigableSet<E> descendingSet() {
        return over(map.descendingMap());
    }

    public NavigableSet<E> subSet(E from, boolean fromInclusive, E to, boolean toInclusive) {
        return over(map.subMap(from, fromInclusive, to, toInclusive));
    }

    public NavigableSet<E> headSet(E to, boolean inclusive) {
        return over(map.headMap(to, inclusive));
    }

    public NavigableSet<E> tailSet(E from, boolean inclusive) {
        return over(map.tailMap(from, inclusive));
    }

    public SortedSet<E> subSet(E from, E to) {
        return subSet(from, true, to, false);
    }

    public SortedSet<E> headSet(E to) {
        return headSet(to, false);
    }

    public SortedSet<E> tailSet(E from) {
        return tailSet(from, true);
    }
}
