//! The verdicts of this engine are those of `explore`, on the benchmarks and the corpus of checks:
//! the same methods hold, the same ones are violated.
//!
//! `TIGHTROPE_CASE=TreeSet.insert` looks at matching methods only, `TIGHTROPE_SCOPE=4` at another
//! scope, and prints what was done.

#![allow(clippy::print_stderr, reason = "what was compared is shown to whoever asks for it")]

use std::path::{Path, PathBuf};
use std::time::Instant;
use tightrope_engine::{BoundKind, Cancel, Engine, Goals, Limits, Meter, RunBudget};
use tightrope_explore::Explore;
use tightrope_heap::Scope;
use tightrope_machine::Budget;
use tightrope_problem::{Bounds, ObligationKind};
use tightrope_program::names::simple_name;
use tightrope_program::support::support;
use tightrope_program::{ClassOrigin, Code, MethodId, MethodKind, Options as Lowering, Program, lower};
use tightrope_source::SourceMap;
use tightrope_symbolic::{Gap, Options, Problem};
use tightrope_syntax::{STACK_SIZE, parse_file};

fn files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let entries = std::fs::read_dir(root).expect("a folder of programs").flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|found| found == "java")).collect();
    found.sort();
    found
}

fn program(path: &Path) -> Program {
    let text = std::fs::read_to_string(path).expect("a readable program");
    let mut sources = SourceMap::new();
    let file = sources.add(path, text.clone());
    lower(&[parse_file(file, &text).unit], &mut sources, &Lowering::default()).program
}

/// The methods that a check would look at.
fn methods(program: &Program) -> Vec<MethodId> {
    let supported = support(program);
    let is_meant = |method: &MethodId| {
        let declared = program.method(*method);
        let is_plain = matches!(declared.kind, MethodKind::Method | MethodKind::Constructor);
        let is_user = program.class(declared.class).origin == ClassOrigin::User;
        is_plain && is_user && matches!(declared.code, Code::Body(_)) && supported.is_supported(*method)
    };
    program.method_ids().filter(is_meant).collect()
}

#[derive(Default, Debug)]
struct Tally {
    compared: usize,
    unsupported: usize,
    /// Without an answer.
    open: Vec<String>,
    differences: Vec<String>,
}

