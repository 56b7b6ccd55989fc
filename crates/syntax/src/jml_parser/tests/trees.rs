//! Well-formed JML: what tree it makes, and where.

use super::printer;
use super::{members, modifiers, rendered, statements};
use crate::jml::{Modifier, TypeClauseKind};
use crate::tree::Modifiers;

fn expression(text: &str) -> String {
    let (found, diagnostics) = members(&format!("/*@ invariant {text}; @*/"));
    assert_eq!(rendered(&diagnostics), Vec::<String>::new(), "{text}");
    match found.clauses.first().map(|clause| &clause.kind) {
        Some(TypeClauseKind::Invariant(expr)) => printer::expr(expr),
        other => panic!("{text}: {other:?}"),
    }
}

fn type_clause(text: &str) -> String {
    let (found, diagnostics) = members(&format!("//@ {text}"));
    assert_eq!(rendered(&diagnostics), Vec::<String>::new(), "{text}");
    found.clauses.iter().map(|clause| printer::type_clause(&clause.kind)).collect::<Vec<_>>().join(" ")
}

fn spec(text: &str) -> String {
    let (found, diagnostics) = members(&format!("/*@ {text} @*/"));
    assert_eq!(rendered(&diagnostics), Vec::<String>::new(), "{text}");
    found.spec.as_ref().map(printer::spec).unwrap_or_default()
}

fn member(text: &str) -> String {
    let (found, diagnostics) = members(&format!("/*@ {text} @*/"));
    assert_eq!(rendered(&diagnostics), Vec::<String>::new(), "{text}");
    found.members.iter().map(printer::member).collect::<Vec<_>>().join(" ")
}

fn statement(text: &str) -> String {
    let (found, diagnostics) = statements(text);
    assert_eq!(rendered(&diagnostics), Vec::<String>::new(), "{text}");
    let stmts = found.stmts.iter().map(printer::stmt);
    let clauses = found.loop_clauses.iter().map(|clause| printer::loop_clause(&clause.kind));
    stmts.chain(clauses).collect::<Vec<_>>().join(" ")
}

fn jml_modifiers(modifiers: &Modifiers) -> Vec<Modifier> {
    modifiers.jml.iter().map(|(modifier, _)| *modifier).collect()
}

#[test]
fn operators_bind_as_in_java() {
    assert_eq!(expression("a + b * c - d"), "(Subtract (Add a (Multiply b c)) d)");
    assert_eq!(expression("a << 1 + b >> c >>> d"), "(ShiftRightUnsigned (ShiftRight (ShiftLeft a (Add 1 b)) c) d)");
    assert_eq!(expression("a < b == c >= d"), "(Equal (Less a b) (GreaterEqual c d))");
    assert_eq!(expression("a & b ^ c | d && e || f"), "(Or (And (BitOr (BitXor (BitAnd a b) c) d) e) f)");
    assert_eq!(expression("!a && ~b % -c != +d"), "(And (Not a) (NotEqual (Remainder (BitNot b) (Minus c)) (Plus d)))");
    assert_eq!(expression("a ? b : c ? d : e"), "(? a b (? c d e))");
    assert_eq!(expression("a<-1"), "(Less a (Minus 1))");
    assert_eq!(expression("(a + b) * c"), "(Multiply (Add a b) c)");
    assert_eq!(expression("a == b == c"), "(Equal (Equal a b) c)");
    assert_eq!(expression("x >>= y"), "(Assign Some(ShiftRight) x y)");
    assert_eq!(expression("x >>>= y"), "(Assign Some(ShiftRightUnsigned) x y)");
    assert_eq!(expression("x = y += 1"), "(Assign None x (Assign Some(Add) y 1))");
    assert_eq!(expression("++x + y--"), "(Add (PreIncrement x) (PostDecrement y))");
    assert_eq!(expression("a / b"), "(Divide a b)");
    assert_eq!(expression("a>=b"), "(GreaterEqual a b)");
}

