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
