// Informal predicates are assumed.
class Informal {
    int size;

    //@ invariant (* the list is sorted *);
    //@ requires size > 0 && (* the caller holds the lock *);
    void run() {
        size--;
    }
}
