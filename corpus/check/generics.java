// tightrope: --scope 3
// Elements of any type.
class Box<T> {
    /*@ nullable @*/ T content;
    /*@ nullable @*/ Box<T> next;

    //@ ensures \result == (content == value || next != null && next.content == value);
    boolean has(/*@ nullable @*/ T value) {
        return content == value || next != null && next.content == value;
    }

    // Violated: equal is not the same.
    //@ requires content != null && value != null;
    //@ ensures \result == (content == value);
    boolean hasEqual(/*@ nullable @*/ T value) {
        return content.equals(value);
    }

    // Violated: the content may be null.
    boolean unguarded(/*@ nullable @*/ T value) {
        return content.equals(value);
    }

    // Violated: the content may be the box itself.
    //@ ensures !\result;
    boolean holdsItself() {
        return (Object) content == this;
    }
}

class SortedPair<T extends Comparable<T>> {
    T low;
    T high;

    //@ invariant low.compareTo(high) <= 0;

    //@ ensures \result.compareTo(high) <= 0;
    T least() {
        return low;
    }

    // Violates the invariant where they differ.
    void swap() {
        T old = low;
        low = high;
        high = old;
    }
}
