/** Numbers with a fraction, as parameters, results and elements. */
public class Doubles {
    //@ ensures \result > x;
    public static double more(double x) { return x; }

    //@ requires a.length > 0;
    //@ ensures \result != a[0];
    public static float first(float[] a) { return a[0]; }
}
