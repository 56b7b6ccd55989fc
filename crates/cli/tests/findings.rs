//! What `check` and `show` make of findings: pictures, files for `run`, pages.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn tightrope(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tightrope"));
    command.args(arguments).current_dir(project()).output().expect("tightrope runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn temporary(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The heap that `show` writes makes `run` do what the finding says.
#[test]
fn shown_heaps_can_be_run() {
    let shown = tightrope(&["show", "SearchTree.remove", "examples", "--format", "heap"]);
    assert_eq!(shown.status.code(), Some(0));
    let file = temporary("shown.heap");
    std::fs::write(&file, &shown.stdout).expect("the heap can be written");
    let file = file.to_str().expect("a path");
    let run = tightrope(&["run", "SearchTree.remove", "--heap", file, "--path", "examples"]);
    // It breaks its contract, and `run` judges that.
    assert_eq!(run.status.code(), Some(1), "{run:?}");
    // The key 2 is lost, which is what the finding says.
    assert!(stdout(&shown).contains("key: 2") && !stdout(&run).contains("key: 2"), "{}", stdout(&run));
    assert!(stdout(&run).contains("key: 0"));
}

#[test]
fn every_format_draws_the_finding() {
    for (format, sign) in
        [("svg", "<svg "), ("mermaid", "flowchart TB"), ("dot", "digraph heap {"), ("text", "violated")]
    {
        for at in ["before", "1", "after"] {
            let shown = tightrope(&["show", "SearchTree.remove#1", "examples", "--format", format, "--at", at]);
            assert_eq!(shown.status.code(), Some(0), "{format} {at}");
            assert!(stdout(&shown).contains(sign) || format == "text" && stdout(&shown).contains("SearchTree"));
        }
    }
}

#[test]
fn wrong_wishes_are_refused_with_a_reason() {
    let cases = [
        ("SearchTree.remove#7", "after", "there is no finding 7: there are 1", 2),
        ("SearchTree.remove#x", "after", "they count from 1", 2),
        ("SearchTree.remove", "9", "there is no step 9: the run has 1", 2),
        ("SearchTree.remove", "later", "`before`, `after` or the number of a step", 2),
        ("SearchTree.contains", "after", "it holds in scope", 0),
    ];
    for (finding, at, message, code) in cases {
        let shown = tightrope(&["show", finding, "examples", "--at", at]);
        let said = String::from_utf8_lossy(&shown.stderr).into_owned();
        assert_eq!(shown.status.code(), Some(code), "{finding} {at}: {said}");
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn pages_are_written_beside_what_is_printed() {
    let file = temporary("report.html");
    let path = file.to_str().expect("a path");
    let checked = tightrope(&["check", "examples/SearchTree.java", "--html", path]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(stdout(&checked).contains("violated: ensures does not hold"));
    let page = std::fs::read_to_string(&file).expect("the page is there");
    for part in
        ["<!DOCTYPE html>", "SearchTree.remove", "root = child;", "the clause breaks here", "contains(\\old(n.key))"]
    {
        assert!(page.contains(part), "{part}");
    }
    // Nothing is loaded from elsewhere.
    let foreign = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!foreign.contains("src=") && !foreign.contains("http:") && !foreign.contains("https:"));
    let refused = tightrope(&["check", "examples/SearchTree.java", "--html", "no/such/folder/report.html"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("cannot be written"));
}

/// Where public calls make the objects, the last call is told step by step as well.
#[test]
fn findings_of_calls_have_steps() {
    let file = "corpus/check/api_refusals.java";
    let drawn = |at: &str| {
        let output =
            tightrope(&["show", "api_refusals.drain", file, "--from", "api=5", "--format", "text", "--at", at]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        stdout(&output)
    };
    assert!(drawn("1").contains("after `size--;`"), "{}", drawn("1"));
}
