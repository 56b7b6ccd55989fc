//! The conformance suite: one line for each engine, and one each for the merged formula, the
//! relational encoding and paths.
//!
//! Every corpus case and every benchmark that an engine supports is decided in a small scope, and
//! the verdict and the broken obligations are compared with those in `conformance.expected`;
//! numbers of heaps and runs are each engine's own matter. What an engine cuts or does not support
//! is no difference; to say `holds` where something is broken, or the other way round, is one. Who
//! has found a mistake has decided the method, also where other runs were cut; then what it found
//! has to be among what is expected.
//! Every witness has to be confirmed by the judge.
//!
//! All lines run in a release build; without optimisation they would take minutes, so there some
//! are left out. `TIGHTROPE_CASE=sharing` looks at one file. `TIGHTROPE_BLESS=1` writes the file
//! anew, from the answers of `explore`.

#![allow(clippy::print_stderr, reason = "what is left open is shown to whoever asks for it")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tightrope_check::{Encoding, Setup, Split, engines, select};
use tightrope_confirm::{Confirmation, Judge};
use tightrope_engine::{Answer, BoundKind, Cancel, Cut, Engine, Goals, Limits, Meter, Precondition, RunBudget};
use tightrope_explore::Explore;
use tightrope_heap::Scope;
use tightrope_machine::Accelerations;
use tightrope_problem::{Bounds, Problem};
use tightrope_program::names::simple_name;
use tightrope_program::{MethodId, MethodKind, Options, Program, lower};
use tightrope_source::SourceMap;
use tightrope_symbolic::Effort;

macro_rules! conforms {
    ($($(#[$attribute:meta])* $name:ident)*) => {
        $(
            $(#[$attribute])*
            #[test]
            fn $name() {
                with_stack(|| conforms(stringify!($name)));
            }
        )*

        #[test]
        fn every_engine_has_its_line() {
            let tested = [$(stringify!($name)),*];
            for engine in engines(Accelerations::ALL, Setup::default()) {
                assert!(tested.contains(&engine.name()), "{} has no line in the suite", engine.name());
            }
        }
    };
}

conforms! {
    auto
    explore
    symbolic
    #[cfg_attr(debug_assertions, ignore = "minutes: run it in release")]
    bdd
    #[cfg_attr(debug_assertions, ignore = "minutes: run it in release")]
    glassbox
    #[cfg_attr(debug_assertions, ignore = "minutes: run it in release")]
    merged
    #[cfg_attr(debug_assertions, ignore = "minutes: run it in release")]
    relational
    #[cfg_attr(debug_assertions, ignore = "minutes: run it in release")]
    paths
}

/// So many objects of each class: enough for most mistakes, few enough for all engines.
const OBJECTS: usize = 2;
const TIME: Duration = Duration::from_secs(10);
const RUN: RunBudget = RunBudget { steps: 100_000, depth: 2_000, objects: 100_000, iterations: None };

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sources() -> Vec<PathBuf> {
    let folders = ["corpus/check", "benchmarks/jml", "benchmarks/repok"].map(|folder| root().join(folder));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("a folder"));
    let paths = files.map(|entry| entry.expect("an entry").path());
    let mut all: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "java")).collect();
    if let Ok(case) = std::env::var("TIGHTROPE_CASE") {
        all.retain(|path| path.file_stem().is_some_and(|name| *name == *case));
    }
    all.sort();
    all
}

/// `None`: the case needs other options than a scope, or has errors.
fn read(path: &Path) -> Option<(Program, SourceMap, Scope)> {
    let text = std::fs::read_to_string(path).expect("a text");
    let options = text.lines().next().and_then(|line| line.strip_prefix("// tightrope: ")).unwrap_or_default();
    let words: Vec<&str> = options.split_whitespace().collect();
    let mut scope = Scope::default();
    for option in words.chunks(2) {
        match option {
            ["--scope", given] => scope = given.parse().expect("a scope"),
            // Here every engine gets its turn.
            ["--engine", _] => {}
            _ => return None,
        }
    }
    let mut sources = SourceMap::new();
    let file = sources.add(path, text.as_str());
    let parsed = tightrope_syntax::parse_file(file, &text);
    let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
    let has_errors = parsed
        .diagnostics
        .iter()
        .chain(&lowered.diagnostics)
        .any(|diagnostic| diagnostic.severity() == tightrope_source::Severity::Error);
    (!has_errors).then_some((lowered.program, sources, scope))
}

