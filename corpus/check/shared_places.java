// tightrope: --scope 2
// What two places may share depends neither on the order of parameters nor on which is looked at first: both methods of each pair are violated.
/*@ nullable_by_default @*/ public class SharedPlaces {
    int[] numbers;
    Object any;

    //@ ensures \result;
    static boolean objectAndArray(Object o, int[] x) {
        return o == null || o != x;
    }

    //@ ensures \result;
    static boolean arrayAndObject(int[] x, Object o) {
        return o == null || o != x;
    }

    //@ ensures \result;
    static boolean objectAndString(Object o, String x) {
        return o == null || o != x;
    }

    //@ ensures \result;
    static boolean stringAndObject(String x, Object o) {
        return o == null || o != x;
    }

    //@ ensures \result;
    static boolean arrays(Object[] o, SharedPlaces[] x) {
        return o == null || o != x;
    }

    //@ ensures \result;
    static boolean arraysReversed(SharedPlaces[] x, Object[] o) {
        return o == null || o != x;
    }

    //@ ensures \result;
    static boolean objectAndBox(Object o, Integer x) {
        return o == null || o != x;
    }

    //@ ensures \result;
    static boolean boxAndObject(Integer x, Object o) {
        return o == null || o != x;
    }

    //@ ensures \result;
    boolean anyFirst() {
        return any == null || numbers != any;
    }

    //@ ensures \result;
    boolean numbersFirst() {
        return numbers == null || numbers != any;
    }
}
