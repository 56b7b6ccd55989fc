// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class Collections {
    private Collections() {
    }

    public static final <T> List<T> emptyList() {
        return new Copies<T>(0, null);
    }

    public static final <T> Set<T> emptySet() {
        return new UnmodifiableViews.OfSet<T>(new HashSet<T>());
    }

    public static final <K, V> Map<K, V> emptyMap() {
        return new UnmodifiableViews.OfMap<K, V>(new HashMap<K, V>());
    }

    public static <T> Iterator<T> emptyIterator() {
        return new ArrayIterator<T>(new Object[0]);
    }

    public static <T> List<T> singletonList(T o) {
        return new Copies<T>(1, o);
    }

    public static <T> Set<T> singleton(T o) {
        Set<T> set = new HashSet<T>();
        set.add(o);
        return new UnmodifiableViews.OfSet<T>(set);
    }

    public static <K, V> Map<K, V> singletonMap(K key, V value) {
        Map<K, V> map = new HashMap<K, V>();
        map.put(key, value);
        return new UnmodifiableViews.OfMap<K, V>(map);
    }

    public static <T> List<T> nCopies(int n, T o) {
        if (n < 0) {
            throw new IllegalArgumentException("List length = " + n);
        }
        return new Copies<T>(n, o);
    }

    // The same element several times.
    private static final class Copies<E> extends AbstractList<E> implements RandomAccess {
        private final int size;
        private final E element;

        Copies(int size, E element) {
            this.size = size;
            this.element = element;
        }

        public int size() {
            return size;
        }

        public E get(int index) {
            if (index < 0 || index >= size) {
                throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
            }
            return element;
        }

        public boolean contains(Object o) {
            return size != 0 && Objects.equals(o, element);
        }
    }

    public static <T> Collection<T> unmodifiableCollection(Collection<? extends T> c) {
        return new UnmodifiableViews.OfCollection<T>(c);
    }

    public static <T> List<T> unmodifiableList(List<? extends T> list) {
        if (list instanceof RandomAccess) {
            return new UnmodifiableViews.OfRandomAccessList<T>(list);
        }
        return new UnmodifiableViews.OfList<T>(list);
    }

    public static <T> Set<T> unmodifiableSet(Set<? extends T> set) {
        return new UnmodifiableViews.OfSet<T>(set);
    }

    public static <T> SortedSet<T> unmodifiableSortedSet(SortedSet<T> set) {
        return new UnmodifiableViews.OfSortedSet<T>(set);
    }

    public static <K, V> Map<K, V> unmodifiableMap(Map<? extends K, ? extends V> map) {
        return new UnmodifiableViews.OfMap<K, V>(map);
    }

    public static <K, V> SortedMap<K, V> unmodifiableSortedMap(SortedMap<K, ? extends V> map) {
        return new UnmodifiableViews.OfSortedMap<K, V>(map);
    }

    public static void reverse(List<?> list) {
        for (int i = 0, j = list.size() - 1; i < j; i++, j--) {
            swap(list, i, j);
        }
    }

    public static void swap(List<?> list, int i, int j) {
        exchange(list, i, j);
    }

    private static <T> void exchange(List<T> list, int i, int j) {
        list.set(i, list.set(j, list.get(i)));
    }

    public static <T> void fill(List<? super T> list, T o) {
        for (int i = 0, size = list.size(); i < size; i++) {
            list.set(i, o);
        }
    }

    public static <T> void copy(List<? super T> target, List<? extends T> source) {
        int size = source.size();
        if (size > target.size()) {
            throw new IndexOutOfBoundsException("Source does not fit in dest");
        }
        for (int i = 0; i < size; i++) {
            target.set(i, source.get(i));
        }
    }

    public static <T extends Comparable<? super T>> void sort(List<T> list) {
        list.sort(null);
    }

    public static <T> void sort(List<T> list, Comparator<? super T> comparator) {
        list.sort(comparator);
    }

    public static <T> int binarySearch(List<? extends Comparable<? super T>> list, T key) {
        return search(list, key, null);
    }

    public static <T> int binarySearch(List<? extends T> list, T key, Comparator<? super T> comparator) {
        return search(list, key, comparator);
    }

    private static int search(List<?> list, Object key, Comparator<?> comparator) {
        int low = 0;
        int high = list.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = ObjectArrays.compare(list.get(middle), key, comparator);
            if (order < 0) {
                low = middle + 1;
            } else if (order > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static <T extends Object & Comparable<? super T>> T min(Collection<? extends T> c) {
        return extreme(c, null, -1);
    }

    public static <T> T min(Collection<? extends T> c, Comparator<? super T> comparator) {
        return extreme(c, comparator, -1);
    }

    public static <T extends Object & Comparable<? super T>> T max(Collection<? extends T> c) {
        return extreme(c, null, 1);
    }

    public static <T> T max(Collection<? extends T> c, Comparator<? super T> comparator) {
        return extreme(c, comparator, 1);
    }

    private static <T> T extreme(Collection<? extends T> c, Comparator<? super T> comparator, int sign) {
        Iterator<? extends T> elements = c.iterator();
        T best = elements.next();
        while (elements.hasNext()) {
            T element = elements.next();
            int order = ObjectArrays.compare(element, best, comparator);
            if (sign < 0 ? order < 0 : order > 0) {
                best = element;
            }
        }
        return best;
    }

    public static int frequency(Collection<?> c, Object o) {
        int count = 0;
        for (Object element : c) {
            if (o == null ? element == null : o.equals(element)) {
                count++;
            }
        }
        return count;
    }

    public static boolean disjoint(Collection<?> a, Collection<?> b) {
        for (Object element : a) {
            if (b.contains(element)) {
                return false;
            }
        }
        return true;
    }

    public static <T> boolean addAll(Collection<? super T> c, T... elements) {
        boolean changed = false;
        for (int i = 0; i < elements.length; i++) {
            changed |= c.add(elements[i]);
        }
        return changed;
    }

    public static <T> Comparator<T> reverseOrder() {
        return new ReverseOrder<T>(null);
    }

    public static <T> Comparator<T> reverseOrder(Comparator<T> comparator) {
        return ReverseOrder.of(comparator);
    }

    public static <T> Enumeration<T> enumeration(Collection<T> c) {
        return new Elements<T>(c.iterator());
    }

    private static final class Elements<T> implements Enumeration<T> {
        private final Iterator<T> elements;

        Elements(Iterator<T> elements) {
            this.elements = elements;
        }

        public boolean hasMoreElements() {
            return elements.hasNext();
        }

        public T nextElement() {
            return elements.next();
        }
    }

    // If named: shuffle
    public static void shuffle(List<?> list) {
        shuffle(list, new Random());
    }

    // If named: shuffle
    public static void shuffle(List<?> list, Random random) {
        for (int i = list.size(); i > 1; i--) {
            swap(list, i - 1, random.nextInt(i));
        }
    }
}
