// tightrope: --scope 2
// All are violated: the methods of a pair ask the same of parameters in another order.
/*@ nullable_by_default @*/ public class AliasDependsOnOrder {
  int[] e; Object q;
  //@ ensures \result;
  static boolean i1(Object o, int[] x) { return o == null || o != x; }
  //@ ensures \result;
  static boolean i2(int[] x, Object o) { return o == null || o != x; }
  //@ ensures \result;
  static boolean s1(Object o, String x) { return o == null || o != x; }
  //@ ensures \result;
  static boolean s2(String x, Object o) { return o == null || o != x; }
  //@ ensures \result;
  static boolean a1(Object[] o, AliasDependsOnOrder[] x) { return o == null || o != x; }
  //@ ensures \result;
  static boolean a2(AliasDependsOnOrder[] x, Object[] o) { return o == null || o != x; }
  //@ ensures \result;
  static boolean n1(Object o, Integer x) { return o == null || o != x; }
  //@ ensures \result;
  static boolean n2(Integer x, Object o) { return o == null || o != x; }
  //@ ensures \result;
  boolean g1() { return q == null || e != q; }
  //@ ensures \result;
  boolean g2() { return e == null || e != q; }
}
