//! Attribution, seen through the printed bodies that it leads to, and its messages.

use crate::lower::{Lowered, Options, lower};
use crate::program::ClassOrigin;
use tightrope_source::SourceMap;
use tightrope_syntax::parse_file;

/// The lowered program, its user classes printed, and the codes with messages of its errors.
fn lowered(text: &str) -> (Lowered, String, Vec<String>) {
    let mut sources = SourceMap::new();
    let file = sources.add("Test.java", text.to_string());
    let parsed = parse_file(file, text);
    assert!(parsed.diagnostics.is_empty(), "does not parse: {:?}", parsed.diagnostics);
    let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
    let printed = crate::print::print_program(&lowered.program, &sources, |class| class.origin == ClassOrigin::User);
    let problems = crate::well_formed::check(&lowered.program);
    assert!(problems.is_empty(), "malformed: {problems:?}");
    let messages = lowered
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity() == tightrope_source::Severity::Error)
        .map(|diagnostic| format!("{} {}", diagnostic.code.number(), diagnostic.message))
        .collect();
    (lowered, printed, messages)
}

/// Lowers without errors; each of `lines` stands in the printed program.
fn expect_lines(text: &str, lines: &[&str]) {
    let (_, printed, messages) = lowered(text);
    assert!(messages.is_empty(), "unexpected: {messages:?}");
    for line in lines {
        assert!(printed.lines().any(|found| found.trim() == *line), "`{line}` is not in:\n{printed}");
    }
}

/// The members of a class `C`.
fn expect(members: &str, lines: &[&str]) {
    expect_lines(&format!("import java.util.*;\nclass C {{\n{members}\n}}"), lines);
}

fn expect_errors(members: &str, expected: &[&str]) {
    let (_, _, messages) = lowered(&format!("import java.util.*;\nclass C {{\n{members}\n}}"));
    assert_eq!(messages, expected);
}

#[test]
fn constants_are_folded() {
    expect(
        "static final int A = B * 2; static final int B = 21; static final String S = \"n\" + A + 'c' + true;
         int a() { return A; } String s() { return S; } boolean b() { return (1 << 33) == 2L; }
         long c() { return 7 / 2 + (byte) 300; } int d() { return 1 / 0; }
         int e() { final int local = 5; switch (A) { case local: return 1; default: return 2; } }",
        &["return 42;", "return \"n42ctrue\";", "return true;", "return 47L;", "return 1 / 0;"],
    );
}

#[test]
fn concatenation_associates_to_the_left() {
    expect(
        "String s(int i, Object o) { return 1 + 2 + \"a\" + i + o; } String t(int i) { return i + 1 + \"b\"; }",
        &["return \"3a\" + i + t0;", "return (i + 1) + \"b\";"],
    );
}

#[test]
fn promotion_boxing_and_compound_assignment() {
    expect(
        "int f(byte b, char c, long l, Integer i) { b += 3; l <<= 1; c++; int x = b + c; i++; return i == x ? 1 : 0; }
         boolean same(Integer a, Integer b) { return a == b; } boolean less(long a, int b) { return a < b; }
         Character box() { return 65; } Object any() { return 1; } byte narrow() { byte b = 100; return b; }",
        &[
            "b = (byte) ((int) b + 3);",
            "l = l << 1;",
            "c = (char) ((int) c + 1);",
            "return a == b;",
            "return a < (long) b;",
            "t0 = static Character.valueOf('A');",
            "t0 = static Integer.valueOf(1);",
            "b = 100;",
        ],
    );
}

#[test]
fn boolean_operators_without_short_circuit() {
    expect("boolean f(boolean a, boolean b) { return a & b | !a ^ b; }", &["return a & b | !a ^ b;"]);
}

#[test]
fn generic_results_are_cast_only_where_needed() {
    expect(
        "int f(List<String> l) { return l.get(0).length(); } Object g(List<String> l) { return l.get(0); }
         <T extends Comparable<T>> int h(T a, T b) { return a.compareTo(b); }",
        &["t1 = virtual String.length((String) t0);", "return t0;", "t0 = virtual Comparable.compareTo(a, b);"],
    );
}

