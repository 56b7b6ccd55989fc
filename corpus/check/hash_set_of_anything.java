/** Elements of a `HashSet` may be any objects, with any `equals`. */
/*@ nullable_by_default @*/
class Pair<T> {
    T first, second;

    //@ ensures \result;
    boolean isThereWhenAdded(T x) {
        java.util.HashSet<T> all = new java.util.HashSet<>();
        all.add(first);
        all.add(second);
        all.add(x);
        return all.contains(x) && all.size() <= 3;
    }

    // Equal objects need not be the same.
    //@ ensures \result;
    boolean wrong(T x) {
        java.util.HashSet<T> all = new java.util.HashSet<>();
        all.add(first);
        return all.add(x) || x == first;
    }
}
