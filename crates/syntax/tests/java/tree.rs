//! Java 21, construct by construct.

use crate::printer::{members, param, path, stmts, ty};
use crate::{methods, only_type, statements, unit};
use tightrope_syntax::tree::{Member, MethodKind, StmtKind, TypeDeclKind};

/// Checks what the statements become.
fn becomes(text: &str, expected: &str) {
    assert_eq!(stmts(&statements(text)), expected, "{text}");
}

#[test]
fn files() {
    let unit = unit("package a.b; import java.util.*; import static x.Y.z; class A {} interface B {}");
    assert_eq!(unit.package.as_ref().map(path).as_deref(), Some("a.b"));
    let imports: Vec<_> = unit.imports.iter().map(|i| (path(&i.path), i.is_static, i.on_demand)).collect();
    assert_eq!(imports, [("java.util".to_owned(), false, true), ("x.Y.z".to_owned(), true, false)]);
    assert_eq!(unit.types.len(), 2);
    assert!(crate::unit("open module m { requires transitive java.base; exports a.b to c; }").is_module);
    assert_eq!(crate::unit("").types.len(), 0);
}

#[test]
fn class_headers() {
    let decl = only_type(
        "@Deprecated public abstract sealed class A<T extends B<T> & C, @X U> extends p.D<T>.E implements F, G<?> permits H, I {}",
    );
    assert!(decl.modifiers.public && decl.modifiers.is_abstract && decl.modifiers.sealed && !decl.modifiers.is_final);
    assert_eq!(path(&decl.modifiers.annotations[0]), "Deprecated");
    assert_eq!(decl.superclass.as_ref().map(ty).as_deref(), Some("p.D<T>.E"));
    assert_eq!(decl.interfaces.iter().map(ty).collect::<Vec<_>>(), ["F", "G<?>"]);
    assert_eq!(decl.permits.iter().map(ty).collect::<Vec<_>>(), ["H", "I"]);
    assert_eq!(decl.type_params[0].bounds.iter().map(ty).collect::<Vec<_>>(), ["B<T>", "C"]);
    assert_eq!(decl.type_params[1].name.name, "U");
    let decl = only_type("non-sealed interface A extends B, C<D> permits E { int X = 1; default void m() {} }");
    assert!(decl.modifiers.non_sealed && decl.kind == TypeDeclKind::Interface && decl.superclass.is_none());
    assert_eq!(decl.interfaces.len(), 2);
    assert_eq!(members(&decl), ["int X = 1", "void m()"]);
}

#[test]
fn class_members() {
    let decl = only_type(
        "class A { int a[] = {1, 2,}, b = 3;; static {} {} <T> A(T t, int... xs) { this(t); } A(final int x[]) {} \
         int f()[] { return null; } abstract <T> void g(String @B [] s) throws E, F; class N {} }",
    );
    let expected = [
        "int a[] = {1, 2}, b = 3",
        "static {}",
        "{}",
        "A(T t, int[]... xs)",
        "A(int[] x)",
        "int[] f()",
        "void g(String[] s)",
        "Class N",
    ];
    assert_eq!(members(&decl), expected);
    let methods = methods(&decl);
    assert_eq!(methods[0].kind, MethodKind::Constructor);
    assert_eq!(methods[3].throws.len(), 2);
    assert!(methods[3].body.is_none());
}

#[test]
fn enums_records_and_annotations() {
    let decl = only_type("enum E implements I { @D A(1) { int f() { return 1; } }, B, ; int x; E(int... a) {} }");
    assert_eq!(decl.enum_constants.len(), 2);
    assert_eq!(decl.enum_constants[0].args.len(), 1);
    assert_eq!(decl.enum_constants[0].body.as_ref().map(|body| members(body)), Some(vec!["int f()".to_owned()]));
    assert_eq!(members(&decl), ["int x", "E(int[]... a)"]);
    let decl = only_type("record R<T>(T a, int... b) implements I { R { a = null; } R(int q) { this(null, q); } }");
    assert_eq!(decl.record_components.iter().map(param).collect::<Vec<_>>(), ["T a", "int[]... b"]);
    assert_eq!(methods(&decl)[0].kind, MethodKind::CompactConstructor);
    let decl = only_type("@interface A { int value() default 3; String[] names() default {\"a\"}; int K = 1; }");
    assert_eq!(decl.kind, TypeDeclKind::Annotation);
    assert_eq!(members(&decl), ["int value()", "String[] names()", "int K = 1"]);
}

