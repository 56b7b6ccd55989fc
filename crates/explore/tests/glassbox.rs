//! Parts stand for exactly the heaps of the scope, each once, and what is shown of a part is so on each of its heaps.

#![allow(clippy::print_stderr, reason = "with `--nocapture`, one line for each scope")]

use std::path::Path;
use tightrope_engine::{Answer, Engine, Resources, Signals};
use tightrope_explore::{Explore, Glassbox};
use tightrope_heap::Scope;
use tightrope_machine::Budget;
use tightrope_program::{ClassOrigin, MethodId, MethodKind, Options, Program, lower};
use tightrope_source::SourceMap;

fn read(name: &str, source: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add(name, source);
    let parsed = tightrope_syntax::parse_file(file, source);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
    assert!(lowered.diagnostics.is_empty(), "{name}: {:?}", lowered.diagnostics);
    lowered.program
}

fn benchmark(class: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../benchmarks/jml/{class}.java"));
    std::fs::read_to_string(path).expect("a benchmark")
}

fn methods(program: &Program) -> Vec<MethodId> {
    let classes = program.class_ids().filter(|class| program.class(*class).origin == ClassOrigin::User);
    let methods = classes.flat_map(|class| program.class(class).methods.iter().copied());
    let is_checked = |method: &MethodId| {
        let declared = program.method(*method);
        declared.kind == MethodKind::Method && !declared.is_abstract && !declared.is_helper && !declared.is_private
    };
    methods.filter(is_checked).collect()
}

fn answer(engine: &dyn Engine, program: &Program, method: MethodId, objects: usize) -> Answer {
    let scope: Scope = objects.to_string().parse().expect("a scope");
    let signals = Signals::default();
    let resources = Resources { threads: 1, deadline: None, signals: &signals, run: Budget::default(), is_last: true };
    engine.prepare(program, method).answer(&scope, &resources)
}

fn broken(answer: &Answer) -> Vec<impl PartialEq + std::fmt::Debug + use<>> {
    answer.witnesses.iter().map(|witness| (witness.violation, witness.objects, witness.runs)).collect()
}

/// All methods of a class in all scopes up to this one. How many parts were shown?
fn compare(name: &str, source: &str, largest: usize) -> u64 {
    let program = read(name, source);
    let mut shown = 0;
    for method in methods(&program) {
        for objects in 1..=largest {
            let what = format!("{name}.{}, {objects} objects", program.method(method).name);
            let explored = answer(&Explore::default(), &program, method, objects);
            let found = answer(&Glassbox { audited: objects, ..Glassbox::default() }, &program, method, objects);
            assert_eq!(broken(&found), broken(&explored), "{what}");
            assert_eq!(found.cuts, explored.cuts, "{what}");
            match found.coverage.parts {
                None => eprintln!("{what}: {:?}", found.coverage.without_parts),
                Some(parts) => {
                    let searched = found.coverage.runs - parts.shown;
                    eprintln!("{what}: {} parts, {searched} runs, of {}", parts.shown, explored.coverage.runs);
                    assert_eq!(parts.refuted, 0, "{what}");
                    assert_eq!(parts.audited_runs + searched, explored.coverage.runs, "{what}");
                    shown += parts.shown;
                }
            }
        }
    }
    shown
}

#[test]
fn parts_of_classes_with_a_size() {
    for class in ["BSTree", "TreeSet"] {
        assert!(compare(class, &benchmark(class), 4) > 0);
    }
}

#[test]
fn parts_of_lists() {
    for class in ["LList", "SortedList", "IntList", "Stack"] {
        compare(class, &benchmark(class), 4);
    }
}

/// What has no such structure is explored.
#[test]
fn other_classes() {
    for class in ["CList", "AList", "DoublyLinkedList", "TwoStackQueue", "HeapArray", "RBTree", "BinomialHeap"] {
        compare(class, &benchmark(class), 3);
    }
}

