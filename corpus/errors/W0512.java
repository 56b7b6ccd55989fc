// Method contracts that belong to no method.
class Lost {
    //@ requires size > 0;
    int size;

    //@ ensures \result > 0;
    class Inner {
    }

    //@ ensures size > 0;
    static {
    }

    int get() {
        return size;
    }

    //@ ensures \result == 3;
}
