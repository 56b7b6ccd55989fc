// Lambdas and method references: objects with one method; captured variables, `this`, generic calls, default methods.
import java.util.*;
import java.util.function.*;

public class Lambdas {
    interface IntOp { int apply(int a, int b); default IntOp twice() { return (a, b) -> apply(apply(a, b), b); } }
    interface Maker<T> { T make(); }
    interface Three<A, B, C> { C on(A a, B b); }
    int field = 10;
    static int calls;
    String name() { return "n" + field; }
    Supplier<String> own() { return () -> name() + this.field + toString(); }
    public String toString() { return "L"; }
    Supplier<Supplier<Integer>> nested(int k) { int m = k + 1; return () -> { int q = m + field; return () -> q + m + this.field; }; }
    static int both(IntOp op, int a, int b) { return op.apply(a, b); }
    static <A, B> B map(A a, Function<A, B> f) { return f.apply(a); }
    static <A, B> List<B> all(List<? extends A> as, Function<? super A, ? extends B> f) { List<B> l = new ArrayList<>(); for (A a : as) l.add(f.apply(a)); return l; }
    static <T> T make(Maker<T> maker) { return maker.make(); }
    static Lambdas counted() { calls++; return new Lambdas(); }
    static int add(int a, int b) { return a + b; }
    static class Box<T> { T v; Box(T v) { this.v = v; } Box() {} T get() { return v; } <R> Box<R> map(Function<? super T, ? extends R> f) { return new Box<>(f.apply(v)); } }

