//! TACO's Table 1 and Table 2: what symmetry breaking is worth.
//!
//! `symbolic` decides each method with `--symmetry none` and with `--symmetry full`, without field
//! bounds, scope after scope up to 10. A row has the ratios of CPU times at 5, 7 and 10 nodes
//! (smaller scopes included, as a check does them), and the largest scope that each has reached
//! within the limit, with the ratio at the largest that both have. Beside them stand the figures of
//! the paper, in ratios of its seconds.

use crate::checking::{Subject, options, read};
use crate::{CELL, limit, thread_seconds};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tightrope_check::{EngineChoice, Options, Setup, Split, Symmetry, TightBounds, TightFrom};

/// Seconds at 5, 7 and 10 nodes, without and with symmetry breaking; a minus: not in ten hours.
type Row = (&'static str, &'static str, [f64; 3], [f64; 3]);

const NOT: f64 = -1.0;

/// Table 1; what the paper calls `find` of a tree set is `contains` here.
const TABLE_1: [Row; 22] = [
    ("LList", "contains", [3.0, 5.0, 8.0], [0.0, 1.0, 5.0]),
    ("LList", "insert", [5.0, 27.0, NOT], [1.0, 1.0, 6.0]),
    ("LList", "remove", [4.0, 9.0, 74.0], [1.0, 1.0, 2.0]),
    ("AList", "contains", [5.0, 11.0, 29.0], [1.0, 4.0, 32.0]),
    ("AList", "insert", [6.0, 14.0, 685.0], [1.0, 3.0, 16.0]),
    ("AList", "remove", [4.0, 5.0, 62.0], [1.0, 1.0, 2.0]),
    ("CList", "contains", [46.0, 231.0, 22.0], [1.0, 6.0, 25.0]),
    ("CList", "insert", [163.0, NOT, NOT], [6.0, 29.0, 149.0]),
    ("CList", "remove", [11.0, 1342.0, NOT], [1.0, 1.0, 4.0]),
    ("BSTree", "contains", [990.0, 19239.0, NOT], [3.0, 50.0, 8175.0]),
    ("BSTree", "insert", [NOT, NOT, NOT], [566.0, 7732.0, NOT]),
    ("BSTree", "remove", [127.0, NOT, NOT], [2.0, 35.0, 3282.0]),
    ("TreeSet", "contains", [133.0, 16609.0, NOT], [2.0, 16.0, 335.0]),
    ("TreeSet", "insert", [1298.0, NOT, NOT], [65.0, 648.0, NOT]),
    ("TreeSet", "remove", [1998.0, NOT, NOT], [56.0, 446.0, 13016.0]),
    ("AvlTree", "find", [14.0, 1626.0, NOT], [1.0, 1.0, 14.0]),
    ("AvlTree", "findMax", [2.0, 4.0, 2772.0], [2.0, 17.0, 210.0]),
    ("AvlTree", "insert", [80.0, 20151.0, NOT], [11.0, 65.0, 1011.0]),
    ("AvlTree", "remove", [3653.0, NOT, NOT], [69.0, 307.0, 4804.0]),
    ("BinomialHeap", "findMinimum", [12.0, 701.0, NOT], [1.0, 4.0, 20.0]),
    ("BinomialHeap", "decreaseKey", [336.0, NOT, NOT], [11.0, 90.0, 2076.0]),
    ("BinomialHeap", "insert", [1366.0, 23470.0, NOT], [40.0, 143.0, 1875.0]),
];

const NODES: [usize; 3] = [5, 7, 10];

/// Seconds beyond twice the limit after which a cell is ended from outside.
const GRACE: u64 = 5;

