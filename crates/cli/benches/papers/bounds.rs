//! TACO's Table 3 (sizes of field bounds) and Fig. 25 (what part of them is worth how much), Ponzio
//! et al.'s Table 1 (times to find them) and Table 2 (what they are worth by labelling).

use crate::checking::{Effort, Subject, read, with_stack};
use std::sync::Arc;
use std::time::Duration;
use tightrope_bounds::shape::Shapes;
use tightrope_check::{TightBounds, TightFrom};
use tightrope_heap::canonical::Order;
use tightrope_report::BoundsReport;

const SCOPES: [usize; 7] = [5, 7, 10, 12, 15, 17, 20];

/// The sizes of TACO's Table 3, before and after.
const TACO: [(&str, [u32; 7], [u32; 7]); 7] = [
    ("LList", [30, 56, 110, 156, 240, 306, 420], [9, 13, 19, 23, 29, 33, 39]),
    ("AList", [76, 128, 252, 344, 512, 676, 904], [33, 47, 68, 82, 103, 117, 138]),
    ("CList", [328, 384, 498, 594, 768, 904, 1138], [97, 127, 172, 210, 240, 277, 322]),
    ("BSTree", [90, 168, 330, 468, 720, 918, 1260], [54, 97, 184, 257, 389, 492, 669]),
    ("TreeSet", [170, 280, 650, 852, 1200, 2006, 2540], [59, 107, 200, 279, 424, 533, 720]),
    ("AvlTree", [150, 280, 650, 852, 1200, 2006, 2540], [55, 98, 177, 251, 389, 491, 669]),
    ("BinomialHeap", [222, 360, 803, 1053, 1488, 2394, 2540], [75, 123, 218, 293, 423, 481, 669]),
];

/// Seconds of Ponzio et al.'s Table 1 at 5, 7, 10, 12, 15 and 17 nodes: their way, and TACO on one
/// computer.
const PONZIO: [(&str, [f64; 6], [f64; 6]); 4] = [
    ("LList", [0.065, 0.091, 0.094, 0.110, 0.129, 0.141], [176.0, 176.0, 240.0, 384.0, 752.0, 1024.0]),
    ("BSTree", [0.268, 0.209, 0.508, 0.633, 1.032, 1.389], [176.0, 176.0, 256.0, 608.0, 1856.0, 3920.0]),
    ("TreeSet", [0.667, 1.159, 2.693, 4.352, 8.266, 11.483], [256.0, 480.0, 1664.0, 2736.0, 5104.0, 16032.0]),
    ("AvlTree", [0.121, 0.195, 0.403, 0.561, 0.944, 1.387], [272.0, 512.0, 1840.0, 3616.0, 10176.0, 170_700.0]),
];

fn effort() -> Effort {
    Effort { threads: 1, timeout: Duration::from_secs(super::limit()) }
}

fn subject(class: &str) -> (Subject, String) {
    let file = format!("jml/{class}.java");
    (Subject::new(&file, &read(&file)), read(&format!("jml/{class}.shape")))
}

/// References and truth values; numbers have no size by type.
fn sizes(report: &BoundsReport) -> (usize, usize) {
    let counted = report.fields.iter().filter_map(|field| Some((field.size_by_type?, field.size)));
    counted.fold((0, 0), |(before, after), (more, fewer)| (before + more, after + fewer))
}

/// Sizes of bounds before and after, and those of the paper, which also counts fields of data.
pub(crate) fn table_3() {
    println!(
        "\nTACO's Table 3: field values by type -> by shape predicate, breadth-first; in brackets TACO's, with data"
    );
    print!("{:<14}", "");
    SCOPES.iter().for_each(|scope| print!("{scope:>26}"));
    println!();
    for (class, before, after) in TACO {
        let row = with_stack(|| {
            let (subject, shape) = subject(class);
            let cell = |(at, scope): (usize, usize)| {
                let report = subject.bounds(class, &scope.to_string(), Some(&shape), Order::BreadthFirst, effort());
                let (by_type, bounded) = sizes(&report);
                let mark = if report.complete { "" } else { "?" };
                format!("{by_type} -> {bounded}{mark} ({} -> {})", before[at], after[at])
            };
            SCOPES.into_iter().enumerate().map(cell).collect::<Vec<String>>()
        });
        println!("{class:<14}{}", row.iter().map(|cell| format!("{cell:>26}")).collect::<String>());
    }
}

