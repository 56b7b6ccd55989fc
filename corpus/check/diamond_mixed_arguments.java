// A diamond with arguments of different types.
class DiamondMixedArguments {
    static class Pair<T> { T a, b; Pair(T a, T b) { this.a = a; this.b = b; } }
    static boolean f() { return new Pair<>("a", 0).b == null; }
    static boolean g() { Pair<Object> p = new Pair<>("a", 0); return p.b == null; }
}
