// Classes: fields, methods, constructors; names of fields, parameters and locals; this.
class Counter {
    private int value, step = 1;
    protected final Counter parent;

    Counter(Counter parent) {
        this.parent = parent;
    }

    void advance(int step) {
        value += this.step;
        this.step = step;
    }

    int total() {
        return parent == null ? value : value + parent.total();
    }

    Counter self() {
        return this;
    }
}