#[test]
fn operators_of_jml_bind_between_or_and_the_conditional() {
    assert_eq!(expression("a ==> b ==> c"), "(Implies a (Implies b c))");
    assert_eq!(expression("a <== b <== c"), "(ImpliedBy (ImpliedBy a b) c)");
    assert_eq!(expression("a || b ==> c && d"), "(Implies (Or a b) (And c d))");
    assert_eq!(expression("a ==> b <==> c ==> d"), "(Equivalent (Implies a b) (Implies c d))");
    assert_eq!(expression("a <==> b <=!=> c"), "(NotEquivalent (Equivalent a b) c)");
    assert_eq!(expression("a <==> b ? c : d"), "(? (Equivalent a b) c d)");
    assert_eq!(expression("\\typeof(x) <: \\type(T) && b"), "(And (Subtype (typeof x) (type T)) b)");
    assert_eq!(expression("a<=b"), "(LessEqual a b)");
    assert_eq!(expression("a <# b"), "(unchecked <#)");
}

#[test]
fn primaries_of_java() {
    assert_eq!(expression("this.a.b().c[i + 1].d(x, y)"), "this.a.b().c[(Add i 1)].d(x y)");
    assert_eq!(expression("f()"), "f()");
    assert_eq!(expression("a &&\n @ signals > 0"), "(And a (Greater signals 0))");
    assert_eq!(expression("Outer.this.x"), "Outer.this.x");
    assert_eq!(expression("super.x + super.f(1)"), "(Add super.x super.f(1))");
    assert_eq!(expression("A.B.super.f()"), "A.B.super.f()");
    assert_eq!(expression("java.util.Collections.<T>emptyList()"), "java.util.Collections.emptyList()");
    assert_eq!(expression("new Node<K, List<V>>(1)"), "(new Node<K List<V>> 1)");
    assert_eq!(expression("new int[3][n][]"), "(new int [3 n] 1)");
    assert_eq!(expression("new int[] {1, 2}"), "(new int [] 1 {1 2})");
    assert_eq!(expression("int[].class != Node.class"), "(NotEqual int[].class Node.class)");
    assert_eq!(expression("a.B[][].class"), "a.B[][].class");
    assert_eq!(expression("x instanceof Node && y"), "(And (is x Node) y)");
    assert_eq!(expression("x instanceof Node n && n.ok"), "(And (is x Node:n) n.ok)");
}

#[test]
fn casts_and_parentheses() {
    assert_eq!(expression("(Node) x"), "(cast Node x)");
    assert_eq!(expression("(int) -x"), "(cast int (Minus x))");
    assert_eq!(expression("(x) - y"), "(Subtract x y)");
    assert_eq!(expression("(List<? extends Node>) x"), "(cast List<?Extends:Node> x)");
    assert_eq!(expression("(A & B) x"), "(cast A B x)");
    assert_eq!(expression("(int[]) x"), "(cast int[] x)");
    assert_eq!(expression("(\\bigint) x + 1"), "(Add (cast \\bigint x) 1)");
    assert_eq!(expression("(Comparable) (a).b"), "(cast Comparable a.b)");
    assert_eq!(expression("(a < b)"), "(Less a b)");
    assert_eq!(expression("(a) && b"), "(And a b)");
}

#[test]
fn literals() {
    assert_eq!(expression("-2147483648"), "-2147483648");
    assert_eq!(expression("-9223372036854775808L"), "-9223372036854775808L");
    assert_eq!(expression("2_147_483_647"), "2147483647");
    assert_eq!(expression("0xFFFF_FFFF"), "-1");
    assert_eq!(expression("017 + 0b101 + 0"), "(Add (Add 15 5) 0)");
    assert_eq!(expression("1.5e-3f + .5 + 1."), "(Add (Add 1.5e-3f:true .5:false) 1.:false)");
    assert_eq!(expression("'a' == '\\n'"), "(Equal '97' '10')");
    assert_eq!(expression("'\\u0041' == '\\ud800'"), "(Equal '65' '55296')");
    assert_eq!(expression("\"a\\\"b\\101;\""), "\"a\\\"bA;\"");
    assert_eq!(expression("true != null"), "(NotEqual true null)");
}

