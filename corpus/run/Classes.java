// Classes: dispatch, hiding, initialisation order, inner, local and anonymous classes, interfaces, generics, records, enums.
public class Classes {
    static String log = "";
    static String done() { String result = log; log = ""; return result; }

    static class Base {
        int x = init("Base.x", 1);
        static int counter = 10;
        { log += "{Base}"; }
        Base() { this(5); log += "Base() "; }
        Base(int y) { log += "Base(int) "; hook(); x += y; }
        void hook() { log += "Base.hook "; }
        int value() { return 1; }
        static String name() { return "Base"; }
        int twice() { return value() * 2; }
        private int secret() { return 100; }
        int callSecret() { return secret(); }
    }
    static class Derived extends Base {
        int x = init("Derived.x", 7);
        String late = "set";
        { log += "{Derived}"; }
        Derived() { super(); log += "Derived() "; }
        Derived(int q) { super(q); }
        @Override void hook() { log += "Derived.hook(" + x + late + ") "; }
        @Override int value() { return super.value() + 10; }
        static String name() { return "Derived"; }
        int secret() { return 200; }
        int both() { return x * 100 + super.x; }
    }
    static int init(String what, int value) { log += what + " "; return value; }

    static String testInitOrder() { Derived d = new Derived(); return done() + d.both(); }
    static String testSuperArgs() { Derived d = new Derived(3); return done() + ((Base) d).x; }
    static int testDispatch() { Base b = new Derived(2); log = ""; return b.twice(); }
    static int testPrivateNotOverridden() { Base b = new Derived(2); log = ""; return b.callSecret(); }
    static String testStaticHiding() { return Base.name() + Derived.name(); }
    static int testFieldHiding() { Derived d = new Derived(2); log = ""; Base b = d; return d.x * 10 + b.x; }

    static class Lazy { static { log += "<Lazy>"; } static final int CONSTANT = 4; static int value = init("Lazy.value", 3); static void touch() {} }
    static class Sub extends Lazy { static { log += "<Sub>"; } static int own = 9; }
    static String testStaticInit() { log += Lazy.CONSTANT; log += "x"; int v = Sub.own; Sub.touch(); return done() + v; }
    static class Forward { static int a = next(); static int b = 2; static int next() { return b + 1; } }
    static int testForwardReference() { return Forward.a * 10 + Forward.b; }
    static class Fails { static int x = 1 / zero(); static int zero() { return 0; } }

    interface Shape { int area(); default int doubled() { return area() * 2; } static Shape unit() { return () -> 1; } int SIDES = 4; }
    interface Named { default String name() { return "named"; } }
    interface Special extends Named { default String name() { return "special " + Named.super.name(); } }
    static class Square implements Shape, Special { int side; Square(int side) { this.side = side; } public int area() { return side * side; } }
    static String testDefaults() { Square s = new Square(3); Shape t = s; return s.doubled() + s.name() + t.doubled() + Shape.SIDES + Square.SIDES; }

    class Inner { int y = outerField + 1; class Deep { int z() { return y * 10 + outerField + Classes.this.outerField; } } }
    int outerField = 3;
    static int testInner() { Classes o = new Classes(); o.outerField = 4; Classes.Inner i = o.new Inner(); Inner.Deep d = i.new Deep(); o.outerField = 6; return d.z(); }
    Inner make() { return new Inner(); }
    static int testInnerImplicit() { return new Classes().make().y; }
    static int testInnerNullOuter() { Classes o = null; return o.new Inner().y; }
    class Outer2 extends Inner { int sum() { return y + outerField; } }
    static int testInnerSubclass() { Classes o = new Classes(); return o.new Outer2().sum(); }

    static int testLocalCaptures() {
        int base = 10;
        String text = "ab";
        class Adder { int extra; Adder(int extra) { this.extra = extra; } int add(int v) { return v + base + extra + text.length(); } Adder more() { return new Adder(extra + 1); } }
        class Twice extends Adder { Twice() { super(100); } int add(int v) { return super.add(v) * 2; } }
        return new Adder(1).more().add(5) * 1000 + new Twice().add(0);
    }
    static String testAnonymous() {
        int n = 4;
        Shape s = new Shape() { int calls = 0; public int area() { calls++; return n * calls; } };
        Base b = new Base(6) { int value() { return 50 + n + s.area(); } };
        return s.area() + " " + b.twice() + " " + done();
    }
    int testField = 8;
    int anonymousInInstance(int p) { return new Object() { int go() { return p + testField + new Object() { int deep() { return p * testField; } }.deep(); } }.go(); }
    static int testAnonymousOuter() { return new Classes().anonymousInInstance(2); }
    static int testCaptureInConstructor() { int seen = 42; class A { int v = seen; A() { v += seen; } } return new A().v; }
    static int testCaptureLoop() { int sum = 0; for (int i = 0; i < 3; i++) { final int k = i; Shape s = new Shape() { public int area() { return k * k; } }; sum += s.doubled(); } return sum; }

