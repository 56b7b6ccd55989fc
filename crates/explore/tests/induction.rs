//! Runs that go on as on smaller heaps: what rests on that is so.
//!
//! Each part that rests is completed in all ways and judged heap by heap, beside the search of all
//! heaps. Two kinds of subjects: mistakes that plausible versions of the argument miss, and random
//! methods that walk down a search tree, look around and change something.
//!
//! `TIGHTROPE_RANDOM_INDUCTIONS` says how many random methods (60 unless told),
//! `TIGHTROPE_RANDOM_SEED` where to begin.

#![allow(clippy::print_stderr, reason = "how many said something is part of the result")]

mod parts;
mod support;

use parts::search_trees::Writer;
use parts::{answer, broken, methods, read, walks};
use std::path::Path;
use support::Asking;
use tightrope_engine::{Answer, Work};
use tightrope_explore::{Explore, Glassbox};
use tightrope_heap::Scope;
use tightrope_machine::{Acceleration, Accelerations};
use tightrope_problem::Breach;
use tightrope_program::Program;

/// Without optimisation, larger heaps take long.
const NODES: usize = if cfg!(debug_assertions) { 4 } else { 6 };

fn search_tree() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/jml/BSTree.java");
    std::fs::read_to_string(path).expect("a benchmark")
}

fn by_induction(answer: &Answer) -> u64 {
    match answer.work {
        Work::Parts { by_induction, .. } => by_induction,
        _ => 0,
    }
}

/// Each with the least number of objects.
fn breaches(answer: &Answer) -> Vec<(Breach, usize)> {
    answer.witnesses.iter().map(|witness| (witness.breach.clone(), witness.objects)).collect()
}

fn refuted(answer: &Answer) -> u64 {
    match answer.work {
        Work::Parts { refuted, .. } => refuted,
        _ => 0,
    }
}

/// Compares both searches up to the first scope that breaks something: scope by scope from the
/// beginning, and as a ladder. How many parts rested at most, and was anything broken?
fn compare(program: &Program, name: &str, what: &str, (largest, is_exact): (usize, bool)) -> (u64, bool) {
    let method = methods(program).into_iter().find(|method| program.method(*method).name == name).expect("the method");
    let mut rested = 0;
    let engine = Glassbox { audited: largest, ..Glassbox::default() };
    let mut ladder = Asking::new(&engine, program, method);
    for objects in 1..=largest {
        let explored = answer(&Explore::default(), program, method, objects);
        let found = answer(&engine, program, method, objects);
        let scope: Scope = objects.to_string().parse().expect("a scope");
        let climbed = ladder.answer(&scope, 1, true);
        for found in [&found, &climbed] {
            assert_eq!(breaches(found), breaches(&explored), "{objects} objects, {what}");
            assert!(!is_exact || broken(found) == broken(&explored), "{objects} objects, {what}");
            assert_eq!(refuted(found), 0, "{objects} objects, {what}");
        }
        let all = explored.work.counts().1;
        if let Some(parts) = parts::parts(&found) {
            let searched = found.work.counts().1 - parts.shown;
            let runs = parts.audited_runs + searched;
            assert!(runs == all || !is_exact, "{runs}, not {all}, {objects} objects, {what}");
        }
        rested = rested.max(by_induction(&found));
        if !explored.witnesses.is_empty() {
            return (rested, true);
        }
    }
    (rested, false)
}

/// What the argument must not miss: the method, what is replaced, and by what.
const MISTAKES: [(&str, &str, &str); 12] = [
    // What lies above the parent is looked at: smaller heaps have nothing there.
    (
        "insert",
        "            parent = place;\n",
        "            if (parent != null && parent != root) { size++; }\n            parent = place;\n",
    ),
    (
        "insert",
        "        } else if (key < parent.key) {",
        "        } else if (key < parent.key || parent != root && parent != root.left && parent != root.right) {",
    ),
    // A wrong turn: what is done below is right there, and wrong in the whole tree.
    (
        "insert",
        "            place = key < place.key ? place.left : place.right;\n        }\n        Node added",
        "            place = key < place.key || place.right == null ? place.left : place.right;\n        }\n        Node added",
    ),
    (
        "insert",
        "            parent = place;\n            place = key < place.key ? place.left : place.right;\n        }\n        Node added",
        "            boolean turns = parent != null && parent.right == place && place.right != null;\n            parent = place;\n            place = key < place.key && !turns ? place.left : place.right;\n        }\n        Node added",
    ),
    // The way is counted, and the length matters.
    (
        "insert",
        "            parent = place;\n",
        "            parent = place;\n            if (++steps > 2) { return false; }\n",
    ),
    ("insert", "        size++;\n", "        size = steps + 1;\n"),
    ("insert", "        size++;\n", "        size++;\n        if (size == 3) { size = 0; }\n"),
    // What was met above is kept in a variable.
    ("insert", "new Node(key);", "new Node(parent == null || key < root.key ? key : root.key);"),
    (
        "contains",
        "            node = key < node.key ? node.left : node.right;\n        }\n        return false;",
        "            if (node == root.left) { return false; }\n            node = key < node.key ? node.left : node.right;\n        }\n        return false;",
    ),
    // The key that takes the place of another is one from elsewhere.
    ("remove", "            node.key = last.key;", "            node.key = root.key;"),
    ("remove", "        size--;\n", "        if (parent != root) { size--; }\n"),
    (
        "remove",
        "        } else if (parent.left == node) {",
        "        } else if (parent.left == node || root.right == parent && parent.left == null) {",
    ),
];

