// tightrope: --scope 2
// All hold only by what is assumed of hash codes, and the verdicts say so.
/*@ nullable_by_default @*/ public class HashWithoutHashCode {
  static class K { int id; public boolean equals(Object o) { return o instanceof K && ((K) o).id == id; } }
  static class H { int id; public boolean equals(Object o) { return o instanceof H && ((H) o).id == id; } public int hashCode() { return id; } }
  //@ requires x != null && y != null && x.id == y.id; ensures \result;
  static boolean a(K x, K y) { java.util.HashSet<K> s = new java.util.HashSet<>(); s.add(x); return s.contains(y); }
  //@ requires x != null; ensures \result;
  static boolean b(H x, int k) { java.util.HashSet<H> s = new java.util.HashSet<>(); s.add(x); x.id = k; return s.contains(x); }
}
