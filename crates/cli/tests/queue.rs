//! A check whose searches are done by workers says the same, byte by byte, as one without them.

mod support;

use std::process::Command;
use support::project;
use tightrope_proof::{check_lrat, parse_dimacs};

/// What tightrope prints, and how it ends.
fn run(arguments: &[&str]) -> (String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tightrope"));
    let output =
        command.args(arguments).env("TIGHTROPE_CACHE_DIR", "").current_dir(project()).output().expect("tightrope runs");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

fn is_the_same_with_workers(arguments: &[&str]) {
    let alone = run(arguments);
    for queue in ["threads:1", "threads:2"] {
        let queued = run(&[arguments, &["--queue", queue]].concat());
        assert_eq!(queued, alone, "{arguments:?} with {queue}");
    }
}

#[test]
fn violations_are_the_same() {
    is_the_same_with_workers(&["check", "examples/SearchTree.java"]);
    is_the_same_with_workers(&["check", "examples/RingBuffer.java", "--scope", "3"]);
}

#[test]
fn what_holds_is_the_same() {
    is_the_same_with_workers(&["check", "examples/SortedList.java", "--verbose"]);
    is_the_same_with_workers(&["check", "benchmarks/jml/TreeSet.java", "TreeSet.insert", "--scope", "7"]);
    is_the_same_with_workers(&["check", "benchmarks/repok/AvlTree.java", "AvlTree.insert", "--scope", "6"]);
}

/// How `symbolic` works is said to workers too: the size of the formula tells.
#[test]
fn formulas_are_the_same() {
    let check = ["check", "benchmarks/jml/BSTree.java", "BSTree.insert", "--scope", "3", "--engine", "symbolic"];
    let list = ["check", "benchmarks/jml/LList.java", "--scope", "3", "--verbose"];
    let formula = |more: &[&str]| {
        let (text, exit) = run(&[&check[..], &["--verbose"], more].concat());
        assert_eq!(exit, Some(0), "{text}");
        text.lines().find(|line| line.contains("formula")).map(str::to_owned).expect("a formula is told of")
    };
    let usual = formula(&[]);
    for more in [
        &["--symmetry", "none"][..],
        &["--encoding", "relational"],
        &["--bounds", "shape"],
        &["--bounds", "invariant", "--bounds-percent", "50"],
        &["--bounds", "invariant", "--bounds-keys"],
    ] {
        assert_ne!(formula(more), usual, "{more:?} makes a difference");
        is_the_same_with_workers(&[&check[..], &["--verbose"], more].concat());
    }
    is_the_same_with_workers(&[&list[..], &["--engine", "symbolic", "--solver", "batsat"][..]].concat());
    is_the_same_with_workers(&[&list[..], &["--engine", "explore", "--bounds", "shape"][..]].concat());
}

#[test]
fn paths_are_split_the_same() {
    for file in ["benchmarks/jml/LList.java", "examples/SearchTree.java"] {
        is_the_same_with_workers(&["check", file, "--scope", "3", "--split", "vertices", "--verbose"]);
    }
    for more in [&["--certify"][..], &[]] {
        let list = ["check", "benchmarks/jml/LList.java", "--scope", "3", "--split", "paths", "--verbose"];
        is_the_same_with_workers(&[&list[..], more].concat());
        let tree = ["check", "examples/SearchTree.java", "--scope", "3", "--split", "paths", "--verbose"];
        is_the_same_with_workers(&[&tree[..], more].concat());
    }
    is_the_same_with_workers(&[
        "check",
        "benchmarks/jml/TreeSet.java",
        "TreeSet.insert",
        "--scope",
        "4",
        "--split",
        "paths",
        "--verbose",
    ]);
    let all = ["check", "benchmarks/jml/LList.java", "LList.remove", "--scope", "3", "--split", "vertices=3"];
    is_the_same_with_workers(&[&all[..], &["--encoding", "relational", "--verbose"][..]].concat());
}

#[test]
fn certificates_are_the_same() {
    let list = ["check", "benchmarks/jml/LList.java", "--scope", "2", "--certify", "--verbose"];
    for more in [&[][..], &["--engine", "all"], &["--split", "vertices"]] {
        is_the_same_with_workers(&[&list[..], more].concat());
    }
    is_the_same_with_workers(&["check", "examples/SearchTree.java", "--scope", "2", "--certify"]);
    let (text, _) = run(&["check", "benchmarks/jml/LList.java", "--scope", "2", "--certify", "--queue", "threads:1"]);
    assert!(text.contains("certified"), "{text}");
}

/// The files too: proofs of workers pass the checker once more, and are those of one process, byte
/// by byte.
#[test]
fn proofs_of_workers_stand_alone() {
    let folder = support::scratch("queued_proofs");
    let check = ["check", "benchmarks/jml/BSTree.java", "BSTree.contains", "--scope", "3", "--proof"];
    let files = |name: &str, more: &[&str]| {
        let path = folder.join(name).join("p.lrat");
        std::fs::create_dir_all(folder.join(name)).expect("a folder can be made");
        let (text, exit) = run(&[&check[..], &[path.to_str().expect("a path")], more].concat());
        assert_eq!(exit, Some(0), "{text}");
        let mut files = support::files_below(&folder.join(name));
        files.retain(|path| path.extension().is_some_and(|end| end == "lrat"));
        files.sort();
        let read = |path: &std::path::Path| std::fs::read_to_string(path).expect("it can be read");
        files.iter().map(|path| (read(&path.with_extension("cnf")), read(path))).collect::<Vec<_>>()
    };
    for (name, more) in [("whole", &[][..]), ("split", &["--split", "vertices"])] {
        let alone = files(&format!("{name}_alone"), more);
        let queued = files(&format!("{name}_queued"), &[more, &["--queue", "threads:2"]].concat());
        assert!(!alone.is_empty() && alone.len() == queued.len(), "{name}");
        for (formula, proof) in &queued {
            let problem = parse_dimacs(formula).expect("a formula");
            assert_eq!(check_lrat(&problem, proof), Ok(()), "{name}");
        }
        assert!(alone == queued, "{name}: other files");
    }
}

#[test]
fn a_bad_queue_is_refused() {
    let (_, exit) = run(&["check", "examples/SortedList.java", "--queue", "threads:none"]);
    assert_eq!(exit, Some(2));
}

#[test]
fn bounds_are_the_same() {
    let bounds = ["bounds", "TreeSet", "benchmarks/jml/TreeSet.java", "--from", "invariant", "--scope", "6"];
    is_the_same_with_workers(&bounds);
    is_the_same_with_workers(&[
        "bounds",
        "AvlTree",
        "benchmarks/jml/AvlTree.java",
        "--from",
        "invariant",
        "--scope",
        "5",
    ]);
    let (_, exit) = run(&["bounds", "AvlTree", "benchmarks/jml/AvlTree.java", "--queue", "threads"]);
    assert_eq!(exit, Some(2), "what others cannot help with is refused");
}

#[test]
fn mutants_are_the_same() {
    let file = "examples/SortedList.java";
    is_the_same_with_workers(&["mutate", file, "SortedList.contains", "--scope", "3", "--without-times"]);
}