#[test]
fn expressions_of_jml() {
    assert_eq!(expression("\\result == \\old(x.f)"), "(Equal \\result (old x.f))");
    assert_eq!(expression("\\old(x, L) + \\pre(y)"), "(Add (old x @L) (pre y))");
    assert_eq!(expression("\\fresh(a, b)"), "(fresh a b)");
    assert_eq!(expression("\\nonnullelements(a)"), "(nonnullelements a)");
    assert_eq!(expression("\\elemtype(\\typeof(a)) == \\type(int[])"), "(Equal (elemtype (typeof a)) (type int[]))");
    assert_eq!(expression("\\invariant_for(this)"), "(invariant_for this)");
    assert_eq!(expression("(\\lblpos here x > 0)"), "(lbl here (Greater x 0))");
    assert_eq!(expression("\\lbl(here, x)"), "(lbl here x)");
    assert_eq!(expression("(* all\n  @ is well *) && x"), "(And (* all is well *) x)");
    assert_eq!(
        expression("\\not_modified(x, y[*]) && \\max(\\lockset)"),
        "(And (unchecked \\not_modified) (unchecked \\max))"
    );
    assert_eq!(expression("\\lockset.has(x)"), "(unchecked \\lockset).has(x)");
    assert_eq!(expression("(\\let int x = 3; x > y)"), "(unchecked \\let)");
}

#[test]
fn quantifiers() {
    assert_eq!(
        expression("(\\forall int i, j; 0 <= i; a[i] < j)"),
        "(Forall i:int j:int (LessEqual 0 i) (Less a[i] j))"
    );
    assert_eq!(expression("(\\exists Node n; n.ok)"), "(Exists n:Node - n.ok)");
    assert_eq!(expression("( \\forall Node n;; n.ok )"), "(Forall n:Node - n.ok)");
    assert_eq!(expression("(\\forall nullable a.b.Node n; true)"), "(Forall Nullablen:a.b.Node - true)");
    assert_eq!(expression("(\\sum int[] a, b[]; a.length)"), "(Sum a:int[] b:int[][] - a.length)");
    for (word, name) in [
        ("num_of", "NumOf"),
        ("sum", "Sum"),
        ("product", "Product"),
        ("min", "Min"),
        ("max", "Max"),
        ("exists", "Exists"),
    ] {
        assert_eq!(expression(&format!("(\\{word} int i; p(i); i) > 0")), format!("(Greater ({name} i:int p(i) i) 0)"));
    }
    assert_eq!(
        expression("new JMLObjectSet {Node x | s.has(x) && x.ok}.has(y)"),
        "(set x:Node (And s.has(x) x.ok)).has(y)"
    );
}

#[test]
fn reach() {
    assert_eq!(expression("\\reach(x)"), "(reach x)");
    assert_eq!(expression("\\reach(x, Node).has(n) == true"), "(Equal (reach x Node).has(n) true)");
    let fields = "(reach x.y a.Node {left right})";
    assert_eq!(expression("\\reach(x.y, a.Node, left + right)"), fields);
    assert_eq!(expression("\\reach(x.y, a.Node, {left, right})"), fields);
    assert_eq!(expression("\\reach(x.y, a.Node, left, right)"), fields);
    assert_eq!(expression("\\reach(x, Node, Node.left+p.Node.right)"), "(reach x Node {Node.left p.Node.right})");
    assert_eq!(
        expression("!\\old(\\reach(root, Node, left+right)).has(n)"),
        "(Not (old (reach root Node {left right})).has(n))"
    );
    assert_eq!(expression("\\reach(x, Node, next).int_size()>=0"), "(GreaterEqual (reach x Node {next}).int_size() 0)");
}

