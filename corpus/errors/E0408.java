// Constructs where Java allows none: an expression as a statement, this(…) late, var without a type.
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
        var unknown = null;
        var missing;
    }
}
