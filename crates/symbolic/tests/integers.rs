//! Programs whose integers matter are decided over all of them, and what is broken is broken on the
//! machine too.
//!
//! A comment before each method says what is expected: `holds` or `violated`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tightrope_circuit::Limits;
use tightrope_heap::{Heap, Scope};
use tightrope_machine::contract::{Ending, Judgement, judge};
use tightrope_machine::formula::Workspace;
use tightrope_machine::{Budget, Executable, Outcome};
use tightrope_program::effective::effective_contract;
use tightrope_program::{ClassOrigin, MethodId, MethodKind, Options as Lowering, Program, lower};
use tightrope_source::SourceMap;
use tightrope_symbolic::{Finding, Options, Problem};
use tightrope_syntax::{STACK_SIZE, parse_file};

fn read(path: &Path) -> (Program, String) {
    let text = std::fs::read_to_string(path).expect("a readable program");
    let mut sources = SourceMap::new();
    let file = sources.add(path, text.clone());
    (lower(&[parse_file(file, &text).unit], &mut sources, &Lowering::default()).program, text)
}

/// What the last comment before the method says.
fn expected<'t>(program: &Program, method: MethodId, text: &'t str) -> &'t str {
    let start = program.method(method).name_span.start as usize;
    let comments = text[..start].lines().rev().filter_map(|line| line.trim().strip_prefix("// "));
    let mut words = comments.filter_map(|comment| comment.split([':', ' ']).next());
    words.find(|word| ["holds", "violated"].contains(word)).expect("what is expected")
}

/// The machine runs the method on the heap and says that it breaks its contract.
fn is_confirmed(program: &Program, method: MethodId, heap: &Heap) -> bool {
    let mut executable = Executable::for_heap(program, [method], heap);
    let classes: Vec<_> = program.class_ids().collect();
    let contract = executable.add_contract(&effective_contract(program, method), &classes);
    let loaded = executable.load(heap).expect("a heap of the program");
    let (mut state, args) = (loaded.state, loaded.roots);
    state.remember();
    let holds = |clause: &tightrope_machine::contract::CompiledClause| {
        let truth = executable.evaluate(clause.now, &state, &args, None, &mut Budget::default());
        truth.is_ok_and(|truth| truth.is_true())
    };
    let applicable: Vec<bool> = contract.cases.iter().map(|case| case.requires.iter().all(holds)).collect();
    if !applicable.contains(&true) || !executable.start(&mut state, method, &args) {
        return false;
    }
    let ending = match executable.run(&mut state, &mut Budget::default()) {
        Outcome::Returned(value) => Ending::Returned(value),
        Outcome::Thrown(thrown) => Ending::Thrown(thrown),
        other => panic!("{other:?}"),
    };
    let (mut budget, mut workspace) = (Budget::default(), Workspace::default());
    let judged = judge(&executable, &contract, &state, &args, &ending, &applicable, (&mut budget, &mut workspace));
    matches!(judged, Ok(Judgement::Broken(..)))
}

fn decide(program: &Program, method: MethodId) -> Finding {
    let deadline = Some(Instant::now() + Duration::from_secs(120));
    let options = Options { limits: Limits { deadline, ..Limits::NONE }, ..Options::default() };
    Problem::new(program, method).decide(&Scope::of(3), &options)
}

fn complaints(path: &Path) -> (usize, Vec<String>) {
    let (program, text) = read(path);
    let (mut count, mut complaints) = (0, Vec::new());
    for method in program.method_ids() {
        let declared = program.method(method);
        let is_user = program.class(declared.class).origin == ClassOrigin::User;
        if declared.kind != MethodKind::Method || !is_user {
            continue;
        }
        count += 1;
        let found = decide(&program, method);
        let mut complain = |what: String| complaints.push(format!("{}: {what}", declared.name));
        if !found.gaps.is_empty() || found.is_vacuous {
            complain(format!("gaps {:?}, vacuous {}", found.gaps, found.is_vacuous));
        }
        if found.violations.is_empty() != (expected(&program, method, &text) == "holds") {
            complain(format!("{:?}", found.violations));
        }
        for violation in found.violations.iter().filter(|one| !is_confirmed(&program, method, &one.call.heap)) {
            complain(format!("the machine does not confirm {:?} on {:?}", violation.broken, violation.call.heap));
        }
    }
    (count, complaints)
}

#[test]
fn all_integers_are_covered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/integers");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).expect("cases").flatten().map(|one| one.path()).collect();
    paths.sort();
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE);
    let worker = worker.spawn(move || paths.iter().map(|path| complaints(path)).collect::<Vec<_>>());
    let found = worker.expect("a thread starts").join().expect("no panic");
    let count: usize = found.iter().map(|(count, _)| count).sum();
    let complaints: Vec<String> = found.into_iter().flat_map(|(_, complaints)| complaints).collect();
    assert!(complaints.is_empty() && count == 18, "{count} methods: {}", complaints.join("\n"));
}