    static int testPlain() { IntOp op = (a, b) -> a * 10 + b; return op.apply(3, 4); }
    static int testBlock() { IntOp op = (int a, int b) -> { int s = 0; for (int i = 0; i < a; i++) s += b; return s; }; return op.apply(3, 4); }
    static int testArgument() { return both((a, b) -> a - b, 7, 2); }
    static int testCaptured() { int k = 5; int[] sum = {0}; IntConsumer c = x -> sum[0] += x * k; c.accept(2); c.accept(3); return sum[0]; }
    static String testThis() { return new Lambdas().own().get(); }
    static int testNested() { return new Lambdas().nested(3).get().get(); }
    static int testDefault() { IntOp op = (a, b) -> a + b; return op.twice().apply(1, 5); }
    static String testGeneric() { return map(5, x -> x + 1) + map("ab", s -> s.length()).toString() + map(2, x -> "s" + x).length(); }
    static String testGenericBlock() { return map(3, x -> { if (x > 2) return 'c'; return 'd'; }) + "" + map(1, x -> { if (x > 2) return "a"; return 7; }); }
    static String testList() { return "" + all(List.of(1, 2, 3), x -> x * 2) + all(List.of("a", "bcd"), String::length); }
    static int testUnboxed() { Function<Integer, Integer> f = x -> x + 1; BiFunction<Integer, Integer, Integer> g = (a, b) -> a * b; return g.apply(f.apply(2), f.apply(3)); }
    static boolean testPredicate() { Predicate<String> p = s -> s.isEmpty(); return p.test("") && !p.test("a") && p.negate().test("b") && p.or(s -> s.length() == 2).test("cc"); }
    static int testStaticReference() { IntOp op = Lambdas::add; return op.apply(2, 3); }
    static int testLibraryReference() { IntOp op = Math::max; ToIntFunction<String> f = String::length; return op.apply(2, 3) + f.applyAsInt("four"); }
    static String testBound() { Lambdas l = new Lambdas(); Supplier<String> s = l::name; l.field = 7; l = null; return s.get(); }
    static int testBoundOnce() { calls = 0; Supplier<String> s = counted()::name; s.get(); s.get(); return calls; }
    static int testBoundNull() { Lambdas l = null; Supplier<String> s = l::name; return 1; }
    static String testThisReference() { return new Lambdas().here(); }
    String here() { Supplier<String> s = this::name; return s.get(); }
    static String testNew() { Maker<Lambdas> m = Lambdas::new; Function<String, Box<String>> b = Box::new; IntFunction<int[]> a = int[]::new; return m.make().name() + b.apply("q").get() + a.apply(3).length; }
    static int testNewArgument() { return make(Lambdas::new).field + make(() -> 3); }
    static String testUnboundReference() { Function<Object, String> f = Object::toString; Three<Box<Integer>, Integer, Boolean> t = (b, i) -> b.get().equals(i); return f.apply(12) + t.on(new Box<>(4), 4); }
    static String testChain() { return new Box<>(3).map(x -> x * 2).map(x -> "v" + x).get() + new Box<>("abc").map(String::length).get(); }
    static int testThrown() { Supplier<Integer> s = () -> { throw new IllegalStateException(); }; return s.get(); }
    static int testCast() { Object o = (IntOp) (a, b) -> a; return ((IntOp) o).apply(1, 2); }
    static int testConditional() { IntOp op = calls >= 0 ? (a, b) -> a : (a, b) -> b; return op.apply(1, 2); }
    static int testReturned() { return adder(3).apply(4); }
    static Function<Integer, Integer> adder(int n) { return x -> x + n; }
    static int testRunnable() { int[] n = {0}; Runnable r = () -> n[0]++; r.run(); r.run(); return n[0]; }
    static int testVoidReference() { List<String> l = new ArrayList<>(); Consumer<String> c = l::add; c.accept("a"); c.accept("b"); return l.size(); }
    static final Comparator<String> BY_LENGTH = (a, b) -> Integer.compare(a.length(), b.length());
    static String testSorted() { List<String> l = new ArrayList<>(List.of("ccc", "a", "bb")); Collections.sort(l, BY_LENGTH); String t = "" + l; l.sort((a, b) -> b.compareTo(a)); return t + l; }
    static String testAnonymousInside() { Function<Integer, Supplier<Integer>> f = x -> new Supplier<Integer>() { int y = x; public Integer get() { return x + y++; } }; Supplier<Integer> s = f.apply(5); return "" + s.get() + s.get(); }
    static int testInAnonymous() { return new Object() { int z = 4; int go() { IntSupplier s = () -> z * 2; z = 6; return s.getAsInt(); } }.go(); }
    static int testRecursive() { return fact.applyAsInt(5); }
    static IntUnaryOperator fact = n -> n <= 1 ? 1 : n * Lambdas.fact.applyAsInt(n - 1);
    static int testBadCast() { Function f = (Function<String, Integer>) s -> 1; return (Integer) f.apply(5); }
    static String testAndThen() { Function<Integer, Integer> f = x -> x + 1; return "" + f.andThen(x -> x * 2).apply(3) + f.compose((Integer x) -> x * 2).apply(3) + Function.<Integer>identity().apply(9); }
    static boolean testIdentity() { Runnable r = () -> {}; return r == r && r.equals(r); }
    static int testInLoop() { List<Supplier<Integer>> l = new ArrayList<>(); for (int i = 0; i < 3; i++) { int j = i; l.add(() -> j * j); } int s = 0; for (Supplier<Integer> q : l) s = s * 10 + q.get(); return s; }
    static class Weighed { final int w; Weighed(int w) { this.w = w; } }
    static String weights(Iterable<Weighed> all) { String t = ""; for (Weighed one : all) t += one.w + ","; return t; }
    static String testComparatorsAsArguments() {
        PriorityQueue<Weighed> q = new PriorityQueue<>(Comparator.comparingInt(x -> -x.w));
        for (int w = 1; w < 4; w++) q.add(new Weighed(w));
        List<Weighed> l = new ArrayList<>(q);
        l.sort(Comparator.comparingInt(x -> x.w));
        String t = weights(l) + q.poll().w;
        Collections.sort(l, Comparator.comparing(x -> -x.w));
        Comparator<? super Weighed> c = Comparator.comparingInt(x -> x.w % 3);
        TreeMap<int[], Weighed> m = new TreeMap<>(Comparator.comparingInt(x -> x[0]));
        m.put(new int[] {3}, l.get(0));
        m.put(new int[] {2}, l.get(1));
        return t + weights(l) + Collections.min(List.of(l.get(0), l.get(1)), Comparator.comparingInt(n -> n.w)).w + Collections.max(l, c).w + weights(m.values());
    }
}
