// Violated, as `docs/world.md` says: elements of arrays are nullable.
class ArrayElementsNonNull {
    //@ requires a.length > 0;
    static int f(int[][] a) { return a[0].length; }
}
