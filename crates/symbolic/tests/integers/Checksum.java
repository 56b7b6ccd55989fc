// Sums over a list.
class Checksum {
    /*@ nullable @*/ Node head;

    //@ invariant (\forall Node n; \reach(head, Node, next).has(n); !\reach(n.next, Node, next).has(n) && n.value >= 0);

    // violated: two large values have a negative sum.
    //@ ensures \result >= 0;
    int sum() {
        int sum = 0;
        for (Node node = head; node != null; node = node.next) {
            sum += node.value;
        }
        return sum;
    }

    // holds
    //@ ensures \result >= 0;
    long wideSum() {
        long sum = 0;
        for (Node node = head; node != null; node = node.next) {
            sum += node.value;
        }
        return sum;
    }

    static class Node {
        int value;
        /*@ nullable @*/ Node next;
    }
}