/// In the process of a cell: CPU seconds after each scope that was completed, as they are known.
pub(crate) fn measure(args: &[String]) {
    let [symmetry, class, method] = args else { panic!("a cell has three arguments: {args:?}") };
    let file = format!("jml/{class}.java");
    let subject = Subject::new(&file, &read(&file));
    let symmetry = if symmetry == "none" { Symmetry::None } else { Symmetry::Full };
    let options = Options {
        timeout: Some(Duration::from_secs(limit())),
        engine: EngineChoice::Named("symbolic".to_owned()),
        setup: Setup { symmetry, split: Split::None, ..Setup::default() },
        tight: TightBounds { from: TightFrom::None, ..TightBounds::default() },
        ..options("10", crate::Effort { threads: 1, timeout: Duration::from_secs(limit()) })
    };
    let before = thread_seconds();
    let mut scopes = 0;
    let target = format!("{class}.{method}");
    let report = subject.check_with(subject.method(&target), &options, &mut || {
        // The first time is that before the first scope; whoever begins another has completed one.
        if scopes > 0 {
            println!("{:.3}", thread_seconds() - before);
        }
        scopes += 1;
    });
    if report.coverage.is_some_and(|coverage| coverage.rungs.len() == scopes) {
        println!("{:.3}", thread_seconds() - before);
    }
}

/// CPU seconds up to each scope that was completed. A cell that does not heed its limit is ended.
fn cell(symmetry: &str, class: &str, method: &str) -> Vec<f64> {
    let program = std::env::current_exe().expect("this program has a path");
    let mut command = Command::new(program);
    command.args([CELL, "symmetry", symmetry, class, method]).stdout(Stdio::piped());
    let mut child = command.spawn().expect("a process can be started");
    let end = Instant::now() + Duration::from_secs(2 * limit() + GRACE);
    while matches!(child.try_wait(), Ok(None)) && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(20));
    }
    // It has ended already, mostly.
    let _ = child.kill();
    let output = child.wait_with_output().expect("a process that was started ends");
    String::from_utf8_lossy(&output.stdout).split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

pub(crate) fn tables_1_and_2() {
    println!(
        "\nTACO's Table 1 and 2: CPU seconds without / with symmetry breaking and their ratio at 5, 7 and 10 nodes \
         (in brackets TACO's ratio); largest scope without / with, ratio at the largest of both; limit {} s",
        limit()
    );
    for (class, method, without, with) in TABLE_1 {
        let [none, full] = ["none", "full"].map(|symmetry| cell(symmetry, class, method));
        print!("{:<26}", format!("{class}.{method}"));
        for (index, nodes) in NODES.into_iter().enumerate() {
            let at = |times: &[f64]| times.get(nodes - 1).copied();
            let ours = compared(at(&none), at(&full));
            print!("{:>36}", format!("{ours} [{}]", ratio(known(without[index]), known(with[index]))));
        }
        let common = none.len().min(full.len());
        let last = |times: &[f64]| times.get(common.wrapping_sub(1)).copied();
        println!("   {} / {}, {}", none.len(), full.len(), ratio(last(&none), last(&full)));
    }
}

fn known(seconds: f64) -> Option<f64> {
    Some(seconds).filter(|seconds| *seconds >= 0.0)
}

/// `12.10 / 0.31, 39x`.
fn compared(without: Option<f64>, with: Option<f64>) -> String {
    let shown = |seconds: Option<f64>| seconds.map_or("-".to_owned(), |seconds| format!("{seconds:.2}"));
    format!("{} / {}, {}", shown(without), shown(with), ratio(without, with))
}

/// How many times faster with symmetry breaking. Times are rounded to a second in the paper: less
/// than one is taken for a half.
fn ratio(without: Option<f64>, with: Option<f64>) -> String {
    let least = |seconds: f64| if seconds == 0.0 { 0.5 } else { seconds };
    match (without, with) {
        (Some(without), Some(with)) => format!("{:.1}x", least(without) / least(with)),
        (None, Some(_)) => "only with".to_owned(),
        (Some(_), None) => "only without".to_owned(),
        (None, None) => "neither".to_owned(),
    }
}
