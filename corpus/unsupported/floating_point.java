// Floating point is as in Java. What JML alone has is not modelled for it: quantifiers over it, sums, measures.
class Measures {
    double average;
    float ratio = 0.5f;
    int count;

    void add(double value) {
        average = (average * count + value) / (count + 1);
        count++;
    }

    int rounded() {
        return (int) average;
    }

    //@ ensures (\forall double d; d > 0; d != 0);
    void quantified() {
    }

    //@ requires a != null;
    //@ ensures \result == (\sum int i; 0 <= i && i < a.length; a[i]);
    double sum(double[] a) {
        double sum = 0;
        for (double d : a) {
            sum += d;
        }
        return sum;
    }

    void halve(double d) {
        //@ decreases d;
        while (d > 1) {
            d /= 2;
        }
    }
}
