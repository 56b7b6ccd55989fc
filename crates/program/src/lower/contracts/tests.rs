//! Contracts from Java sources: every construct of JML that the lowering knows, and every code that
//! it reports.

use crate::body::{ExprKind, LogicalOp, Quantifier, StmtKind};
use crate::constructs::Construct;
use crate::contract::{Behavior, Case, Contract, LocationKind, Origin};
use crate::effective::{Frame, InvariantKind, SpecLine, describe, effective_contract};
use crate::visit::for_each_expr;
use crate::{Class, Code, Lowered, Method, MethodId, MethodKind, Options, Program, lower};
use tightrope_source::SourceMap;

/// A class that most contracts speak of.
const NODE: &str = "class Node { /*@ nullable @*/ Node left; /*@ nullable @*/ Node right; int key; static /*@ nullable @*/ Node root; }";

fn lower_text(text: &str) -> (Lowered, SourceMap) {
    let mut sources = SourceMap::new();
    let file = sources.add("Test.java", text);
    let parsed = tightrope_syntax::parse_file(file, text);
    assert!(parsed.diagnostics.is_empty(), "{:#?}", parsed.diagnostics);
    let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
    (lowered, sources)
}

/// The program of a text without errors and warnings.
fn program(text: &str) -> Program {
    let (lowered, _) = lower_text(text);
    assert!(lowered.diagnostics.is_empty(), "{:#?}", lowered.diagnostics);
    lowered.program
}

/// The numbers of what is reported.
fn codes(text: &str) -> Vec<&'static str> {
    let (lowered, _) = lower_text(text);
    lowered.diagnostics.iter().map(|diagnostic| diagnostic.code.number()).collect()
}

/// A class `Tree` with some members, beside `Node`.
fn tree(members: &str) -> String {
    format!("{NODE}\nclass Tree {{ /*@ nullable @*/ Node root; int size; int[] keys; static int count; {members} }}")
}

/// A method of `Tree` with a specification.
fn spec(spec: &str, signature: &str) -> String {
    tree(&format!("/*@ {spec} @*/ {signature}"))
}

fn class<'p>(program: &'p Program, name: &str) -> &'p Class {
    let id = program.class_named(name).unwrap_or_else(|| panic!("no class {name}"));
    program.class(id)
}

fn method_id(program: &Program, class: &str, name: &str) -> MethodId {
    let class = program.class_named(class).unwrap_or_else(|| panic!("no class {class}"));
    let found = program.method_ids().find(|id| program.method(*id).class == class && program.method(*id).name == name);
    found.unwrap_or_else(|| panic!("no method {name}"))
}

fn method<'p>(program: &'p Program, class: &str, name: &str) -> &'p Method {
    program.method(method_id(program, class, name))
}

fn contract<'p>(program: &'p Program, name: &str) -> &'p Contract {
    &method(program, "Tree", name).contract
}

/// The only case of `Tree.m`.
fn only_case(program: &Program) -> Case {
    let cases = &contract(program, "m").cases;
    assert_eq!(cases.len(), 1);
    cases[0].clone()
}

/// The kinds of all expressions in the first `ensures` of `Tree.m`, outer ones first.
fn ensures_kinds(text: &str) -> Vec<ExprKind> {
    let program = program(text);
    let case = only_case(&program);
    let mut kinds = Vec::new();
    for_each_expr(&case.ensures[0].formula.expr, &mut |expr| kinds.push(expr.kind.clone()));
    kinds
}

fn unsupported(kinds: &[ExprKind]) -> Vec<Construct> {
    let constructs = kinds.iter().filter_map(|kind| match kind {
        ExprKind::Unsupported(unsupported) => Some(unsupported.construct),
        _ => None,
    });
    constructs.collect()
}

fn lines(text: &str, class: &str, name: &str) -> Vec<SpecLine> {
    let (lowered, sources) = lower_text(text);
    describe(&lowered.program, &sources, method_id(&lowered.program, class, name))
}

fn has_line(lines: &[SpecLine], keyword: &str, text: &str) -> bool {
    lines.iter().any(|line| line.keyword == keyword && line.text == text)
}

// Expressions.

#[test]
fn result_and_old() {
    let kinds = ensures_kinds(&spec("ensures \\result == \\old(size) + \\pre(size);", "int m() { return 0; }"));
    assert!(kinds.contains(&ExprKind::Result));
    assert_eq!(kinds.iter().filter(|kind| matches!(kind, ExprKind::Old(_))).count(), 2);
}

