// All hold: `assignable` compares the heaps before and after.
class AssignableTemporary {
    int x;
    //@ assignable \nothing;
    static void same(AssignableTemporary m) { m.x = m.x; }
    //@ assignable \nothing;
    static void restored(AssignableTemporary m) { int o = m.x; m.x = 5; m.x = o; }
    static /*@ pure @*/ int pureMethod(AssignableTemporary m) { m.x++; int r = m.x; m.x--; return r; }
}
