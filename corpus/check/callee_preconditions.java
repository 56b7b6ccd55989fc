// tightrope: --scope 2
// What a caller owes to the methods that it calls is not checked, and the verdict says for which methods.
class CalleePreconditions {
    int a;
    //@ invariant a >= 0;

    //@ requires x > 0;
    static int positive(int x) {
        return x;
    }

    static int caller(int x) {
        return positive(x);
    }

    public void other() {
    }

    public /*@ helper @*/ void helper() {
    }

    // The invariant does not hold where `other` is called.
    public void visible() {
        a = -1;
        other();
        a = 0;
    }

    // A helper expects no invariant: nothing is assumed.
    public void invisible() {
        a = -1;
        helper();
        a = 0;
    }
}
