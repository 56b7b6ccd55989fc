// tightrope: --scope 2
// `e` and `g` are violated: the receiver may be what a static field holds.
/*@ nullable_by_default @*/ public class ReceiverIsStatic {
  static final ReceiverIsStatic NIL = new ReceiverIsStatic();
  int v;
  //@ ensures this.v == \old(this.v);
  void e() { NIL.v = 77; }
  //@ ensures \result;
  boolean g() { return this != NIL; }
  //@ ensures p == null || p.v == \old(p.v);
  static void f(ReceiverIsStatic p) { NIL.v = 77; }
}
