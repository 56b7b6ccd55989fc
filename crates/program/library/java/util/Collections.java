// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class Collections {
    private Collections() {
    }

    public static final native <T> List<T> emptyList();

    public static final native <T> Set<T> emptySet();

    public static final native <K, V> Map<K, V> emptyMap();

    public static native <T> Iterator<T> emptyIterator();

    public static native <T> List<T> singletonList(T o);

    public static native <T> Set<T> singleton(T o);

    public static native <K, V> Map<K, V> singletonMap(K key, V value);

    public static native <T> List<T> nCopies(int n, T o);

    public static native <T> Collection<T> unmodifiableCollection(Collection<? extends T> c);

    public static native <T> List<T> unmodifiableList(List<? extends T> list);

    public static native <T> Set<T> unmodifiableSet(Set<? extends T> set);

    public static native <T> SortedSet<T> unmodifiableSortedSet(SortedSet<T> set);

    public static native <K, V> Map<K, V> unmodifiableMap(Map<? extends K, ? extends V> map);

    public static native <K, V> SortedMap<K, V> unmodifiableSortedMap(SortedMap<K, ? extends V> map);

    public static native void reverse(List<?> list);

    public static void swap(List<?> list, int i, int j) {
        exchange(list, i, j);
    }

    private static <T> void exchange(List<T> list, int i, int j) {
        list.set(i, list.set(j, list.get(i)));
    }

    public static native <T> void fill(List<? super T> list, T o);

    public static native <T> void copy(List<? super T> target, List<? extends T> source);

    public static native <T extends Comparable<? super T>> void sort(List<T> list);

    public static native <T> void sort(List<T> list, Comparator<? super T> comparator);

    public static native <T> int binarySearch(List<? extends Comparable<? super T>> list, T key);

    public static native <T> int binarySearch(List<? extends T> list, T key, Comparator<? super T> comparator);

    public static native <T extends Object & Comparable<? super T>> T min(Collection<? extends T> c);

    public static native <T> T min(Collection<? extends T> c, Comparator<? super T> comparator);

    public static native <T extends Object & Comparable<? super T>> T max(Collection<? extends T> c);

    public static native <T> T max(Collection<? extends T> c, Comparator<? super T> comparator);

    public static native int frequency(Collection<?> c, Object o);

    public static native boolean disjoint(Collection<?> a, Collection<?> b);

    public static native <T> boolean addAll(Collection<? super T> c, T... elements);

    public static native <T> Comparator<T> reverseOrder();

    public static native <T> Comparator<T> reverseOrder(Comparator<T> comparator);

    public static native <T> Enumeration<T> enumeration(Collection<T> c);

    static native <E> List<E> immutableList(E... elements);

    static native <E> List<E> immutableListOf(Collection<? extends E> c);

    static native <E> Set<E> immutableSet(E... elements);

    static native <E> Set<E> immutableSetOf(Collection<? extends E> c);

    static native <K, V> Map<K, V> immutableMap(Object... keysAndValues);

    static native <K, V> Map<K, V> immutableMapOf(Map<? extends K, ? extends V> map);
}
