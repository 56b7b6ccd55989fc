// Contracts that change the state.
class Effects {
    int size;
    int[] values = new int[2];

    //@ requires size = 3;
    //@ ensures size++ == 4;
    //@ ensures (values[0] += 1) > 0;
    void run() {
        size++;
    }

    //@ invariant (size -= 1) >= 0;
}
