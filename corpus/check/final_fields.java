// tightrope: --scope 2 --from any
// What every constructor puts into a final field is there before the call; the verdict says so.
/*@ nullable_by_default @*/ public class FinalFields {
    private final Object lock = new Object();
    private final int[] data = new int[4];
    private final int[] some;
    private final Node first;
    private final String name;
    private final int step;
    private final Object given;
    int[] open = new int[4];

    /*@ nullable_by_default @*/ static class Node {
        int value;
        final Node next;

        Node(Node next) {
            this.next = next;
        }
    }

    FinalFields(int length, Node first, String name) {
        if (first == null) throw new IllegalArgumentException();
        this.some = new int[length < 0 ? 0 : length];
        this.first = first;
        this.name = java.util.Objects.requireNonNull(name);
        this.step = 1;
        this.given = null;
    }

    FinalFields() {
        this.some = new int[2];
        this.first = new Node(null);
        this.name = "none";
        this.step = 2;
        this.given = name;
    }

    // Holds: neither is null, and there are four elements, whatever the scope is.
    int get(int i) {
        synchronized (lock) {
            return i >= 0 && i < 4 ? data[i] : 0;
        }
    }

    // Violated: the constructors disagree on the length, so the array may be empty.
    int some() {
        return some[0];
    }

    // Holds: the parameter was checked.
    int first() {
        return first.value;
    }

    // Violated: a node may be the last one.
    int second() {
        return first.next.value;
    }

    // Holds: it was checked by the library.
    int length() {
        return name.length();
    }

    // Holds: the constructors know no other number.
    //@ ensures \result == 1 || \result == 2;
    int step() {
        return step;
    }

    // Violated: one constructor leaves it null.
    int given() {
        return given.equals(this) ? 1 : 0;
    }

    // Violated: this field is not final.
    int open() {
        return open[0];
    }

    // Holds: each object has made its own array.
    //@ requires other != null && other != this;
    //@ ensures data[0] == \old(data[0]);
    void clear(FinalFields other) {
        other.data[0] = 0;
    }

    // Violated: the array may have been given away.
    //@ requires other != null;
    //@ ensures data[0] == \old(data[0]);
    void clear(int[] other) {
        if (other.length > 0) other[0] = 0;
    }
}
