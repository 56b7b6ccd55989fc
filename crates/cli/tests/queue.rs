//! A check whose searches are done by workers says the same, byte by byte, as one without them.

mod support;

use std::process::Command;
use support::project;

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
