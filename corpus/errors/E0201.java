// JML that does not parse: each clause is reported, the others are kept.
class Clauses {
    int size;

    //@ invariant size >= ;
    //@ invariant (size < 10;
    //@ invariant size <= 20;

    //@ requires amount > 0
    //@ ensures size == \old(size + amount;
    void add(int amount) {
        size += amount;
    }
}
