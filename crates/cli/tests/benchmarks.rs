//! `check` on the structures of the papers: the correct ones hold, and every seeded bug is found on
//! its smallest heaps and on no smaller ones.
//!
//! The bugs of `benchmarks/bugs` are texts to be replaced. What needs larger heaps runs with
//! `cargo test --release -p tightrope-cli --test benchmarks -- --ignored`.

mod support {
    pub(crate) mod checking;
}

use serde::Deserialize;
use std::time::{Duration, Instant};
use support::checking::{Effort, Subject, benchmarks, read, with_stack};
use tightrope_report::Verdict;

const LIMIT: Duration = Duration::from_secs(600);

/// Without optimisation, bugs that need larger heaps are left out: the others take seconds then.
const SMALL: usize = if cfg!(debug_assertions) { 3 } else { usize::MAX };

#[derive(Deserialize)]
struct Bugs {
    bug: Vec<Bug>,
}

#[derive(Deserialize)]
struct Bug {
    name: String,
    files: Vec<String>,
    method: String,
    find: String,
    replace: String,
    /// Of the smallest heap on which it shows.
    nodes: usize,
}

fn class_of(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file).trim_end_matches(".java")
}

/// What `nodes` counts.
fn node_bound(class: &str) -> &'static str {
    match class {
        "Graph" => "Vertex",
        "DisjointSet" => "Element",
        "DoublyLinkedList" | "IntList" => "Entry",
        "SwapTail" => "ListElem",
        "RBTree" => "RBNode",
        "HeapArray" => "array",
        _ => "Node",
    }
}

/// Two objects of all other classes: queues have two stacks, and some methods two structures.
fn scope(class: &str, nodes: usize) -> String {
    format!("{},{}={nodes}", nodes.max(2), node_bound(class))
}

fn files(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(benchmarks().join(folder)).expect("the folder can be read");
    let names = entries.map(|entry| entry.expect("the folder can be read").file_name().to_string_lossy().into_owned());
    let mut files: Vec<String> = names.map(|name| format!("{folder}/{name}")).collect();
    files.sort();
    files
}

fn correct_ones_hold(folder: &str, scope: &str) {
    let effort = Effort { threads: 1, timeout: LIMIT };
    let mut complaints = Vec::new();
    // Shape predicates lie beside the classes.
    for file in files(folder).into_iter().filter(|file| file.ends_with(".java")) {
        with_stack(|| {
            let subject = Subject::new(&file, &read(&file));
            let methods = subject.methods();
            assert!(!methods.is_empty(), "{file} has no methods");
            for method in methods {
                let name = subject.name(method);
                let report = subject.check(method, scope, effort);
                let verdict = report.verdict;
                // A helper of its `repOk` that takes a set: no initial sets can be made.
                let is_expected = name == "Stack.isFreshList" && matches!(verdict, Verdict::Unsupported { .. });
                if verdict != Verdict::Holds && !is_expected {
                    complaints.push(format!("{file}: {name}: {verdict:?}"));
                }
                // Two trees are left after `extractMin` only if there were four nodes.
                let is_expected = name == "FibonacciHeap.extractMin" && scope == "3";
                if !report.warnings.is_empty() && !is_expected {
                    complaints.push(format!("{file}: {name}: {:?}", report.warnings));
                }
            }
        });
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn methods_hold_with_invariants_in_jml() {
    correct_ones_hold("jml", "3");
}

#[test]
fn methods_hold_with_invariants_in_java() {
    correct_ones_hold("repok", "3");
}

#[test]
#[ignore = "minutes: run it in release"]
fn methods_hold_in_larger_scopes() {
    correct_ones_hold("jml", "4");
    correct_ones_hold("repok", "4");
}

fn all_bugs() -> Vec<Bug> {
    let read_bugs = |file: String| {
        let bugs: Bugs = toml::from_str(&read(&file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        bugs.bug
    };
    files("bugs").into_iter().flat_map(read_bugs).collect()
}

/// What is wrong with the answers on heaps of the smallest size and of one node less.
fn complaint(bug: &Bug, file: &str) -> Option<String> {
    let text = read(file);
    assert_eq!(text.matches(&bug.find).count(), 1, "{file}: {}: the text to replace occurs once", bug.name);
    let subject = Subject::new(file, &text.replace(&bug.find, &bug.replace));
    let effort = Effort { threads: 1, timeout: LIMIT };
    let verdict = |nodes: usize| {
        let method = subject.method(&bug.method);
        subject.check(method, &scope(class_of(file), nodes), effort).verdict
    };
    let at = verdict(bug.nodes);
    if at != Verdict::Violated {
        return Some(format!("{file}: {}: with {} nodes {at:?}", bug.name, bug.nodes));
    }
    let below = bug.nodes.checked_sub(1).map(verdict);
    // Without its header there is no list at all.
    let is_clean = matches!(below, None | Some(Verdict::Holds | Verdict::Vacuous { .. }));
    (!is_clean).then(|| format!("{file}: {}: with one node less than {}: {below:?}", bug.name, bug.nodes))
}

fn bugs_are_found(is_wanted: impl Fn(&Bug) -> bool, folder: &str) {
    let mut complaints = Vec::new();
    let mut tried = 0;
    for bug in all_bugs().iter().filter(|bug| is_wanted(bug)) {
        for file in bug.files.iter().filter(|file| file.starts_with(folder)) {
            tried += 1;
            complaints.extend(with_stack(|| complaint(bug, file)));
        }
    }
    assert!(tried > 0 && complaints.is_empty(), "of {tried} bugs:\n{}", complaints.join("\n"));
}

#[test]
fn bugs_are_found_at_their_size_with_invariants_in_jml() {
    bugs_are_found(|bug| bug.nodes <= SMALL, "jml");
}

#[test]
fn bugs_are_found_at_their_size_with_invariants_in_java() {
    bugs_are_found(|bug| bug.nodes <= SMALL, "repok");
}

/// Every bug, each at its size and below, one line for each: `cargo test --release -p tightrope-cli
/// --test benchmarks -- --ignored every_bug --nocapture`.
#[test]
#[ignore = "a table: run it in release"]
#[allow(clippy::print_stdout, reason = "a table for whoever runs it")]
fn every_bug_is_found() {
    let mut complaints = Vec::new();
    for bug in &all_bugs() {
        for file in &bug.files {
            let started = Instant::now();
            let complaint = with_stack(|| complaint(bug, file));
            let found = if complaint.is_none() { "found" } else { "NOT found" };
            let seconds = started.elapsed().as_secs_f64();
            println!("{:2} nodes  {file:27} {:42} {found} in {seconds:.1} s", bug.nodes, bug.name);
            complaints.extend(complaint);
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
