public class Scenario {
    static void sums(int[] a) { int s = 0; for (int x : a) s += x; assert a.length < 2 || s >= a[0] : "sum " + s; }
    static boolean flag; static int count = 3; static final int[] LIMITS = {1, 2};
    //@ requires flag && count == 4;
    //@ ensures count == \old(count);
    static void bump() { count++; }
    //@ ensures LIMITS[0] == \old(LIMITS[0]);
    static void spoil() { LIMITS[0]++; }
}
