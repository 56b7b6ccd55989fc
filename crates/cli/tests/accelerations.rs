//! The matrix of accelerations on `corpus/check`: no result depends on what makes the search
//! faster.
//!
//! Every case is checked with all accelerations, with none, and with each one switched off;
//! verdicts, broken clauses and complete scopes must be the same, and so must the numbers of heaps
//! and runs where the table (`tightrope_machine::accelerations`) says so. Debug builds, which are
//! slow, switch off but one for each case, and all. `TIGHTROPE_CASE=part` runs only the cases whose
//! name contains `part`.

mod support;

use clap::Parser;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use support::{files_below, no_complaints, project};
use tightrope_cli::arguments::{Arguments, Command};
use tightrope_cli::output::Output;
use tightrope_machine::Acceleration;

/// What must not depend on any acceleration, of one method.
#[derive(PartialEq, Eq, Debug)]
struct Result {
    method: String,
    verdict: String,
    /// What is broken: clauses with their places.
    broken: Vec<(Value, Value)>,
    /// Why the verdict is no better than it is. (Which clause excludes the most heaps is a matter
    /// of what is asked first.)
    because: Option<String>,
}

/// By method: heaps, runs, and the sizes of the smallest heaps on which something is broken.
type Counts = Vec<(String, [Value; 2], Vec<Value>)>;

#[test]
#[cfg_attr(debug_assertions, ignore = "minutes: run it in release")]
fn no_result_depends_on_what_makes_the_search_faster() {
    let folder = project().join("corpus/check");
    let filter = std::env::var("TIGHTROPE_CASE").unwrap_or_default();
    let is_case = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == "java")
            && path.file_stem().is_some_and(|name| name.to_string_lossy().contains(&filter))
    };
    let cases: Vec<PathBuf> = files_below(&folder).into_iter().filter(is_case).collect();
    assert!(!cases.is_empty(), "no case matches");
    let pending = Mutex::new(cases.iter().enumerate());
    let complaints = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let worker = || {
                loop {
                    let next = pending.lock().expect("no worker panics with the lock").next();
                    let Some((number, case)) = next else { break };
                    let found = std::panic::catch_unwind(|| complaints_of(number, case));
                    let found = found.unwrap_or_else(|_| vec![format!("{}: the check panicked", case.display())]);
                    complaints.lock().expect("no worker panics with the lock").extend(found);
                }
            };
            let builder = std::thread::Builder::new().stack_size(tightrope_syntax::STACK_SIZE);
            builder.spawn_scoped(scope, worker).expect("a thread can be started");
        }
    });
    let mut complaints = complaints.into_inner().expect("no worker panics with the lock");
    complaints.sort();
    no_complaints(&complaints);
}

/// What a case is checked without.
fn switched_off(number: usize) -> Vec<Acceleration> {
    match cfg!(debug_assertions) {
        true => vec![Acceleration::ALL[number % Acceleration::ALL.len()]],
        false => Acceleration::ALL.to_vec(),
    }
}

fn complaints_of(number: usize, case: &Path) -> Vec<String> {
    let (expected, counts) = checked(case, None);
    let mut complaints = Vec::new();
    let mut compare = |without: &str, keeps_counts: bool, decides_more: bool| {
        let (actual, actual_counts) = checked(case, Some(without));
        if decides_more && actual.iter().any(uses_up_its_budget) {
            return;
        }
        if actual != expected {
            let name = case.display();
            complaints.push(format!("{name} without {without}: {actual:#?}\ninstead of {expected:#?}"));
        }
        if keeps_counts && actual_counts != counts {
            let name = case.display();
            complaints.push(format!(
                "{name} without {without}: {actual_counts:?} heaps, runs and sizes instead of {counts:?}"
            ));
        }
    };
    compare("all", false, true);
    for one in switched_off(number) {
        compare(one.row().name, one.row().keeps_counts, one.row().decides_more);
    }
    complaints
}

fn uses_up_its_budget(result: &Result) -> bool {
    result.because.as_ref().is_some_and(|because| because.contains("more steps than the budget allows"))
}

fn checked(case: &Path, without: Option<&str>) -> (Vec<Result>, Counts) {
    let source = fs::read_to_string(case).expect("the case can be read");
    let options = source.lines().next().and_then(|first| first.strip_prefix("// tightrope:")).unwrap_or_default();
    let path = case.display().to_string();
    let words = ["tightrope", "check", "--timeout", "10m", "-j", "1", "--format", "json"].into_iter();
    let words = words.chain(options.split_whitespace()).chain([path.as_str()]);
    let words = words.chain(without.into_iter().flat_map(|names| ["--without", names]));
    let arguments = Arguments::try_parse_from(words).expect("the options can be read");
    let Command::Check(check) = arguments.command else { panic!("the options belong to `check`") };
    let (mut results, mut messages) = (Vec::new(), Vec::new());
    let mut output = Output {
        results: &mut results,
        messages: &mut messages,
        colored_results: false,
        colored_messages: false,
        quiet: true,
        max_diagnostics: 0,
        repository: None,
        width: tightrope_report::WIDTH,
    };
    tightrope_cli::check::run(&check, &mut output).expect("a buffer can be written");
    let document: Value = serde_json::from_slice(&results).expect("the result is JSON");
    let methods = document["methods"].as_array().expect("a list of methods");
    let name = |method: &Value| format!("{}.{}", method["class"], method["signature"]);
    let result = |method: &Value| Result {
        method: name(method),
        verdict: method["verdict"].to_string(),
        broken: of_counterexamples(method, |found| (found["title"].clone(), found["clause"].clone())),
        because: (method["verdict"] != "vacuous").then(|| method["because"].to_string()),
    };
    let counts = |method: &Value| {
        let figures = ["heaps", "runs"].map(|figure| method["coverage"][figure].clone());
        (name(method), figures, of_counterexamples(method, |found| found["objects"].clone()))
    };
    (methods.iter().map(result).collect(), methods.iter().map(counts).collect())
}

fn of_counterexamples<T>(method: &Value, figure: impl Fn(&Value) -> T) -> Vec<T> {
    method["counterexamples"].as_array().into_iter().flatten().map(figure).collect()
}
