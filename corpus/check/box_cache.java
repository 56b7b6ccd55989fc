// tightrope: --scope 2
// `a`, `b` and `c` are violated: boxes of small numbers are shared.
/*@ nullable_by_default @*/ public class BoxCache {
  Long lv;
  //@ ensures !\result;
  static boolean a(Integer x) { Integer y = 100; return x == y; }
  //@ ensures !\result;
  boolean b() { Long y = 1L; return lv == y; }
  //@ ensures !\result;
  static boolean c(Character x) { Character y = 'a'; return x == y; }
  public static void main(String[] s) { System.out.println(a(100)); }
}
