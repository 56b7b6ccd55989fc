//! Darga & Boyapati's Figures 13 and 14: transitions of a black box and of a glass box.
//!
//! Beside the paper's numbers stand ours: calls that `--from api` makes on all states that at most
//! n insertions build, heaps that `explore` runs the methods on, and partial heaps. They are not
//! the same transitions: our black box has values 0 to n - 1 and no symmetry of values, `explore`
//! has no values that only compare equal, and our contracts say more than the paper's invariants
//! (what is at each place), so that more of a heap is read. Partial heaps are a list; where states
//! are a decision diagram (`--space bdd`: plain fields and arrays), its runs and its greatest size
//! stand beside the paper's, for the paper's invariant alone.

use crate::checking::{Effort, Subject, read, with_stack};
use crate::{cell, limit};
use std::time::{Duration, Instant};
use tightrope_blackbox::{Limits, Values, reach};
use tightrope_check::TightBounds;

/// Black box, glass box, and size of the diagram; none: it ran out of time.
type Counts = (Option<u64>, u64, u64);

struct Row {
    name: &'static str,
    class: &'static str,
    methods: &'static [&'static str],
    /// The subject whose states are a decision diagram.
    states: Option<&'static str>,
    /// How the paper's size becomes a scope.
    scope: fn(usize) -> String,
    paper: &'static [(usize, Counts)],
}

fn nodes(size: usize) -> String {
    size.to_string()
}

const ROWS: [Row; 4] = [
    Row {
        name: "Stack",
        class: "Stack",
        methods: &["push", "pop"],
        states: None,
        scope: nodes,
        paper: &[
            (1, (Some(9), 8, 8)),
            (2, (Some(32), 10, 14)),
            (3, (Some(115), 10, 11)),
            (4, (Some(450), 10, 25)),
            (5, (Some(1_946), 10, 23)),
            (10, (Some(9_851_844), 10, 56)),
            (15, (None, 10, 17)),
            (31, (None, 10, 20)),
        ],
    },
    Row {
        name: "Queue",
        class: "TwoStackQueue",
        methods: &["enqueue", "dequeue"],
        states: None,
        scope: |size| format!("TwoStackQueue=1,Stack=2,Node={}", 2 * size),
        paper: &[
            (1, (Some(15), 12, 11)),
            (2, (Some(132), 18, 38)),
            (3, (Some(1_815), 24, 30)),
            (4, (Some(38_838), 30, 97)),
            (5, (Some(1_175_041), 36, 105)),
            (15, (None, 96, 312)),
            (31, (None, 192, 831)),
        ],
    },
    Row {
        name: "HeapArray",
        class: "HeapArray",
        methods: &["insert", "extractMin"],
        states: Some("darga/HeapArray.java"),
        scope: |size| format!("{size},array={size}"),
        paper: &[
            (1, (Some(6), 6, 6)),
            (2, (Some(24), 14, 22)),
            (3, (Some(120), 27, 31)),
            (4, (Some(660), 54, 141)),
            (5, (Some(4_648), 114, 305)),
            (6, (Some(36_120), 310, 770)),
            (7, (Some(375_264), 515, 1_592)),
            (8, (Some(3_445_710), 828, 7_706)),
        ],
    },
    Row {
        name: "RedBlackTree",
        class: "TreeSet",
        methods: &["contains", "insert", "remove"],
        states: None,
        scope: nodes,
        paper: &[
            (1, (Some(24), 10, 15)),
            (2, (Some(240), 36, 49)),
            (3, (Some(1_176), 92, 102)),
            (4, (Some(15_610), 277, 230)),
            (5, (Some(145_872), 619, 556)),
            (6, (Some(2_056_320), 1_181, 1_203)),
            (15, (None, 0, 0)),
            (31, (None, 0, 0)),
        ],
    },
];

/// Both figures, and larger sizes.
pub(crate) fn figures_13_and_14() {
    println!("\nDarga & Boyapati's Figures 13 and 14: transitions; limit {} s a cell\n", limit());
    println!(
        "| class | size | paper: black box | glass box | diagram | ours: `--from api` | `explore` | partial heaps | `--space bdd` | diagram |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for row in &ROWS {
        let (mut calls_are_few, mut heaps_are_few, mut parts_are_few) = (true, true, true);
        let mut states_are_few = true;
        for (size, (black, glass, diagram)) in row.paper {
            let calls = calls_are_few.then(|| with_stack(|| calls_made(row, *size))).flatten();
            let heaps = heaps_are_few.then(|| runs(row, *size, "explore")).flatten();
            let parts = parts_are_few.then(|| runs(row, *size, "check")).flatten();
            (calls_are_few, heaps_are_few, parts_are_few) = (calls.is_some(), heaps.is_some(), parts.is_some());
            let states = states_are_few.then(|| with_stack(|| states_taken(row, *size))).flatten();
            states_are_few = states.is_some();
            let theirs = |count: &u64| if *count == 0 { "-".to_owned() } else { count.to_string() };
            println!(
                "| {} | {size} | {} | {} | {} | {} | {} | {} | {} | {} |",
                row.name,
                told(*black),
                theirs(glass),
                theirs(diagram),
                told(calls),
                told(heaps),
                told(parts),
                told(states.map(|(runs, _)| runs)),
                told(states.map(|(_, nodes)| nodes))
            );
        }
    }
}

/// Runs on states of a decision diagram, and its greatest size.
fn states_taken(row: &Row, size: usize) -> Option<(u64, u64)> {
    let subject = Subject::new(row.class, &read(row.states?));
    let effort = Effort { threads: 1, timeout: Duration::from_secs(limit()) };
    let (mut runs, mut nodes) = (0, 0);
    for method in row.methods {
        let method = subject.method(&format!("{}.{method}", row.class));
        let report = subject.check_within(method, &(row.scope)(size), "bdd", TightBounds::default(), effort);
        let coverage = report.coverage.filter(|_| report.verdict.word() == "holds")?;
        runs += coverage.runs;
        nodes = nodes.max(coverage.diagram_nodes?);
    }
    Some((runs, nodes))
}

/// What was not done within the limit is a dash.
fn told(count: Option<u64>) -> String {
    count.map_or_else(|| "-".to_owned(), |count| count.to_string())
}

/// Runs of all methods at the scope; `None`: not within the limit.
fn runs(row: &Row, size: usize, what: &str) -> Option<u64> {
    let file = format!("jml/{}.java", row.class);
    let cells =
        row.methods.iter().map(|method| cell(what, &file, &format!("{}.{method}", row.class), &(row.scope)(size), 1));
    cells.map(|cell| (cell.word == "holds").then_some(cell.count)).sum()
}

/// Calls on all states that a constructor and at most so many calls build.
fn calls_made(row: &Row, size: usize) -> Option<u64> {
    let subject = Subject::new(row.class, &read(&format!("jml/{}.java", row.class)));
    let program = subject.program();
    let numbers: Vec<i32> = (0..size as i32).collect();
    let limits = Limits {
        // The constructor, the insertions, and the call that is judged.
        calls: size + 2,
        states: 1_000_000,
        values: Values { ints: numbers.clone(), elements: numbers, texts: Vec::new() },
        ..Limits::default()
    };
    let until = Instant::now() + Duration::from_secs(limit());
    let reached = reach(program, subject.class(row.class), &limits, &|| Instant::now() < until).ok()?;
    let is_counted = |name: &str| row.methods.contains(&name);
    let counted = reached.calls_made.iter().filter(|(method, _)| is_counted(&program.method(*method).name));
    reached.stop.is_none().then(|| counted.map(|(_, calls)| calls).sum())
}
