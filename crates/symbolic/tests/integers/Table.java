// Hashing into an array, and a buffer that goes round.
class Table {
    int[] slots;

    // violated: the absolute value of the least int is negative, and so is its remainder.
    //@ requires slots.length == 3;
    static int scatter(int key, int[] slots) {
        return slots[Math.abs(key) % slots.length];
    }

    // holds
    //@ requires slots.length == 3;
    static int scatterPositive(int key, int[] slots) {
        return slots[(key & Integer.MAX_VALUE) % slots.length];
    }

    // violated: after 2^31 steps the counter is negative.
    //@ requires slots.length == 2;
    static int atCounter(int counter, int[] slots) {
        return slots[counter % 2];
    }

    // holds
    //@ requires slots.length == 2;
    static int atMaskedCounter(int counter, int[] slots) {
        return slots[counter & 1];
    }
}

class Ring {
    int[] items;
    int head;
    int size;

    /*@ invariant items.length == 3;
      @ invariant 0 <= head && head < items.length;
      @ invariant 0 <= size && size <= items.length;
      @*/

    // holds
    //@ requires size < items.length;
    //@ ensures size == \old(size) + 1;
    void add(int item) {
        int end = head + size;
        items[end < items.length ? end : end - items.length] = item;
        size++;
    }

    // violated: the end goes round.
    //@ requires size < items.length;
    //@ ensures size == \old(size) + 1;
    void addWithoutRound(int item) {
        items[head + size] = item;
        size++;
    }
}
