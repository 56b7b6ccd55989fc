// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public final class Optional<T> {
    private static final Optional<?> EMPTY = new Optional<Object>(null);

    private final T value;

    private Optional(T value) {
        this.value = value;
    }

    public static <T> Optional<T> empty() {
        return (Optional<T>) EMPTY;
    }

    public static <T> Optional<T> of(T value) {
        return new Optional<T>(Objects.requireNonNull(value));
    }

    public static <T> Optional<T> ofNullable(T value) {
        return value == null ? Optional.<T>empty() : new Optional<T>(value);
    }

    public T get() {
        if (value == null) {
            throw new NoSuchElementException("No value present");
        }
        return value;
    }

    public boolean isPresent() {
        return value != null;
    }

    public boolean isEmpty() {
        return value == null;
    }

    public T orElse(T other) {
        return value != null ? value : other;
    }

    public T orElseGet(java.util.function.Supplier<? extends T> supplier) {
        return value != null ? value : supplier.get();
    }

    public <X extends Throwable> T orElseThrow(java.util.function.Supplier<? extends X> supplier) throws X {
        if (value != null) {
            return value;
        }
        throw supplier.get();
    }

    public void ifPresent(java.util.function.Consumer<? super T> action) {
        if (value != null) {
            action.accept(value);
        }
    }

    public void ifPresentOrElse(java.util.function.Consumer<? super T> action, Runnable otherwise) {
        if (value != null) {
            action.accept(value);
        } else {
            otherwise.run();
        }
    }

    public Optional<T> filter(java.util.function.Predicate<? super T> predicate) {
        Objects.requireNonNull(predicate);
        return value == null || predicate.test(value) ? this : Optional.<T>empty();
    }

    public <U> Optional<U> map(java.util.function.Function<? super T, ? extends U> mapper) {
        Objects.requireNonNull(mapper);
        return value == null ? Optional.<U>empty() : Optional.<U>ofNullable(mapper.apply(value));
    }

    public <U> Optional<U> flatMap(java.util.function.Function<? super T, ? extends Optional<? extends U>> mapper) {
        Objects.requireNonNull(mapper);
        return value == null ? Optional.<U>empty() : Objects.requireNonNull((Optional<U>) mapper.apply(value));
    }

    public Optional<T> or(java.util.function.Supplier<? extends Optional<? extends T>> supplier) {
        Objects.requireNonNull(supplier);
        return value != null ? this : Objects.requireNonNull((Optional<T>) supplier.get());
    }

    public T orElseThrow() {
        return get();
    }

    public boolean equals(Object o) {
        return this == o || (o instanceof Optional<?> other && Objects.equals(value, other.value));
    }

    public int hashCode() {
        return Objects.hashCode(value);
    }

    public String toString() {
        return value == null ? "Optional.empty" : "Optional[" + value + "]";
    }
}
