// \result and \old where they mean nothing.
class Meaning {
    int size;

    //@ invariant size == \old(size);
    //@ invariant \result > 0;

    //@ requires \result > 0;
    //@ requires \old(size) > 0;
    //@ ensures \result == 3;
    void run() {
    }

    //@ ensures \result != null;
    Meaning() {
    }

    //@ signals (RuntimeException e) \result == 1;
    int get() {
        return size;
    }
}
