public class Generic<T extends Comparable<T>> {
    /*@ nullable @*/ T value; /*@ nullable @*/ Generic<T> next;
    //@ requires value != null;
    //@ ensures \result == (x.compareTo(value) < 0);
    public boolean isLess(T x) { return x.compareTo(value) <= 0; }
    //@ ensures next == x;
    public void link(/*@ nullable @*/ Generic<T> x) { next = x == this ? null : x; }
    //@ ensures \result == x.length;
    public static <U> int count(U... x) { return x.length > 0 && x[0] == null ? 0 : x.length; }
    //@ ensures \result == null;
    public static <U> /*@ nullable @*/ U[] rows(/*@ nullable @*/ U/*@ nullable @*/ []/*@ nullable @*/ [] x) { return x != null && x.length > 1 ? x[1] : null; }
}
