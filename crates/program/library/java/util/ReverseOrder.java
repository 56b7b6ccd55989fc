// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

// The reverse of an order, of the natural one if it is null: not a class of Java.
final class ReverseOrder<T> implements Comparator<T> {
    private final Comparator<T> order;

    ReverseOrder(Comparator<T> order) {
        this.order = order;
    }

    // The reverse of a reverse order is the order itself.
    static <T> Comparator<T> of(Comparator<T> order) {
        if (order instanceof ReverseOrder) {
            Comparator<T> original = ((ReverseOrder<T>) order).order;
            return original == null ? new NaturalOrder<T>() : original;
        }
        return new ReverseOrder<T>(order instanceof NaturalOrder ? null : order);
    }

    public int compare(T a, T b) {
        return ObjectArrays.compare(b, a, order);
    }

    public boolean equals(Object o) {
        return o instanceof ReverseOrder && Objects.equals(order, ((ReverseOrder<?>) o).order);
    }
}