/// Seconds to find bounds.
pub(crate) fn ponzio_table_1() {
    println!(
        "\nPonzio et al.'s Table 1: wall seconds by predicate (depth-first, breadth-first), by exploration; theirs; TACO's"
    );
    for (class, theirs, taco) in PONZIO {
        let rows = with_stack(|| {
            let (subject, shape) = subject(class);
            let seconds = |scope: usize, shape: Option<&str>, order: Order| {
                let report = subject.bounds(class, &scope.to_string(), shape, order, effort());
                if report.complete { format!("{:.4}", report.seconds) } else { "over the limit".to_owned() }
            };
            let row = |(at, scope): (usize, usize)| {
                let depth = seconds(scope, Some(&shape), Order::DepthFirst);
                let breadth = seconds(scope, Some(&shape), Order::BreadthFirst);
                let explored = seconds(scope, None, Order::BreadthFirst);
                let papers = format!("{:>8.3} {:>9.0}", theirs[at], taco[at]);
                format!("{class:<10}{scope:>4} {depth:>10} {breadth:>10} {explored:>16} {papers}")
            };
            SCOPES[..6].iter().copied().enumerate().map(row).collect::<Vec<String>>()
        });
        rows.iter().for_each(|row| println!("{row}"));
    }
}

/// Ponzio et al.'s Table 2: the methods, in our classes' names.
const PONZIO_2: [(&str, &[&str]); 4] = [
    ("LList", &["contains", "insert", "remove"]),
    ("BSTree", &["contains", "remove", "insert"]),
    ("AvlTree", &["find", "findMax", "insert"]),
    ("TreeSet", &["contains", "insert"]),
];

/// Seconds of checks without bounds and with those of the shape predicate, by labelling. The paper
/// has only SAT; `symbolic` numbers objects breadth-first, so depth-first bounds serve `explore`.
pub(crate) fn ponzio_table_2() {
    println!("\nPonzio et al.'s Table 2: seconds without bounds, with breadth-first, with depth-first bounds");
    println!("{:<20}{:>4}{:>34}{:>26}", "", "", "explore", "symbolic");
    for (class, methods) in PONZIO_2 {
        for method in methods {
            for scope in [5, 7, 10] {
                let row = with_stack(|| ponzio_row(class, method, scope));
                println!("{:<20}{scope:>4}{row}", format!("{class}.{method}"));
            }
        }
    }
}

fn ponzio_row(class: &str, method: &str, scope: usize) -> String {
    let (subject, shape) = subject(class);
    let id = subject.class(class);
    let shapes = Arc::new(Shapes::read(&shape, subject.program()).expect("the predicate is well-formed"));
    let by = |labels| {
        let from = TightFrom::Shape(vec![(id, Arc::clone(&shapes))]);
        TightBounds { from, labels, ..TightBounds::default() }
    };
    let none = || TightBounds { from: TightFrom::None, ..TightBounds::default() };
    let (breadth, depth) = (by(Order::BreadthFirst), by(Order::DepthFirst));
    let cells = [
        ("explore", none()),
        ("explore", breadth.clone()),
        ("explore", depth),
        ("symbolic", none()),
        ("symbolic", breadth),
    ];
    let cell = |(engine, tight): (&str, TightBounds)| {
        format!("{:>12}", seconds(&subject, class, method, scope, engine, tight))
    };
    cells.into_iter().map(cell).collect()
}

fn seconds(subject: &Subject, class: &str, method: &str, scope: usize, engine: &str, tight: TightBounds) -> String {
    let method = subject.method(&format!("{class}.{method}"));
    let report = subject.check_within(method, &scope.to_string(), engine, tight, effort());
    match report.verdict.word() {
        "holds" => format!("{:.3}", report.seconds),
        other => other.to_owned(),
    }
}

/// TACO's Fig. 25 for one method: seconds of the check by the share of the refuted values that are
/// used, the cheapest first. Finding the bounds is counted, and is the same in each row.
pub(crate) fn figure_25() {
    println!(
        "\nTACO's Fig. 25, TreeSet.insert by `symbolic` at 5, 6, 7 nodes: percent of the refuted values, seconds (bounds included)"
    );
    for percent in (0..=100).step_by(10) {
        let row = with_stack(|| {
            let (subject, _) = subject("TreeSet");
            let tight = TightBounds { from: TightFrom::Invariant, percent, ..TightBounds::default() };
            [5, 6, 7].map(|scope| seconds(&subject, "TreeSet", "insert", scope, "symbolic", tight.clone()))
        });
        println!("{percent:>4}{}", row.map(|cell| format!("{cell:>12}")).concat());
    }
}