#[test]
fn mistakes_that_depend_on_what_lies_above_are_found() {
    let mut rested = 0;
    for (method, find, replace) in MISTAKES {
        let source = search_tree();
        assert_eq!(source.matches(find).count(), 1, "{find}");
        let source = source.replace(find, replace);
        let source = match replace.contains("steps") {
            true => {
                source.replace("        Node place = root;\n", "        Node place = root;\n        int steps = 0;\n")
            }
            false => source,
        };
        let (count, is_broken) = compare(&read("BSTree.java", &source), method, replace, (NODES, true));
        let is_late =
            replace.contains("size == 3") || replace.contains("!= root.left") || replace.contains("root.right ==");
        assert!(is_broken || is_late, "{replace}");
        rested += count;
    }
    eprintln!("{rested} parts rested");
}

#[test]
fn methods_of_search_trees_need_few_parts() {
    let program = read("BSTree.java", &search_tree());
    let limits = [("contains", 4), ("insert", 4), ("remove", 40)];
    for (name, most) in limits {
        let (rested, is_broken) = compare(&program, name, name, (NODES, true));
        assert!(rested > 0 && !is_broken, "{name}");
        let method = methods(&program).into_iter().find(|method| program.method(*method).name == name);
        let found = answer(&Glassbox::default(), &program, method.expect("the method"), 6);
        let shown = parts::parts(&found).map_or(u64::MAX, |parts| parts.shown);
        eprintln!("{name}: {shown} parts, {rested} rested");
        assert!(shown <= most, "{name}: {shown} parts");
        let without = Accelerations::ALL.without(Acceleration::Induction);
        let found = answer(&Glassbox { accelerations: without, audited: 0 }, &program, method.expect("the method"), 6);
        let all = parts::parts(&found).map_or(0, |parts| parts.shown);
        assert!(all > 150, "{name}: {all} parts without induction");
    }
}

#[test]
fn random_methods_agree_with_the_search_of_all_heaps() {
    let number =
        |name: &str, otherwise: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let (count, first) = (number("TIGHTROPE_RANDOM_INDUCTIONS", 60), number("TIGHTROPE_RANDOM_SEED", 1));
    let (mut resting, mut broken, mut parts) = (0, 0, 0);
    for seed in first..first + count {
        let source = format!("// seed {seed}\n{}", Writer::new(seed).class());
        // Who takes a wrong turn compares other keys than the invariants do: how many runs are told
        // apart depends on who asks first.
        let bounds = (NODES.min(5), false);
        let (rested, is_broken) = compare(&read("Tree.java", &source), "run", &source, bounds);
        resting += u64::from(rested > 0);
        broken += u64::from(is_broken);
        parts += rested;
    }
    eprintln!("of {count} methods {resting} have parts that rest ({parts}); {broken} are violated");
    assert!(resting * 4 > count && broken * 10 > count, "too few methods say something");
}

/// What larger heaps have and smaller ones have not: kinds of nodes, what helpers find, assertions.
#[test]
fn random_walks_agree_with_the_search_of_all_heaps() {
    let number =
        |name: &str, otherwise: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let (count, first) = (number("TIGHTROPE_RANDOM_INDUCTIONS", 25), number("TIGHTROPE_RANDOM_SEED", 1));
    let (mut resting, mut broken, mut parts) = (0, 0, 0);
    for seed in first..first + count {
        let mut writer = walks::Writer::new(seed);
        let source = format!("// seed {seed}\n{}", writer.class());
        let nodes = if writer.has_kinds() { 3 } else { NODES.min(5) };
        let (rested, is_broken) = compare(&read("Tree.java", &source), "run", &source, (nodes, false));
        resting += u64::from(rested > 0);
        broken += u64::from(is_broken);
        parts += rested;
    }
    eprintln!("of {count} methods {resting} have parts that rest ({parts}); {broken} are violated");
    assert!(resting * 5 > count && broken * 10 > count, "too few methods say something");
}
