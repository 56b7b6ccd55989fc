//! A check whose searches are done by workers says the same, byte by byte, as one without them.

mod support;

use std::process::Command;
use support::project;

/// What `tightrope check` prints, and how it ends.
fn check(arguments: &[&str]) -> (String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tightrope"));
    let output = command.arg("check").args(arguments).current_dir(project()).output().expect("tightrope runs");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

fn is_the_same_with_workers(arguments: &[&str]) {
    let alone = check(arguments);
    for queue in ["threads:1", "threads:2"] {
        let queued = check(&[arguments, &["--queue", queue]].concat());
        assert_eq!(queued, alone, "{arguments:?} with {queue}");
    }
}

#[test]
fn violations_are_the_same() {
    is_the_same_with_workers(&["examples/SearchTree.java"]);
    is_the_same_with_workers(&["examples/RingBuffer.java", "--scope", "3"]);
}

#[test]
fn what_holds_is_the_same() {
    is_the_same_with_workers(&["examples/SortedList.java", "--verbose"]);
    is_the_same_with_workers(&["benchmarks/jml/TreeSet.java", "TreeSet.insert", "--scope", "7"]);
    is_the_same_with_workers(&["benchmarks/repok/AvlTree.java", "AvlTree.insert", "--scope", "6"]);
}

#[test]
fn a_bad_queue_is_refused() {
    let (_, exit) = check(&["examples/SortedList.java", "--queue", "threads:none"]);
    assert_eq!(exit, Some(2));
}
