// Floating point: a few numbers are tried, the verdict names them, and everything is as in Java.
class Floats {
    double total;
    float weight;

    // Not with NaN.
    //@ ensures \result >= 0;
    static double abs(double d) {
        return d < 0 ? -d : d;
    }

    //@ requires d == d;
    //@ ensures \result >= 0 && (\result == d || \result == -d);
    static double absOfNumbers(double d) {
        return d < 0 ? -d : d;
    }

    // Infinities cancel out.
    //@ ensures total == \old(total) + d;
    //@ assignable total;
    void add(double d) {
        total += d;
    }

    //@ requires !Double.isNaN(total) && !Double.isNaN(d) && !Double.isInfinite(total) && !Double.isInfinite(d);
    //@ ensures total == \old(total) + d;
    void addNumbers(double d) {
        total += d;
    }

    // 0.5f * 0.5f is not 0; the least float times one half is.
    //@ requires weight > 0;
    //@ ensures weight > 0;
    void halve() {
        weight *= 0.5f;
    }

    //@ requires a != null && a.length > 0;
    //@ ensures (\forall int i; 0 <= i && i < a.length; \result >= a[i]);
    static double max(double[] a) {
        double max = a[0];
        for (double d : a) {
            max = Math.max(max, d);
        }
        return max;
    }

    //@ requires a != null && a.length > 0 && (\forall int i; 0 <= i && i < a.length; a[i] == a[i]);
    //@ ensures (\forall int i; 0 <= i && i < a.length; \result >= a[i]);
    static double maxOfNumbers(double[] a) {
        double max = a[0];
        for (double d : a) {
            max = Math.max(max, d);
        }
        return max;
    }

    //@ ensures \result == x / 2;
    static int half(int x) {
        return (int) (x * 0.5);
    }
}
