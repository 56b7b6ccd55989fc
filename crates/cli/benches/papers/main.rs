//! The tables of the papers, as this tool fills them.
//!
//! `cargo bench -p tightrope-cli --bench papers [-- PART…]` with the parts `symmetry` (TACO's Table
//! 1 and 2: with and without symmetry breaking), `table3` (sizes of TACO's field bounds), `ponzio1`
//! (times to find field bounds, as in Ponzio et al.'s Table 1), `ponzio2` (what bounds are worth,
//! by labelling: their Table 2), `fig25` (TACO's Fig. 25: what partial bounds are worth), `table4`
//! (TACO's methods by scope: verdict, seconds, peak memory), `counts` (TACO's Table 10), `mutants`
//! (TACO's Table 5 and Fig. 30: mutants killed by scope, with times), `korat` (counts and user CPU
//! time next to Korat's), `growth` (partial heaps by nodes, beside a native study), `native` (how
//! far insertion is from native code), `threads` (one against two), `cluster` (what many workers
//! would give, by simulation; `TIGHTROPE_BENCH_RECORD` seconds of recording, 60 without it) and
//! `darga` (Darga & Boyapati's Figures 13 and 14: transitions); all of them without a name.
//! `TIGHTROPE_BENCH_SECONDS` is the limit of a cell, 10 without it; `TIGHTROPE_BENCH_LIMITS` a
//! program that is a limit study too, for `native`. The last two are of the search that looks at
//! each heap by itself.
//!
//! Every cell is a process of its own, so that its memory and CPU time are those of the cell. They
//! are read from `/proc`, and missing elsewhere. The limit is one of wall clock: on a busy computer
//! a cell may end there after little work, so the CPU time stands next to it. A ratio is given only
//! of cells that ended with `holds`: what ran out of time did not do the same work.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

mod bounds;
#[path = "../../tests/support/checking.rs"]
mod checking;
mod cluster;
mod darga;
mod growth;
mod mutants;
mod native;
#[cfg(feature = "cluster")]
#[path = "../../tests/support/nats.rs"]
mod nats;
mod symmetry;

use checking::{Effort, KORAT, Subject, TABLE_10, read, table_10, with_stack};
use native::{Kind, insert_everywhere};
use std::process::Command;
use std::time::Duration;
use tightrope_check::TightBounds;

/// As the binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const SCOPES: [usize; 7] = [5, 7, 10, 12, 15, 17, 20];

const TABLE_4: [(&str, &[&str]); 7] = [
    ("LList", &["contains", "insert", "remove", "get"]),
    ("AList", &["contains", "insert", "remove", "get"]),
    ("CList", &["contains", "insert", "remove", "get"]),
    ("BSTree", &["contains", "insert", "remove"]),
    ("TreeSet", &["contains", "insert", "remove"]),
    ("AvlTree", &["find", "findMax", "findMin", "insert", "remove"]),
    ("BinomialHeap", &["findMinimum", "insert", "decreaseKey", "extractMin"]),
];

const PARTS: [(&str, fn()); 14] = [
    ("symmetry", symmetry::tables_1_and_2),
    ("table3", bounds::table_3),
    ("table4", table_4),
    ("ponzio1", bounds::ponzio_table_1),
    ("ponzio2", bounds::ponzio_table_2),
    ("fig25", bounds::figure_25),
    ("mutants", mutants::table_5),
    ("counts", counts),
    ("korat", korat),
    ("growth", growth::growth),
    ("native", against_native),
    ("threads", threads),
    ("cluster", cluster::many_workers),
    ("darga", darga::figures_13_and_14),
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_some_and(|arg| arg == CELL) {
        with_stack(|| match &args[1..] {
            [part, rest @ ..] if part == "symmetry" => symmetry::measure(rest),
            rest => measure(rest),
        });
        return;
    }
    // Cargo adds `--bench`.
    let wanted: Vec<&String> = args.iter().filter(|arg| !arg.starts_with("--")).collect();
    for name in &wanted {
        assert!(
            PARTS.iter().any(|(part, _)| part == name),
            "`{name}` is none of the parts: {:?}",
            PARTS.map(|part| part.0)
        );
    }
    for (name, part) in PARTS {
        if wanted.is_empty() || wanted.iter().any(|part| *part == name) {
            part();
        }
    }
}

/// The first argument of a process that is one cell.
const CELL: &str = "cell";

/// What is known of a cell.
#[derive(Clone, Debug, Default)]
struct Cell {
    /// The verdict; `count` if all structures were counted.
    word: String,
    count: u64,
    seconds: f64,
    /// CPU time of all rungs on the thread that checks, without reading the program.
    check_seconds: f64,
    cpu_seconds: f64,
    megabytes: f64,
}

