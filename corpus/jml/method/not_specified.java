// \not_specified in place of a predicate or a location: as if the clause were not written.
class Vague {
    int value;

    //@ requires \not_specified;
    //@ assignable \not_specified;
    //@ ensures \not_specified;
    void change() {
        value++;
    }
}
