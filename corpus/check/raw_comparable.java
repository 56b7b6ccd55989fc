// tightrope: --scope 3
// Violated: it takes three objects that can be compared. If no class of the user can, an Integer can.
public class RawComparable {
    Object a, b, c;

    boolean repOk() {
        return a instanceof Comparable && b instanceof Comparable && c instanceof Comparable
            && ((Comparable) a).compareTo(b) <= 0 && ((Comparable) b).compareTo(c) <= 0;
    }

    void notThree() {
        if (((Comparable) a).compareTo(b) < 0 && ((Comparable) b).compareTo(c) < 0) throw new IllegalStateException();
    }
}