fn compare(path: &Path, scope: usize, tally: &mut Tally) {
    let program = program(path);
    let wanted = std::env::var("TIGHTROPE_CASE").ok();
    let scope = Scope::of(scope);
    for method in methods(&program) {
        let declared = program.method(method);
        let name = format!("{}.{}", simple_name(&program, declared.class), declared.name);
        let file = path.file_stem().unwrap_or_default().to_string_lossy();
        if wanted.as_ref().is_some_and(|wanted| !name.contains(wanted) && !file.contains(wanted)) {
            continue;
        }
        let started = Instant::now();
        let mut limits = tightrope_circuit::Limits::NONE;
        limits.deadline = Some(Instant::now() + std::time::Duration::from_secs(10));
        let options = Options { limits, ..Options::default() };
        let found = Problem::new(&program, method).decide(&scope, &options);
        let (cancel, meter) = (Cancel::default(), Meter::default());
        let deadline = Some(Instant::now() + std::time::Duration::from_secs(10));
        let Budget { steps, depth, objects } = Budget::default();
        let run = RunBudget { steps, depth, objects, iterations: None };
        let limits = Limits { threads: 1, deadline, cancel: &cancel, meter: &meter, run, goes_on: false };
        let stated = std::sync::Arc::new(tightrope_problem::Problem::of_method(&program, method));
        let bounds = Bounds::resolve(&stated, &scope);
        let answer = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            Explore::default().start(std::sync::Arc::clone(&stated)).answer(&Goals::All, &bounds, &limits)
        }));
        let Ok(answer) = answer else {
            eprintln!("explore panics on {file} {name}");
            continue;
        };
        let elapsed = started.elapsed().as_millis();
        let reasons: Vec<String> = found.gaps.iter().map(|gap| format!("{gap:?}")).collect();
        let is_unsupported = found.gaps.iter().any(|gap| matches!(gap, Gap::Unsupported(_)));
        if wanted.is_some() {
            eprintln!("{name}: {} violations, {reasons:?}, {:?}, {elapsed} ms", found.violations.len(), found.work);
            for violation in &found.violations {
                eprintln!("  {:?}", violation.broken);
            }
            for witness in &answer.witnesses {
                eprintln!("  explore: {:?}", stated.obligation(witness.breach.obligation).kind);
            }
        }
        if !answer.cuts.is_empty() && answer.witnesses.is_empty() {
            continue;
        }
        if is_unsupported && found.violations.is_empty() {
            tally.unsupported += 1;
            eprintln!("{file} {name}: {reasons:?}");
            continue;
        }
        tally.compared += 1;
        // A run without end goes beyond every bound.
        let is_endless = |kind: &ObligationKind| matches!(kind, ObligationKind::Terminates | ObligationKind::StackFits);
        let kinds = answer.witnesses.iter().map(|witness| stated.obligation(witness.breach.obligation).kind);
        let (endless, others): (Vec<ObligationKind>, Vec<ObligationKind>) = kinds.partition(is_endless);
        // Where `explore` draws numbers from a range, or does not judge what nobody looks at, more
        // can be found.
        let is_partial = answer.bounds.iter().any(|used| used.bound == BoundKind::Ints)
            || bounds.chooses_numbers()
            || answer.coverage.assumptions.iter().any(|assumption| assumption.contains("not judged"));
        let finds_more = is_partial && others.is_empty();
        let is_same = found.violations.is_empty() == others.is_empty() || finds_more;
        let is_covered =
            found.gaps.iter().all(|gap| matches!(gap, Gap::Bound(_)) && (!endless.is_empty() || !others.is_empty()));
        let is_open = !found.gaps.is_empty() && found.violations.is_empty();
        let is_same_emptiness =
            is_partial || found.is_vacuous == (answer.work.counts().0 == 0 && answer.witnesses.is_empty());
        if is_open && endless.is_empty() {
            tally.open.push(format!("{file} {name}: {reasons:?}"));
        } else if !is_same || !is_same_emptiness || !is_covered {
            let kinds: Vec<_> = found.violations.iter().map(|violation| violation.broken).collect();
            tally.differences.push(format!(
                "{file} {name}: {kinds:?} {reasons:?} against {others:?} {endless:?}, vacuous {} against {}",
                found.is_vacuous,
                answer.work.counts().0
            ));
        }
    }
}

fn agree(folder: &'static str, files_with: &'static str, scope: usize) {
    let tally = run(folder, files_with, scope);
    eprintln!("{} compared, {} unsupported, open: {:#?}", tally.compared, tally.unsupported, tally.open);
    assert!(tally.compared > 0 && tally.differences.is_empty(), "{tally:#?}");
}

fn run(folder: &'static str, files_with: &'static str, scope: usize) -> Tally {
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE);
    let worker = worker.spawn(move || {
        let mut tally = Tally::default();
        let scope = std::env::var("TIGHTROPE_SCOPE").ok().and_then(|text| text.parse().ok()).unwrap_or(scope);
        files(folder)
            .iter()
            .filter(|path| path.to_string_lossy().contains(files_with))
            .for_each(|path| compare(path, scope, &mut tally));
        tally
    });
    worker.expect("a thread starts").join().expect("no panic")
}

#[test]
fn verdicts_on_lists_are_those_of_explore() {
    agree("benchmarks/jml", "List", 2);
}

#[test]
fn verdicts_on_trees_are_those_of_explore() {
    agree("benchmarks/jml", "TreeSet", 2);
}

/// All of them take minutes.
#[test]
#[ignore = "minutes"]
fn verdicts_on_the_benchmarks_are_those_of_explore() {
    agree("benchmarks/jml", "", 2);
}

#[test]
#[ignore = "minutes"]
fn verdicts_on_the_corpus_are_those_of_explore() {
    agree("corpus/check", "", 2);
}

#[test]
#[ignore = "minutes"]
fn verdicts_on_rep_oks_are_those_of_explore() {
    agree("benchmarks/repok", "", 2);
}