#[test]
fn constructor_calls() {
    let decl = only_type("class A { A() { super(1); } A(int x) { <T>this(); } A(A a) { a.b.super(2); } }");
    let bodies: Vec<_> = methods(&decl).iter().filter_map(|m| m.body.as_ref()).map(|body| stmts(&body.stmts)).collect();
    assert_eq!(bodies, ["super(1);", "this();", "a.b.super(2);"]);
}

#[test]
fn locals_and_types() {
    becomes("int a, b[] = {1}; final var c = 1; ", "int a, b[] = {1}; var c = 1;");
    becomes(
        "Map<String, ? super List<? extends T[]>>.Entry<?> e;",
        "Map<String, ? super List<? extends T[]>>.Entry<?> e;",
    );
    becomes("record L(int a) {} enum E { P } interface I {} class C {}", "Record L; Enum E; Interface I; Class C;");
    becomes("@A final int[] x[] = null;", "int[] x[] = null;");
}

#[test]
fn simple_statements() {
    becomes("; {} return; ", "; {} return;");
    becomes("if (a) b(); else if (c) d(); else ;", "if a b(); else if c d(); else ;");
    becomes("if (a) if (b) c(); else d();", "if a if b c(); else d();");
    becomes("while (a) { break; } do x++; while (b);", "while a {break;} do (PostIncrement x); while b;");
    becomes(
        "for (int i = 0, j = 1; i < j; i++, --j) ;",
        "for (int i = 0, j = 1; (i Less j); (PostIncrement i), (PreDecrement j)) ;",
    );
    becomes("for (;;) continue; ", "for ( ; ) continue;");
    becomes("for (i = 0, j = 1; ; ) ;", "for ((i = 0); (j = 1); ; ) ;");
    becomes("for (final String s : list) f(s);", "for (String s : list) f(s);");
    becomes("a: b: while (true) continue a;", "a: b: while true continue a;");
    becomes("assert a; assert a : b; throw e; return 1;", "assert a; assert a : b; throw e; return 1;");
    becomes("synchronized (this) { f(); }", "synchronized this {f();}");
}

#[test]
fn try_statements() {
    becomes(
        "try { a(); } catch (A | p.B e) { b(); } finally { c(); }",
        "try () {a();} catch (A | p.B e) {b();} finally {c();}",
    );
    becomes("try (var a = f(); this.r; R b = g();) {} ", "try (var a = f(); this.r; R b = g()) {}");
    becomes("try {} catch (E _) {}", "try () {} catch (E _) {}");
}

#[test]
fn switches() {
    becomes(
        "switch (x) { case 1: case 2, 3: a(); break; default: b(); }",
        "switch x [1: ] [2, 3: a(); break;] [default: b();]",
    );
    becomes("switch (x) { case A -> a(); default -> { } }", "switch x [A -> a()] [default -> {}]");
    becomes(
        "y = switch (o) { case null, default -> 1; case Integer n when n > 0 -> n; };",
        "(y = switch o [null, default -> 1] [Integer n when (n Greater 0) -> n]);",
    );
    becomes(
        "y = switch (o) { case P(int x, var y) -> { yield x; } case B<S>(P(_, Q _)) -> 2; case A _ -> throw e; case p.C -> 1; };",
        "(y = switch o [P(int x, var y) -> {yield x;}] [B<S>(P(_, Q _)) -> 2] [A _ -> throw e;] [p.C -> 1]);",
    );
    becomes(
        "y = switch (x) { case 1: yield 2; default: yield 3; };",
        "(y = switch x [1: yield 2;] [default: yield 3;]);",
    );
}

