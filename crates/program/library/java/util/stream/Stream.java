// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util.stream;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

public interface Stream<T> extends BaseStream<T, Stream<T>> {
    Stream<T> filter(Predicate<? super T> predicate);

    <R> Stream<R> map(Function<? super T, ? extends R> mapper);

    IntStream mapToInt(ToIntFunction<? super T> mapper);

    <R> Stream<R> flatMap(Function<? super T, ? extends Stream<? extends R>> mapper);

    Stream<T> distinct();

    Stream<T> sorted();

    Stream<T> sorted(Comparator<? super T> comparator);

    Stream<T> peek(Consumer<? super T> action);

    Stream<T> limit(long size);

    Stream<T> skip(long count);

    Stream<T> takeWhile(Predicate<? super T> predicate);

    void forEach(Consumer<? super T> action);

    void forEachOrdered(Consumer<? super T> action);

    Object[] toArray();

    <A> A[] toArray(IntFunction<A[]> generator);

    T reduce(T identity, BinaryOperator<T> accumulator);

    Optional<T> reduce(BinaryOperator<T> accumulator);

    <R, A> R collect(Collector<? super T, A, R> collector);

    List<T> toList();

    Optional<T> min(Comparator<? super T> comparator);

    Optional<T> max(Comparator<? super T> comparator);

    long count();

    boolean anyMatch(Predicate<? super T> predicate);

    boolean allMatch(Predicate<? super T> predicate);

    boolean noneMatch(Predicate<? super T> predicate);

    Optional<T> findFirst();

    Optional<T> findAny();

    static <T> Stream<T> of(T element) {
        return java.util.Collections.singletonList(element).stream();
    }

    static <T> Stream<T> of(T... elements) {
        return java.util.Arrays.asList(elements).stream();
    }

    static <T> Stream<T> empty() {
        return java.util.Collections.<T>emptyList().stream();
    }

    static <T> Stream<T> iterate(T seed, UnaryOperator<T> next) {
        return new IteratorStream<T>(new java.util.Iterator<T>() {
            private T last;
            private boolean hasStarted;

            public boolean hasNext() {
                return true;
            }

            public T next() {
                last = hasStarted ? next.apply(last) : seed;
                hasStarted = true;
                return last;
            }
        });
    }

    static <T> Stream<T> generate(Supplier<? extends T> supplier) {
        return new IteratorStream<T>(new java.util.Iterator<T>() {
            public boolean hasNext() {
                return true;
            }

            public T next() {
                return supplier.get();
            }
        });
    }

    static <T> Stream<T> concat(Stream<? extends T> first, Stream<? extends T> second) {
        java.util.Iterator<? extends T> left = first.iterator();
        java.util.Iterator<? extends T> right = second.iterator();
        return new IteratorStream<T>(new java.util.Iterator<T>() {
            public boolean hasNext() {
                return left.hasNext() || right.hasNext();
            }

            public T next() {
                return left.hasNext() ? left.next() : right.next();
            }
        });
    }
}
