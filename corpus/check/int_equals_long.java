// tightrope: --scope 2
// Holds: an `int` and a `long` are compared as numbers.
public class IntEqualsLong {
  int a; long lo;
  //@ requires lo == a; ensures lo == a;
  void m() { }
}