/// The class without its counter.
fn without_size(source: &str) -> String {
    let is_size =
        |line: &&str| !["int size;", "invariant size ==", "size++;", "size--;"].iter().any(|part| line.contains(part));
    source.lines().filter(is_size).collect::<Vec<_>>().join("\n").replace("root, size,", "root,")
}

#[test]
fn parts_of_search_trees() {
    assert!(compare("BSTree", &without_size(&benchmark("BSTree")), 4) > 0);
}

#[test]
fn parts_of_balanced_trees() {
    assert!(compare("AvlTree", &benchmark("AvlTree"), 4) > 0);
}

#[test]
fn parts_of_red_black_trees() {
    assert!(compare("TreeSet", &without_size(&benchmark("TreeSet")), 4) > 0);
}

/// The seeded bugs of a class in its declarative form: name, method and changed text.
fn bugs(class: &str) -> Vec<(String, String, String)> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../benchmarks/bugs/{}.toml", class.to_lowercase()));
    let text = std::fs::read_to_string(path).expect("seeded bugs");
    let part = |bug: &str, key: &str| -> String {
        let (_, rest) = bug.split_once(&format!("\n{key} = ")).expect("the key");
        match rest.strip_prefix("\"\"\"\n") {
            Some(rest) => rest.split_once("\"\"\"").expect("the end").0.to_owned(),
            None => rest.lines().next().expect("a line").trim_matches('"').to_owned(),
        }
    };
    let source = benchmark(class);
    let changed = |bug: &str| {
        let (find, replace) = (part(bug, "find"), part(bug, "replace"));
        assert_eq!(source.matches(&find).count(), 1, "{class}: {find}");
        (part(bug, "name"), part(bug, "method"), source.replace(&find, &replace))
    };
    text.split("[[bug]]").skip(1).filter(|bug| bug.contains("\"jml/")).map(changed).collect()
}

/// Every seeded bug breaks the same clauses, on heaps of the same least size, in every scope up to this one.
fn compare_bugs(class: &str, change: impl Fn(&str) -> String, largest: usize) {
    let bugs = bugs(class);
    assert!(!bugs.is_empty());
    for (name, method, source) in bugs {
        let program = read(class, &change(&source));
        let wanted = method.rsplit('.').next().unwrap_or_default();
        let method = methods(&program).into_iter().find(|method| program.method(*method).name == wanted);
        let method = method.expect("the method");
        for objects in 1..=largest {
            let what = format!("{class}: {name}, {objects} objects");
            let explored = answer(&Explore::default(), &program, method, objects);
            let found = answer(&Glassbox { audited: objects, ..Glassbox::default() }, &program, method, objects);
            let parts = found.coverage.parts.unwrap_or_default();
            let searched = found.coverage.runs - parts.shown;
            eprintln!(
                "{what}: {} parts, {searched} runs, of {}; {:?}",
                parts.shown,
                explored.coverage.runs,
                broken(&found)
            );
            assert_eq!(broken(&found), broken(&explored), "{what}");
            assert_eq!(parts.refuted, 0, "{what}");
            let is_used = found.coverage.parts.is_some();
            assert!(!is_used || parts.audited_runs + searched == explored.coverage.runs, "{what}");
            if !explored.witnesses.is_empty() {
                break;
            }
        }
    }
}

/// Without optimisation, larger heaps take minutes.
const NODES: usize = if cfg!(debug_assertions) { 4 } else { 7 };

#[test]
fn bugs_of_balanced_trees() {
    compare_bugs("AvlTree", str::to_owned, NODES);
}

#[test]
fn bugs_of_search_trees() {
    compare_bugs("BSTree", without_size, NODES.min(6));
}

#[test]
fn bugs_of_classes_with_a_size() {
    compare_bugs("BSTree", str::to_owned, NODES.min(6));
    compare_bugs("TreeSet", str::to_owned, NODES);
    compare_bugs("LList", str::to_owned, NODES);
    compare_bugs("SortedList", str::to_owned, NODES.min(5));
}

#[test]
fn bugs_of_red_black_trees() {
    compare_bugs("TreeSet", without_size, NODES);
}
