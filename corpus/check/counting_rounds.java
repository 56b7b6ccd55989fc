// tightrope: --scope 3 --max-steps 100000
/** Loops that count until an int overflows: 2^31 rounds, which nobody waits for. */
class Ring {
    static class Node {
        /*@ nullable @*/ Node next;
    }

    /*@ nullable @*/ Node header;

    /*@ invariant header != null;
      @ invariant (\forall Node n; \reach(header, Node, next).has(n); n.next != null && \reach(n, Node, next).has(header));
      @*/

    Ring() {
        header = new Node();
        header.next = header;
    }

    /** Walks in the wrong direction: 2^31 + 1 rounds, which lead to where it began on a ring of one or three nodes only. */
    /*@ requires 0 < n && n < 3;
      @ ensures \result == header;
      @*/
    /*@ pure @*/ Node wrongDirection(int n) {
        Node node = header;
        for (int i = 0; i < n; i--) {
            node = node.next;
        }
        return node;
    }

    /** 2^31 rounds on a ring of one or two nodes lead to where they began. */
    /*@ requires \reach(header, Node, next).int_size() <= 2;
      @ ensures \result == header;
      @*/
    /*@ pure @*/ Node roundTheClock() {
        Node node = header;
        int i = 0;
        do {
            node = node.next;
            i++;
        } while (i >= 0);
        return node;
    }

    /** No even number is 5. */
    /*@ ensures true;
      @*/
    /*@ pure @*/ Node neverMeets() {
        Node node = header;
        for (int i = 0; i != 5; i += 2) {
            node = node.next;
        }
        return node;
    }

    /** No int is greater than the greatest. */
    /*@ ensures true;
      @*/
    /*@ pure @*/ void neverGreater() {
        int rounds = 0;
        for (int i = 1; i <= Integer.MAX_VALUE; i += 3) {
            rounds++;
        }
    }
}
