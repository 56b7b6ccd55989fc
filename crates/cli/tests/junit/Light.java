public enum Light {
    RED, YELLOW, GREEN;
    //@ ensures \result != this;
    public Light next() { return this == GREEN ? GREEN : values()[ordinal() + 1]; }
    //@ ensures \result == (a == b);
    public static boolean same(Light a, Light b) { return a == b || a == RED; }
}
