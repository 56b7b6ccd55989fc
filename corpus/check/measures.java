// tightrope: --scope 2
// A measure must not be negative where an iteration begins, and must be less where the next one does.
class Measures {
    // Holds: for a negative `n` there is no iteration.
    static int counts(int n) {
        int i = 0;
        //@ decreases n - i;
        while (i < n && i < 5) i++;
        return i;
    }

    // Violated: the measure stays as it is.
    static int stands(int n) {
        int i = 0;
        //@ decreases n;
        while (i < n && i < 5) i++;
        return i;
    }

    // Violated: an iteration begins with a negative measure.
    static int negative() {
        int i = 0;
        //@ decreases -i - 1;
        while (i < 3) i++;
        return i;
    }
}
