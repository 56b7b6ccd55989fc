// tightrope: --scope 2
// Vacuous: the initialiser leaves an object whose invariant is broken, and no method is blamed.
public class BrokenBefore {
  static final BrokenBefore NIL = new BrokenBefore();
  int v; /*@ nullable @*/ BrokenBefore next;
  //@ invariant next != null;
  static void set(int x) { NIL.v = x; }
  static void inc() { NIL.v++; }
  static void nop() { }
}
