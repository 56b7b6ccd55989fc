// tightrope: --from api=6
public class GenericQueue<T> {
    private static class Node<T> { final T item; Node<T> next; Node(T item) { this.item = item; } }
    private Node<T> head, tail; private int size;
    public void add(T item) {
        Node<T> n = new Node<>(item);
        if (head == null) head = n; else tail.next = n;
        tail = n; size++;
    }
    public T poll() { if (head == null) return null; T i = head.item; head = head.next; size--; return i; }
    public boolean remove(T item) {
        Node<T> before = null;
        for (Node<T> n = head; n != null; before = n, n = n.next)
            if (n.item.equals(item)) {
                if (before == null) head = n.next; else before.next = n.next;
                size--; return true; // bug: tail is not updated
            }
        return false;
    }
    public int size() { int c = 0; for (Node<T> n = head; n != null; n = n.next) c++; assert c == size; return c; }
}
