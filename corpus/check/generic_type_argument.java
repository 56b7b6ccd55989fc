// tightrope: --scope 2
// `sum` holds: the items are `Integer`s.
public class GenericTypeArgument {
  static class Node<T> { T item; Node<T> next; }
  Node<Integer> head;
  int sum() { int s = 0, c = 0; for (Node<Integer> n = head; n != null && c++ < 3; n = n.next) if (n.item != null) s += n.item; return s; }
}
