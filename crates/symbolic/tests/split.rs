//! Parts of a graph together say what the whole says: the same obligations are broken, the same
//! methods are covered.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tightrope_heap::Scope;
use tightrope_program::names::simple_name;
use tightrope_program::support::support;
use tightrope_program::{ClassOrigin, Code, MethodId, MethodKind, Options as Lowering, Program, lower};
use tightrope_source::{SourceMap, Span};
use tightrope_symbolic::{Broken, Finding, Options, Problem, Split};
use tightrope_syntax::{STACK_SIZE, parse_file};

fn program(path: &Path) -> Program {
    let text = std::fs::read_to_string(path).expect("a readable program");
    let mut sources = SourceMap::new();
    let file = sources.add(path, text.clone());
    lower(&[parse_file(file, &text).unit], &mut sources, &Lowering::default()).program
}

fn methods(program: &Program) -> Vec<MethodId> {
    let supported = support(program);
    let is_meant = |method: &MethodId| {
        let declared = program.method(*method);
        let is_user = program.class(declared.class).origin == ClassOrigin::User;
        let has_code = declared.kind == MethodKind::Method && matches!(declared.code, Code::Body(_));
        is_user && has_code && supported.is_supported(*method)
    };
    program.method_ids().filter(is_meant).collect()
}

fn decide(program: &Program, method: MethodId, split: Split, threads: usize) -> Finding {
    let mut limits = tightrope_circuit::Limits::NONE;
    limits.deadline = Some(Instant::now() + Duration::from_secs(20));
    let options = Options { limits, split, threads, ..Options::default() };
    Problem::new(program, method).decide(&Scope::of(2), &options)
}

fn broken(finding: &Finding) -> Vec<(String, Span)> {
    let of = |broken: &Broken| format!("{broken:?}");
    let mut all: Vec<(String, Span)> =
        finding.violations.iter().map(|violation| (of(&violation.broken), violation.span)).collect();
    all.sort();
    all.dedup();
    all
}

/// How many methods were split, and what differs.
fn compare(path: &Path, how: Split, differences: &mut Vec<String>) -> usize {
    let program = program(path);
    let mut split = 0;
    for method in methods(&program) {
        let declared = program.method(method);
        let name = format!("{}.{}", simple_name(&program, declared.class), declared.name);
        let whole = decide(&program, method, Split::None, 1);
        let parts = decide(&program, method, how, 2);
        if parts.parts.is_empty() || !whole.gaps.is_empty() {
            continue;
        }
        split += 1;
        let is_same = broken(&whole) == broken(&parts)
            && (whole.is_vacuous, whole.is_assumed_away) == (parts.is_vacuous, parts.is_assumed_away)
            && parts.gaps.is_empty()
            && parts.parts.iter().all(|part| part.is_complete);
        if !is_same {
            let text = format!("{name}: {:?}\n{:?} {:?}", broken(&whole), broken(&parts), parts.gaps);
            differences.push(text);
        }
    }
    split
}

#[test]
fn parts_say_what_the_whole_says() {
    all_agree(Split::Vertices(2));
}

#[test]
fn paths_say_what_the_whole_says() {
    all_agree(Split::Paths);
}

fn all_agree(how: Split) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files = [
        "benchmarks/jml/IntList.java",
        "benchmarks/jml/BSTree.java",
        "benchmarks/jml/SortedList.java",
        "benchmarks/jml/SwapTail.java",
        "corpus/check/orders.java",
        "corpus/check/java_statements.java",
        "corpus/check/overflow.java",
    ];
    let files: Vec<PathBuf> = files.iter().map(|file| root.join(file)).collect();
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(move || {
        let mut differences = Vec::new();
        let split: usize = files.iter().map(|file| compare(file, how, &mut differences)).sum();
        (split, differences)
    });
    let (split, differences) = worker.expect("a thread starts").join().expect("nothing panics");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(split > 20, "only {split} methods were split");
}

/// A method of a benchmark in one scope after the other, the way left to itself: its last finding.
fn by_choice(class: &'static str, name: &'static str, most_paths: usize) -> Finding {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../benchmarks/jml/{class}.java"));
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(move || {
        let program = program(&path);
        let method = methods(&program).into_iter().find(|method| program.method(*method).name == name);
        let mut problem = Problem::new(&program, method.expect("the class has it"));
        let options = Options { split: Split::Auto, most_paths, ..Options::default() };
        let mut found = Finding::default();
        for objects in 1..=5 {
            found = problem.decide(&Scope::of(objects), &options);
        }
        found
    });
    worker.expect("a thread starts").join().expect("nothing panics")
}

/// Insertion into a balanced tree is followed path by path, a walk over a list is one formula; both
/// hold.
#[test]
fn small_scopes_choose_the_way() {
    for (class, method, by_paths) in [("TreeSet", "insert", true), ("IntList", "get", false)] {
        let found = by_choice(class, method, 20_000);
        assert!(found.violations.is_empty() && found.gaps.is_empty(), "{class}.{method}: {:?}", found.gaps);
        assert_eq!(found.by_paths, by_paths, "{class}.{method}");
    }
}

/// Where there are more paths than may be followed, the formula has the answer.
#[test]
fn too_many_paths_become_one_formula() {
    let found = by_choice("TreeSet", "insert", 40);
    assert!(found.violations.is_empty() && found.gaps.is_empty(), "{:?}", found.gaps);
    assert!(!found.by_paths);
}

/// Where the solver gives up on some parts, the others are still known.
#[test]
fn finished_parts_survive() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/jml/TreeSet.java");
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(move || {
        let program = program(&path);
        let insert = methods(&program).into_iter().find(|method| program.method(*method).name == "insert");
        let insert = insert.expect("a set has it");
        [20, 50, 100, 200, 400].iter().any(|conflicts| {
            let mut limits = tightrope_circuit::Limits::NONE;
            limits.conflicts = Some(*conflicts);
            let options = Options { limits, split: Split::Vertices(2), ..Options::default() };
            let found = Problem::new(&program, insert).decide(&Scope::of(3), &options);
            let covered = found.parts.iter().filter(|part| part.is_complete).count();
            assert!(found.violations.is_empty());
            assert_eq!(found.gaps.is_empty(), covered == found.parts.len());
            assert!(found.parts.iter().all(|part| part.choices.len() <= 2));
            covered > 0 && covered < found.parts.len()
        })
    });
    assert!(worker.expect("a thread starts").join().expect("nothing panics"), "no limit cut some parts off");
}