#[test]
fn result_where_there_is_none() {
    assert_eq!(codes(&spec("requires \\result == 0;", "int m() { return 0; }")), ["E0503"]);
    assert_eq!(codes(&spec("ensures \\result == 0;", "void m() { }")), ["E0503"]);
    assert_eq!(codes(&spec("signals (RuntimeException e) \\result == 0;", "int m() { return 0; }")), ["E0503"]);
    assert_eq!(codes(&tree("//@ invariant \\result == 0;\n")), ["E0503"]);
}

#[test]
fn old_where_there_is_none() {
    assert_eq!(codes(&spec("requires \\old(size) == 0;", "void m() { }")), ["E0503"]);
    assert_eq!(codes(&tree("//@ invariant \\old(size) == 0;\n")), ["E0503"]);
    assert_eq!(codes(&spec("requires \\fresh(root);", "void m() { }")), ["E0503"]);
    assert!(codes(&tree("//@ constraint \\old(size) <= size;\n")).is_empty());
}

#[test]
fn old_with_a_label_is_not_modelled() {
    let kinds = ensures_kinds(&spec("ensures \\old(size, L) == 0;", "void m() { }"));
    assert_eq!(unsupported(&kinds), [Construct::UncheckedExpression]);
}

#[test]
fn objects() {
    let kinds =
        ensures_kinds(&spec("ensures \\fresh(root) && \\nonnullelements(new_ones);", "void m(Node[] new_ones) { }"));
    assert!(kinds.iter().any(|kind| matches!(kind, ExprKind::Fresh(objects) if objects.len() == 1)));
    assert!(kinds.iter().any(|kind| matches!(kind, ExprKind::NonNullElements(_))));
    let kinds = ensures_kinds(&spec("ensures \\invariant_for(this, root);", "void m() { }"));
    assert_eq!(kinds.iter().filter(|kind| matches!(kind, ExprKind::InvariantFor(_))).count(), 2);
    assert_eq!(codes(&spec("ensures \\fresh(size);", "void m() { }")), ["E0401"]);
    assert_eq!(codes(&spec("ensures \\nonnullelements(root);", "void m() { }")), ["E0401"]);
}

#[test]
fn types_as_values() {
    let kinds = ensures_kinds(&spec("ensures \\typeof(root) <: \\type(Node);", "void m() { }"));
    assert!(matches!(kinds[0], ExprKind::Subtype { .. }));
    let kinds = ensures_kinds(&spec("ensures \\elemtype(\\typeof(keys)) == \\type(int);", "void m() { }"));
    assert!(kinds.iter().any(|kind| matches!(kind, ExprKind::ElementType(_))));
    assert_eq!(codes(&spec("ensures root <: \\type(Node);", "void m() { }")), ["E0401"]);
}

#[test]
fn operators() {
    let kinds = ensures_kinds(&spec("ensures root == null ==> size == 0;", "void m() { }"));
    assert!(matches!(kinds[0], ExprKind::Logical { op: LogicalOp::Implies, .. }));
    let kinds = ensures_kinds(&spec("ensures size == 0 <== root == null;", "void m() { }"));
    let ExprKind::Logical { op: LogicalOp::Implies, left, .. } = &kinds[0] else { panic!("{kinds:?}") };
    // `b ==> a`: the premise stands second.
    assert!(left.span.start > 0 && matches!(&left.kind, ExprKind::Binary { left, .. } if left.ty.is_reference()));
    let kinds = ensures_kinds(&spec("ensures root == null <==> size == 0;", "void m() { }"));
    assert!(matches!(kinds[0], ExprKind::Binary { op: crate::body::BinaryOp::Equal, .. }));
    let kinds = ensures_kinds(&spec("ensures root == null <=!=> size == 0;", "void m() { }"));
    assert!(matches!(kinds[0], ExprKind::Binary { op: crate::body::BinaryOp::NotEqual, .. }));
}

