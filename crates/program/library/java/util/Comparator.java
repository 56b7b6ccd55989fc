// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public interface Comparator<T> {
    int compare(T o1, T o2);

    boolean equals(Object obj);

    default Comparator<T> reversed() {
        return ReverseOrder.of(this);
    }

    default Comparator<T> thenComparing(Comparator<? super T> other) {
        return new OrderThen<T>(this, Objects.requireNonNull(other));
    }

    static <T extends Comparable<? super T>> Comparator<T> naturalOrder() {
        return new NaturalOrder<T>();
    }

    static <T extends Comparable<? super T>> Comparator<T> reverseOrder() {
        return new ReverseOrder<T>(null);
    }
}
