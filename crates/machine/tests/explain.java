class Node {
    /*@ nullable @*/ Node next;
    int value;
    //@ invariant value < 100;
    //@ invariant next != null ==> next.value > value;
}

class Chain {
    /*@ nullable @*/ Chain next;
    int value;
    //@ invariant value >= 0;
    //@ invariant next != null ==> \invariant_for(next);

    //@ ensures \invariant_for(this);
    void links() { }

    static int sum(int[][] rows) {
        int sum = 0;
        for (int i = 0; i < rows.length; i++) {
            int j = 0;
            do {
                if (rows[i][j] == 0) continue;
                sum += twice(rows[i][j]);
            } while (++j < rows[i].length);
        }
        return sum;
    }
    static int twice(int n) {
        return n + n;
    }
    static int find(int[] row, int wanted) {
        int at = 0;
        for (int n : row) {
            if (n == wanted) return at;
            at++;
        }
        while (at > 100) { at--; }
        return -1;
    }
    static int skip(int n) {
        outer:
        while (true) {
            while (n > 0) {
                n--;
                if (n % 2 == 0) continue outer;
            }
            break;
        }
        return n;
    }
}

class List {
    /*@ nullable @*/ Node head;
    int size;
    static int total;

    /*@ pure @*/ boolean repOk() {
        if (!isAcyclic()) return false;
        return hasSize();
    }
    /*@ pure @*/ boolean isAcyclic() {
        Node slow = head, fast = head;
        while (fast != null && fast.next != null) {
            slow = slow.next;
            fast = fast.next.next;
            if (slow == fast)
                return false;
        }
        return true;
    }
    /*@ pure @*/ boolean hasSize() {
        int n = 0;
        for (Node node = head; node != null; node = node.next) n++;
        return n == size;
    }
    /*@ pure @*/ boolean sized() {
        int n = size;
        boolean fits = hasSize();
        if (n < 0) return false;
        return fits;
    }
    /*@ pure @*/ boolean has(int value) {
        for (Node node = head; node != null; node = node.next)
            if (node.value == value) return true;
        return false;
    }
    /*@ pure @*/ Node fresh() { return new Node(); }
    /*@ pure @*/ boolean fails() { throw new IllegalStateException(); }

    //@ ensures size == 1 && (size > value && head != null);
    //@ ensures size == 1 ==> head.value == value;
    //@ ensures !(size == 1 && head != null);
    //@ ensures !(size == 2 || head != null);
    //@ ensures size == 2 || head == null;
    //@ ensures !(size == 2 ==> head == null);
    //@ ensures size == 1 ? value == 8 : value == 9;
    //@ ensures size == 2 ? value == 8 : value == 9;
    //@ ensures \result == false;
    //@ ensures !\result;
    //@ ensures \result <==> head == null;
    //@ ensures \result == (size > value);
    //@ ensures (size == 1) & (value == 1);
    //@ ensures \old(size == 2);
    //@ ensures \old(size == 1 && head.value == 4);
    //@ ensures size == 1;
    boolean connectives(int value) { return true; }

    //@ ensures (\forall Node n; n.value > 3);
    //@ ensures (\forall Node n; n.value == 5; n.next != null && n.value > value);
    //@ ensures (\forall int i; 0 <= i && i < 5; i * i < value);
    //@ ensures (\forall int i, j; 0 <= i && i < j && j < 5; i + j < size + 3);
    //@ ensures (\forall int i; 0 <= i && i < 5 ==> i < size);
    //@ ensures (\exists Node n; n.value == value);
    //@ ensures (\exists int i; 0 <= i && i < size; i == value);
    //@ ensures !(\exists Node n; n.value == 5);
    //@ ensures !(\forall Node n; n.value > size);
    //@ ensures (\forall Node n; (\exists Node m; m.next == n));
    //@ ensures \result == (\exists Node n; n.value == value);
    //@ ensures (\num_of Node n; n.value > 3) == size + 1;
    //@ ensures (\sum Node n; n.value > 3; n.value) == value;
    //@ ensures \old((\forall Node n; n.value > 3));
    boolean quantifiers(int value) { return true; }

    //@ ensures size == \old(size);
    //@ ensures \result == \old(head.next);
    //@ ensures \old(head.next.value) + size > 2 * value + size;
    //@ ensures head == this.head.next;
    //@ ensures total == value;
    //@ ensures (long) size == 8L;
    //@ ensures \reach(head, Node, next).int_size() == size;
    //@ ensures !\reach(head, Node, next).has(head.next);
    //@ ensures \reach(head).isEmpty();
    //@ ensures head instanceof Node && \typeof(head) == \type(List);
    //@ ensures \fresh(head);
    //@ ensures fresh() == head;
    Node values(int value) { size = size + 2; return head; }

    //@ ensures repOk();
    //@ ensures sized();
    //@ ensures !has(3);
    //@ ensures has(value);
    //@ ensures has(value) == has(size);
    void calls(int value) { }

    //@ ensures repOk();
    //@ ensures !repOk() ==> size == 3;
    void check(int value) { }

    //@ ensures hasSize();
    void endless(int value) { }

    //@ ensures head.value == 3;
    //@ ensures size == 0 && 10 / size > 2;
    //@ ensures (\forall int i; 0 <= i && i < 3; 10 / (i - 1) != 0);
    //@ ensures fails();
    //@ ensures fails() || size == 0;
    //@ ensures size == 1 || head.value == 2;
    //@ ensures (size == 0) == (head.value == 0);
    //@ ensures \invariant_for(head);
    //@ ensures (fails() ? size == 0 : size == 1);
    void exceptions(int value) { }

    //@ ensures \invariant_for(this);
    //@ ensures (\forall Node n; \invariant_for(n));
    void objects(int value) { if (head != null && head.next != null) head.next.value = 2; }

    /*@ pure @*/ boolean asserts() {
        //@ assert asserts();
        return true;
    }
    //@ ensures asserts();
    void nested(int value) { }
}
