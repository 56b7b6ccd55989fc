// A stream over an iterator: each element goes all the way before the next one starts. It is no class of Java's.
package java.util.stream;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

public final class IteratorStream<T> implements Stream<T> {
    // Asked for its iterator when the first element is needed, and not before.
    private Iterable<T> source;
    private Iterator<T> elements;
    private boolean isUsed;

    public IteratorStream(Iterable<T> source) {
        this.source = source;
    }

    IteratorStream(Iterator<T> elements) {
        this.elements = elements;
    }

    private void use() {
        if (isUsed) {
            throw new IllegalStateException("stream has already been operated upon or closed");
        }
        isUsed = true;
    }

    Iterator<T> started() {
        if (elements == null) {
            elements = source.iterator();
        }
        return elements;
    }

    public Iterator<T> iterator() {
        use();
        return new Iterator<T>() {
            public boolean hasNext() {
                return started().hasNext();
            }

            public T next() {
                return started().next();
            }
        };
    }

    public void close() {
        isUsed = true;
    }

    // An iterator that finds its next element when it is asked whether there is one.
    static abstract class Seeking<T> implements Iterator<T> {
        T found;
        private boolean isFound;

        abstract boolean seek();

        public boolean hasNext() {
            isFound = isFound || seek();
            return isFound;
        }

        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            isFound = false;
            T element = found;
            found = null;
            return element;
        }
    }

    public Stream<T> filter(Predicate<? super T> predicate) {
        Objects.requireNonNull(predicate);
        Iterator<T> all = iterator();
        return new IteratorStream<T>(new Seeking<T>() {
            boolean seek() {
                while (all.hasNext()) {
                    found = all.next();
                    if (predicate.test(found)) {
                        return true;
                    }
                }
                return false;
            }
        });
    }

    public <R> Stream<R> map(Function<? super T, ? extends R> mapper) {
        Objects.requireNonNull(mapper);
        Iterator<T> all = iterator();
        return new IteratorStream<R>(new Iterator<R>() {
            public boolean hasNext() {
                return all.hasNext();
            }

            public R next() {
                return mapper.apply(all.next());
            }
        });
    }

    public IntStream mapToInt(ToIntFunction<? super T> mapper) {
        Objects.requireNonNull(mapper);
        Iterator<T> all = iterator();
        return new IntIteratorStream(new Iterator<Integer>() {
            public boolean hasNext() {
                return all.hasNext();
            }

            public Integer next() {
                return mapper.applyAsInt(all.next());
            }
        });
    }

    public <R> Stream<R> flatMap(Function<? super T, ? extends Stream<? extends R>> mapper) {
        Objects.requireNonNull(mapper);
        Iterator<T> all = iterator();
        return new IteratorStream<R>(new Seeking<R>() {
            private Iterator<? extends R> inner;

            boolean seek() {
                while (inner == null || !inner.hasNext()) {
                    if (!all.hasNext()) {
                        return false;
                    }
                    Stream<? extends R> stream = mapper.apply(all.next());
                    inner = stream == null ? null : stream.iterator();
                }
                found = inner.next();
                return true;
            }
        });
    }

    public Stream<T> distinct() {
        Iterator<T> all = iterator();
        return new IteratorStream<T>(new Seeking<T>() {
            private final ArrayList<T> seen = new ArrayList<T>();

            boolean seek() {
                while (all.hasNext()) {
                    found = all.next();
                    if (!seen.contains(found)) {
                        seen.add(found);
                        return true;
                    }
                }
                return false;
            }
        });
    }

    public Stream<T> sorted() {
        return sorted((Comparator<? super T>) (Comparator) Comparator.naturalOrder());
    }

    public Stream<T> sorted(Comparator<? super T> comparator) {
        Iterator<T> all = iterator();
        return new IteratorStream<T>((Iterable<T>) () -> {
            ArrayList<T> list = drained(all);
            list.sort(comparator);
            return list.iterator();
        });
    }

    private static <T> ArrayList<T> drained(Iterator<T> all) {
        ArrayList<T> list = new ArrayList<T>();
        while (all.hasNext()) {
            list.add(all.next());
        }
        return list;
    }

    public Stream<T> peek(Consumer<? super T> action) {
        Objects.requireNonNull(action);
        return map(element -> {
            action.accept(element);
            return element;
        });
    }

    public Stream<T> limit(long size) {
        if (size < 0) {
            throw new IllegalArgumentException(Long.toString(size));
        }
        Iterator<T> all = iterator();
        return new IteratorStream<T>(new Iterator<T>() {
            private long left = size;

            public boolean hasNext() {
                return left > 0 && all.hasNext();
            }

            public T next() {
                left--;
                return all.next();
            }
        });
    }

    public Stream<T> skip(long count) {
        if (count < 0) {
            throw new IllegalArgumentException(Long.toString(count));
        }
        Iterator<T> all = iterator();
        return new IteratorStream<T>(new Iterator<T>() {
            private long left = count;

            public boolean hasNext() {
                while (left > 0 && all.hasNext()) {
                    all.next();
                    left--;
                }
                return all.hasNext();
            }

            public T next() {
                hasNext();
                return all.next();
            }
        });
    }

    public Stream<T> takeWhile(Predicate<? super T> predicate) {
        Objects.requireNonNull(predicate);
        Iterator<T> all = iterator();
        return new IteratorStream<T>(new Seeking<T>() {
            private boolean isOver;

            boolean seek() {
                if (isOver || !all.hasNext()) {
                    return false;
                }
                found = all.next();
                isOver = !predicate.test(found);
                return !isOver;
            }
        });
    }

    public void forEach(Consumer<? super T> action) {
        Objects.requireNonNull(action);
        Iterator<T> all = iterator();
        while (all.hasNext()) {
            action.accept(all.next());
        }
    }

    public void forEachOrdered(Consumer<? super T> action) {
        forEach(action);
    }

    public Object[] toArray() {
        return drained(iterator()).toArray();
    }

    public <A> A[] toArray(IntFunction<A[]> generator) {
        ArrayList<T> list = drained(iterator());
        A[] array = generator.apply(list.size());
        for (int i = 0; i < list.size(); i++) {
            array[i] = (A) list.get(i);
        }
        return array;
    }

    public T reduce(T identity, BinaryOperator<T> accumulator) {
        Objects.requireNonNull(accumulator);
        Iterator<T> all = iterator();
        T result = identity;
        while (all.hasNext()) {
            result = accumulator.apply(result, all.next());
        }
        return result;
    }

    public Optional<T> reduce(BinaryOperator<T> accumulator) {
        Objects.requireNonNull(accumulator);
        Iterator<T> all = iterator();
        if (!all.hasNext()) {
            return Optional.empty();
        }
        T result = all.next();
        while (all.hasNext()) {
            result = accumulator.apply(result, all.next());
        }
        return Optional.of(result);
    }

    public <R, A> R collect(Collector<? super T, A, R> collector) {
        A container = collector.supplier().get();
        Iterator<T> all = iterator();
        while (all.hasNext()) {
            collector.accumulator().accept(container, all.next());
        }
        return collector.finisher().apply(container);
    }

    public List<T> toList() {
        return java.util.ImmutableList.withNulls(drained(iterator()));
    }

    public Optional<T> min(Comparator<? super T> comparator) {
        Objects.requireNonNull(comparator);
        return reduce((a, b) -> comparator.compare(a, b) <= 0 ? a : b);
    }

    public Optional<T> max(Comparator<? super T> comparator) {
        Objects.requireNonNull(comparator);
        return reduce((a, b) -> comparator.compare(a, b) >= 0 ? a : b);
    }

    public long count() {
        Iterator<T> all = iterator();
        long count = 0;
        while (all.hasNext()) {
            all.next();
            count++;
        }
        return count;
    }

    public boolean anyMatch(Predicate<? super T> predicate) {
        Objects.requireNonNull(predicate);
        Iterator<T> all = iterator();
        while (all.hasNext()) {
            if (predicate.test(all.next())) {
                return true;
            }
        }
        return false;
    }

    public boolean allMatch(Predicate<? super T> predicate) {
        Objects.requireNonNull(predicate);
        Iterator<T> all = iterator();
        while (all.hasNext()) {
            if (!predicate.test(all.next())) {
                return false;
            }
        }
        return true;
    }

    public boolean noneMatch(Predicate<? super T> predicate) {
        return !anyMatch(predicate);
    }

    public Optional<T> findFirst() {
        Iterator<T> all = iterator();
        return all.hasNext() ? Optional.of(all.next()) : Optional.<T>empty();
    }

    public Optional<T> findAny() {
        return findFirst();
    }
}
