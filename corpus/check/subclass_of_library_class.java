// tightrope: --scope 2
// All are violated: a class of the user can be below one of the library.
/*@ nullable_by_default @*/ public class SubclassOfLibraryClass {
  static class MyEx extends RuntimeException { int c; }
  RuntimeException last; Exception ex;
  //@ ensures \result;
  boolean a() { return !(last instanceof MyEx); }
  //@ ensures \result;
  boolean b() { return !(last instanceof IllegalStateException); }
  //@ ensures \result;
  static boolean c(RuntimeException o, MyEx s) { return s == null || o != s; }
  //@ signals (RuntimeException e) false;
  void e() throws Exception { if (ex != null) throw ex; }
}
