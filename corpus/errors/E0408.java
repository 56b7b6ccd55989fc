// Constructs where Java allows none: an expression as a statement, this(…) late, a call of super in a method, a stray array initialiser.
class Places {
    int size;

    Places() {
        size = 1;
        this(2);
    }

    Places(int size) {
        this.size = size;
    }

    void run() {
        size + 1;
        size;
        super();
        int[] values;
        values = {1, 2};
        var unknown = null;
        var missing;
    }
}
