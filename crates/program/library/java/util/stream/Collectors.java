// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util.stream;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

public final class Collectors {
    private Collectors() {
    }

    private static final class Plain<T, A, R> implements Collector<T, A, R> {
        private final Supplier<A> supplier;
        private final BiConsumer<A, T> accumulator;
        private final Function<A, R> finisher;

        Plain(Supplier<A> supplier, BiConsumer<A, T> accumulator, Function<A, R> finisher) {
            this.supplier = supplier;
            this.accumulator = accumulator;
            this.finisher = finisher;
        }

        public Supplier<A> supplier() {
            return supplier;
        }

        public BiConsumer<A, T> accumulator() {
            return accumulator;
        }

        public Function<A, R> finisher() {
            return finisher;
        }
    }

    public static <T> Collector<T, ?, List<T>> toList() {
        Supplier<List<T>> supplier = () -> new ArrayList<T>();
        BiConsumer<List<T>, T> accumulator = (list, element) -> list.add(element);
        Function<List<T>, List<T>> finisher = list -> list;
        return new Plain<T, List<T>, List<T>>(supplier, accumulator, finisher);
    }

    public static <T> Collector<T, ?, Set<T>> toSet() {
        Supplier<Set<T>> supplier = () -> new HashSet<T>();
        BiConsumer<Set<T>, T> accumulator = (set, element) -> set.add(element);
        Function<Set<T>, Set<T>> finisher = set -> set;
        return new Plain<T, Set<T>, Set<T>>(supplier, accumulator, finisher);
    }

    public static <T, C extends Collection<T>> Collector<T, ?, C> toCollection(Supplier<C> factory) {
        BiConsumer<C, T> accumulator = (collection, element) -> collection.add(element);
        Function<C, C> finisher = collection -> collection;
        return new Plain<T, C, C>(factory, accumulator, finisher);
    }

    public static Collector<CharSequence, ?, String> joining() {
        return joining("", "", "");
    }

    public static Collector<CharSequence, ?, String> joining(CharSequence between) {
        return joining(between, "", "");
    }

    public static Collector<CharSequence, ?, String> joining(CharSequence between, CharSequence before, CharSequence after) {
        Supplier<StringJoiner> supplier = () -> new StringJoiner(between, before, after);
        BiConsumer<StringJoiner, CharSequence> accumulator = (joiner, text) -> joiner.add(text);
        Function<StringJoiner, String> finisher = joiner -> joiner.toString();
        return new Plain<CharSequence, StringJoiner, String>(supplier, accumulator, finisher);
    }

    public static <T> Collector<T, ?, Long> counting() {
        Supplier<long[]> supplier = () -> new long[1];
        BiConsumer<long[], T> accumulator = (count, element) -> count[0]++;
        Function<long[], Long> finisher = count -> count[0];
        return new Plain<T, long[], Long>(supplier, accumulator, finisher);
    }

    public static <T, K> Collector<T, ?, Map<K, List<T>>> groupingBy(Function<? super T, ? extends K> classifier) {
        Supplier<Map<K, List<T>>> supplier = () -> new HashMap<K, List<T>>();
        BiConsumer<Map<K, List<T>>, T> accumulator = (map, element) -> {
            K key = java.util.Objects.requireNonNull(classifier.apply(element), "element cannot be mapped to a null key");
            List<T> list = map.get(key);
            if (list == null) {
                list = new ArrayList<T>();
                map.put(key, list);
            }
            list.add(element);
        };
        Function<Map<K, List<T>>, Map<K, List<T>>> finisher = map -> map;
        return new Plain<T, Map<K, List<T>>, Map<K, List<T>>>(supplier, accumulator, finisher);
    }

    public static <T, K, V> Collector<T, ?, Map<K, V>> toMap(Function<? super T, ? extends K> keys, Function<? super T, ? extends V> values) {
        Supplier<Map<K, V>> supplier = () -> new HashMap<K, V>();
        BiConsumer<Map<K, V>, T> accumulator = (map, element) -> {
            K key = keys.apply(element);
            V value = java.util.Objects.requireNonNull(values.apply(element));
            if (map.containsKey(key)) {
                throw new IllegalStateException("Duplicate key");
            }
            map.put(key, value);
        };
        Function<Map<K, V>, Map<K, V>> finisher = map -> map;
        return new Plain<T, Map<K, V>, Map<K, V>>(supplier, accumulator, finisher);
    }
}
