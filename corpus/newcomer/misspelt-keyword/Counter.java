class Counter {
    int count;

    /*@ requires step > 0;
      @ ensure count == \old(count) + step;
      @*/
    void add(int step) {
        count += step;
    }

    //@ ensures \result == count;
    int get() {
        return count;
    }
}
