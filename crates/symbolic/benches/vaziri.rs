//! Fig. 1 and Fig. 3 of Vaziri & Jackson (*Checking Properties of Heap-Manipulating Procedures with
//! a Constraint Solver*, TACAS 2003), from their own code and Alloy text.
//!
//! `cargo bench -p tightrope-symbolic --bench vaziri [-- 1 3]`. `TIGHTROPE_BENCH_SECONDS` is the
//! limit of a cell, 60 without it; the paper's is ten minutes. For each row: whether there is a
//! counterexample, then variables, clauses and CPU seconds of the relational encoding with binary
//! rows (the paper's optimised translation), of the relational one with matrices (without the
//! optimisations), and of the merged one; below them the paper's figures for the first two.
//!
//! What is not the same: the paper's scope counts the node that insertion makes, so `n` there is
//! `n - 1` before the call here; runs that need more iterations are left out in both. Exceptions
//! are checked here: `no!` says that no run that ends breaks the assertion, but some run throws
//! (the seeded bug dereferences null in small trees, which the paper does not look at). Keys are
//! points of an order, and heaps are looked at up to symmetry. `Tree` is not shown in the paper;
//! `benchmarks/vaziri/RBTree.als` has ours. C is checked on the code without the line that is
//! marked `bug seeded`.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::path::Path;
use std::time::{Duration, Instant};
use tightrope_heap::Scope;
use tightrope_program::assertions::add_assertions;
use tightrope_program::{MethodId, Options as Lowering, Program, lower};
use tightrope_source::SourceMap;
use tightrope_symbolic::{Broken, Encoding, Finding, Gap, Options, Problem, Violation};
use tightrope_syntax::{STACK_SIZE, parse_file};

/// Seconds, clauses, variables; `None`: a dash in the paper.
type There = Option<(u32, u32, u32)>;

/// Scope, iterations, whether there is a counterexample, optimised, not optimised.
type Row = (usize, usize, bool, There, There);

const A: [Row; 11] = [
    (2, 2, false, Some((0, 6827, 2218)), Some((0, 15343, 7638))),
    (3, 3, false, Some((0, 14443, 4201)), Some((0, 40042, 18727))),
    (4, 4, false, Some((3, 35642, 7887)), Some((20, 82678, 36316))),
    (4, 10, false, Some((4, 79496, 15033)), Some((82, 188452, 81148))),
    (4, 20, false, Some((13, 152586, 26943)), None),
    (5, 5, false, Some((22, 58056, 13384)), Some((232, 153259, 64575))),
    (5, 10, false, Some((43, 102281, 19854)), Some((506, 283780, 117344))),
    (5, 20, false, Some((25, 190731, 32794)), None),
    (6, 6, false, Some((159, 85160, 19659)), None),
    (6, 10, false, Some((198, 126700, 25247)), None),
    (6, 20, false, Some((514, 230550, 39217)), None),
];

/// The variables of the first row without optimisations are missing in the text at hand.
const B: [Row; 13] = [
    (2, 2, false, Some((0, 7066, 2310)), Some((0, 15545, 0))),
    (3, 3, false, Some((0, 16300, 4816)), Some((0, 41827, 19281))),
    (4, 4, true, Some((7, 40950, 9559)), Some((15, 87654, 37766))),
    (4, 10, true, Some((25, 84804, 16705)), Some((87, 193404, 82574))),
    (4, 20, true, Some((109, 157894, 28615)), None),
    (5, 5, true, Some((12, 87369, 22109)), Some((52, 182058, 72853))),
    (5, 10, true, Some((44, 131594, 28579)), None),
    (5, 20, true, Some((144, 220044, 41519)), None),
    (6, 6, true, Some((22, 148548, 38027)), Some((103, 318908, 121400))),
    (6, 10, true, Some((49, 190088, 43615)), None),
    (6, 20, true, Some((132, 293938, 57585)), None),
    (7, 7, true, Some((141, 240865, 62127)), None),
    (7, 10, true, Some((189, 276652, 66627)), None),
];

const C: [Row; 14] = [
    (2, 2, false, Some((0, 6867, 2242)), Some((0, 15537, 0))),
    (3, 3, false, Some((0, 15165, 4471)), Some((0, 41172, 19162))),
    (4, 4, false, Some((2, 37886, 8679)), Some((18, 85840, 37450))),
    (4, 10, false, Some((12, 81302, 15753)), Some((82, 192286, 82630))),
    (4, 20, false, Some((62, 153662, 27543)), None),
    (5, 5, true, Some((18, 75141, 18608)), Some((65, 172059, 70344))),
    (5, 10, true, Some((43, 118921, 25013)), Some((140, 303460, 123573))),
    (5, 20, true, Some((100, 206481, 37823)), None),
    (6, 6, true, Some((77, 124936, 31383)), Some((202, 298686, 116224))),
    (6, 10, true, Some((82, 166056, 36915)), None),
    (7, 7, true, Some((93, 199567, 50690)), None),
    (7, 10, true, Some((239, 234991, 55145)), None),
    (8, 8, true, Some((272, 349823, 82336)), None),
    (8, 10, true, Some((641, 386261, 86216)), None),
];