#[test]
fn operators() {
    becomes("x = a + b * c - d;", "(x = ((a Add (b Multiply c)) Subtract d));");
    becomes("x = (a + b) * c;", "(x = ((a Add b) Multiply c));");
    becomes("x = a || b && !c == d;", "(x = (a Or (b And ((Not c) Equal d))));");
    becomes(
        "x = a < b == c >= d & e ^ f | g;",
        "(x = ((((( a Less b) Equal (c GreaterEqual d)) BitAnd e) BitXor f) BitOr g));".replace("( a", "(a").as_str(),
    );
    becomes(
        "x >>>= a >>> b >> c << 1;",
        "(x ShiftRightUnsigned= (((a ShiftRightUnsigned b) ShiftRight c) ShiftLeft 1));",
    );
    becomes("x = y = a ? b : c ? d : e;", "(x = (y = (a ? b : (c ? d : e))));");
    becomes(
        "x = -a - ~b + +c; x++; --x;",
        "(x = (((Minus a) Subtract (BitNot b)) Add (Plus c))); (PostIncrement x); (PreDecrement x);",
    );
    becomes(
        "x = (int) -a + (A & B) b; y = (S) (T) z;",
        "(x = (((int) (Minus a)) Add ((A & B) b))); (y = ((S) ((T) z)));",
    );
    becomes(
        "b = o instanceof A<?>; c = o instanceof A a && a.f;",
        "(b = (o instanceof A<?>)); (c = ((o instanceof A a) And a.f));",
    );
    becomes("b = !(o instanceof P(var x, _));", "(b = (Not (o instanceof P(var x, _))));");
}

#[test]
fn literals() {
    becomes("x = -2147483648; y = -5; z = 0xFFL;", "(x = -2147483648); (y = (Minus 5)); (z = 255L);");
    becomes(
        r#"s = "a\n" + 'b'; f = 1.5e3f; b = true; n = null;"#,
        r#"(s = ("a\n" Add '98')); (f = 1.5e3f); (b = true); (n = null);"#,
    );
    becomes("s = \"\"\"\n  a\n   \"b\"\n  \"\"\";", r#"(s = "a\n \"b\"\n");"#);
}

#[test]
fn primaries() {
    becomes("x = a.b.c[i][j].f(1).g;", "(x = a.b.c[i][j].f(1).g);");
    becomes(
        "f(); this.<T>f(); List.<A, B>of(); super.f(); p.I.super.f();",
        "f(); this.<T>f(); List.<A, B>of(); super.f(); p.I.super.f();",
    );
    becomes(
        "x = p.Outer.this.y; x = super.z; x = Outer.super.z; x = this;",
        "(x = p.Outer.this.y); (x = super.z); (x = Outer.super.z); (x = this);",
    );
    becomes("new A<>(1) { int f; }; o.new I().f();", "new A<>(1) {1 members}; o.new I().f();");
    becomes("x = new int[3][n][]; y = new int[][] {{1}, {}};", "(x = new int[3][n][]); (y = new int[][] {{1}, {}});");
    becomes("c = int[].class; c = void.class; c = a.B.class;", "(c = int[].class); (c = void.class); (c = a.B.class);");
}

#[test]
fn lambdas_and_references() {
    becomes(
        "f = () -> {}; f = x -> x; f = (x, _) -> { return y; };",
        "(f = ( -> {})); (f = (x -> x)); (f = (x, _ -> {return y;}));",
    );
    becomes("f = (int x, final var y) -> y;", "(f = (x, y -> y));");
    becomes(
        "f = A::b; f = int[]::new; f = super::g; f = a.b()::<T>c;",
        "(f = A::b); (f = int[]::new); (f = super::g); (f = a.b()::c);",
    );
}

#[test]
fn contextual_keywords_are_names() {
    becomes(
        "int record = when + sealed + module + open + with;",
        "int record = (((( when Add sealed) Add module) Add open) Add with);".replace("( when", "(when").as_str(),
    );
}

#[test]
fn spans_cover_the_text() {
    let text = "class A { int x = (a + b) * c; }";
    let decl = only_type(text);
    let Member::Field(field) = &decl.members[0] else { panic!("a field") };
    let init = field.declarators[0].init.as_ref().map(|init| &text[init.span.start as usize..init.span.end as usize]);
    assert_eq!(init, Some("(a + b) * c"));
    assert_eq!(&text[field.span.start as usize..field.span.end as usize], "int x = (a + b) * c;");
}

#[test]
fn anonymous_classes_have_no_name() {
    let body = statements("new A() { };");
    let StmtKind::Expr(expr) = &body[0].kind else { panic!("an expression") };
    let tightrope_syntax::tree::ExprKind::New(new) = &expr.kind else { panic!("a new") };
    let decl = new.body.as_ref().map(|body| (body.name.name.to_string(), body.name.span.end - body.name.span.start));
    assert_eq!(decl, Some((String::new(), 3)));
}
