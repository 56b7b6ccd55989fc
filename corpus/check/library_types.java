// tightrope: --scope 2
// A place whose type is a class of the library may hold objects of its subclasses: the user's, and the library's own.
/*@ nullable_by_default @*/ public class LibraryTypes {
    static class Own extends RuntimeException {
        int code;
    }

    RuntimeException last;
    Exception exception;

    //@ ensures \result;
    boolean isNotOwn() {
        return !(last instanceof Own);
    }

    //@ ensures \result;
    boolean isNotIllegalState() {
        return !(last instanceof IllegalStateException);
    }

    //@ ensures \result;
    static boolean areDifferent(RuntimeException one, Own other) {
        return other == null || one != other;
    }

    //@ signals (RuntimeException e) false;
    void rethrow() throws Exception {
        if (exception != null) throw exception;
    }
}

// Booleans are no candidates where nothing is declared to hold one: `diff` holds.
/*@ nullable_by_default @*/ class Ordered<T extends Comparable<T>> {
    T item;
    Ordered<T> next;

    //@ requires item != null && next != null && next.item != null;
    int diff() {
        return item.compareTo(next.item) + 1;
    }
}

class Key implements Comparable<Key> {
    int v;

    public int compareTo(Key other) {
        return v < other.v ? -1 : v > other.v ? 1 : 0;
    }
}
