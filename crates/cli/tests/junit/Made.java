public class Made {
    int n; /*@ nullable @*/ int[] a;
    //@ ensures this.n == n;
    public Made(int n) { this.n = n > 0 ? n : 0; }
    public Made(int[] a) { this.a = a; n = a.length; if (n == 1) throw new IllegalStateException("one"); }
    //@ invariant n >= 0;
    public Made(boolean b) { n = b ? -1 : 1; }
    private Made(String s) { }
    //@ ensures \result.n == 7;
    public static Made of(String s) { return new Made(s); }
    //@ ensures \result.n == k;
    static Made of(int k) { if (k < 0) while (true) { } return new Made(k); }
    //@ signals (IllegalArgumentException e) n == 0;
    //@ signals_only IllegalArgumentException;
    public void fail() { if (n > 0) throw new IllegalArgumentException(); }
    //@ assignable \nothing;
    public void write() { n++; }
    //@ ensures false;
    //@ signals (RuntimeException e) true;
    public void mustThrow() { if (n > 2) throw new RuntimeException(); }
    static class Own extends RuntimeException { int code; Own(int code) { this.code = code; } }
    //@ signals_only IllegalStateException;
    public void own() { if (n == 1) throw new Own(3); }
    public int deep(int k) { return k <= 0 ? 0 : 1 + deep(k + 0); }
}
