//! `list` and `check` say the same of what is supported.
//!
//! One function answers both ([`Supported`]). Here its answers are compared with what checks come
//! to: a method that is supported never ends `unsupported`, one that is unsupported always does,
//! and one that is supported in part ends `unsupported` only for a reason that calls lead to.
//!
//! `TIGHTROPE_CHECKOUT=folder cargo test -p tightrope-check --test agreement -- --ignored` does the
//! same for a library that is no part of the project.

#![allow(clippy::print_stderr, reason = "what was compared is shown to whoever asks for it")]

use std::path::{Path, PathBuf};
use std::time::Duration;
use tightrope_check::{
    ApiChecks, EngineChoice, InitialHeaps, Input, Options, Setup, Signals, Support, Supported, TightBounds,
    check_method, select, without_doubtful_alarms,
};
use tightrope_engine::RunBudget;
use tightrope_heap::Scope;
use tightrope_machine::Accelerations;
use tightrope_program::names::simple_name;
use tightrope_program::{Program, lower};
use tightrope_report::Verdict;
use tightrope_source::{Severity, SourceMap};

const RUN: RunBudget = RunBudget { steps: 20_000, depth: 500, objects: 20_000, iterations: None };

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn java_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.extension() {
                _ if path.is_dir() => pending.push(path),
                Some(end) if end == "java" => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

/// `None`: there are errors.
fn read(paths: &[PathBuf]) -> Option<(Program, SourceMap)> {
    let mut sources = SourceMap::new();
    let mut units = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(path).ok()?;
        let file = sources.add(path, text.as_str());
        units.push(tightrope_syntax::parse_file(file, &text).unit);
    }
    let lowered = lower(&units, &mut sources, &tightrope_program::Options::default());
    let has_errors = lowered.diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error);
    (!has_errors || paths.len() > 1).then_some((lowered.program, sources))
}

/// How often each answer was compared.
#[derive(Default, Debug)]
struct Compared {
    supported: usize,
    in_part: usize,
    /// Of those in part: how many ended `unsupported`.
    met: usize,
    unsupported: usize,
    differences: Vec<String>,
}

impl Compared {
    fn add(&mut self, name: &str, said: &Support, verdict: &Verdict) {
        let found = match verdict {
            Verdict::Unsupported { what, .. } => Some(what.as_str()),
            _ => None,
        };
        match said {
            Support::Supported | Support::Abstract => {
                self.supported += 1;
                self.differences.extend(found.map(|what| format!("{name}: listed as supported, but {what}")));
            }
            Support::InPart(_) => {
                self.in_part += 1;
                self.met += usize::from(found.is_some());
            }
            Support::Unsupported(why) => {
                self.unsupported += 1;
                if found.is_none() {
                    self.differences.push(format!("{name}: listed as unsupported ({}), but {verdict:?}", why.what));
                }
            }
        }
    }
}

fn options(objects: usize, time: Duration) -> Options {
    Options {
        scope: Scope::default().at_most(objects),
        timeout: Some(time),
        threads: 1,
        run: RUN,
        accelerations: Accelerations::ALL,
        engine: EngineChoice::Auto,
        setup: Setup::default(),
        tight: TightBounds::default(),
    }
}

/// Searches on heaps and on calls alone, without asking whether they can succeed.
fn compare(program: &Program, sources: &SourceMap, options: &Options, compared: &mut Compared) {
    let (input, heaps) = (Input { program, sources }, InitialHeaps::Auto);
    let supported = Supported::of(program, heaps);
    let mut by_calls = ApiChecks::default();
    for method in select(program).checked {
        let signals = Signals::default();
        let report = by_calls.check(input, method, heaps, options, &signals).unwrap_or_else(|| {
            let report = check_method(input, method, options, &signals, &mut |_| {});
            without_doubtful_alarms(input, method, heaps, report)
        });
        let name = format!(
            "{} {}.{}",
            report.place.file,
            simple_name(program, program.method(method).class),
            report.signature
        );
        compared.add(&name, &supported.status(method), &report.verdict);
    }
}

fn with_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(work).expect("a thread");
    assert!(thread.join().is_ok(), "it failed");
}

#[test]
fn list_and_check_agree_on_the_corpus() {
    with_stack(|| {
        let mut compared = Compared::default();
        for folder in ["corpus/check", "corpus/unsupported", "corpus/programs", "corpus/jml"] {
            for path in java_files(&root().join(folder)) {
                if let Some((program, sources)) = read(std::slice::from_ref(&path)) {
                    compare(&program, &sources, &options(1, Duration::from_secs(5)), &mut compared);
                }
            }
        }
        eprintln!("{compared:#?}");
        assert!(compared.differences.is_empty(), "{}", compared.differences.join("\n"));
    });
}

#[test]
#[ignore = "needs a checkout of a library"]
fn list_and_check_agree_on_a_checkout() {
    with_stack(|| {
        let folder = std::env::var_os("TIGHTROPE_CHECKOUT").expect("TIGHTROPE_CHECKOUT names a folder");
        let (program, sources) = read(&java_files(Path::new(&folder))).expect("files");
        let mut compared = Compared::default();
        compare(&program, &sources, &options(1, Duration::from_millis(500)), &mut compared);
        eprintln!("{compared:#?}");
        assert!(compared.differences.is_empty(), "{} differences", compared.differences.len());
    });
}