#[test]
fn clauses_of_classes() {
    assert_eq!(type_clause("public static invariant a;"), "(invariant a)");
    assert_eq!(type_clause("constraint a >= \\old(a);"), "(constraint (GreaterEqual a (old a)))");
    assert_eq!(type_clause("constraint a for m(int), n;"), "(unchecked constraint)");
    assert_eq!(type_clause("initially a == 0;"), "(initially (Equal a 0))");
    assert_eq!(type_clause("represents s = t;"), "(represents s t)");
    assert_eq!(type_clause("private represents this.s <- t + 1;"), "(represents this.s (Add t 1))");
    assert_eq!(type_clause("represents s \\such_that s > 0;"), "(such_that s (Greater s 0))");
    assert_eq!(type_clause("axiom (\\forall int i; i == i);"), "(axiom (Forall i:int - (Equal i i)))");
    assert_eq!(
        type_clause("readable x if y; monitors_for x = a, b; in size; maps x.y \\into z; invariant_redundantly a;"),
        "(unchecked readable) (unchecked monitors_for) (unchecked in) (unchecked maps) (unchecked invariant_redundantly)"
    );
    let (found, _) = members("//@ public instance invariant a;");
    let clause = found.clauses.first().expect("one clause");
    assert!(clause.modifiers.public && clause.modifiers.has(Modifier::Instance));
    assert!(!found.modifiers.public);
}

#[test]
fn clauses_of_methods() {
    assert_eq!(
        spec("requires a; pre b; ensures c; post d;"),
        "[Lightweight (requires a) (requires b) (ensures c) (ensures d)]"
    );
    assert_eq!(
        spec("signals (Exception e) e != null; exsures (java.io.IOException); signals (E e) ;"),
        "[Lightweight (signals Exception e (NotEqual e null)) (signals java.io.IOException - -) (signals E e -)]"
    );
    assert_eq!(
        spec("signals_only A, b.C; signals_only \\nothing;"),
        "[Lightweight (signals_only A b.C) (signals_only )]"
    );
    assert_eq!(
        spec("requires \\not_specified; ensures \\same;"),
        "[Lightweight (requires NotSpecified) (ensures Same)]"
    );
    assert_eq!(spec("diverges false; old int n = size, m = 2;"), "[Lightweight (diverges false) (old int n=size m=2)]");
    assert_eq!(
        spec(
            "accessible x; callable m(int); captures y; measured_by n; when b; working_space 1; duration 2; \
              forall int x; requires_redundantly b;"
        ),
        "[Lightweight (unchecked accessible) (unchecked callable) (unchecked captures) (unchecked measured_by) \
         (unchecked when) (unchecked working_space) (unchecked duration) (unchecked forall) \
         (unchecked requires_redundantly)]"
    );
}

#[test]
fn store_references() {
    for keyword in ["assignable", "modifies", "assigns", "modifiable", "writes"] {
        assert_eq!(spec(&format!("{keyword} \\nothing;")), "[Lightweight (assignable Nothing)]");
    }
    assert_eq!(
        spec(
            "assignable \\everything, \\not_specified, x, o.f, this.f, o.*, this.*, Node.*, a[i], a[*], a[0..n - 1], \
              this.head.next.*, a[1][*], \\reach(x, Node, next), f().g;"
        ),
        "[Lightweight (assignable Everything NotSpecified x o.f this.f o.* this.* Node.* a[i] a[*] a[0..(Subtract n 1)] \
         this.head.next.* a[1][*] (reach x Node {next}) f().g)]"
    );
}