#[test]
fn quantifiers() {
    for (text, quantifier) in [
        ("(\\forall Node n; \\reach(root).has(n); n.key > 0)", Quantifier::Forall),
        ("(\\exists int i; 0 <= i && i < 3; keys[i] == 0)", Quantifier::Exists),
        ("(\\num_of int i; 0 <= i && i < 3; keys[i] == 0) == size", Quantifier::Count),
        ("(\\sum int i; 0 <= i && i < 3; keys[i]) == size", Quantifier::Sum),
        ("(\\product int i; 0 <= i && i < 3; keys[i]) == 1L", Quantifier::Product),
        ("(\\min int i; 0 <= i && i < 3; keys[i]) == size", Quantifier::Min),
        ("(\\max Node n; \\reach(root).has(n); n.key) == size", Quantifier::Max),
        ("(\\forall boolean b; b || !b)", Quantifier::Forall),
        ("(\\exists char c; c == 'x')", Quantifier::Exists),
        ("(\\forall int i, j; i < j; i != j)", Quantifier::Forall),
    ] {
        let kinds = ensures_kinds(&spec(&format!("ensures {text};"), "void m() { }"));
        let found = kinds.iter().find_map(|kind| match kind {
            ExprKind::Quantified(quantified) => Some(quantified.quantifier),
            _ => None,
        });
        assert_eq!(found, Some(quantifier), "{text}");
        assert!(unsupported(&kinds).is_empty(), "{text}");
    }
}

#[test]
fn quantifiers_that_are_not_modelled() {
    let kinds = ensures_kinds(&spec("ensures (\\forall \\bigint i; i > 0; i != 0);", "void m() { }"));
    assert_eq!(unsupported(&kinds), [Construct::UnboundedType]);
    let kinds = ensures_kinds(&spec("ensures (\\exists double d; d > 0; d != 0);", "void m() { }"));
    assert_eq!(unsupported(&kinds), [Construct::FloatingPoint]);
    assert_eq!(codes(&spec("ensures (\\sum int i; 0 < i && i < 2; true) == 0;", "void m() { }")), ["E0402"]);
}

#[test]
fn a_binder_ends_with_its_quantifier() {
    assert_eq!(codes(&spec("ensures (\\forall int i; i > 0) && i > 0;", "void m() { }")), ["E0302"]);
}

#[test]
fn reach_in_all_forms() {
    for (text, fields) in [
        ("\\reach(root)", None),
        ("\\reach(root, Node)", None),
        ("\\reach(root, Node, left)", Some(1)),
        ("\\reach(root, Node, left + right)", Some(2)),
        ("\\reach(root, Node, {left, right})", Some(2)),
        ("\\reach(root, Node, Node.left + Node.right)", Some(2)),
        ("\\reach(null, Node, left)", Some(1)),
    ] {
        let kinds = ensures_kinds(&spec(&format!("ensures {text}.int_size() == 0;"), "void m() { }"));
        let found = kinds.iter().find_map(|kind| match kind {
            ExprKind::Reach(reach) => Some(reach.fields.as_ref().map(Vec::len)),
            _ => None,
        });
        assert_eq!(found, Some(fields), "{text}");
    }
}

#[test]
fn reach_finds_fields_of_subclasses() {
    let text = "class A { } class B extends A { /*@ nullable @*/ A next; } class C { /*@ nullable @*/ A a; //@ invariant \\reach(a, A, next).has(null) == false;\n }";
    assert!(codes(text).is_empty());
}

#[test]
fn reach_with_errors() {
    assert_eq!(codes(&spec("ensures \\reach(root, Node, lefd).isEmpty();", "void m() { }")), ["E0504"]);
    assert_eq!(codes(&spec("ensures \\reach(root, Node, key).isEmpty();", "void m() { }")), ["E0504"]);
    assert_eq!(codes(&spec("ensures \\reach(root, Node, root).isEmpty();", "void m() { }")), ["E0504"]);
    assert_eq!(codes(&spec("ensures \\reach(size).isEmpty();", "void m() { }")), ["E0504"]);
    assert_eq!(codes(&spec("ensures \\reach(root, int[]).isEmpty();", "void m() { }")), ["E0504"]);
    let (lowered, _) = lower_text(&spec("ensures \\reach(root, Node, lefd).isEmpty();", "void m() { }"));
    assert_eq!(lowered.diagnostics[0].hints, ["did you mean `left`?"]);
}

