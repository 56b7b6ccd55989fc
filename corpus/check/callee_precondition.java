// `caller` is violated; that invariants were not looked at where `other` is called is said.
class CalleePrecondition {
    //@ requires x > 0;
    static int pos(int x) { return x; }
    static int caller(int x) { return pos(x); }
    int a; //@ invariant a >= 0;
    public void other() { }
    public void visible() { a = -1; other(); a = 0; }
}
