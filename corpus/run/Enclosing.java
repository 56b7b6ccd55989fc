// Enclosing instances that are given: `o.new In()`, `o.new In() { … }`, `o.super()`; null ones; `this.constant` is no constant.
public class Enclosing {
    int v = 1;
    class In { int w = v; int get() { return w; } }
    static class Sub extends Enclosing.In { Sub(Enclosing o) { o.super(); } }
    static class Elsewhere {
        static int made(Enclosing o) { Enclosing.In i = o.new In() { { w += 10; } int get() { return w * 2; } }; return i.get() + i.w; }
        static int plain(Enclosing o) { return o.new In().get(); }
    }
    static Enclosing of(int v) { Enclosing o = new Enclosing(); o.v = v; return o; }
    static int testAnonymous() { return Elsewhere.made(of(3)); }
    static int testAnonymousOfNull() { return Elsewhere.made(null); }
    static int testPlainOfNull() { return Elsewhere.plain(null); }
    static int testSuper() { return new Sub(of(4)).get(); }
    static int testSuperOfNull() { return new Sub(null).get(); }
    final String s = "i"; final int n = 3;
    boolean concatenated() { return this.s + "1" == "i1"; }
    boolean simple() { return s + "1" == "i1"; }
    boolean text() { return (this.s + this.n).equals("i3") && this.s == "i"; }
    static boolean testThisField() { return of(1).concatenated(); }
    static boolean testSimpleName() { return of(1).simple() && of(1).text(); }
}