#[test]
fn sets() {
    let set = "\\reach(root, Node, left)";
    for operation in [
        "has(root)",
        "contains(root)",
        "isEmpty()",
        "equals(\\reach(root))",
        "containsAll(\\reach(root))",
        "isSubset(\\reach(root))",
        "isProperSubset(\\reach(root))",
        "union(\\reach(root)).isEmpty()",
        "intersection(\\reach(root)).isEmpty()",
        "difference(\\reach(root)).isEmpty()",
        "has(root) == true",
    ] {
        let kinds = ensures_kinds(&spec(&format!("ensures {set}.{operation};"), "void m() { }"));
        assert!(unsupported(&kinds).is_empty(), "{operation}");
    }
    let kinds = ensures_kinds(&spec(&format!("ensures \\old({set}) == {set};"), "void m() { }"));
    assert!(matches!(kinds[0], ExprKind::SetEqual { .. }));
    let kinds = ensures_kinds(&spec(&format!("ensures {set} != {set};"), "void m() { }"));
    assert!(matches!(kinds[0], ExprKind::Unary { .. }));
    let kinds = ensures_kinds(&spec(&format!("ensures {set}.size() == {set}.int_size();"), "void m() { }"));
    assert_eq!(kinds.iter().filter(|kind| matches!(kind, ExprKind::SetSize(_))).count(), 2);
}

#[test]
fn sets_with_errors() {
    assert_eq!(codes(&spec("ensures \\reach(root).hass(root);", "void m() { }")), ["E0303"]);
    assert_eq!(codes(&spec("ensures \\reach(root).isEmpty(root);", "void m() { }")), ["E0403"]);
    assert_eq!(codes(&spec("ensures \\reach(root).union(root).isEmpty();", "void m() { }")), ["E0401"]);
    assert_eq!(codes(&spec("ensures \\reach(root) == root;", "void m() { }")), ["E0402"]);
}

#[test]
fn set_comprehension() {
    let text = "ensures (new JMLObjectSet { Node n | \\reach(root).has(n) && n.key > 0 }).isEmpty();";
    let kinds = ensures_kinds(&spec(text, "void m() { }"));
    assert!(kinds.iter().any(|kind| matches!(kind, ExprKind::Comprehension { .. })));
}

#[test]
fn informal_predicates_are_assumed() {
    let text = spec("ensures (* the tree is balanced *);", "void m() { }");
    assert_eq!(codes(&text), ["W0510"]);
    let (lowered, _) = lower_text(&text);
    let case = only_case(&lowered.program);
    assert!(matches!(&case.ensures[0].formula.expr.kind, ExprKind::Informal(text) if *text == "the tree is balanced"));
}

#[test]
fn labels_say_nothing() {
    let kinds = ensures_kinds(&spec("ensures (\\lbl positive size > 0);", "void m() { }"));
    assert!(matches!(kinds[0], ExprKind::Binary { .. }));
}

#[test]
fn unknown_expressions_are_not_modelled() {
    let kinds = ensures_kinds(&spec("ensures \\not_modified(size);", "void m() { }"));
    assert_eq!(unsupported(&kinds), [Construct::UncheckedExpression]);
}

// Formulas.

#[test]
fn effects_are_errors() {
    assert_eq!(codes(&spec("ensures (size = 0) == 0;", "void m() { }")), ["E0501"]);
    assert_eq!(codes(&spec("requires size = 3;", "void m() { }")), ["E0501"]);
    assert_eq!(codes(&spec("ensures size++ == 0;", "void m() { }")), ["E0501"]);
    assert_eq!(codes(&spec("ensures (size += 1) == 0;", "void m() { }")), ["E0501"]);
}

#[test]
fn creation_is_not_modelled() {
    let kinds = ensures_kinds(&spec("ensures new Node() != null;", "void m() { }"));
    assert_eq!(unsupported(&kinds), [Construct::NewInFormula]);
}

#[test]
fn impure_calls_are_warned_about() {
    let members =
        "int get() { return size; } /*@ pure @*/ int pureGet() { return size; } boolean repOk() { return true; }";
    let with = |call: &str| tree(&format!("{members} /*@ ensures {call}; @*/ void m(Integer i, String s) {{ }}"));
    assert_eq!(codes(&with("get() == 0")), ["W0502"]);
    assert!(codes(&with("pureGet() == 0")).is_empty());
    assert!(codes(&with("repOk()")).is_empty());
    assert!(codes(&with("s.equals(s) && i == 3")).is_empty());
}

#[test]
fn pattern_variables_are_not_modelled() {
    let kinds = ensures_kinds(&spec("ensures o instanceof Node n && n.key > 0;", "void m(Object o) { }"));
    assert!(unsupported(&kinds).contains(&Construct::UncheckedExpression));
}

