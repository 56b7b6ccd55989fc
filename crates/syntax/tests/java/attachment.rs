//! Every place where JML may stand, and whom it goes to.

use crate::printer::{members, stmts};
use crate::{codes, methods, only_type, parse, statements, unit};
use tightrope_syntax::jml::{Modifier, TypeClauseKind};
use tightrope_syntax::tree::{Member, Modifiers, StmtKind};

fn jml(modifiers: &Modifiers) -> Vec<Modifier> {
    modifiers.jml.iter().map(|(modifier, _)| *modifier).collect()
}

#[test]
fn before_a_type_of_the_file() {
    let decl = only_type("package p; import a.B;\n//@ nullable_by_default\n/** doc */ public /*@ pure @*/ class A { }");
    assert_eq!(jml(&decl.modifiers), [Modifier::NullableByDefault, Modifier::Pure]);
    let unit = unit("//@ model import p.Q;\nimport a.B;\nclass A { }");
    assert_eq!(unit.imports.len(), 2);
}

#[test]
fn clauses_go_to_the_class_around_them() {
    let decl = only_type(
        "class A { //@ invariant a;\n int x; //@ constraint b;\n class B { /*@ invariant c; @*/ } void f() {}\n //@ initially d;\n }",
    );
    let shown: Vec<_> = decl
        .clauses
        .iter()
        .map(|clause| match &clause.kind {
            TypeClauseKind::Invariant(_) => "invariant",
            TypeClauseKind::Constraint(_) => "constraint",
            TypeClauseKind::Initially(_) => "initially",
            _ => "other",
        })
        .collect();
    assert_eq!(shown, ["invariant", "constraint", "initially"]);
    let Member::Type(inner) = &decl.members[1] else { panic!("a class") };
    assert_eq!(inner.clauses.len(), 1);
}

#[test]
fn modifiers_of_fields() {
    let decl = only_type(
        "class A { /*@ spec_public nullable @*/ private Node a; private /*@ spec_public @*/ /*@ nullable @*/ Node b; \
         Node /*@ nullable @*/ c; //@ nullable\n Node d; }",
    );
    let expected =
        ["@SpecPublic @Nullable Node a", "@SpecPublic @Nullable Node b", "@Nullable Node c", "@Nullable Node d"];
    assert_eq!(members(&decl), expected);
}

#[test]
fn ghost_and_model_members_stand_in_order() {
    let decl = only_type("class A { int a; //@ ghost int g;\n int b; /*@ model int m; @*/ }");
    assert_eq!(members(&decl), ["int a", "@Ghost int g", "int b", "@Model int m"]);
}

#[test]
fn specifications_before_and_inside_of_a_method() {
    let decl = only_type(
        "class A { int x; //@ requires a;\n //@ ensures b;\n @Override\n //@ also requires c;\n public /*@ pure @*/ int /*@ nullable @*/ f() { return 1; } \
         void g() /*@ requires a; @*/ { } /*@ ensures b; @*/ A() throws E { } //@ requires a;\n abstract void h() //@ ensures b;\n ; }",
    );
    let methods = methods(&decl);
    let cases: Vec<_> = methods.iter().map(|method| method.spec.as_ref().map_or(0, |spec| spec.cases.len())).collect();
    assert_eq!(cases[..3], [2, 1, 1]);
    assert!(cases[3] >= 1);
    assert_eq!(jml(&methods[0].modifiers), [Modifier::Pure, Modifier::Nullable]);
}

#[test]
fn a_comment_between_annotations_belongs_to_the_method() {
    let decl = only_type(
        "class A { @B\n//@ requires a;\n@C int f() { return 1; } @B\n/*@ requires a; @*/ int g() { return 1; } }",
    );
    assert_eq!(members(&decl), ["@spec1 int f()", "@spec1 int g()"]);
}

#[test]
fn modifiers_of_parameters() {
    let decl = only_type(
        "class A { void f(/*@ nullable @*/ A a, final /*@ non_null @*/ A b, A /*@ nullable @*/ c, /*@ nullable @*/ A... d) { } }",
    );
    let shown: Vec<_> = methods(&decl)[0].params.iter().map(|param| jml(&param.modifiers)).collect();
    let nullable = vec![Modifier::Nullable];
    assert_eq!(shown, [nullable.clone(), vec![Modifier::NonNull], nullable.clone(), nullable]);
}

#[test]
fn records_and_enums() {
    let decl = only_type("record R(/*@ nullable @*/ A a) { //@ invariant a;\n }");
    assert_eq!(jml(&decl.record_components[0].modifiers), [Modifier::Nullable]);
    assert_eq!(decl.clauses.len(), 1);
    assert_eq!(only_type("enum E { A, B; //@ invariant a;\n }").clauses.len(), 1);
    assert_eq!(only_type("enum E { A, B; int x; //@ invariant a;\n }").clauses.len(), 1);
    assert_eq!(only_type("enum E { A, B //@ invariant a;\n }").clauses.len(), 1);
}

