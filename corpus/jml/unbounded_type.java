// \bigint and \real: unbounded numbers are not evaluated.
class Unbounded {
    //@ ghost \bigint total = 0;
    //@ ghost \real share;
    int value;

    //@ ensures (\forall \bigint b; 0 <= b && b < 3; b * b < 9);
    void add() {
        //@ set total = total + value;
    }
}
