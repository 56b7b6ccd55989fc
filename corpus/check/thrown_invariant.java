// tightrope: --scope 2
// `f` is violated: who catches the exception gets an object whose invariant is broken.
/*@ nullable_by_default @*/ public class ThrownInvariant {
  static class Bad { int x;
    //@ invariant x < 3;
  }
  static class Err extends RuntimeException { Bad b; }
  //@ signals (Err e) true; signals_only Err;
  void f() { Bad b = new Bad(); b.x = 5; Err e = new Err(); e.b = b; throw e; }
}
