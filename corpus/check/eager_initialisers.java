// tightrope: --scope 2
// `f` is violated: its first call initialises `Helper`.
public class EagerInitialisers {
  static int inits;
  static class Helper { static { inits++; } static void go() { } }
  //@ ensures inits == \old(inits);
  static void f() { Helper.go(); }
  public static void main(String[] a) { int old = inits; f(); System.out.println(old + " -> " + inits); }
}
