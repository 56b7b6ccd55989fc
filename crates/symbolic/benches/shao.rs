//! Tables 1 to 4 of Shao, Khurshid & Perry (*An incremental approach to scope-bounded checking
//! using a lightweight formal method*, FM 2009): a method as a whole against its four parts.
//!
//! `cargo bench -p tightrope-symbolic --bench shao [-- 1 3]`. `TIGHTROPE_BENCH_SECONDS` is the
//! limit of a cell, 60 without it. Two rounds of splitting, as there. For each bound a line with
//! the whole, a line for each part, one for all paths one by one (`--split paths`: the column of
//! branches has their number), and the paper's figures. Seconds of parts are wall clock, totals and
//! the speed-up CPU time of the process.
//!
//! What is not the same: the programs and contracts are those of `benchmarks/jml`, numbers have 32
//! bits or are points of an order (there 4 bits), a scope has as many nodes before the call, and
//! heaps are looked at up to symmetry. Branches that throw what nobody catches are not counted.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::path::Path;
use std::time::{Duration, Instant};
use tightrope_heap::Scope;
use tightrope_program::names::simple_name;
use tightrope_program::{MethodId, Options as Lowering, Program, lower};
use tightrope_source::SourceMap;
use tightrope_symbolic::{Finding, Options, Problem, Split};
use tightrope_syntax::{STACK_SIZE, parse_file};

/// Scope and unrolling of a row, with the paper's seconds for all parts and for the whole.
type Row = (usize, usize, f64, f64);

struct Table {
    number: &'static str,
    class: &'static str,
    method: &'static str,
    rows: &'static [Row],
}

const TABLES: [Table; 4] = [
    Table {
        number: "1",
        class: "IntList",
        method: "contains",
        rows: &[(8, 5, 86.0, 343.0), (8, 6, 189.0, 653.0), (8, 7, 498.0, 4541.0), (8, 8, 583.0, 21414.0)],
    },
    Table {
        number: "2",
        class: "BSTree",
        method: "contains",
        rows: &[
            (7, 4, 1894.0, 6468.0),
            (7, 5, 4474.0, 15015.0),
            (7, 6, 4059.0, 18982.0),
            (7, 7, 6056.0, 28435.0),
            (7, 8, 3791.0, 18703.0),
        ],
    },
    Table {
        number: "3",
        class: "BSTree",
        method: "insert",
        rows: &[(4, 3, 9.0, 43.0), (5, 3, 40.0, 249.0), (6, 3, 505.0, 4339.0), (7, 3, 9023.0, 109730.0)],
    },
    Table {
        number: "4",
        class: "Graph",
        method: "topologicalSort",
        rows: &[
            (7, 7, 454.0, 1436.0),
            (8, 7, 524.0, 1422.0),
            (9, 7, 650.0, 2113.0),
            (10, 7, 801.0, 2844.0),
            (11, 7, 1217.0, 3694.0),
            (12, 7, 1326.0, 4372.0),
        ],
    },
];

const ROUNDS: usize = 2;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let print = move || {
        let is_wanted = |table: &&Table| wanted.is_empty() || wanted.iter().any(|word| word == table.number);
        TABLES.iter().filter(is_wanted).for_each(print_table);
    };
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(print);
    worker.expect("a thread starts").join().expect("nothing panics");
}

fn limit() -> Duration {
    let seconds = std::env::var("TIGHTROPE_BENCH_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(60))
}

fn program(class: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../benchmarks/jml/{class}.java"));
    let text = std::fs::read_to_string(&path).expect("a benchmark");
    let mut sources = SourceMap::new();
    let file = sources.add(path, text.clone());
    lower(&[parse_file(file, &text).unit], &mut sources, &Lowering::default()).program
}

fn print_table(table: &Table) {
    let program = program(table.class);
    let is_it = |id: &MethodId| {
        let method = program.method(*id);
        method.name == table.method && simple_name(&program, method.class) == table.class
    };
    let method = program.method_ids().find(is_it).expect("the benchmark has the method");
    println!("\nTable {}: {}.{}", table.number, table.class, table.method);
    println!("scope unrolling  what     branches variables   clauses   seconds  verdict");
    for (scope, unrolling, parts_there, whole_there) in table.rows {
        let start = format!("{scope:>5} {unrolling:>9}");
        let (whole, whole_seconds) = decide(&program, method, (*scope, *unrolling), Split::None);
        let (parts, parts_seconds) = decide(&program, method, (*scope, *unrolling), Split::Vertices(ROUNDS));
        for (index, part) in parts.parts.iter().enumerate() {
            let work = &part.work;
            println!(
                "{start}  sub{index:<5} {:>8} {:>9} {:>9} {:>9.2}",
                part.branches, work.variables, work.clauses, part.seconds
            );
        }
        println!("{start}  total    {:>8} {:>9} {:>9} {parts_seconds:>9.2}  {}", "", "", "", verdict(&parts));
        let work = &whole.work;
        println!(
            "{start}  entire   {:>8} {:>9} {:>9} {whole_seconds:>9.2}  {}",
            work.branches,
            work.variables,
            work.clauses,
            verdict(&whole)
        );
        let (paths, paths_seconds) = decide(&program, method, (*scope, *unrolling), Split::Paths);
        let (count, work) = (paths.parts.len(), &paths.work);
        println!(
            "{start}  paths    {count:>8} {:>9} {:>9} {paths_seconds:>9.2}  {}",
            work.variables,
            work.clauses,
            verdict(&paths)
        );
        let ratio = |split: &Finding, seconds: f64| match is_cut_off(&whole) || is_cut_off(split) {
            true => "-".to_owned(),
            false => format!("{:.2}x", whole_seconds / seconds),
        };
        let (by_parts, by_paths) = (ratio(&parts, parts_seconds), ratio(&paths, paths_seconds));
        println!("{start}  speed-up {by_parts}; paper {:.2}x; by paths {by_paths}", whole_there / parts_there);
    }
}

fn decide(program: &Program, method: MethodId, (scope, unrolling): (usize, usize), split: Split) -> (Finding, f64) {
    let mut limits = tightrope_circuit::Limits::NONE;
    limits.deadline = Some(Instant::now() + limit());
    let options = Options { limits, split, unrolled: Some(unrolling), ..Options::default() };
    let before = cpu_seconds();
    let found = Problem::new(program, method).decide(&Scope::of(scope), &options);
    (found, cpu_seconds() - before)
}

/// Where time ran out there is no ratio.
fn is_cut_off(found: &Finding) -> bool {
    found.gaps.contains(&tightrope_symbolic::Gap::Undecided)
}

/// What is cut off by the unrolling is no part of the paper's question.
fn verdict(found: &Finding) -> String {
    use tightrope_symbolic::Gap;
    let is_open = |gap: &&Gap| !matches!(gap, Gap::Bound(_));
    match found.gaps.iter().find(is_open) {
        _ if !found.violations.is_empty() => "violated".to_owned(),
        Some(gap) => format!("{gap:?}"),
        None => "holds".to_owned(),
    }
}

/// CPU time of this thread: all parts are decided on it.
fn cpu_seconds() -> f64 {
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|text| text.parse().ok());
    nanoseconds.map_or(f64::NAN, |nanoseconds: f64| nanoseconds / 1e9)
}
