// Contracts that call methods that are not declared pure.
class Impure {
    int size;

    int size() {
        return size;
    }

    int next() {
        return ++size;
    }

    /*@ pure @*/ boolean isEmpty() {
        return size == 0;
    }

    //@ requires next() > 3 && !isEmpty();
    //@ ensures size() == \old(size());
    void run() {
    }
}
