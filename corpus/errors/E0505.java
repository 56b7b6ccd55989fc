// assignable clauses that name no location.
class Locations {
    int size;
    int[] values = new int[2];

    //@ assignable this;
    void add() {
        size++;
    }

    //@ assignable get();
    void call() {
    }

    //@ assignable size[*];
    void elements() {
    }

    //@ assignable amount;
    void parameter(int amount) {
    }

    /*@ pure @*/ int get() {
        return size;
    }
}
