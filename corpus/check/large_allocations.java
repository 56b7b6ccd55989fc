// tightrope: --scope 2
// An allocation that is too large for anybody's memory says nothing of the method: it is left out, and counted.
class Buffer {
    int[] elements;
    int size;

    //@ requires capacity >= 0;
    Buffer(int capacity) {
        elements = new int[capacity];
    }

    // Violated, also where an array could be huge.
    //@ requires capacity >= 0;
    //@ ensures \result.length == 3;
    static int[] make(int capacity) {
        return new int[capacity + 0];
    }
}
