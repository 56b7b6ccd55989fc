//! TACO's Table 3 (sizes of field bounds, and both algorithms) and Fig. 25 (what part of them is
//! worth how much), Ponzio et al.'s Table 1 (times to find them) and Table 2 (what they are worth
//! by labelling).
//!
//! Seconds are CPU seconds of one thread. A cell that has reached the limit, which is one of wall
//! clock, is the last of its kind: larger scopes would take longer.

use crate::checking::{Effort, Subject, read, with_stack};
use std::sync::Arc;
use std::time::Duration;
use tightrope_bounds::shape::Shapes;
use tightrope_check::{Algorithm, BoundsFrom, TightBounds, TightFrom, derived_shape};
use tightrope_heap::canonical::Order;
use tightrope_report::BoundsReport;

const SCOPES: [usize; 7] = [5, 7, 10, 12, 15, 17, 20];

/// A row of TACO's Table 3. Seconds are those of 64 cores; none: more than ten hours.
struct Taco {
    class: &'static str,
    before: [u32; 7],
    after: [u32; 7],
    iterative: [Option<u32>; 7],
    eager: [Option<u32>; 7],
}

const fn times(seconds: [u32; 7]) -> [Option<u32>; 7] {
    let mut times = [None; 7];
    let mut at = 0;
    while at < 7 {
        times[at] = if seconds[at] > 0 { Some(seconds[at]) } else { None };
        at += 1;
    }
    times
}

const TACO: [Taco; 7] = [
    Taco {
        class: "LList",
        before: [30, 56, 110, 156, 240, 306, 420],
        after: [9, 13, 19, 23, 29, 33, 39],
        iterative: times([11, 14, 23, 36, 61, 83, 145]),
        eager: times([11, 11, 15, 24, 47, 64, 97]),
    },
    Taco {
        class: "AList",
        before: [76, 128, 252, 344, 512, 676, 904],
        after: [33, 47, 68, 82, 103, 117, 138],
        iterative: times([16, 25, 51, 86, 167, 568, 0]),
        eager: times([11, 14, 51, 33, 55, 195, 18_020]),
    },
    Taco {
        class: "CList",
        before: [328, 384, 498, 594, 768, 904, 1138],
        after: [97, 127, 172, 210, 240, 277, 322],
        iterative: times([57, 73, 105, 145, 327, 1_291, 34_500]),
        eager: times([35, 46, 71, 98, 106, 316, 0]),
    },
    Taco {
        class: "BSTree",
        before: [90, 168, 330, 468, 720, 918, 1260],
        after: [54, 97, 184, 257, 389, 492, 669],
        iterative: times([22, 34, 64, 106, 199, 332, 1_510]),
        eager: times([11, 11, 16, 38, 116, 245, 1_279]),
    },
    Taco {
        class: "TreeSet",
        before: [170, 280, 650, 852, 1200, 2006, 2540],
        after: [59, 107, 200, 279, 424, 533, 720],
        iterative: times([49, 73, 183, 311, 690, 2_663, 5_824]),
        eager: times([16, 30, 104, 171, 319, 1_002, 2_437]),
    },
    Taco {
        class: "AvlTree",
        before: [150, 280, 650, 852, 1200, 2006, 2540],
        after: [55, 98, 177, 251, 389, 491, 669],
        iterative: times([33, 57, 206, 593, 1_323, 6_091, 34_780]),
        eager: times([17, 32, 115, 226, 636, 2_845, 10_103]),
    },
    Taco {
        class: "BinomialHeap",
        before: [222, 360, 803, 1053, 1488, 2394, 2540],
        after: [75, 123, 218, 293, 423, 481, 669],
        iterative: times([44, 72, 240, 408, 1_213, 3_770, 12_680]),
        eager: times([22, 72, 166, 281, 632, 2_090, 7_040]),
    },
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

/// CPU seconds. Those of the process are counted in hundredths, those of the thread exactly; work
/// on another thread is seen in the first only.
fn measured<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let before = (super::cpu_seconds(), super::thread_seconds());
    let result = run();
    (result, (super::cpu_seconds() - before.0).max(super::thread_seconds() - before.1))
}

/// References and truth values; numbers have no size by type.
fn sizes(report: &BoundsReport) -> (usize, usize) {
    let counted = report.fields.iter().filter_map(|field| Some((field.size_by_type?, field.size)));
    counted.fold((0, 0), |(before, after), (more, fewer)| (before + more, after + fewer))
}

fn is_exact(report: &BoundsReport) -> bool {
    report.complete && !report.notes.iter().any(|note| note.contains("not decided in time"))
}

const OVER: &str = "> limit";

/// The seconds of one way, or nothing once it was over the limit.
struct Column {
    is_over: bool,
}

impl Column {
    const NEW: Column = Column { is_over: false };

