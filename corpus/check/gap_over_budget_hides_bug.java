// tightrope: --scope 3
// `push` is violated at two nodes, whatever `size` makes `repOk` count to.
// repOk counts up to `size`; with size = 2147483647 and a cyclic list that is over the step budget.
public class GapOverBudgetHidesBug {
    static class Node { int value; Node next; }
    Node head; int size;

    boolean repOk() {
        int n = 0;
        for (Node c = head; c != null; c = c.next) { n++; if (n > size) return false; }
        return n == size;
    }

    void push(int v) { // forgets size++ on lists of two and more
        Node x = new Node(); x.value = v; x.next = head; head = x;
        if (size < 2) size++;
    }
}