#[test]
fn cases() {
    assert_eq!(
        spec(
            "also public normal_behavior requires a; also protected exceptional_behaviour signals (E e) b; also requires c;"
        ),
        "also [Normal (requires a)] [Exceptional (signals E e b)] [Lightweight (requires c)]"
    );
    assert_eq!(
        spec("behavior requires a; {| requires b; ensures c; also requires d; {| ensures e; |} |}"),
        "[Behavior (requires a) nested [Behavior (requires b) (ensures c)] [Behavior (requires d) nested [Behavior (ensures e)]]]"
    );
    assert_eq!(
        spec("requires a; implies_that ensures b; also ensures c; for_example public normal_example ensures d;"),
        "[Lightweight (requires a) (unchecked implies_that) (unchecked for_example)]"
    );
    assert_eq!(spec("public model_program { x = 1; if (a) { b(); } }"), "[Lightweight (unchecked model_program)]");
    assert_eq!(spec("public code normal_behavior ensures a;"), "[Normal (unchecked code) (ensures a)]");
    let (found, diagnostics) = members("/*@ also public normal_behavior\n  @ ensures a; */ /*@ pure nullable @*/");
    assert_eq!(rendered(&diagnostics), Vec::<String>::new());
    assert_eq!(found.spec.as_ref().map(printer::spec).as_deref(), Some("also [Normal (ensures a)]"));
    assert_eq!(jml_modifiers(&found.modifiers), [Modifier::Pure, Modifier::Nullable]);
    assert!(!found.modifiers.public);
}

#[test]
fn ghost_and_model_declarations() {
    assert_eq!(
        member("ghost int x = 0, y[] = {1}; public model instance Set s;"),
        "(field Ghost int x=0 y[]={1}) (field Model Instance Set s)"
    );
    assert_eq!(
        member("requires k > 0; ensures \\result; public model pure boolean has(int k, Node... n);"),
        "(Method boolean has (k:int n:Node[]) ; [Lightweight (requires (Greater k 0)) (ensures \\result)])"
    );
    assert_eq!(
        member(
            "model static <T extends A & B> int f(final nullable T x) throws E {\n @ int s = 0;\n\
                @ loop_invariant s >= 0; decreases x.n - s;\n@ while (s < x.n) { s++; }\n\
                for (int i = 0; i < 3; i++) g(i); for (Node n : x.all) s += n.v; if (s > 1) return s; else { return 2; } }"
        ),
        "(Method int f (x:T) {(local int s=0) (while [(loop_invariant (GreaterEqual s 0)) (decreases (Subtract x.n s))] \
         (Less s x.n) {(do (PostIncrement s))}) (for (local int i=0) (Less i 3) (PostIncrement i) (do g(i))) \
         (each n:Node x.all (do (Assign Some(Add) s n.v))) (if (Greater s 1) (return s) {(return 2)})})"
    );
    assert_eq!(member("model Node(int x);"), "(Constructor - Node (x:int) ;)");
    let (found, diagnostics) = members("//@ model import java.util.*;\n//@ model import static a.B.c;\n");
    assert_eq!(rendered(&diagnostics), Vec::<String>::new());
    assert_eq!(found.imports.len(), 2);
    assert!(found.imports[0].on_demand && found.imports[1].is_static);
}

#[test]
fn statements_of_jml() {
    assert_eq!(
        statement("//@ assert a : \"why\"; assume b;\n//@ set x = 1; set y++; ghost int g = 3;\n//@ unreachable"),
        "(assert a) (assume b) (set (Assign None x 1)) (set (PostIncrement y)) (local Ghost int g=3) (unreachable)"
    );
    assert_eq!(
        statement(
            "//@loop_invariant a;\n//@ maintaining b; loop_inv c;\n//@decreasing d;\n//@ decreases e; loop_writes x; assignable y;"
        ),
        "(loop_invariant a) (loop_invariant b) (loop_invariant c) (decreases d) (decreases e) (unchecked loop_writes) \
         (unchecked assignable)"
    );
    assert_eq!(
        statement("//@ debug x = 1; hence_by p; show q;\n//@ refining normal_behavior requires x;"),
        "(unchecked debug) (unchecked hence_by) (unchecked show) (unchecked refining) (unchecked normal_behavior) (unchecked requires)"
    );
    let (found, diagnostics) = statements("/*@ nullable @*/");
    assert!(diagnostics.is_empty() && found.modifiers.has(Modifier::Nullable));
}