// Classes.

#[test]
fn clauses_of_classes() {
    let text = tree(
        "//@ invariant size >= 0;\n//@ static invariant count >= 0;\n//@ constraint \\old(size) <= size;\n//@ initially size == 0;\n//@ axiom 1 + 1 == 2;\n",
    );
    let program = program(&text);
    let tree = class(&program, "Tree");
    let written: Vec<bool> = tree
        .invariants
        .iter()
        .filter(|clause| clause.origin == Origin::Written)
        .map(|clause| clause.is_static)
        .collect();
    assert_eq!(written, [false, true]);
    assert_eq!((tree.constraints.len(), tree.initially.len(), tree.axioms.len()), (1, 1, 1));
}

#[test]
fn non_null_fields_are_invariants() {
    let program = program(&tree("//@ invariant true;\n/*@ non_null @*/ Node other;"));
    let found: Vec<(&str, bool)> = class(&program, "Tree")
        .invariants
        .iter()
        .filter_map(|clause| match &clause.origin {
            Origin::NonNull { name, by_default } => Some((name.as_str(), *by_default)),
            Origin::Written | Origin::Owned { .. } | Origin::Derived | Origin::Callee(_) => None,
        })
        .collect();
    assert_eq!(found, [("keys", true), ("other", false)]);
}

#[test]
fn a_static_invariant_has_no_receiver() {
    assert!(!codes(&tree("//@ static invariant size >= 0;\n")).is_empty());
}

#[test]
fn clauses_that_are_not_checked() {
    let text = spec("requires true; measured_by size;", "void m() { }");
    assert_eq!(codes(&text), ["W0506"]);
    let (lowered, _) = lower_text(&text);
    assert_eq!(only_case(&lowered.program).unchecked[0].keyword, "measured_by");
}

#[test]
fn contradictory_modifiers() {
    assert_eq!(codes("class A { /*@ nullable non_null @*/ Object o; }"), ["E0508"]);
    assert_eq!(codes("class A { //@ ghost model int i;\n }"), ["E0508"]);
}

// Model fields.

#[test]
fn a_model_field_is_a_call() {
    let text = tree(
        "//@ model instance int height;\n//@ represents height = size + 1;\n/*@ ensures height > 0; @*/ void m() { }",
    );
    let program = program(&text);
    let case = only_case(&program);
    let mut called = None;
    for_each_expr(&case.ensures[0].formula.expr, &mut |expr| {
        if let ExprKind::Call(call) = &expr.kind {
            called = Some(call.method);
        }
    });
    let method = program.method(called.unwrap());
    assert_eq!(method.kind, MethodKind::Represents);
    let Code::Body(body) = &method.code else { panic!("no body") };
    assert!(matches!(body.block[0].kind, StmtKind::Return(Some(_))));
}

#[test]
fn a_subclass_represents_an_inherited_model_field() {
    let text = "interface Bag { //@ model instance int elements;\n /*@ ensures elements >= 0; @*/ void m(); } class ListBag implements Bag { int size; //@ represents elements = size;\n public void m() { } }";
    let program = program(text);
    let root = method(&program, "Bag", "<represents elements>");
    assert!(root.is_abstract && root.code == Code::None);
    let own = method(&program, "ListBag", "<represents elements>");
    assert_eq!(own.overrides, [method_id(&program, "Bag", "<represents elements>")]);
}

#[test]
fn represents_with_errors() {
    assert_eq!(codes(&tree("//@ represents size = 1;\n")), ["E0507"]);
    assert_eq!(codes(&tree("//@ represents height = 1;\n")), ["E0507"]);
    let twice = "//@ model int height;\n//@ represents height = 1;\n//@ represents height = 2;\n";
    assert_eq!(codes(&tree(twice)), ["E0507"]);
    assert_eq!(codes(&tree("//@ model boolean height;\n//@ represents height = 1;\n")), ["E0507"]);
}

#[test]
fn such_that_is_not_checked() {
    let text = tree(
        "//@ model int height;\n//@ represents height \\such_that height > size;\n/*@ ensures height > 0; @*/ void m() { }",
    );
    assert_eq!(codes(&text), ["W0506"]);
    let (lowered, _) = lower_text(&text);
    assert_eq!(class(&lowered.program, "Tree").unchecked[0].construct, Construct::SuchThat);
}

// Cases.

