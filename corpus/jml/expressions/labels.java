// \lbl: a name for a part of a predicate; it does not change the value.
class Labelled {
    int value;

    //@ ensures (\lbl grown value > \old(value));
    //@ ensures (\lblpos positive value > 0);
    void grow() {
        value = Math.max(value, 0) + 1;
    }
}
