// Constructs where Java allows none: an expression as a statement, this(…) elsewhere, var without a type.
class Places {
    int size;

    Places(boolean known) {
        this(2);
        this(3);
    }

    Places(int size) {
        this.size = size;
    }

    void run() {
        size + 1;
        size;
        for (int i = 0; i < size; i + 1) {
            size--;
        }
        var unknown = null;
        var missing;
        unknown = missing;
    }
}
