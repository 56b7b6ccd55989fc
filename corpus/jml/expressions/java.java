// Java expressions in contracts: calls of pure methods, conditionals, casts, instanceof, arrays, strings, constants.
class Mixed {
    static final int LIMIT = 4;
    Object[] items = new Object[LIMIT];
    int size;

    //@ invariant items.length >= LIMIT / 2 && (size & 1) != 7;
    //@ invariant (size > 0 ? items[size - 1] : items) != null;
    //@ invariant !(items[0] instanceof String) || ((String) items[0]).length() >= 0;
    //@ invariant Math.max(size, LIMIT) >= this.size && "mixed".equals(name());

    /*@ pure @*/ String name() {
        return "mixed";
    }
}
