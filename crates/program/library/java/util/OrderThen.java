// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

// An order, and another where it finds no difference: not a class of Java.
final class OrderThen<T> implements Comparator<T> {
    private final Comparator<T> first;
    private final Comparator<? super T> second;

    OrderThen(Comparator<T> first, Comparator<? super T> second) {
        this.first = first;
        this.second = second;
    }

    public int compare(T a, T b) {
        int order = first.compare(a, b);
        return order != 0 ? order : second.compare(a, b);
    }
}