fn limit() -> u64 {
    std::env::var("TIGHTROPE_BENCH_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(10)
}

/// In the process of the cell: what to do, file, class or method, scope, threads.
fn measure(args: &[String]) {
    let [what, file, target, scope, threads] = args else { panic!("a cell has five arguments: {args:?}") };
    let threads = threads.parse().expect("a number of threads");
    let effort = Effort { threads, timeout: Duration::from_secs(limit()) };
    let subject = Subject::new(file, &read(file));
    let before = thread_seconds();
    let (word, count, seconds, checked) = if what != "count" {
        let method = subject.method(target);
        let report = match what.as_str() {
            "explore" => subject.check_within(method, scope, what, TightBounds::default(), effort),
            _ => subject.check(method, scope, effort),
        };
        let checked = thread_seconds() - before;
        (report.verdict.word(), report.coverage.map_or(0, |coverage| coverage.runs), report.seconds, checked)
    } else {
        let report = subject.count(target, scope, effort);
        (if report.complete { "count" } else { "unknown" }, report.count, report.seconds, report.seconds)
    };
    println!("{word} {count} {seconds} {checked} {} {}", cpu_seconds(), peak_megabytes());
}

/// User CPU time of this process, in hundredths of seconds as Linux counts it.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = text.rsplit(')').next().unwrap_or_default();
    after_name
        .split_whitespace()
        .nth(11)
        .and_then(|ticks| ticks.parse().ok())
        .map_or(f64::NAN, |ticks: f64| ticks / 100.0)
}

/// CPU time of this thread. Linux adds it up when the thread gives way, and else a few hundred
/// times a second.
fn thread_seconds() -> f64 {
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|text| text.parse().ok());
    nanoseconds.map_or(f64::NAN, |nanoseconds: f64| nanoseconds / 1e9)
}

fn peak_megabytes() -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok())
        .map_or(f64::NAN, |kilobytes: f64| kilobytes / 1024.0)
}

fn cell(what: &str, file: &str, target: &str, scope: &str, threads: usize) -> Cell {
    let program = std::env::current_exe().expect("this program has a path");
    let mut command = Command::new(program);
    let output = command.args([CELL, what, file, target, scope, &threads.to_string()]).output();
    let output = output.expect("a process can be started");
    let text = String::from_utf8_lossy(&output.stdout);
    let parts: Vec<&str> = text.split_whitespace().collect();
    let number = |index: usize| parts.get(index).and_then(|part| part.parse().ok()).unwrap_or(f64::NAN);
    Cell {
        word: parts.first().copied().unwrap_or("crash").to_owned(),
        count: parts.get(1).and_then(|part| part.parse().ok()).unwrap_or_default(),
        seconds: number(2),
        check_seconds: number(3),
        cpu_seconds: number(4),
        megabytes: number(5),
    }
}

fn table_4() {
    println!(
        "TACO's Table 4: verdict, CPU and wall seconds (smaller scopes included), peak memory; limit {} s",
        limit()
    );
    print!("{:<28}", "");
    SCOPES.iter().for_each(|scope| print!("{scope:>26}"));
    println!();
    for (class, methods) in TABLE_4 {
        for method in methods {
            let target = format!("{class}.{method}");
            print!("{target:<28}");
            for scope in SCOPES {
                let cell = cell("check", &format!("jml/{class}.java"), &target, &scope.to_string(), 1);
                let Cell { word, cpu_seconds, seconds, megabytes, .. } = &cell;
                print!("{:>26}", format!("{word} {cpu_seconds:.2}/{seconds:.2} {megabytes:.0}M"));
                if cell.word != "holds" {
                    break;
                }
            }
            println!();
        }
    }
}

fn counts() {
    println!("\nTACO's Table 10: valid structures with up to 10 nodes");
    for (class, _, _) in TABLE_10 {
        for count in table_10(10..=10).iter().filter(|count| count.class() == class) {
            let cell = cell("count", &count.file, class, &count.scope, 1);
            println!(
                "{class:<20} {:>10} {:>10} {:>9.2} s  {}",
                count.expected,
                cell.count,
                cell.seconds,
                agreement(count.expected, &cell)
            );
        }
    }
}

fn agreement(expected: u64, cell: &Cell) -> &'static str {
    match cell.word.as_str() {
        "count" if cell.count == expected => "equal",
        "count" => "DIFFERENT",
        _ => "not within the limit",
    }
}