#[test]
fn overloads_and_varargs() {
    expect(
        "int f(long x) { return 1; } int f(Object x) { return 2; } int g(int a, int... rest) { return rest.length; }
         int a() { return f(1); } int b() { return f(Integer.valueOf(1)); } int c() { return g(1); } int d() { return g(1, 2, 3); }
         int e(int[] xs) { return g(1, xs); }",
        &["t0 = virtual C.f(this, 1L);", "t0 = new int[0];", "t0 = new int[2];", "t0 = virtual C.g(this, 1, xs);"],
    );
}

#[test]
fn pattern_variables_have_flow_scope() {
    expect(
        "int a(Object o) { if (!(o instanceof String s)) return 0; return s.length(); }
         boolean b(Object o) { return o instanceof String s && s.isEmpty(); }
         boolean c(Object o) { return !(o instanceof String s) || s.isEmpty(); }
         int d(Object o) { return o instanceof String s ? s.length() : 0; }
         int e(Object o) { while (!(o instanceof String s)) { o = \"x\"; } return s.length(); }
         record P(int x, Object y) {} int f(Object o) { return o instanceof P(int x, String y) ? x + y.length() : 0; }",
        &[],
    );
}

#[test]
fn captured_variables_become_fields_and_arguments() {
    expect(
        "int field; int f(int p) { int q = p + 1; class L { int g() { return p + q + field; } L again() { return new L(); } }
           Object o = new Object() { public int hashCode() { return new L().g(); } }; return new L().g(); }",
        &["exact L.<init>(t1, this, p, q);", "exact L.<init>(t1, t0, this.val$p, this.val$q);", "return this.val$p + this.val$q + this.this$0.field;"],
    );
}

#[test]
fn anonymous_classes_pass_arguments_to_their_superclass() {
    expect(
        "static class B { int v; B(int v) { this.v = v; } } B f(int x) { return new B(x + 1) { int w = v; }; }",
        &["exact B.<init>(this, arg0);"],
    );
}

#[test]
fn inner_classes_reach_outwards() {
    expect(
        "int x; class I { class J { int g() { return x + C.this.x; } } } int f() { return new I().new J().g(); }",
        &["return this.this$0.this$0.x + this.this$0.this$0.x;"],
    );
}

#[test]
fn constructors_run_in_order() {
    expect(
        "int a = 1; C(int x) { this(); a = x; } C() { a = 2; }",
        &["exact C.<init>(this);", "exact Object.<init>(this);", "exact C.<fields>(this);", "this.a = 2;"],
    );
}

#[test]
fn switches_of_all_sorts() {
    expect(
        "enum E { A, B } sealed interface S permits X, Y {} record X(int i) implements S {} record Y(String s) implements S {}
         int a(E e) { return switch (e) { case A -> 1; case B -> { yield 2; } }; }
         int b(String s) { switch (s) { case \"a\": case \"b\": return 1; default: return 2; } }
         int c(S s) { return switch (s) { case X(int i) when i > 0 -> i; case X x -> 0; case Y(var t) -> t.length(); }; }
         int d(Character c) { switch (c) { case 'a': return 1; } return 0; }
         Object e(int i) { return switch (i) { case 1 -> 1; default -> \"x\"; }; }
         long f(int i) { var v = switch (i) { case 1 -> 1; default -> 2L; }; return v; }
         int g(Object o) { return switch (o) { case null -> 0; case String s -> 1; default -> 2; }; }",
        &["t0 = virtual Character.charValue(c);"],
    );
}

#[test]
fn labels_loops_and_exceptions() {
    expect(
        "int f(int[][] a) { outer: for (int[] r : a) { for (int v : r) { if (v == 0) continue outer; if (v < 0) break outer; } } return 1; }
         int g(Object o) { try { return o.hashCode(); } catch (NullPointerException | ClassCastException e) { throw e; } finally { o = null; } }
         int h() { block: { if (f(null) > 0) break block; return 1; } return 2; }
         int forever() { while (true) { } } int thrown() { throw new RuntimeException(); }
         void i(Iterable<? extends Number> xs) { for (Number n : xs) n.intValue(); } void j(int x) { assert x > 0 : \"no\" + x; }",
        &[],
    );
}

#[test]
fn enums_and_records_have_their_members() {
    expect_lines(
        "enum E { A(1), B(2) { int f() { return 3; } }; final int v; E(int v) { this.v = v; } int f() { return v; } }
         record R(int a, String b) { R { if (a < 0) throw new IllegalArgumentException(); } }
         class U { int g() { return E.valueOf(\"A\").ordinal() + E.values().length + new R(1, \"x\").a(); } }",
        &["E.A.ordinal = 0;", "E.B.name = \"B\";", "this.b = b;"],
    );
}

#[test]
fn names_that_do_not_exist() {
    expect_errors(
        "C next; int f() { return nxt == null ? 1 : 0; } int g() { return this.nxt.g(); } int h() { return fo(); } void i() { Strin s; }",
        &[
            "E0302 `nxt` is not declared; did you mean `next`?",
            "E0302 `C` has no field `nxt`; did you mean `next`?",
            "E0303 there is no method `fo` here; did you mean `f`?",
            "E0301 there is no class named `Strin`",
        ],
    );
}

#[test]
fn types_that_do_not_fit() {
    expect_errors(
        "void f() { int x = \"a\"; boolean b = 1 + true; if (x) {} String s = (String) Integer.valueOf(1); new int[1].length = 6; }
         int g() { } void h(int a) { h(\"x\"); new Runnable(); break; } int i(int k) { switch (k) { case 1: case 1: } return 0; }",
        &[
            "E0401 cannot assign `String` to `int`",
            "E0402 `+` does not take `int` and `boolean`",
            "E0401 a condition must be boolean, this is an `int`",
            "E0406 `Integer` can never be a `String`",
            "E0405 only a variable can be assigned",
            "E0407 `g` can end without returning a value",
            "E0403 `h(int)` does not take the arguments (String)",
            "E0409 `Runnable` is an interface, so it has no objects of its own",
            "E0305 there is nothing around this `break` that it could leave",
            "E0410 this case label occurs twice",
        ],
    );
}

#[test]
fn static_code_has_no_this() {
    expect_errors(
        "int x; class I {} static int f() { return x; } static Object g() { return new I(); }",
        &[
            "E0308 `x` is not static: static code has no object to read it from",
            "E0308 `I` needs an enclosing `C` object, and there is none here",
        ],
    );
}

#[test]
fn ghosts_stay_in_specifications() {
    expect_errors(
        "//@ ghost int g;\n void f() { //@ ghost int k = 0;\n //@ set k = g + 1;\n int y = k; }",
        &["E0509 `k` is a ghost variable: only JML can use it"],
    );
}

#[test]
fn what_is_not_modelled_is_said() {
    expect(
        "Object h(Thread t) { t.start(); return t; }
         Class<?> i() { return String.class; }",
        &[
            "unsupported class that is not at hand: java.lang.Thread.start at line 3;",
            "unsupported class literal in code: String.class at line 4;",
        ],
    );
}

#[test]
fn hostile_constants_neither_explode_nor_overflow() {
    let doubling: String = (1..60).map(|i| format!("static final String S{i} = S{0} + S{0};", i - 1)).collect();
    let chain: String = (0..3000).map(|i| format!("static final int A{i} = A{} + 1;", i + 1)).collect();
    expect(
        &format!("static final String S0 = \"xx\"; {doubling} {chain} static final int A3000 = 0; static final int X = Y; static final int Y = X;
            int f() {{ return A0; }}"),
        &["return 3000;"],
    );
}