    fn cell(&mut self, run: impl FnOnce() -> BoundsReport) -> (Option<f64>, Option<BoundsReport>) {
        if self.is_over {
            return (None, None);
        }
        let (report, seconds) = measured(run);
        self.is_over = !is_exact(&report);
        ((!self.is_over).then_some(seconds), (!self.is_over).then_some(report))
    }
}

fn shown(seconds: Option<f64>) -> String {
    seconds.map_or(OVER.to_owned(), |seconds| format!("{seconds:.3}"))
}

/// Sizes of bounds before and after, and those of the paper, which also counts fields of data; and
/// how much longer it takes to ask each question by itself.
pub(crate) fn table_3() {
    println!(
        "\nTACO's Table 3: references and truth values by type -> bounded, breadth-first; CPU seconds of the iterative \
         and the eager algorithm; TACO's with data fields, seconds on 64 cores"
    );
    println!(
        "{:<14}{:>4}{:>14}{:>11}{:>11}{:>8}   {:>14}{:>8}{:>8}{:>7}",
        "", "", "values", "iterative", "eager", "ratio", "TACO", "I", "E", "ratio"
    );
    for row in &TACO {
        let (subject, shape) = subject(row.class);
        let (mut iterative, mut eager) = (Column::NEW, Column::NEW);
        for (at, scope) in SCOPES.into_iter().enumerate() {
            let line = with_stack(|| table_3_line(row, (&subject, &shape), (at, scope), (&mut iterative, &mut eager)));
            println!("{line}");
        }
    }
}

fn table_3_line(
    row: &Taco,
    (subject, shape): (&Subject, &str),
    (at, scope): (usize, usize),
    (iterative, eager): (&mut Column, &mut Column),
) -> String {
    let (class, text, order) = (row.class, scope.to_string(), Order::BreadthFirst);
    let (by_type, bounded) = sizes(&subject.bounds(class, &text, Some(shape), order, effort()));
    let by = |algorithm| subject.bounds_from(class, &text, BoundsFrom::Invariant(algorithm), order, effort());
    let (quick, found) = eager.cell(|| by(Algorithm::Eager));
    let (slow, _) = iterative.cell(|| by(Algorithm::Iterative));
    // The predicate speaks of `value` where the invariant does not bound it.
    let differs = found.is_some_and(|found| sizes(&found).1 > bounded);
    let ratio = |slow: Option<f64>, quick: Option<f64>| match (slow, quick) {
        (Some(slow), Some(quick)) if quick > 0.0 => format!("{:.1}", slow / quick),
        _ => "-".to_owned(),
    };
    let taco = |seconds: Option<u32>| seconds.map_or("> 10 h".to_owned(), |seconds| seconds.to_string());
    let (i, e) = (row.iterative[at], row.eager[at]);
    format!(
        "{class:<14}{scope:>4}{:>14}{:>11}{:>11}{:>8}   {:>14}{:>8}{:>8}{:>7}{}",
        format!("{by_type} -> {bounded}"),
        shown(slow),
        shown(quick),
        ratio(slow, quick),
        format!("{} -> {}", row.before[at], row.after[at]),
        taco(i),
        taco(e),
        ratio(i.map(f64::from), e.map(f64::from)),
        if differs { " DIFFERENT SIZES" } else { "" }
    )
}

/// Seconds to find bounds.
pub(crate) fn ponzio_table_1() {
    println!(
        "\nPonzio et al.'s Table 1: CPU seconds by predicate (depth-first, breadth-first), by the derived predicate \
         (breadth-first), by SAT, by exploration; theirs by predicate, and TACO's on one computer"
    );
    println!(
        "{:<10}{:>4}{:>9}{:>9}{:>9}{:>10}{:>12}{:>10}{:>10}",
        "", "", "depth", "breadth", "derived", "SAT", "exploration", "theirs", "TACO"
    );
    for (class, theirs, taco) in PONZIO {
        let (subject, shape) = subject(class);
        let derived = derived_shape(subject.program(), subject.class(class)).expect("it can be derived");
        let mut columns = [Column::NEW, Column::NEW, Column::NEW, Column::NEW, Column::NEW];
        for (at, scope) in SCOPES[..6].iter().enumerate() {
            let cells = with_stack(|| {
                let text = scope.to_string();
                let by_shape = |order| subject.bounds(class, &text, Some(&shape), order, effort());
                let by = |from| subject.bounds_from(class, &text, from, Order::BreadthFirst, effort());
                let [depth, breadth, of_derived, sat, explored] = &mut columns;
                [
                    depth.cell(|| by_shape(Order::DepthFirst)).0,
                    breadth.cell(|| by_shape(Order::BreadthFirst)).0,
                    of_derived.cell(|| by(BoundsFrom::Derived(&derived))).0,
                    sat.cell(|| by(BoundsFrom::Invariant(Algorithm::Eager))).0,
                    explored.cell(|| by(BoundsFrom::Exploration)).0,
                ]
                .map(shown)
            });
            let [depth, breadth, of_derived, sat, explored] = cells;
            println!(
                "{class:<10}{scope:>4}{depth:>9}{breadth:>9}{of_derived:>9}{sat:>10}{explored:>12}{:>10.3}{:>10.0}",
                theirs[at], taco[at]
            );
        }
    }
}

