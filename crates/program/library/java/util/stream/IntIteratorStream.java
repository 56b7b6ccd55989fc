// A stream of ints over a stream of their boxes. It is no class of Java's.
package java.util.stream;

import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

final class IntIteratorStream implements IntStream {
    private final Stream<Integer> boxes;

    IntIteratorStream(Iterator<Integer> elements) {
        boxes = new IteratorStream<Integer>(elements);
    }

    private IntIteratorStream(Stream<Integer> boxes) {
        this.boxes = boxes;
    }

    public Iterator<Integer> iterator() {
        return boxes.iterator();
    }

    public void close() {
        boxes.close();
    }

    public IntStream filter(IntPredicate predicate) {
        return new IntIteratorStream(boxes.filter(value -> predicate.test(value)));
    }

    public IntStream map(IntUnaryOperator mapper) {
        return boxes.mapToInt(value -> mapper.applyAsInt(value));
    }

    public <U> Stream<U> mapToObj(IntFunction<? extends U> mapper) {
        return boxes.<U>map(value -> mapper.apply(value));
    }

    public Stream<Integer> boxed() {
        return boxes;
    }

    public IntStream limit(long size) {
        return new IntIteratorStream(boxes.limit(size));
    }

    public IntStream skip(long count) {
        return new IntIteratorStream(boxes.skip(count));
    }

    public IntStream distinct() {
        return new IntIteratorStream(boxes.distinct());
    }

    public IntStream sorted() {
        return new IntIteratorStream(boxes.sorted());
    }

    public void forEach(IntConsumer action) {
        Iterator<Integer> all = iterator();
        while (all.hasNext()) {
            action.accept(all.next());
        }
    }

    public int sum() {
        int sum = 0;
        Iterator<Integer> all = iterator();
        while (all.hasNext()) {
            sum += all.next();
        }
        return sum;
    }

    public long count() {
        return boxes.count();
    }

    public OptionalInt min() {
        Iterator<Integer> all = iterator();
        if (!all.hasNext()) {
            return OptionalInt.empty();
        }
        int least = all.next();
        while (all.hasNext()) {
            least = Math.min(least, all.next());
        }
        return OptionalInt.of(least);
    }

    public OptionalInt max() {
        Iterator<Integer> all = iterator();
        if (!all.hasNext()) {
            return OptionalInt.empty();
        }
        int greatest = all.next();
        while (all.hasNext()) {
            greatest = Math.max(greatest, all.next());
        }
        return OptionalInt.of(greatest);
    }

    public int reduce(int identity, IntBinaryOperator accumulator) {
        int result = identity;
        Iterator<Integer> all = iterator();
        while (all.hasNext()) {
            result = accumulator.applyAsInt(result, all.next());
        }
        return result;
    }

    public boolean anyMatch(IntPredicate predicate) {
        return boxes.anyMatch(value -> predicate.test(value));
    }

    public boolean allMatch(IntPredicate predicate) {
        return boxes.allMatch(value -> predicate.test(value));
    }

    public boolean noneMatch(IntPredicate predicate) {
        return boxes.noneMatch(value -> predicate.test(value));
    }

    public OptionalInt findFirst() {
        Optional<Integer> first = boxes.findFirst();
        return first.isPresent() ? OptionalInt.of(first.get()) : OptionalInt.empty();
    }

    public OptionalInt findAny() {
        return findFirst();
    }

    public int[] toArray() {
        java.util.ArrayList<Integer> list = new java.util.ArrayList<Integer>();
        forEach(value -> list.add(value));
        int[] array = new int[list.size()];
        for (int i = 0; i < array.length; i++) {
            array[i] = list.get(i);
        }
        return array;
    }
}
