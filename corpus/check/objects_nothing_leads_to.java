// tightrope: --scope 3
// `a` and `set` are violated, `c` is not vacuous: objects exist that nothing leads to.
/*@ nullable_by_default @*/ public class UnreferencedObjects {
  int v;
  //@ requires v >= 0; ensures (\forall UnreferencedObjects m; ; m.v >= 0);
  void a() { }
  //@ requires (\exists UnreferencedObjects m; ; m != this); ensures false;
  void c() { }
}
/*@ nullable_by_default @*/ class Observer {
  int z; Observer o;
  //@ invariant o == null || o.z == z + 1;
  //@ requires o == null;
  void set() { z = 5; }
}
