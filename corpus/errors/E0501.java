// Contracts that change the state.
class Effects {
    int size;
    boolean full;
    int[] values = new int[2];

    //@ requires full = true;
    //@ ensures size++ == 4;
    //@ ensures (values[0] += 1) > 0;
    void run() {
        size++;
    }

    //@ invariant (size -= 1) >= 0;
}
