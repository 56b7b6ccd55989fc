//! Every encoding gives the same verdicts: merged, relational with binary rows, and relational with
//! the standard matrices; on Vaziri & Jackson's own programs and assertions, and on classes with
//! lists and trees, correct and buggy.
//!
//! `TIGHTROPE_CASE=name` looks at matching files only, `TIGHTROPE_SCOPE=3` at another scope, and
//! prints what was done.

#![allow(clippy::print_stderr, reason = "what was compared is shown to whoever asks for it")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tightrope_engine::{Cancel, Engine, Goals, Limits, Meter, RunBudget};
use tightrope_explore::Explore;
use tightrope_heap::Scope;
use tightrope_machine::Budget;
use tightrope_problem::Bounds;
use tightrope_program::assertions::add_assertions;
use tightrope_program::names::simple_name;
use tightrope_program::support::support;
use tightrope_program::{ClassOrigin, Code, MethodId, MethodKind, Options as Lowering, Program, lower};
use tightrope_source::SourceMap;
use tightrope_symbolic::{Encoding, Finding, Gap, Options, Problem};
use tightrope_syntax::{STACK_SIZE, parse_file};

const RELATIONAL: [Encoding; 2] = [Encoding::Relational, Encoding::RelationalMatrices];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A program, with the assertions of a file beside it, and the methods to look at.
fn read(java: &Path, assertions: Option<&Path>, edit: impl Fn(String) -> String) -> (Program, Vec<MethodId>) {
    let text = edit(std::fs::read_to_string(java).expect("a readable program"));
    let mut sources = SourceMap::new();
    let file = sources.add(java, text.clone());
    let mut program = lower(&[parse_file(file, &text).unit], &mut sources, &Lowering::default()).program;
    let Some(assertions) = assertions else {
        let methods = methods(&program);
        return (program, methods);
    };
    let text = std::fs::read_to_string(assertions).expect("readable assertions");
    let file = sources.add(assertions, text.clone());
    let parsed = tightrope_alloy::parse(file, &text);
    let (commands, diagnostics) = add_assertions(&mut program, &[parsed.module]);
    assert!(parsed.diagnostics.is_empty() && diagnostics.is_empty(), "{diagnostics:?}");
    (program, commands.iter().map(|command| command.method).collect())
}

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

fn decide(program: &Program, method: MethodId, scope: &Scope, encoding: Encoding) -> Finding {
    let mut limits = tightrope_circuit::Limits::NONE;
    limits.deadline = Some(Instant::now() + Duration::from_secs(20));
    let options = Options { encoding, limits, ..Options::default() };
    Problem::new(program, method).decide(scope, &options)
}

/// What is broken and where, in order, and whether the precondition can be met.
fn said(found: &Finding) -> (Vec<String>, bool, bool) {
    let mut broken: Vec<String> =
        found.violations.iter().map(|violation| format!("{:?} {:?}", violation.broken, violation.span)).collect();
    broken.sort();
    (broken, found.is_vacuous, found.is_assumed_away)
}

/// Does `explore` find something on all heaps of the scope? `None`: it does not look at all.
fn explored(program: &Program, method: MethodId, scope: &Scope) -> Option<bool> {
    let (cancel, meter) = (Cancel::default(), Meter::default());
    let deadline = Some(Instant::now() + Duration::from_secs(20));
    let Budget { steps, depth, objects } = Budget::default();
    let run = RunBudget { steps, depth, objects, iterations: None };
    let limits = Limits { threads: 1, deadline, cancel: &cancel, meter: &meter, run, goes_on: false };
    let stated = std::sync::Arc::new(tightrope_problem::Problem::of_method(program, method));
    let bounds = Bounds::resolve(&stated, scope);
    let answer = Explore::default().start(stated).answer(&Goals::All, &bounds, &limits);
    (answer.cuts.is_empty() || !answer.witnesses.is_empty()).then_some(!answer.witnesses.is_empty())
}

/// How many methods were compared.
fn compare(program: &Program, methods: &[MethodId], scope: usize, name: &str) -> usize {
    let scope = std::env::var("TIGHTROPE_SCOPE").ok().and_then(|text| text.parse().ok()).unwrap_or(scope);
    let scope = Scope::of(scope);
    let mut compared = 0;
    for method in methods {
        let declared = program.method(*method);
        let name = format!("{name} {}.{}", simple_name(program, declared.class), declared.name);
        let merged = decide(program, *method, &scope, Encoding::Merged);
        let is_open = |found: &Finding| found.gaps.iter().any(|gap| !matches!(gap, Gap::Bound(_)));
        if is_open(&merged) {
            continue;
        }
        for encoding in RELATIONAL {
            let found = decide(program, *method, &scope, encoding);
            if std::env::var_os("TIGHTROPE_CASE").is_some() {
                eprintln!("{name} {encoding:?}: {:?}\n  merged {:?}", found.work, merged.work);
            }
            if is_open(&found) {
                eprintln!("{name} {encoding:?}: {:?}", found.gaps);
                continue;
            }
            compared += 1;
            assert_eq!(said(&found), said(&merged), "{name} {encoding:?}: {:?} {:?}", found.gaps, merged.gaps);
            assert_eq!(found.gaps.is_empty(), merged.gaps.is_empty(), "{name} {encoding:?}: {:?}", found.gaps);
        }
    }
    compared
}

fn on_large_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(work);
    worker.expect("a thread starts").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn compare_files(folder: &'static str, files_with: &'static str, scope: usize, least: usize) {
    on_large_stack(move || {
        let wanted = std::env::var("TIGHTROPE_CASE").unwrap_or_default();
        let entries = std::fs::read_dir(root().join(folder)).expect("a folder of programs").flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|end| end == "java"));
        paths.retain(|path| path.to_string_lossy().contains(files_with) && path.to_string_lossy().contains(&wanted));
        paths.sort();
        let mut compared = 0;
        for path in paths {
            let (program, methods) = read(&path, None, |text| text);
            compared += compare(&program, &methods, scope, &path.file_stem().unwrap_or_default().to_string_lossy());
        }
        eprintln!("{folder}: {compared} compared");
        assert!(compared >= least || !wanted.is_empty(), "{compared} of {least}");
    });
}

/// Vaziri & Jackson's assertions: in each encoding and by `explore`.
#[test]
fn the_papers_assertions_have_one_verdict() {
    on_large_stack(|| {
        let folder = root().join("benchmarks/vaziri");
        for (name, scope) in [("SwapTail", 2), ("RBTree", 3)] {
            let (java, als) = (folder.join(format!("{name}.java")), folder.join(format!("{name}.als")));
            let (program, methods) = read(&java, Some(&als), |text| text);
            assert_eq!(compare(&program, &methods, scope, name), 2 * methods.len());
            for method in methods {
                let scope = Scope::of(scope);
                let is_broken = explored(&program, method, &scope).expect("all heaps");
                let found = decide(&program, method, &scope, Encoding::Relational);
                assert_eq!(!found.violations.is_empty(), is_broken, "{}", program.method(method).name);
            }
        }
    });
}

#[test]
fn encodings_agree_on_lists() {
    compare_files("benchmarks/jml", "List", 2, 20);
}

#[test]
#[ignore = "minutes"]
fn encodings_agree_on_the_benchmarks() {
    compare_files("benchmarks/jml", "", 2, 60);
}

#[test]
#[ignore = "minutes"]
fn encodings_agree_on_the_corpus() {
    compare_files("corpus/check", "", 2, 500);
}