#[test]
fn implicit_clauses() {
    let program = program(&spec("requires size > 0;", "Node m(Node a, /*@ nullable @*/ Node b, int c) { return a; }"));
    let contract = contract(&program, "m");
    assert_eq!(contract.implicit_requires.len(), 1);
    assert_eq!(contract.implicit_requires[0].origin, Origin::NonNull { name: "a".into(), by_default: true });
    assert_eq!(contract.implicit_ensures.len(), 1);
}

#[test]
fn cases_and_behaviors() {
    let text = spec(
        "public normal_behavior requires size > 0; ensures true; also public exceptional_behavior requires size == 0; signals (RuntimeException e) true; also requires false;",
        "public void m() { }",
    );
    let program = program(&text);
    let behaviors: Vec<Behavior> = contract(&program, "m").cases.iter().map(|case| case.behavior).collect();
    assert_eq!(behaviors, [Behavior::Normal, Behavior::Exceptional, Behavior::Lightweight]);
}

#[test]
fn nested_cases_share_what_stands_before() {
    let text = spec(
        "public normal_behavior requires size > 0; {| requires size > 1; ensures true; also requires size > 2; ensures true; |}",
        "public void m() { }",
    );
    let program = program(&text);
    let cases = &contract(&program, "m").cases;
    assert_eq!(cases.len(), 2);
    assert!(cases.iter().all(|case| case.requires.len() == 2 && case.behavior == Behavior::Normal));
}

#[test]
fn predicates_that_say_nothing() {
    let program = program(&spec("requires \\not_specified; ensures \\not_specified;", "void m() { }"));
    let case = only_case(&program);
    assert!(case.requires.is_empty() && case.ensures.is_empty());
    assert_eq!(codes(&spec("requires \\same;", "void m() { }")), ["W0506"]);
}

#[test]
fn old_variables_are_replaced() {
    let program =
        program(&spec("old int before = size; requires before > 0; ensures size == before + 1;", "void m() { }"));
    let case = only_case(&program);
    let mut olds = 0;
    for_each_expr(&case.ensures[0].formula.expr, &mut |expr| {
        olds += usize::from(matches!(expr.kind, ExprKind::Old(_)))
    });
    assert_eq!(olds, 1);
    for_each_expr(&case.requires[0].formula.expr, &mut |expr| {
        assert!(!matches!(expr.kind, ExprKind::Old(_)));
        assert!(!matches!(expr.kind, ExprKind::Local(local) if local.0 != 0));
    });
}

#[test]
fn old_variables_do_not_explode() {
    let mut text = "old int v0 = size;".to_string();
    for index in 1..60 {
        text.push_str(&format!(" old int v{index} = v{0} + v{0};", index - 1));
    }
    let kinds = ensures_kinds(&spec(&format!("{text} ensures v59 == 0;"), "void m() { }"));
    assert!(unsupported(&kinds).contains(&Construct::UncheckedExpression));
}

#[test]
fn proper_subsets_do_not_explode() {
    let mut set = "\\reach(root)".to_string();
    for _ in 0..20 {
        set = format!("(new JMLObjectSet {{ Node n | {set}.isProperSubset(\\reach(root)) }})");
    }
    let kinds = ensures_kinds(&spec(&format!("ensures {set}.isEmpty();"), "void m() { }"));
    assert!(unsupported(&kinds).contains(&Construct::UncheckedExpression));
}

#[test]
fn exceptions() {
    let text = spec(
        "signals (IllegalArgumentException e) e != null; signals (RuntimeException) size == 0; signals_only RuntimeException; diverges false;",
        "void m(int x) { }",
    );
    let program = program(&text);
    let case = only_case(&program);
    assert_eq!(case.signals.len(), 2);
    for signals in &case.signals {
        assert_eq!(signals.exception.0, 2);
        assert_eq!(signals.clause.formula.locals[2].ty.as_class(), Some(signals.class));
    }
    assert_eq!(case.signals_only.map(|only| only.classes.len()), Some(1));
    assert_eq!(case.diverges.len(), 1);
    assert_eq!(codes(&spec("signals (Node n) true;", "void m() { }")), ["E0401"]);
}

