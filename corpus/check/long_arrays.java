// tightrope: --scope 2
// The elements of an array of longs are as unknown as those of other arrays.
class Longs {
    long[] data;
    long one;

    // Violated.
    //@ requires values.length == 1;
    //@ ensures \result == 0;
    static long first(long[] values) {
        return values[0];
    }

    // Violated.
    //@ requires data.length == 1;
    //@ ensures data[0] == 0;
    void touch() {
    }

    // Violated by a number beyond 32 bits.
    //@ ensures \result == one;
    int narrow() {
        return (int) one;
    }

    //@ requires values.length == 2;
    //@ ensures values[0] == \old(values[1]) && values[1] == \old(values[0]);
    //@ assignable values[*];
    static void swap(long[] values) {
        long first = values[0];
        values[0] = values[1];
        values[1] = first;
    }
}