const ENCODINGS: [Encoding; 3] = [Encoding::Relational, Encoding::RelationalMatrices, Encoding::Merged];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let print = move || {
        let is_wanted = |figure: &str| wanted.is_empty() || wanted.iter().any(|word| word == figure);
        let mut agreed = Agreement::default();
        if is_wanted("1") {
            figure_1(&mut agreed);
        }
        if is_wanted("3") {
            figure_3(&mut agreed);
        }
        println!("\n{} of {} cells decided, {} as in the paper", agreed.decided, agreed.cells, agreed.equal);
    };
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(print);
    worker.expect("a thread starts").join().expect("nothing panics");
}

#[derive(Default)]
struct Agreement {
    cells: usize,
    decided: usize,
    equal: usize,
}

fn limit() -> Duration {
    let seconds = std::env::var("TIGHTROPE_BENCH_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(60))
}

/// The program with the methods that the `check` commands stand for, by name.
fn read(name: &str, edit: fn(&str) -> String) -> (Program, Vec<(String, MethodId)>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/vaziri");
    let (java, als) = (folder.join(format!("{name}.java")), folder.join(format!("{name}.als")));
    let text = edit(&std::fs::read_to_string(&java).expect("a benchmark"));
    let mut sources = SourceMap::new();
    let file = sources.add(java, text.clone());
    let mut program = lower(&[parse_file(file, &text).unit], &mut sources, &Lowering::default()).program;
    let text = std::fs::read_to_string(&als).expect("assertions");
    let file = sources.add(als, text.clone());
    let (commands, diagnostics) = add_assertions(&mut program, &[tightrope_alloy::parse(file, &text).module]);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let methods = commands.iter().map(|command| (program.method(command.method).name.to_string(), command.method));
    let methods = methods.collect();
    (program, methods)
}

fn header() {
    println!("scope iter counter?  encoding             variables   clauses   seconds");
}

fn figure_1(agreed: &mut Agreement) {
    println!("Fig. 1: swapTail, assertion A for 2 List, 2 ListElem, 1 iteration");
    header();
    let (program, methods) = read("SwapTail", str::to_owned);
    let scope = Scope::of(2);
    print_cells(&program, methods[0].1, (2, 1, true), &scope, agreed);
}

/// Its name, its rows, and what is done to the text of the class.
type Assertion = (&'static str, &'static [Row], fn(&str) -> String);

fn figure_3(agreed: &mut Agreement) {
    let without_line = |text: &str| {
        let lines = text.lines().filter(|line| !line.contains("bug seeded"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let assertions: [Assertion; 3] = [("A", &A, str::to_owned), ("B", &B, str::to_owned), ("C", &C, without_line)];
    for (name, rows, edit) in assertions {
        let (program, methods) = read("RBTree", edit);
        let method = methods.iter().find(|(known, _)| known == name).expect("the assertion").1;
        println!("\nFig. 3: assertion {name}{}", if name == "C" { ", bug seeded" } else { "" });
        header();
        for (scope, iterations, is_broken, optimised, plain) in rows {
            let objects = Scope::of(scope - 1);
            print_cells(&program, method, (*scope, *iterations, *is_broken), &objects, agreed);
            for (there, what) in [(optimised, "paper, optimised"), (plain, "paper, not optimised")] {
                let word = if *is_broken { "yes" } else { "no" };
                match there {
                    Some((seconds, clauses, variables)) => {
                        let variables = Some(variables).filter(|count| **count > 0);
                        let variables = variables.map_or("?".to_owned(), |count| count.to_string());
                        println!(
                            "{scope:>5} {iterations:>4} {word:<8}  {what:<20} {variables:>9} {clauses:>9} {seconds:>9}"
                        );
                    }
                    None => {
                        println!("{scope:>5} {iterations:>4} {word:<8}  {what:<20} {:>9} {:>9} {:>9}", "-", "-", "-")
                    }
                }
            }
        }
    }
}

/// One line for each encoding.
fn print_cells(
    program: &Program,
    method: MethodId,
    (shown, iterations, is_broken): (usize, usize, bool),
    scope: &Scope,
    agreed: &mut Agreement,
) {
    for encoding in ENCODINGS {
        let mut limits = tightrope_circuit::Limits::NONE;
        limits.deadline = Some(Instant::now() + limit());
        let options = Options { encoding, limits, unrolled: Some(iterations), ..Options::default() };
        let before = cpu_seconds();
        let found = Problem::new(program, method).decide(scope, &options);
        let seconds = cpu_seconds() - before;
        let word = verdict(&found);
        let (work, what) = (&found.work, format!("{encoding:?}"));
        println!(
            "{shown:>5} {iterations:>4} {word:<8}  {what:<20} {:>9} {:>9} {seconds:>9.2}",
            work.variables, work.clauses
        );
        agreed.cells += 1;
        agreed.decided += usize::from(word != "-");
        agreed.equal += usize::from(word.trim_end_matches('!') == if is_broken { "yes" } else { "no" });
    }
}

/// Is there a run that ends and breaks the assertion? What is cut off by the unrolling and what
/// throws is no part of the paper's question.
fn verdict(found: &Finding) -> &'static str {
    let is_open = |gap: &Gap| !matches!(gap, Gap::Bound(_));
    let breaks = |violation: &Violation| violation.broken == Broken::Ensures;
    match found.gaps.iter().any(is_open) {
        _ if found.violations.iter().any(breaks) => "yes",
        true => "-",
        false if !found.violations.is_empty() => "no!",
        false => "no",
    }
}

/// CPU time of this thread.
fn cpu_seconds() -> f64 {
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|text| text.parse().ok());
    nanoseconds.map_or(f64::NAN, |nanoseconds: f64| nanoseconds / 1e9)
}
