//! Reads, writes and information flow, on the examples of Darga & Boyapati, section 3.2.2.

use std::collections::BTreeSet;
use tightrope_heap::{Layouts, text};
use tightrope_machine::observe::{Accesses, InformationFlow, Slot, Slots};
use tightrope_machine::{Budget, Executable, Outcome, Word};
use tightrope_program::{Options, Program, lower};
use tightrope_source::SourceMap;

const SOURCE: &str = r#"
class Rational {
    int numerator, denominator;
    boolean repOk() {
        int n = numerator, d = denominator;
        if (d <= 0) return false;
        if (n > 0 && n % d == 0) return false;
        return true;
    }
    void negate() { numerator = -numerator; }
    void clear() { numerator = 0; int unused = numerator; }
}
class Demo {
    boolean b;
    boolean repOk() { boolean x = false; if (b) x = true; return x; }
}
class Node { Node next; int value;
    Node last() { Node n = this; while (n.next != null) n = n.next; return n; }
}
"#;

struct Seen {
    result: Option<Word>,
    accesses: Accesses,
    flow: InformationFlow,
}

/// Runs a method of `this` with both observers; both must see the same outcome.
fn observe(heap: &str, class: &str, method: &str) -> Seen {
    let (heap, class, method) = (heap.to_owned(), class.to_owned(), method.to_owned());
    let run = move || {
        let mut sources = SourceMap::new();
        let file = sources.add("Observed.java", SOURCE);
        let parsed = tightrope_syntax::parse_file(file, SOURCE);
        let program: Program = lower(&[parsed.unit], &mut sources, &Options::default()).program;
        let found = program.method_ids().find(|id| {
            let declared = program.method(*id);
            declared.name == method.as_str() && program.class(declared.class).name == class.as_str()
        });
        let method = found.expect("the method");
        let executable = Executable::new(&program, [method]);
        let heap = text::parse(&heap, &program, &Layouts::new(&program)).expect("a heap");
        let mut loaded = executable.load(&heap).expect("it fits");
        loaded.state.remember();
        executable.start(&mut loaded.state, method, &loaded.roots);
        let (mut accesses, mut flow) = (Accesses::default(), InformationFlow::default());
        let mut copy = loaded.state.clone();
        let first = executable.run_observed(&mut loaded.state, &mut Budget::default(), &mut accesses);
        let second = executable.run_observed(&mut copy, &mut Budget::default(), &mut flow);
        assert_eq!(first, second);
        let Outcome::Returned(result) = first else { panic!("{first:?}") };
        Seen { result, accesses, flow }
    };
    let worker = std::thread::Builder::new().stack_size(tightrope_syntax::STACK_SIZE).spawn(run);
    worker.expect("a thread starts").join().expect("the run ends")
}

fn slots(of: &[(usize, u32)]) -> Slots {
    of.iter().map(|(object, slot)| Slot { object: *object, slot: *slot }).collect()
}

const NUMERATOR: (usize, u32) = (0, 0);
const DENOMINATOR: (usize, u32) = (0, 1);

#[test]
fn a_result_depends_only_on_what_flows_to_it() {
    let seen = observe("this = Rational#0\nRational#0 { numerator: 3, denominator: 0 }", "Rational", "repOk");
    assert_eq!(seen.result, Some(0));
    assert_eq!(seen.accesses.read, slots(&[NUMERATOR, DENOMINATOR]));
    assert_eq!(seen.flow.outcome(), slots(&[DENOMINATOR]));
    let seen = observe("this = Rational#0\nRational#0 { numerator: 3, denominator: 2 }", "Rational", "repOk");
    assert_eq!(seen.flow.outcome(), slots(&[NUMERATOR, DENOMINATOR]));
}

#[test]
fn a_branch_that_is_not_taken_counts() {
    let seen = observe("this = Demo#0\nDemo#0 { b: false }", "Demo", "repOk");
    assert_eq!((seen.result, seen.flow.outcome()), (Some(0), slots(&[(0, 0)])));
}

#[test]
fn writes_are_seen_with_what_they_depend_on() {
    let seen = observe("this = Rational#0\nRational#0 { numerator: 3 }", "Rational", "negate");
    assert_eq!(seen.accesses.written, slots(&[NUMERATOR]));
    assert_eq!(seen.flow.of_written(0, 0), Some(slots(&[NUMERATOR])));
    let seen = observe("this = Rational#0\nRational#0 { numerator: 3 }", "Rational", "clear");
    // What a run wrote itself it does not read from the initial heap.
    assert_eq!((seen.accesses.read, seen.flow.of_written(0, 0)), (BTreeSet::new(), Some(BTreeSet::new())));
}

#[test]
fn a_walk_depends_on_the_links_and_not_on_the_values() {
    let heap = "this = Node#0\nNode#0 { next: Node#1 }\nNode#1 { next: Node#2 }\nNode#2 { }";
    let seen = observe(heap, "Node", "last");
    assert_eq!(seen.flow.outcome(), slots(&[(0, 0), (1, 0), (2, 0)]));
    assert_eq!(seen.accesses.written, BTreeSet::new());
}
