// tightrope: --scope 2
// What is behind a `static final` is in its initial state, and the verdicts say so.
/*@ nullable_by_default @*/ public class StaticFinalState {
  static final StaticFinalState NIL = new StaticFinalState();
  static final int[] T = {1, 2};
  static final java.util.ArrayList<Integer> L = new java.util.ArrayList<>();
  int v;
  //@ ensures \result == 0;
  static int a() { return NIL.v; }
  static void setNil(int x) { NIL.v = x; }
  //@ ensures \result == 1;
  static int c() { return T[0]; }
  static void setT(int x) { T[0] = x; }
  //@ ensures \result == 0;
  static int d() { return L.size(); }
  static void addL() { L.add(1); }
}