/// A method of Ponzio et al.'s Table 2, in our classes' names, with the seconds of SAT with
/// breadth-first (TACO's) and depth-first bounds at 5, 7 and 10 nodes; 0: more than three hours.
type PonzioRow = (&'static str, &'static str, [u32; 3], [u32; 3]);

const PONZIO_2: [PonzioRow; 11] = [
    ("LList", "contains", [1, 2, 3], [1, 2, 3]),
    ("LList", "insert", [2, 2, 3], [2, 2, 3]),
    ("LList", "remove", [2, 2, 4], [2, 2, 4]),
    ("BSTree", "contains", [2, 12, 1575], [2, 16, 1460]),
    ("BSTree", "remove", [2, 9, 515], [2, 8, 343]),
    ("BSTree", "insert", [126, 1762, 0], [135, 1995, 0]),
    ("AvlTree", "find", [3, 5, 16], [3, 5, 31]),
    ("AvlTree", "findMax", [1, 1, 2], [1, 1, 2]),
    ("AvlTree", "insert", [56, 63, 222], [57, 65, 265]),
    ("TreeSet", "contains", [3, 5, 47], [3, 7, 48]),
    ("TreeSet", "insert", [30, 174, 0], [29, 154, 0]),
];

/// Seconds of checks without bounds and with those of the shape predicate, by labelling. The paper
/// has only SAT; `symbolic` numbers objects breadth-first, so depth-first bounds serve `explore`.
pub(crate) fn ponzio_table_2() {
    println!(
        "\nPonzio et al.'s Table 2: CPU seconds without bounds, with breadth-first (bf) and depth-first (df) bounds, \
         smaller scopes included; the paper's by SAT, with bounds"
    );
    println!("{:<19}{:>4}{:>30}{:>22}{:>20}", "", "", "explore: none, bf, df", "symbolic: none, bf", "paper: bf, df");
    for (class, method, breadth, depth) in PONZIO_2 {
        let mut is_over = [false; 5];
        for (at, scope) in [5, 7, 10].into_iter().enumerate() {
            let row = with_stack(|| ponzio_row(class, method, scope, &mut is_over));
            let paper = [breadth[at], depth[at]].map(|seconds| match seconds {
                0 => "> 3 h".to_owned(),
                seconds => seconds.to_string(),
            });
            println!("{:<19}{scope:>4}{row}{:>12}{:>8}", format!("{class}.{method}"), paper[0], paper[1]);
        }
    }
}

fn ponzio_row(class: &str, method: &str, scope: usize, is_over: &mut [bool; 5]) -> String {
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
    let cell = |((engine, tight), is_over): ((&str, TightBounds), &mut bool)| {
        let text = match *is_over {
            true => OVER.to_owned(),
            false => seconds(&subject, (class, method), scope, engine, tight),
        };
        *is_over |= text == OVER;
        format!("{text:>10}")
    };
    cells.into_iter().zip(is_over).map(cell).collect()
}

fn seconds(subject: &Subject, (class, method): (&str, &str), scope: usize, engine: &str, tight: TightBounds) -> String {
    let method = subject.method(&format!("{class}.{method}"));
    let check = || subject.check_within(method, &scope.to_string(), engine, tight, effort());
    let (report, seconds) = measured(check);
    match report.verdict.word() {
        "holds" => format!("{seconds:.3}"),
        "unknown" => OVER.to_owned(),
        other => other.to_owned(),
    }
}

/// TACO's Fig. 25 for one method: seconds of the check by the share of the refuted values that are
/// used, the cheapest first. Finding the bounds is counted, and is the same in each row.
pub(crate) fn figure_25() {
    println!(
        "\nTACO's Fig. 25, {FIGURE_25} by `symbolic`: percent of the refuted values that are used, CPU seconds by nodes \
         (bounds included), and a bar for the last; TACO's figure has no numbers, and falls along the whole way"
    );
    println!("{:>4}{}", "", FIGURE_25_SCOPES.map(|scope| format!("{scope:>10}")).concat());
    for percent in (0..=100).step_by(10) {
        let row = with_stack(|| {
            let (class, method) = FIGURE_25.split_once('.').expect("a class and a method");
            let (subject, _) = subject(class);
            let tight = TightBounds { from: TightFrom::Invariant, percent, ..TightBounds::default() };
            FIGURE_25_SCOPES.map(|scope| seconds(&subject, (class, method), scope, "symbolic", tight.clone()))
        });
        let length = row[2].parse().map_or(0, |seconds: f64| (seconds * 10.0) as usize);
        println!("{percent:>4}{}  {}", row.map(|cell| format!("{cell:>10}")).concat(), "#".repeat(length.min(120)));
    }
}

const FIGURE_25: &str = "BSTree.insert";
const FIGURE_25_SCOPES: [usize; 3] = [6, 7, 8];
