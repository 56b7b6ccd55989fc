// tightrope: --scope 2
// `diff` holds: a `Comparable` of this program is a `K`, never a `Boolean`.
/*@ nullable_by_default @*/ public class BooleanAsComparable<T extends Comparable<T>> {
  T item; BooleanAsComparable<T> next;
  //@ requires item != null && next != null && next.item != null;
  int diff() { return item.compareTo(next.item) + 1; }
}
class K implements Comparable<K> { int v; public int compareTo(K o) { return v < o.v ? -1 : v > o.v ? 1 : 0; } }