#[test]
fn modifiers_of_java_and_jml() {
    let (found, diagnostics) =
        modifiers("/*@ pure spec_pure helper nullable @*/ /*@non_null@*/ //@ spec_public final peer @Pure");
    assert_eq!(rendered(&diagnostics), Vec::<String>::new());
    use Modifier::*;
    assert_eq!(jml_modifiers(&found), [Pure, SpecPure, Helper, Nullable, NonNull, SpecPublic, Unchecked]);
    assert!(found.is_final);
    assert_eq!(found.annotations.len(), 1);
}

#[test]
fn white_space_inside_annotations() {
    let text = "/*@@@ requires a // a comment; \n\t@@ && b /**/;\n   \t @\n@ ensures c; @ */";
    // The `*/` of the inner comment would end the outer one, so only the line form can hold it.
    let text = text.replace("/**/", "");
    let (found, diagnostics) = members(&text);
    assert_eq!(rendered(&diagnostics), Vec::<String>::new());
    assert_eq!(
        found.spec.as_ref().map(printer::spec).as_deref(),
        Some("[Lightweight (requires (And a b)) (ensures c)]")
    );
    let (found, diagnostics) = members("//@ requires /* why */ a // because\n//@   && b; //@ ensures c;\n");
    assert_eq!(rendered(&diagnostics), Vec::<String>::new());
    assert_eq!(
        found.spec.as_ref().map(printer::spec).as_deref(),
        Some("[Lightweight (requires (And a b)) (ensures c)]")
    );
    let (found, diagnostics) = members("//@ requires (* spread\n//@ over lines *);\n");
    assert_eq!(rendered(&diagnostics), Vec::<String>::new());
    assert_eq!(
        found.spec.as_ref().map(printer::spec).as_deref(),
        Some("[Lightweight (requires (* spread over lines *))]")
    );
}

#[test]
fn places_are_exact() {
    let text = "  /*@ requires x >\n   @ (y + 1); @*/ //@ pure";
    let (found, _) = members(text);
    let spec = found.spec.expect("a specification");
    let at = |span: tightrope_source::Span| &text[span.start as usize..span.end as usize];
    assert_eq!(at(spec.span), "requires x >\n   @ (y + 1);");
    let clause = &spec.cases[0].clauses[0];
    assert_eq!(at(clause.span), "requires x >\n   @ (y + 1);");
    assert_eq!(at(clause.keyword.span), "requires");
    let crate::jml::MethodClauseKind::Requires(crate::jml::Predicate::Expr(expr)) = &clause.kind else { panic!() };
    assert_eq!(at(expr.span), "x >\n   @ (y + 1)");
    let crate::tree::ExprKind::Binary { right, .. } = &expr.kind else { panic!() };
    assert_eq!(at(right.span), "(y + 1)");
    assert_eq!(at(found.modifiers.jml[0].1), "pure");
}

#[test]
fn the_dialect_of_taco() {
    let text = "/*@\n\t  @ invariant this.head!=null &&\n\t  @\n\t  @  ( \\forall Node n; \\reach(this.head,Node,next).has(n); \
                n!=null && n.prev.next==n ) &&\n\t  @ this.size + 1 == \\reach(this.head,Node,next).int_size();\n\t  @\n\
                @\tinvariant RED == false;\n    @*/";
    let (found, diagnostics) = members(text);
    assert_eq!(rendered(&diagnostics), Vec::<String>::new());
    assert_eq!(found.clauses.len(), 2);
    assert_eq!(
        spec(
            "requires true;\n  @ ensures (\\exists Node n; \\old(\\reach(root, Node, left + right)).has(n) == true;\n\
              @  \tn.key == k) ==> size == \\old(size);\n @\n @ signals (RuntimeException e) false;\n @"
        ),
        "[Lightweight (requires true) (ensures (Implies (Exists n:Node (Equal (old (reach root Node {left right})).has(n) \
         true) (Equal n.key k)) (Equal size (old size)))) (signals RuntimeException e false)]"
    );
    assert_eq!(
        statement("//@decreasing \\reach(t, Node, next).int_size();"),
        "(decreases (reach t Node {next}).int_size())"
    );
}
