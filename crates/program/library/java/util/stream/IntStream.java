// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util.stream;

import java.util.Iterator;
import java.util.OptionalInt;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

public interface IntStream extends BaseStream<Integer, IntStream> {
    IntStream filter(IntPredicate predicate);

    IntStream map(IntUnaryOperator mapper);

    <U> Stream<U> mapToObj(IntFunction<? extends U> mapper);

    Stream<Integer> boxed();

    IntStream limit(long size);

    IntStream skip(long count);

    IntStream distinct();

    IntStream sorted();

    void forEach(IntConsumer action);

    int sum();

    long count();

    OptionalInt min();

    OptionalInt max();

    int reduce(int identity, IntBinaryOperator accumulator);

    boolean anyMatch(IntPredicate predicate);

    boolean allMatch(IntPredicate predicate);

    boolean noneMatch(IntPredicate predicate);

    OptionalInt findFirst();

    OptionalInt findAny();

    int[] toArray();

    static IntStream range(int start, int end) {
        return new IntIteratorStream(new Iterator<Integer>() {
            private int next = start;

            public boolean hasNext() {
                return next < end;
            }

            public Integer next() {
                return next++;
            }
        });
    }

    static IntStream rangeClosed(int start, int end) {
        return new IntIteratorStream(new Iterator<Integer>() {
            private long next = start;

            public boolean hasNext() {
                return next <= end;
            }

            public Integer next() {
                return (int) next++;
            }
        });
    }

    static IntStream of(int... values) {
        int length = values.length;
        return new IntIteratorStream(new Iterator<Integer>() {
            private int next;

            public boolean hasNext() {
                return next < length;
            }

            public Integer next() {
                return values[next++];
            }
        });
    }

    static IntStream empty() {
        return range(0, 0);
    }
}
