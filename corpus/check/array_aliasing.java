// tightrope: --scope 2
// Two places may hold the same array, whatever is known of its elements.
interface Shape {
}

class Round implements Shape {
}

class ArrayAliasing {
    //@ ensures !\result;
    static boolean same(/*@ nullable @*/ Object a, Object[] b) {
        return a == b;
    }

    //@ requires b.length > 0;
    //@ ensures \result == \old(b[0]);
    static /*@ nullable @*/ Object castFirst(/*@ nullable @*/ Object a, Object[] b) {
        if (a instanceof Object[]) {
            Object[] c = (Object[]) a;
            if (c.length > 0) {
                c[0] = null;
            }
        }
        return b[0];
    }

    //@ requires a.length > 0 && b.length > 0;
    //@ ensures \result == \old(b[0]);
    static /*@ nullable @*/ Object objects(Object[] a, Object[] b) {
        a[0] = null;
        return b[0];
    }

    //@ requires a.length > 0 && b.length > 0;
    //@ ensures \result == \old(b[0]);
    static /*@ nullable @*/ Object literals(Object[] a, Object[] b) {
        a[0] = "text";
        return b[0];
    }

    //@ requires a.length > 0 && b.length > 0;
    //@ ensures \result == \old(b[0]);
    static <T> /*@ nullable @*/ T generics(T[] a, T[] b) {
        a[0] = null;
        return b[0];
    }

    //@ requires a.length > 0 && b.length > 0;
    //@ ensures \result == \old(b[0]);
    static int ints(int[] a, int[] b) {
        a[0] = 5;
        return b[0];
    }

    // An array of a smaller type may stand in a place of a larger one.
    //@ requires a.length > 0 && b.length > 0;
    //@ ensures \result == \old(b[0]);
    static /*@ nullable @*/ Shape shapes(Object[] a, Shape[] b) {
        a[0] = null;
        return b[0];
    }

    //@ requires a.length > 0 && b.length > 0;
    //@ ensures \result == \old(a[0]);
    static /*@ nullable @*/ Object shapesBack(Object[] a, Shape[] b) {
        b[0] = null;
        return a[0];
    }

    //@ requires a.length > 1 && b.length > 0;
    //@ ensures \result == \old(b[0]);
    static /*@ nullable @*/ Shape moved(Object[] a, Shape[] b) {
        a[0] = a[1];
        return b[0];
    }

    //@ requires a.length > 0 && b.length > 0;
    //@ ensures \result == \old(b[0]);
    static /*@ nullable @*/ Round circles(Object[] a, Round[] b) {
        a[0] = null;
        return b[0];
    }

    //@ requires a.length > 0 && b.length > 0;
    //@ ensures \result == \old(b[0]);
    static /*@ nullable @*/ int[] rows(Object[] a, int[][] b) {
        a[0] = null;
        return b[0];
    }

    //@ requires a.length > 0 && b.length > 0;
    //@ ensures \result == \old(b[0]);
    static <T, S extends Comparable<S>> /*@ nullable @*/ S variables(T[] a, S[] b) {
        a[0] = null;
        return b[0];
    }

    // Holds: what does not fit is not stored.
    //@ requires a.length > 0 && b.length > 0;
    //@ signals (ArrayStoreException e) a instanceof Round[];
    //@ signals_only ArrayStoreException;
    static void store(Object[] a, Round[] b) {
        a[0] = "text";
    }

    // Holds: no array is both.
    //@ ensures !\result;
    static boolean unrelated(Integer[] a, Round[] b) {
        return (Object) a == (Object) b;
    }

    // Holds: an array of ints is none of objects.
    //@ ensures !\result;
    static boolean different(int[] a, Object[] b) {
        return (Object) a == (Object) b;
    }
}

class Bag<T> {
    T[] items;

    Bag(T[] items) {
        this.items = items;
    }

    //@ requires a.length > 0 && items.length > 0;
    //@ ensures items[0] == \old(items[0]);
    void fill(Object[] a) {
        a[0] = null;
    }
}
