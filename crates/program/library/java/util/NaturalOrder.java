// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

// The natural order: not a class of Java.
final class NaturalOrder<T> implements Comparator<T> {
    public int compare(T a, T b) {
        Objects.requireNonNull(b);
        return ((Comparable) a).compareTo(b);
    }

    public boolean equals(Object o) {
        return o instanceof NaturalOrder;
    }
}
