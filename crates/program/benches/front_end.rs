//! How fast the front end reads: parsing and lowering, in one thread, in megabytes of source a
//! second.
//!
//! By default it reads the programs of `corpus/run/` as one large program, each in many packages,
//! and an empty class, which shows the fixed cost of a run (the library that every program needs).
//! With the path of a folder in `TIGHTROPE_BENCH_SOURCES` it reads all Java files below that: a
//! checkout of a real library, say the JDK's sources. The ratio to tree-sitter alone, the floor of
//! what parsing can cost, is measured in the same run. What counts is the time that the thread has
//! worked, so that a busy machine changes little.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tightrope_program::{Options, lower};
use tightrope_source::SourceMap;
use tightrope_syntax::{FileParser, STACK_SIZE};

fn main() {
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(measure);
    worker.expect("a thread starts").join().expect("the benchmark ends");
}

fn measure() {
    match std::env::var_os("TIGHTROPE_BENCH_SOURCES") {
        Some(folder) => {
            let texts = java_texts(Path::new(&folder));
            report("given folder, as one program", &texts, 1);
        }
        None => {
            report("an empty class", &["class Empty { }".to_owned()], 20);
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/run");
            let texts = java_texts(&folder);
            // The programs have no package of their own, so that each copy can have another one.
            let copy = |number: usize| texts.iter().map(move |text| format!("package copy{number}; {text}"));
            let program: Vec<String> = (0..COPIES).flat_map(copy).collect();
            report("corpus/run, many times, as one program", &program, 3);
        }
    }
}

const COPIES: usize = 25;

fn java_texts(folder: &Path) -> Vec<String> {
    let mut pending: Vec<PathBuf> = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(next) = pending.pop() {
        for entry in std::fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == "java") {
                files.push(path);
            }
        }
    }
    files.sort();
    files.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect()
}

#[derive(Clone, Copy, Default)]
struct Times {
    grammar: Duration,
    parse: Duration,
    lower: Duration,
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its table")]
fn report(what: &str, texts: &[String], rounds: usize) {
    let bytes: usize = texts.iter().map(String::len).sum();
    let total = |times: &Times| times.parse + times.lower;
    let best = (0..rounds).map(|_| read(texts)).min_by_key(total).unwrap_or_default();
    let row = |name: &str, time: Duration| {
        let (milliseconds, of_grammar) = (time.as_secs_f64() * 1e3, time.as_secs_f64() / best.grammar.as_secs_f64());
        match best.grammar.is_zero() {
            true => println!("  {name:<22} {milliseconds:8.1} ms"),
            false => {
                let speed = bytes as f64 / 1e6 / time.as_secs_f64();
                println!("  {name:<22} {milliseconds:8.1} ms {speed:8.2} MB/s {of_grammar:6.1}x tree-sitter");
            }
        }
    };
    println!("{what}: {} files, {:.2} MB", texts.len(), bytes as f64 / 1e6);
    row("tree-sitter alone", best.grammar);
    row("parse_file", best.parse);
    row("lower", best.lower);
    row("parse_file and lower", total(&best));
}

/// Each stage for all files at once: the clock of a thread moves in steps of some milliseconds.
fn read(texts: &[String]) -> Times {
    let mut times = Times::default();
    let mut grammar = tree_sitter::Parser::new();
    grammar.set_language(&tree_sitter_java_orchard::LANGUAGE.into()).expect("the grammar fits");
    let start = Start::now();
    for text in texts {
        std::hint::black_box(grammar.parse(text, None));
    }
    times.grammar = start.elapsed();

    let mut sources = SourceMap::new();
    let mut parser = FileParser::default();
    let mut units = Vec::new();
    let start = Start::now();
    for (index, text) in texts.iter().enumerate() {
        let file = sources.add(format!("{index}.java"), text.as_str());
        units.push(parser.parse(file, text).unit);
    }
    times.parse = start.elapsed();

    let start = Start::now();
    std::hint::black_box(lower(&units, &mut sources, &Options::default()));
    times.lower = start.elapsed();
    times
}

/// When a measurement started, by the clock of the thread where Linux tells it, or else by that of
/// the day.
struct Start {
    worked: Option<Duration>,
    day: Instant,
}

impl Start {
    fn now() -> Start {
        Start { worked: time_of_thread(), day: Instant::now() }
    }

    fn elapsed(&self) -> Duration {
        let worked = self.worked.and_then(|start| Some(time_of_thread()?.saturating_sub(start)));
        worked.unwrap_or_else(|| self.day.elapsed())
    }
}

fn time_of_thread() -> Option<Duration> {
    let counters = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(counters.split_whitespace().next()?.parse().ok()?))
}