    static class Box<T extends Comparable<T>> { T item; Box(T item) { this.item = item; } T get() { return item; } boolean less(Box<? extends T> other) { return item.compareTo(other.get()) < 0; } <R> R pick(R a, R b, boolean first) { return first ? a : b; } }
    static class Num implements Comparable<Num> { int n; Num(int n) { this.n = n; } public int compareTo(Num o) { return n - o.n; } }
    static String testGenerics() { Box<Num> a = new Box<>(new Num(3)), b = new Box<Num>(new Num(4)); return a.less(b) + " " + b.less(a) + " " + a.get().n + a.<Num>pick(a.item, b.item, false).n; }
    @SuppressWarnings({"unchecked", "rawtypes"})
    static int testHeapPollution() { Box raw = new Box(new Num(1)); Box<Integer> ints = raw; Integer i = ints.get(); return i; }
    @SuppressWarnings({"unchecked", "rawtypes"})
    static String testNoCastWhenUnused() { Box raw = new Box(new Num(1)); Box<Integer> ints = raw; ints.get(); Object o = ints.get(); return "" + (o instanceof Num); }
    static class Node<E> { E data; Node<E> next; Node(E data, Node<E> next) { this.data = data; this.next = next; } }
    static int testGenericList() { Node<String> list = new Node<>("abc", new Node<>("de", null)); int sum = 0; for (Node<String> n = list; n != null; n = n.next) sum += n.data.length(); return sum; }
    static <T> T last(T... all) { return all[all.length - 1]; }
    static int testVarargs() { return sum() + sum(1) * 10 + sum(1, 2, 3) * 100 + sum(new int[] {4, 4}) * 1000; }
    static int sum(int... xs) { int s = 0; for (int x : xs) s += x; return s; }
    static String testGenericVarargs() { String s = last("a", "b"); return s + last(1, 2); }

    record Point(int x, int y) { Point { if (x < 0) throw new IllegalArgumentException(); y = y * 2; } Point(int both) { this(both, both); } int sum() { return x + y(); } static int made = 3; }
    static String testRecord() { Point p = new Point(3); return p.x() + " " + p.y() + " " + p.sum() + p.equals(new Point(3, 3)) + p.equals(new Point(4)) + p.equals(null) + Point.made; }
    static int testRecordThrows() { return new Point(-1, 0).x(); }

    enum Op { PLUS("+") { int apply(int a, int b) { return a + b; } }, TIMES("*") { int apply(int a, int b) { return a * b; } }; final String sign; Op(String sign) { this.sign = sign; } abstract int apply(int a, int b); static int count = values().length; }
    static String testEnum() { String s = ""; for (Op op : Op.values()) s += op.sign + op.apply(3, 4) + op.ordinal() + op.name(); return s + Op.count + (Op.valueOf("PLUS") == Op.PLUS); }
    static int testEnumCompare() { return Op.PLUS.compareTo(Op.TIMES); }
    static String testEnumValueOfBad() { try { Op.valueOf("NONE"); return "no"; } catch (IllegalArgumentException e) { return "bad"; } }

    static String over(int x) { return "int"; }
    static String over(long x) { return "long"; }
    static String over(Integer x) { return "Integer"; }
    static String over(Object x) { return "Object"; }
    static String over(int... x) { return "varargs"; }
    static String over(String x) { return "String"; }
    static String over(char x, int y) { return "char,int"; }
    static String over(int x, long y) { return "int,long"; }
    static String testOverloads() { byte b = 1; char c = 'c'; long l = 1; Long boxed = 1L; return over(b) + over(c) + over(l) + over((Integer) 5) + over(boxed) + over("s") + over((Object) "s") + over() + over(1, 2, 3) + over('a', 2) + over(1, 2); }
    static String testNullOverload() { return pickNull(null); }
    static String pickNull(Object o) { return "Object"; }
    static String pickNull(String s) { return "String"; }

    static boolean testBoxIdentity() { Integer a = 127, b = 127, c = 1000, d = 1000; return a == b && c != d && c.equals(d) && c == 1000; }
    static long testUnboxing() { Integer a = 5; Long l = 7L; Character c = 'a'; a++; a += 2; l = l + a; return l * c + a; }
    static int testUnboxNull() { Integer a = null; return a + 1; }
    static boolean testBoxedEqualsMixed() { Long l = 5L; return l.equals(5); }

    static String testInstanceOf() { Object o = "text"; Object n = null; int[] a = {}; Object oa = a; return "" + (o instanceof String) + (n instanceof String) + (oa instanceof int[]) + (oa instanceof Object[]) + (o instanceof Comparable); }
    static String testPattern() { Object o = "text"; if (!(o instanceof String s)) return "no"; if (o instanceof String t && t.length() == 4) return s + t; return "?"; }
    static int testBadCast() { Object o = "text"; return ((Num) o).n; }
    static int testArrayStore() { Object[] a = new String[2]; a[0] = new Num(1); return 1; }
    static int testArrayCovariance() { Object[] a = new String[] {"x"}; String[] s = (String[]) a; return s[0].length(); }
    static int testArrayCastFails() { Object[] a = new Object[1]; String[] s = (String[]) a; return s.length; }
    static int testArrayClone() { int[] a = {1, 2}; int[] b = a.clone(); b[0] = 9; return a[0] * 10 + b[0]; }
    static int testMultiArrays() { int[][] a = new int[3][]; a[1] = new int[] {1, 2, 3}; int[][][] b = {{{1}, {2, 3}}, {}}; return a[1][2] + (a[0] == null ? 10 : 0) + b[0][1][1] * 100 + b[1].length; }
    static int testNullDeref() { Node<String> n = new Node<>("a", null); return n.next.data.length(); }
    static int testStaticNested() { return Counter.next() + Counter.next(); }
    static class Counter { private static int n = 0; static int next() { return ++n; } }
    static String testThisEscape() { return new Escaping().seen; }
    static class Escaping { final int v; String seen; Escaping() { seen = "" + peek(); v = 5; seen += peek(); } int peek() { return v; } }
    static String testInterfaceField() { return "" + Holder.V + (Holder.V == 12); }
    interface Holder { int V = 3 * 4; Object O = new Object(); }
    @SuppressWarnings({"unchecked", "rawtypes"})
    static String testBridgeCasts() { Comparable c = new Num(3); try { c.compareTo("text"); return "no"; } catch (ClassCastException e) { return "cast " + c.compareTo(new Num(1)); } }
}
