// Where types meet: conditionals, switch results, generic calls, diamonds; least upper bounds and boxing (JLS 4.10.4, 15.25, 15.28).
import java.util.*;

public class Joins {
    static boolean yes = true;
    static <T> T second(T a, T b) { return b; }
    static <T> T same(T a) { return a; }
    static <T> List<T> both(T a, T b) { List<T> l = new ArrayList<>(); l.add(a); l.add(b); return l; }
    static String kind(Object o) { return o == null ? "null" : o instanceof Integer ? "Integer" : o instanceof Long ? "Long" : o instanceof Character ? "Character" : o instanceof Short ? "Short" : o instanceof Byte ? "Byte" : o instanceof Boolean ? "Boolean" : o instanceof String ? "String" : "other"; }
    static String of(Object o) { return "Object " + o; }
    static String of(long o) { return "long " + o; }
    static String of(char o) { return "char " + o; }
    interface Shape { int size(); default String name() { return "shape" + size(); } }
    interface Tag { String tag(); }
    static class Circle implements Shape, Tag, Comparable<Circle> { public int size() { return 1; } public String tag() { return "c"; } public int compareTo(Circle o) { return 0; } }
    static class Square implements Tag, Shape { public int size() { return 2; } public String tag() { return "s"; } }
    static class Pair<A> { A a, b; Pair(A a, A b) { this.a = a; this.b = b; } }

