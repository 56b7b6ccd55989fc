// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

public interface Comparator<T> {
    int compare(T o1, T o2);

    boolean equals(Object obj);

    default Comparator<T> reversed() {
        return ReverseOrder.of(this);
    }

    default Comparator<T> thenComparing(Comparator<? super T> other) {
        return new OrderThen<T>(this, Objects.requireNonNull(other));
    }

    default <U> Comparator<T> thenComparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
        return thenComparing(comparing(key, order));
    }

    default <U extends Comparable<? super U>> Comparator<T> thenComparing(Function<? super T, ? extends U> key) {
        return thenComparing(comparing(key));
    }

    default Comparator<T> thenComparingInt(ToIntFunction<? super T> key) {
        return thenComparing(comparingInt(key));
    }

    default Comparator<T> thenComparingLong(ToLongFunction<? super T> key) {
        return thenComparing(comparingLong(key));
    }

    static <T, U> Comparator<T> comparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(order);
        return (a, b) -> order.compare(key.apply(a), key.apply(b));
    }

    static <T, U extends Comparable<? super U>> Comparator<T> comparing(Function<? super T, ? extends U> key) {
        Objects.requireNonNull(key);
        return (a, b) -> ((Comparable<Object>) key.apply(a)).compareTo(key.apply(b));
    }

    static <T> Comparator<T> comparingInt(ToIntFunction<? super T> key) {
        Objects.requireNonNull(key);
        return (a, b) -> Integer.compare(key.applyAsInt(a), key.applyAsInt(b));
    }

    static <T> Comparator<T> comparingLong(ToLongFunction<? super T> key) {
        Objects.requireNonNull(key);
        return (a, b) -> Long.compare(key.applyAsLong(a), key.applyAsLong(b));
    }

    static <T> Comparator<T> nullsFirst(Comparator<? super T> order) {
        return (a, b) -> a == null ? (b == null ? 0 : -1) : b == null ? 1 : order == null ? 0 : order.compare(a, b);
    }

    static <T> Comparator<T> nullsLast(Comparator<? super T> order) {
        return (a, b) -> a == null ? (b == null ? 0 : 1) : b == null ? -1 : order == null ? 0 : order.compare(a, b);
    }

    static <T extends Comparable<? super T>> Comparator<T> naturalOrder() {
        return new NaturalOrder<T>();
    }

    static <T extends Comparable<? super T>> Comparator<T> reverseOrder() {
        return new ReverseOrder<T>(null);
    }
}
