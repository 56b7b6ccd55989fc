//! All benchmark methods as one formula and path by path, beside what `--split auto` makes of them:
//! the evidence for its rule.
//!
//! `cargo bench -p tightrope-symbolic --bench splits [-- jml/TreeSet 5 8]`: files whose name
//! contains the word, the first and the last scope (5 and 8 without them).
//! `TIGHTROPE_BENCH_SECONDS` is the limit of a cell, 10 without it. Each scope is asked after all
//! smaller ones, as a check does, and has a line with CPU seconds, gates, queries and ticks of
//! the solvers.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tightrope_heap::Scope;
use tightrope_program::names::simple_name;
use tightrope_program::support::support;
use tightrope_program::{ClassOrigin, Code, MethodId, MethodKind, Options as Lowering, Program, lower};
use tightrope_source::SourceMap;
use tightrope_symbolic::{Finding, Gap, Options, Problem, Split};
use tightrope_syntax::{STACK_SIZE, parse_file};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let print = move || {
        let wanted: Vec<&String> = words.iter().filter(|word| word.parse::<usize>().is_err()).collect();
        let scopes: Vec<usize> = words.iter().filter_map(|word| word.parse().ok()).collect();
        let (first, last) = (scopes.first().copied().unwrap_or(5), scopes.get(1).copied().unwrap_or(8));
        for file in files() {
            let name = file.display().to_string();
            if wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str())) {
                print_file(&file, first, last);
            }
        }
    };
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(print);
    worker.expect("a thread starts").join().expect("nothing panics");
}

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks");
    let mut found = Vec::new();
    for folder in ["jml", "repok"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("a folder of programs").flatten();
        found
            .extend(entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "java")));
    }
    found.sort();
    found
}

fn program(path: &Path) -> Program {
    let text = std::fs::read_to_string(path).expect("a readable program");
    let mut sources = SourceMap::new();
    let file = sources.add(path, text.clone());
    lower(&[parse_file(file, &text).unit], &mut sources, &Lowering::default()).program
}

fn print_file(path: &Path, first: usize, last: usize) {
    let program = program(path);
    let supported = support(&program);
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    for method in program.method_ids() {
        let declared = program.method(method);
        let is_plain = matches!(declared.kind, MethodKind::Method | MethodKind::Constructor);
        let is_user = program.class(declared.class).origin == ClassOrigin::User;
        if is_plain && is_user && matches!(declared.code, Code::Body(_)) && supported.is_supported(method) {
            let name = format!("{folder}/{}.{}", simple_name(&program, declared.class), declared.name);
            print_method(&program, method, &name, first..=last);
        }
    }
}

/// One way to decide a method, scope by scope.
struct Way<'p> {
    name: &'static str,
    split: Split,
    problem: Problem<'p>,
    /// It took too long, or gave no answer.
    is_over: bool,
}

fn print_method(program: &Program, method: MethodId, name: &str, wanted: std::ops::RangeInclusive<usize>) {
    let way = |name, split| Way { name, split, problem: Problem::new(program, method), is_over: false };
    let mut ways = [way("merged", Split::None), way("paths", Split::Paths), way("auto", Split::Auto)];
    for scope in 1..=*wanted.end() {
        for way in ways.iter_mut().filter(|way| !way.is_over) {
            let (found, seconds) = decide(way, scope);
            way.is_over = found.gaps.iter().any(|gap| matches!(gap, Gap::Undecided | Gap::Unsupported(_)));
            if wanted.contains(&scope) {
                let tightrope_symbolic::Work { gates, queries, ticks, .. } = found.work;
                let (paths, said) = (found.parts.len(), verdict(&found));
                let counts = format!("{gates:>8} gates {queries:>6} queries {ticks:>11} ticks {paths:>5} paths");
                println!("{name:<36} {scope:>2} {:<6} {seconds:>7.3} s {counts}  {said}", way.name);
            }
        }
        if ways.iter().all(|way| way.is_over) {
            break;
        }
    }
}

fn decide(way: &mut Way<'_>, scope: usize) -> (Finding, f64) {
    let seconds = std::env::var("TIGHTROPE_BENCH_SECONDS").ok().and_then(|text| text.parse().ok());
    let mut limits = tightrope_circuit::Limits::NONE;
    limits.deadline = Some(Instant::now() + Duration::from_secs_f64(seconds.unwrap_or(10.0)));
    let options = Options { limits, split: way.split, ..Options::default() };
    let before = cpu_seconds();
    let found = way.problem.decide(&Scope::of(scope), &options);
    (found, cpu_seconds() - before)
}

fn verdict(found: &Finding) -> String {
    match found.gaps.first() {
        _ if !found.violations.is_empty() => "violated".to_owned(),
        Some(gap) => format!("{gap:?}"),
        None => "holds".to_owned(),
    }
}

/// CPU time of this thread.
fn cpu_seconds() -> f64 {
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|text| text.parse().ok());
    nanoseconds.map_or(f64::NAN, |nanoseconds: f64| nanoseconds / 1e9)
}