#[test]
fn locations() {
    let text = spec(
        "assignable size, this.root, root.key, Node.root, keys[0], keys[1 .. size], keys[*], root.*, Tree.*, \\reach(root, Node, left);",
        "void m() { }",
    );
    let program = program(&text);
    let assignable = only_case(&program).assignable.unwrap();
    let found: Vec<&str> = assignable
        .locations
        .iter()
        .map(|location| match &location.kind {
            LocationKind::Everything => "everything",
            LocationKind::Field { .. } => "field",
            LocationKind::StaticField(_) => "static",
            LocationKind::AllFields(_) => "fields",
            LocationKind::AllStaticFields(_) => "statics",
            LocationKind::Elements { .. } => "elements",
            LocationKind::AllElements(_) => "array",
            LocationKind::FieldsOfSet(_) => "set",
        })
        .collect();
    let expected = ["field", "field", "field", "static", "elements", "elements", "array", "fields", "statics", "set"];
    assert_eq!(found, expected);
}

#[test]
fn locations_in_words() {
    assert_eq!(only_case(&program(&spec("assignable \\nothing;", "void m() { }"))).assignable.unwrap().locations, []);
    assert!(only_case(&program(&spec("assignable \\not_specified;", "void m() { }"))).assignable.is_none());
    let everything = only_case(&program(&spec("assignable \\everything;", "void m() { }"))).assignable.unwrap();
    assert_eq!(everything.locations[0].kind, LocationKind::Everything);
}

#[test]
fn locations_with_errors() {
    assert_eq!(codes(&spec("assignable x;", "void m(int x) { }")), ["E0505"]);
    assert_eq!(codes(&spec("assignable keys.length;", "void m() { }")), ["E0505"]);
    assert_eq!(codes(&spec("assignable size[*];", "void m() { }")), ["E0505"]);
    assert_eq!(codes(&spec("assignable this;", "void m() { }")), ["E0505"]);
    assert_eq!(codes(&spec("assignable objectState;", "void m() { }")), ["W0506"]);
}

// The effective contract.

