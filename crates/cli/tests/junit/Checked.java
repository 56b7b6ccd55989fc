public class Checked {
    private int size; private Node head;
    private static class Node { Node next; }
    void checkRep() { assert size >= 0; int n = 0; for (Node x = head; x != null; x = x.next) { n++; assert n <= size; } assert n == size; }
    public Checked() { }
    public void add() { Node n = new Node(); n.next = head; head = n; if (size < 2) size++; }
}
