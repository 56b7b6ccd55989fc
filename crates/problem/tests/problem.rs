//! What a problem lists, and how a scope is resolved for it.

use tightrope_heap::Scope;
use tightrope_problem::{Bounds, Covered, ObligationKind, Owner, Problem, StatementKind, Values};
use tightrope_program::{MethodId, Options, Program, lower};
use tightrope_source::SourceMap;

fn read(source: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add("List.java", source);
    let parsed = tightrope_syntax::parse_file(file, source);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
    assert!(lowered.diagnostics.is_empty(), "{:?}", lowered.diagnostics);
    lowered.program
}

fn method(program: &Program, name: &str) -> MethodId {
    program.method_ids().find(|id| program.method(*id).name == name).expect(name)
}

const LIST: &str = "
    class Node { int key; int weight; boolean marked; /*@ nullable @*/ Node next; }
    class List {
        static int made = 0;
        /*@ nullable @*/ Node head;
        //@ invariant head == null || head.weight >= 0;
        boolean repOk() { return head == null || head.next != head; }
        //@ ensures \\result != null;
        //@ also
        //@ requires key > 0;
        //@ ensures \\result.key == key;
        //@ signals (IllegalStateException e) key == 3;
        //@ assignable made;
        Node add(int key) {
            made = made + 1;
            //@ assert made > 0;
            Node node = new Node();
            node.weight = node.weight + 1;
            return node;
        }
        /*@ helper @*/ void help() { }
    }";

#[test]
fn obligations_have_ids_and_owners() {
    let program = read(LIST);
    let problem = Problem::of_method(&program, method(&program, "add"));
    let kinds: Vec<ObligationKind> = problem.obligations.iter().map(|owed| owed.kind).collect();
    let count = |kind: fn(&ObligationKind) -> bool| kinds.iter().filter(|found| kind(found)).count();
    // The non-null result is one obligation of both cases, and each case has a clause of its own.
    assert_eq!(count(|kind| *kind == ObligationKind::Ensures), 3);
    let shared = problem.obligations.iter().find(|owed| owed.cases.len() == 2).expect("a shared clause");
    assert_eq!(shared.kind, ObligationKind::Ensures);
    assert_eq!(count(|kind| matches!(kind, ObligationKind::Signals(_))), 1);
    assert_eq!(count(|kind| *kind == ObligationKind::Exceptions), 1);
    assert_eq!(count(|kind| *kind == ObligationKind::Frame), 1);
    assert_eq!(count(|kind| matches!(kind, ObligationKind::Invariant { rep_ok: Some(_), .. })), 1);
    assert_eq!(count(|kind| *kind == ObligationKind::Statement(StatementKind::Assert)), 1);
    assert_eq!(count(|kind| *kind == ObligationKind::Terminates), 1);
    for (number, owed) in problem.obligations.iter().enumerate() {
        assert_eq!(owed.id.index(), number);
        let is_invariant = matches!(owed.kind, ObligationKind::Invariant { .. });
        assert_eq!(matches!(owed.owner, Owner::ObjectsOf(_)), is_invariant);
        assert_eq!(problem.obligation_at(owed.kind, owed.clause), Some(owed.id));
    }
    let list = program.class_named("List").expect("a class");
    let owed = problem.invariants_of(list).expect("invariants");
    assert_eq!(owed.invariants.len(), owed.obligations.len());
    assert_eq!(problem.static_fields().len(), 1);
}

#[test]
fn helpers_owe_no_invariants() {
    let program = read(LIST);
    let problem = Problem::of_method(&program, method(&program, "help"));
    assert!(problem.invariants.is_empty());
    assert!(!problem.obligations.iter().any(|owed| matches!(owed.kind, ObligationKind::Invariant { .. })));
}

#[test]
fn every_place_knows_what_it_may_hold() {
    let program = read(LIST);
    let problem = Problem::of_method(&program, method(&program, "add"));
    let scope: Scope = "3,Node=2,Node.weight=0..1".parse().expect("a scope");
    let bounds = Bounds::resolve(&problem, &scope);
    let node = program.class_named("Node").expect("a class");
    let of = |name: &str| {
        let field = program.class(node).fields.iter().find(|id| program.field(**id).name == name).expect(name);
        bounds.field(node, *field).expect(name)
    };
    assert!(matches!(of("key"), Values::AnyOrder { is_ranged: false, .. }));
    assert_eq!(*of("weight"), Values::Range { least: 0, greatest: 1 });
    assert_eq!(*of("marked"), Values::Boolean);
    let Values::References(next) = of("next") else { panic!("{:?}", of("next")) };
    assert!(next.may_be_null);
    assert_eq!(bounds.object_bound(next.fresh[0].bound()).limit, 2);
    let weight = bounds.coverage.iter().find(|known| known.place == "Node.weight").expect("coverage");
    assert!(matches!(weight.covered, Covered::Numbers { .. }));
    assert_eq!(weight.covered.describe(&program), "0..1");
}