const FAMILY: &str = "class Base { //@ invariant true;\n /*@ protected @*/ int size; /*@ requires x > 0; ensures size == x; @*/ void m(int x) throws java.io.IOException { } }
    class Derived extends Base { //@ invariant size >= 0;\n /*@ also requires y < 0; signals (RuntimeException e) false; signals (IllegalStateException e) true; @*/ void m(int y) { } void n() { } }";

#[test]
fn inherited_cases_apply() {
    let (lowered, _) = lower_text(FAMILY);
    let id = method_id(&lowered.program, "Derived", "m");
    let contract = effective_contract(&lowered.program, id);
    assert_eq!(contract.cases.len(), 2);
    assert_eq!(contract.cases[0].written_at, id);
    assert_eq!(contract.cases[0].exceptions.len(), 1, "only the signals clause that can be true");
    assert_eq!(contract.cases[1].exceptions.len(), 1, "the throws clause");
    assert_eq!(contract.invariants_before.len(), 2);
    assert!(contract.cases.iter().all(|case| case.frame == Frame::Everything && case.may_return()));
}

#[test]
fn a_method_without_specification_has_one_case() {
    let (lowered, _) = lower_text(FAMILY);
    let contract = effective_contract(&lowered.program, method_id(&lowered.program, "Derived", "n"));
    assert_eq!(contract.cases.len(), 1);
    assert!(contract.cases[0].written.is_none() && contract.cases[0].exceptions.is_empty());
}

#[test]
fn constructors_helpers_and_rep_ok() {
    let text = tree(
        "//@ invariant size >= 0;\n//@ initially size == 0;\nTree() { } /*@ helper @*/ void h() { } /*@ pure @*/ boolean repOk() { return true; } static void s() { }",
    );
    let program = program(&text);
    let of = |name: &str| effective_contract(&program, method_id(&program, "Tree", name));
    let constructor = of("<init>");
    assert!(constructor.invariants_before.is_empty());
    assert!(constructor.invariants_after.iter().any(|found| matches!(found.kind, InvariantKind::RepOk(_))));
    assert_eq!(constructor.initially.len(), 1);
    assert!(of("h").invariants_after.is_empty());
    assert!(of("repOk").invariants_before.is_empty());
    assert_eq!(of("repOk").cases[0].frame, Frame::NothingBecausePure);
    assert!(of("s").invariants_after.is_empty());
}

#[test]
fn descriptions() {
    let found =
        lines(&spec("requires size > 0; ensures \\result != null;", "Node m(Node a) { return a; }"), "Tree", "m");
    assert!(has_line(&found, "requires", "a != null"), "{found:#?}");
    assert!(found.iter().any(|line| line.note == "implicit: parameter a is non_null by default"));
    assert!(has_line(&found, "requires", "this.size > 0"), "{found:#?}");
    assert!(has_line(&found, "assignable", "\\everything"));
    assert!(has_line(&found, "signals_only", "\\nothing"));
    assert!(found.iter().filter(|line| line.keyword == "requires").all(|line| line.origin.is_some()));
}

// Contracts of all kinds of classes.

const MIXED: &str = "package mix;
    interface Shape { //@ model instance int area;
        //@ instance invariant area >= 0;
        /*@ ensures \\result == area; @*/ /*@ pure @*/ int area(); }
    record Square(int side) implements Shape { //@ represents area = side * side;
        /*@ requires side >= 0; @*/ Square { }
        public int area() { return side * side; } }
    enum Color { RED, GREEN; /*@ ensures \\result != this; @*/ Color other() { return this == RED ? GREEN : RED; } }
    class Box<T extends Comparable<T>> {
        /*@ nullable @*/ T value; Box<T> next; static int count; final int[] data = new int[3];
        //@ ghost int seen = 0;
        //@ model int total;
        //@ represents total = (\\sum int i; 0 <= i && i < data.length; data[i]);
        //@ static constraint \\old(count) <= count;
        //@ invariant (\\forall Box<T> b; \\reach(this).has(b); b.value != null) && total >= 0;
        /*@ requires t.compareTo(value) > 0; assignable value, data[0 .. 1], seen; ensures total == \\old(total); @*/
        void set(T t) {
            //@ ghost int g = 1;
            //@ set seen = seen + g;
            //@ assert seen == \\old(seen) + 1 && !\\fresh(this);
            //@ loop_invariant (\\forall int j; 0 <= j && j < i; data[j] == \\old(data[j]));
            //@ decreases data.length - i;
            for (int i = 0; i < data.length; i++) { count += i; }
            final int captured = count;
            class Local { int f; /*@ ensures f == captured + \\old(f); @*/ void go() { f += captured; } }
            new Local().go();
        }
        //@ model pure boolean all(int n) { return (\\forall int i; 0 <= i && i < n; data[i] > 0); }
        /*@ ensures all(2) && \\result == (\\num_of int i; 0 <= i && i < 3; data[i] == 0); @*/ /*@ pure @*/ long zeros() { return 0; }
        class Inner { /*@ ensures value == Box.this.value && count > 0; @*/ void in(Inner other) { } }
    }";

#[test]
fn contracts_of_all_kinds_of_classes_are_well_formed() {
    let program = program(MIXED);
    assert_eq!(crate::well_formed::check(&program), Vec::<String>::new());
    let mut clauses = 0;
    for method in &program.methods {
        clauses += method.contract.cases.iter().map(|case| case.requires.len() + case.ensures.len()).sum::<usize>();
    }
    assert!(clauses >= 8, "{clauses}");
}

// TACO's dialect.

#[test]
fn contracts_in_the_style_of_taco() {
    let text = "package demo.list;
        /*@ nullable_by_default @*/ class Cell { Cell next; Object value; }
        public class Chain {
            /*@
            @ invariant (\\forall Cell n; \\reach(this.header, Cell, next).has(n) == true;
            @     \\reach(n.next, Cell, next).has(n) == false);
            @ invariant this.size == \\reach(this.header, Cell, next).int_size() && this.size >= 0;
            @*/
            public /*@nullable@*/demo.list.Cell header;
            public int size;
            /*@
            @ requires true;
            @ ensures (\\result == true) <==> (\\exists Cell n; \\reach(header, Cell, next).has(n); n.value == o);
            @ ensures \\old(\\reach(header, Cell, next)) == \\reach(header, Cell, next);
            @ ensures (\\forall Cell n; \\old(\\reach(header, Cell, next)).has(n); \\old(n.value) == n.value);
            @ signals (RuntimeException e) false;
            @*/
            public boolean contains( /*@nullable@*/java.lang.Object o ) {
                Cell current = header;
                //@decreasing \\reach(current, Cell, next).int_size();
                while (current != null) {
                    if (current.value == o) { return true; }
                    current = current.next;
                }
                return false;
            }
        }";
    let program = program(text);
    assert_eq!(method(&program, "demo.list.Chain", "contains").contract.cases[0].ensures.len(), 3);
}
