// Expressions that are not evaluated: the clause that holds one has no value, and the verdict says so.
class Expressions {
    int value;
    int[] values = new int[2];

    //@ ensures \not_modified(values);
    //@ ensures \only_assigned(value);
    //@ ensures value > 0 ==> \duration(run()) < 10;
    void run() {
        value = 1;
    }
}