/// Of a violated method of which some runs were cut.
const AND_MORE: &str = "; perhaps more";

/// Is it the same verdict, as far as the runs were covered?
fn agrees(verdict: &str, wanted: &str) -> bool {
    let Some(known) = verdict.strip_suffix(AND_MORE) else { return verdict == wanted };
    let broken = |text: &str| -> Option<Vec<String>> {
        Some(text.strip_prefix("violated: ")?.split("; ").map(str::to_owned).collect())
    };
    let (found, expected) = (broken(known).unwrap_or_default(), broken(wanted).unwrap_or_default());
    found.iter().all(|one| expected.contains(one))
}

/// What an engine says of a method: `violated` with the broken obligations, `holds`, `vacuous`, or
/// `open` with the reason.
fn decide(engine: &dyn Engine, program: &Program, sources: &SourceMap, method: MethodId, scope: &Scope) -> String {
    let problem = Arc::new(Problem::of_method(program, method));
    if let Err(gap) = engine.supports(&problem) {
        return format!("open: {}", gap.what);
    }
    let (cancel, meter) = (Cancel::default(), Meter::default());
    let deadline = Some(Instant::now() + TIME);
    let limits = Limits { threads: 1, deadline, cancel: &cancel, meter: &meter, run: RUN, goes_on: true };
    let mut search = engine.start(Arc::clone(&problem));
    let mut answer = Answer::default();
    for objects in 1..=scope.largest().min(OBJECTS) {
        let bounds = Bounds::resolve(&problem, &scope.at_most(objects));
        answer = search.answer(&Goals::All, &bounds, &limits);
        if !answer.witnesses.is_empty() {
            let rest = if answer.cuts.is_empty() { "" } else { AND_MORE };
            return violated(&problem, sources, &answer) + rest;
        }
        if let Some(cut) = answer.cuts.first() {
            return format!("open: {}", describe(cut));
        }
    }
    match answer.precondition {
        Precondition::Met => "holds".to_owned(),
        Precondition::Empty(_) | Precondition::AssumedAway => "vacuous".to_owned(),
        Precondition::Unknown => "open: nobody knows whether the precondition can be met".to_owned(),
    }
}

/// Why something was not covered, without places: for the list of reasons.
fn describe(cut: &Cut) -> String {
    match cut {
        Cut::Gap(gap) => gap.what.clone(),
        Cut::Unsupported(what) => format!("`{}` is not modelled", what.detail),
        other => format!("{other:?}"),
    }
}

fn violated(problem: &Problem<'_>, sources: &SourceMap, answer: &Answer) -> String {
    let mut broken: Vec<String> = Vec::new();
    for witness in &answer.witnesses {
        let obligation = problem.obligation(witness.breach.obligation);
        let line = sources.start(problem.place_of(&witness.breach)).line;
        let judge = Judge::new(problem, witness, RUN).expect("the classes are initialised");
        let confirmation = judge.confirm();
        let refuted = if confirmation == Confirmation::Confirmed { "" } else { ", which the judge does not confirm" };
        broken.push(format!("{} at line {line}{refuted}", obligation.broken));
    }
    broken.sort();
    broken.dedup();
    format!("violated: {}", broken.join("; "))
}

/// The verdict, and whether somebody who covers more may find more than `explore`.
type Decided = (String, bool);

