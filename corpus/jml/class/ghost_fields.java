// Ghost fields: state of the specification, changed by set.
class Lock {
    boolean held;

    //@ ghost int acquired = 0;
    //@ static ghost int total;
    //@ invariant held <==> acquired == 1;

    //@ requires !held;
    //@ ensures acquired == 1;
    void acquire() {
        held = true;
        //@ set acquired = acquired + 1;
        //@ set Lock.total = Lock.total + 1;
    }

    //@ requires held;
    void release() {
        held = false;
        //@ set this.acquired--;
    }
}