#[test]
fn statements_stand_in_order() {
    let body = "a(); //@ assert x;\n b(); /*@ ghost int g = 1; @*/ c();\n //@ set g = 2;\n";
    assert_eq!(stmts(&statements(body)), "a(); @assert x; b(); @Ghost int g = 1; c(); @set (g = 2);");
    assert_eq!(stmts(&statements("if (a) { //@ assume b;\n }")), "if a {@assume b;}");
}

#[test]
fn loop_clauses_go_to_the_loop() {
    assert_eq!(stmts(&statements("//@ loop_invariant a;\n//@ decreases b;\n while (c) ;")), "@2 while c ;");
    assert_eq!(stmts(&statements("//@ loop_invariant a;\n l: do ; while (c);")), "l: @1 do ; while c;");
    assert_eq!(stmts(&statements("//@ maintaining a;\n l: /*@ decreases b; @*/ for (;;) ;")), "l: @2 for ( ; ) ;");
    assert_eq!(stmts(&statements("if (a) //@ loop_invariant b;\n for (A x : y) ;")), "if a @1 for (A x : y) ;");
    assert_eq!(stmts(&statements("//@ assert a; loop_invariant b;\n while (c) ;")), "@assert a; @1 while c ;");
}

#[test]
fn modifiers_of_locals() {
    assert_eq!(
        stmts(&statements("/*@ nullable @*/ A a; final A /*@ nullable @*/ b = a;")),
        "@Nullable A a; @Nullable A b = a;"
    );
    assert_eq!(stmts(&statements("for (/*@ nullable @*/ A a = b; ; ) ;")), "for (@Nullable A a = b; ; ) ;");
    let body = statements("for (/*@ nullable @*/ A a : b) ;");
    let StmtKind::ForEach { param, .. } = &body[0].kind else { panic!("a loop") };
    assert_eq!(jml(&param.modifiers), [Modifier::Nullable]);
}

#[test]
fn statements_of_a_switch() {
    let text = "switch (x) { case 1: //@ assert a;\n f(); //@ assert b;\n case 2: //@ assert c;\n }";
    assert_eq!(stmts(&statements(text)), "switch x [1: @assert a; f(); @assert b;] [2: @assert c;]");
}

#[test]
fn lambda_and_initializer_bodies() {
    assert_eq!(stmts(&statements("f(() -> { //@ assert a;\n });")), "f(( -> {@assert a;}));");
    let decl = only_type("class A { static { //@ assert a;\n } }");
    let Member::Initializer(initializer) = &decl.members[0] else { panic!("an initializer") };
    assert_eq!(stmts(&initializer.body.stmts), "@assert a;");
}

#[test]
fn what_nobody_takes_is_reported_once() {
    let reported = |text: &str| codes(&parse(text));
    assert_eq!(reported("class A { /*@ requires a; @*/ int x; }"), ["W0512"]);
    assert_eq!(reported("class A { //@ requires a;\n }"), ["W0512"]);
    assert_eq!(reported("/*@ requires a; @*/ class A { }"), ["W0512"]);
    assert_eq!(reported("class A { //@ pure\n }"), ["W0203"]);
    assert_eq!(reported("class A { /*@ pure @*/ { } }"), ["W0203"]);
    assert_eq!(reported("class A { List</*@ nullable @*/ B> x; }"), ["W0203"]);
    assert_eq!(reported("class A { int x = 1 /*@ nullable @*/ + 2; }"), ["W0203"]);
    assert_eq!(reported("class A { void f(/*@ nullable @*/) { } }"), ["W0203"]);
    assert_eq!(reported("enum E { /*@ nullable @*/ A }"), ["W0203"]);
    assert_eq!(reported("class A { void f() { //@ loop_invariant a;\n x(); } }"), ["W0203"]);
    assert_eq!(reported("class A { void f() { x(); //@ loop_invariant a;\n } }"), ["W0203"]);
    assert_eq!(reported("class A { void f() { if (x) /*@ assert a; @*/ y(); } }"), ["W0203"]);
    assert_eq!(reported("class A { void f() { x = (/*@ nullable @*/ B) y; } }"), ["W0203"]);
    assert_eq!(reported("class A { }\n//@ invariant a;\n"), ["W0203"]);
}

#[test]
fn comments_that_only_look_like_jml() {
    let reported = |text: &str| codes(&parse(text));
    assert_eq!(reported("class A { /* @ nullable @ */ B b; }"), ["W0205"]);
    assert_eq!(reported("class A { // @ invariant x;\n B b; }"), ["W0205"]);
    assert_eq!(reported("class A { //+ESC@ invariant x;\n B b; }"), ["W0205"]);
    assert_eq!(reported("class A { //@Override\n B b; }"), ["W0205"]);
    let plain = "class A { /** @param x {@code y} */ /* @author me */ // a@b.c\n // - @ home\n String s = \"//@ x\"; }";
    assert_eq!(reported(plain), Vec::<&str>::new());
}