/// Has `explore` drawn numbers from a range, or not judged objects that nobody looks at? Where it
/// has not, it says that it covers all numbers.
fn covers_less(program: &Program, method: MethodId, scope: &Scope) -> bool {
    let problem = Arc::new(Problem::of_method(program, method));
    let bounds = Bounds::resolve(&problem, &scope.at_most(OBJECTS));
    let (cancel, meter) = (Cancel::default(), Meter::default());
    let deadline = Some(Instant::now() + TIME);
    let limits = Limits { threads: 1, deadline, cancel: &cancel, meter: &meter, run: RUN, goes_on: false };
    let answer = Explore::default().start(problem).answer(&Goals::All, &bounds, &limits);
    let has_drawn = answer.bounds.iter().any(|used| used.bound == BoundKind::Ints);
    has_drawn || answer.coverage.assumptions.iter().any(|assumption| assumption.contains("not judged"))
}

/// By file and method.
fn decide_all(engine: &dyn Engine) -> BTreeMap<String, Decided> {
    let mut all = BTreeMap::new();
    for path in sources() {
        let Some((program, sources, scope)) = read(&path) else { continue };
        let file = path.strip_prefix(root()).expect("a path below the root").display().to_string();
        for method in select(&program).checked {
            let declared = program.method(method);
            let name = if declared.kind == MethodKind::Constructor { "new" } else { declared.name.as_str() };
            let line = sources.start(declared.name_span).line;
            let key = format!("{file}:{line} {}.{name}", simple_name(&program, declared.class));
            let verdict = decide(engine, &program, &sources, method, &scope);
            let finds_more = verdict.starts_with("violated") && covers_less(&program, method, &scope);
            all.insert(key, (verdict, finds_more));
        }
    }
    all
}

fn conforms(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance.expected");
    // What is hard for a formula is left open soon, on every machine alike.
    let small = Setup { effort: Effort::Small, ..Setup::default() };
    let (engine, setup) = match name {
        "merged" => ("symbolic", Setup { split: Split::None, ..small }),
        "relational" => ("symbolic", Setup { encoding: Encoding::Relational, ..small }),
        "paths" => ("symbolic", Setup { split: Split::Paths, ..small }),
        _ => (name, small),
    };
    let engines = engines(Accelerations::ALL, setup);
    let engine = engines.iter().find(|one| one.name() == engine).expect("an engine");
    let found = decide_all(engine.as_ref());
    if std::env::var_os("TIGHTROPE_BLESS").is_some() && name == "explore" {
        assert!(std::env::var_os("TIGHTROPE_CASE").is_none(), "the file is written as a whole: bless all cases");
        let lines: String = found.iter().map(|(method, (verdict, _))| format!("{method}: {verdict}\n")).collect();
        std::fs::write(&path, lines).expect("the file is written");
        return;
    }
    let text = std::fs::read_to_string(&path).expect("the expected verdicts");
    let expected: BTreeMap<&str, &str> = text.lines().filter_map(|line| line.split_once(": ")).collect();
    let (mut compared, mut differences) = (0, Vec::new());
    let mut open: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (method, (verdict, finds_more)) in &found {
        let wanted = expected.get(method.as_str()).copied().unwrap_or("nothing: bless the suite");
        if let Some(reason) = verdict.strip_prefix("open: ") {
            open.entry(reason).or_default().push(method);
        } else if !wanted.starts_with("open") {
            compared += 1;
            let finds_more = *finds_more && wanted == "holds" && !verdict.contains("does not confirm");
            if !agrees(verdict, wanted) && !finds_more {
                differences.push(format!("{method}:\n  {name}: {verdict}\n  expected: {wanted}"));
            }
        }
    }
    for (reason, methods) in &open {
        eprintln!("{name} leaves {} open, {reason}: {}", methods.len(), methods.join(", "));
    }
    eprintln!("{name}: {compared} of {} methods compared", found.len());
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
    let is_whole = std::env::var_os("TIGHTROPE_CASE").is_none();
    assert!(compared > 300 || !is_whole, "{name} decides only {compared} methods");
    // What it does not support is listed above. Without optimisation time runs out.
    let has_share = name != "symbolic" || cfg!(debug_assertions) || compared * 10 >= found.len() * 9;
    assert!(has_share || !is_whole, "{name} decides only {compared} of {} methods", found.len());
}

fn with_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(tightrope_syntax::STACK_SIZE).spawn(work);
    thread.expect("a thread").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}