fn korat() {
    println!(
        "\nKorat's table: count, user CPU seconds; at the largest size the least of three rounds, and those of Korat"
    );
    for row in &KORAT {
        for n in row.first..=row.last() {
            let Some(count) = row.count(n) else { continue };
            let rounds = if n == row.last() { 3 } else { 1 };
            let cells = (0..rounds).map(|_| cell("count", &count.file, row.class, &count.scope, 1));
            let Some(cell) = cells.min_by(|left, right| left.cpu_seconds.total_cmp(&right.cpu_seconds)) else {
                continue;
            };
            let korat = match n == row.last() {
                true => format!("Korat {} s, ratio {:.1}", row.seconds, row.seconds / cell.cpu_seconds),
                false => String::new(),
            };
            let (class, expected) = (row.class, count.expected);
            println!(
                "{class:<18} {n:>3} {expected:>12} {:>9.2} s  {:<22} {korat}",
                cell.cpu_seconds,
                agreement(expected, &cell)
            );
            if cell.word != "count" {
                break;
            }
        }
    }
}

/// Rounds of which the least counts, on both sides: nothing else ran meanwhile.
const ROUNDS: usize = 9;

/// All rungs of the ladder against a floor that climbs none.
fn against_native() {
    println!("\nInsertion against native code, in one run: CPU seconds of all rungs, runs, ratio");
    for (kind, class, name) in [(Kind::RedBlack, "TreeSet", "redblack"), (Kind::Avl, "AvlTree", "avl")] {
        for nodes in [8, 10, 12] {
            let floors = (0..ROUNDS).map(|_| insert_everywhere(kind, nodes));
            let Some(floor) = floors.min_by(|left, right| left.seconds.total_cmp(&right.seconds)) else { continue };
            let (file, target) = (format!("jml/{class}.java"), format!("{class}.insert"));
            let cells = (0..ROUNDS).map(|_| cell("explore", &file, &target, &nodes.to_string(), 1));
            let Some(cell) = cells.min_by(|left, right| left.check_seconds.total_cmp(&right.check_seconds)) else {
                continue;
            };
            let native = format!("native {:.3} ms, {} trees, {} runs", floor.seconds * 1e3, floor.trees, floor.runs);
            let ratio = match cell.word.as_str() {
                "holds" => format!(
                    "{:.1} ms, {} runs, ratio {:.0}{}",
                    cell.check_seconds * 1e3,
                    cell.count,
                    cell.check_seconds / floor.seconds,
                    against_program(name, nodes, cell.check_seconds)
                ),
                word => {
                    format!("{word} after {:.2} s of CPU, {:.2} s in all: no ratio", cell.cpu_seconds, cell.seconds)
                }
            };
            println!("{class:<10} {nodes:>3} nodes  {native}   {ratio}");
        }
    }
}

/// The ratio to another limit study, if there is one to run: a program that is given `redblack` or
/// `avl` and the number of nodes, and prints its time last.
fn against_program(kind: &str, nodes: usize, seconds: f64) -> String {
    let Ok(program) = std::env::var("TIGHTROPE_BENCH_LIMITS") else { return String::new() };
    let round = || {
        let output = Command::new(&program).args([kind, &nodes.to_string()]).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.split_whitespace().last().and_then(seconds_of)
    };
    match (0..ROUNDS).filter_map(|_| round()).min_by(f64::total_cmp) {
        Some(least) => format!("; {:.3} ms by `{program}`, ratio {:.0}", least * 1e3, seconds / least),
        None => format!("; `{program}` gives no time"),
    }
}

/// `1.4ms` as seconds.
fn seconds_of(text: &str) -> Option<f64> {
    let units = [("ns", 1e-9), ("µs", 1e-6), ("ms", 1e-3), ("s", 1.0)];
    let (number, unit) = units.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit)))?;
    number.parse().ok().map(|number: f64| number * unit)
}

fn threads() {
    println!("\nOne thread against two: wall seconds");
    let rows =
        [("TreeSet", "TreeSet.insert", "14"), ("AvlTree", "AvlTree.remove", "14"), ("BSTree", "BSTree.remove", "10")];
    for (class, target, scope) in rows {
        let file = format!("jml/{class}.java");
        let [one, two] = [1, 2].map(|threads| cell("explore", &file, target, scope, threads));
        let ratio = match (one.word.as_str(), two.word.as_str()) {
            ("holds", "holds") => format!("{:.2}x", one.seconds / two.seconds),
            (first, second) => format!("{first} and {second}: no ratio"),
        };
        let cpu = format!("CPU {:.2} s and {:.2} s", one.cpu_seconds, two.cpu_seconds);
        println!("{target:<20} scope {scope:>3}  {:.2} s  {:.2} s  {ratio}  ({cpu})", one.seconds, two.seconds);
    }
}