    static String testConcatenated() { return "" + (yes ? 'a' : "none") + (yes ? true : "none") + (yes ? 1 : "x") + (!yes ? 1 : 'b') + (yes ? 98 : 'b'); }
    static boolean testInstance() { return (yes ? 0 : "x") instanceof Integer; }
    static boolean testOptional() { return Optional.of(yes ? 0 : "x").isPresent(); }
    static boolean testNotNull() { Object o = second("a", 0); return o == null; }
    static boolean testNotTheFirst() { Object x = new Object(); Object o = second("a", 1); return o == x; }
    static String testText() { Object o = second('a', 1); return "" + o + kind(o) + kind(second(1, 2L)) + kind(second(true, (short) 3)); }
    static String testAsList() { List<Object> l = Arrays.asList("a", 1, 'c', null, true, 2L); return "" + l; }
    static String testListOf() { return "" + List.of(1, "b", 'c') + List.of(1, 2L).size() + kind(List.of((byte) 1, 'x', 5L).get(2)); }
    static int testMapKey() { Map<Object, Object> m = new HashMap<>(); m.put(second("a", 1), 2); return m.get(1) == null ? 0 : 1; }
    static String testCommonInterfaces() { var s = yes ? new Circle() : new Square(); return s.name() + s.tag() + s.size(); }
    static String testCommonInterfacesInAList() { String t = ""; for (var s : List.of(new Circle(), new Square())) t += s.name() + s.tag(); return t; }
    static String testBothWays() { var s = yes ? new Square() : new Circle(); var t = second(new Circle(), new Square()); return s.tag() + s.size() + t.tag() + t.size(); }
    static int testCompare() { Comparable<?> c = yes ? 1 : "a"; return c == null ? 0 : 1; }
    static boolean testDiamond() { return new Pair<>("a", 0).b == null; }
    static boolean testWantedDiamond() { Pair<Object> p = new Pair<>("a", 0); return p.b == null; }
    static String testDiamondResult() { return kind(new Pair<>('a', 0).b) + new Pair<>(new Circle(), new Square()).b.tag(); }
    static String testSwitch(int k) { return "" + switch (k) { case 1 -> 'a'; case 2 -> 7; default -> "z"; }; }
    static String testSwitches() { String t = ""; for (int k = 0; k < 4; k++) t += testSwitch(k); return t; }
    static String testNumericSwitch() { String t = ""; for (int k = 0; k < 3; k++) { t += "," + switch (k) { case 0 -> 'a'; case 1 -> 98; default -> 'c'; }; t += switch (k) { case 0 -> (short) 1; case 1 -> (byte) 2; default -> 3; }; t += switch (k) { case 0 -> 'a'; case 1 -> (short) 2; default -> 3; }; } return t; }
    static String testSwitchAsArgument() { String t = ""; for (int k = 0; k < 3; k++) t += of(switch (k) { case 0 -> 1; case 1 -> 2L; default -> 'c'; }) + kind(switch (k) { case 0 -> 1; case 1 -> 2L; default -> 'c'; }) + of(switch (k) { case 0 -> "s"; default -> 1; }) + of(switch (k) { case 0 -> 'x'; default -> 'y'; }); return t; }
    static String testSwitchAssigned() { String t = ""; for (int k = 0; k < 2; k++) { Object o = switch (k) { case 0 -> 1; default -> 2L; }; t += kind(o); } return t; }
    static String testSwitchInGenericCall() { String t = ""; for (int k = 0; k < 2; k++) { Object o = same(switch (k) { case 0 -> 1; default -> "s"; }); t += kind(o); } return t; }
    static String testNumericConditional() { Object a = yes ? 1 : 2L, b = yes ? 'a' : 1, c = yes ? (byte) 1 : 's', d = yes ? (short) 1 : 100000, e = yes ? Integer.valueOf(1) : Long.valueOf(2); return kind(a) + kind(b) + kind(c) + kind(d) + kind(e); }
    static String testBoxedConditional() { Object a = yes ? Integer.valueOf(1) : 'c', b = yes ? null : 1, c = yes ? Boolean.TRUE : false, d = yes ? 1 : true; return kind(a) + kind(b) + kind(c) + kind(d); }
    static String testGenericOperand() { Object a = yes ? same(1) : 2L; Object b = yes ? List.of(1).get(0) : 2L; return kind(a) + kind(b); }
    static String testGenericArgument() { String t = ""; for (int k = 0; k < 2; k++) { boolean c = k == 0; t += kind(c ? same((Long) 0L) : 'A') + kind(c ? same((Long) 0L) : (c ? 'a' : 'A')) + kind(c ? 'b' : (c ? same(1L) : 'A')) + kind(c ? (Long) 1L : (c ? same(1L) : 'A')); } return t; }
    static String testGenericNull() { String t = ""; for (int k = 0; k < 2; k++) { boolean c = k == 0; t += kind(c ? same((Integer) null) : 0); } return t; }
    static int twice(long v) { return (int) v * 2; }
    static int testGenericToPrimitive() { int s = 0; for (int k = 0; k < 2; k++) { boolean c = k == 0; s = s * 100 + twice(c ? same(8L) : 6); } return s; }
    static int testNullUnboxed() { Integer none = null; int i = yes ? none : 0; return i; }
    static int testNullArm() { int i = !yes ? 1 : null; return i; }
    static String testArrays() { Object o = yes ? new int[1] : new String[2]; var p = yes ? new Circle[1] : new Square[1]; var q = second(new Integer[3], new Long[4]); return (o instanceof int[]) + "" + p.length + q.length + (q instanceof Long[]); }
    static String testNestedLists() { var l = List.of(List.of(1), List.of("b")); var m = both(List.of(1), List.of(2L)); Number n = m.get(1).get(0); return "" + l + m + kind(n) + kind(l.get(1).get(0)); }
    static String testConditionalOfLists() { List<? extends Number> l = yes ? List.of(1) : List.of(2L); return kind(l.get(0)); }
    static String testThreeWays() { return kind(yes ? (yes ? 1 : "a") : 'c') + kind(yes ? (!yes ? 1 : 'a') : "b"); }
    static String testThrown() { try { throw yes ? new IllegalStateException("a") : new IllegalArgumentException("b"); } catch (IllegalStateException | IllegalArgumentException e) { return e.getMessage(); } }
    static String testEnums() { var e = yes ? E.A : F.X; return e.name() + e.ordinal() + e; }
    static String testAssertMessage() { String t = ""; try { assert !yes : (yes ? same((Integer) 7) : 0); } catch (AssertionError e) { t += e.getMessage(); } try { assert !yes : switch (t.length()) { case 1 -> same('c'); case 2 -> 8L; default -> (Integer) 9; }; } catch (AssertionError e) { t += e.getMessage(); } try { assert !yes : yes ? 'x' : 1; } catch (AssertionError e) { t += e.getMessage(); } return t; }
    enum E { A } enum F { W, X }
    static boolean testIdentity() { Object a = yes ? 5 : "a", b = second("a", 5), c = yes ? 500 : "a"; return a == b && c.equals(500); }
}
