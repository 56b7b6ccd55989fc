//! The conformance suite: one line for each engine.
//!
//! Every corpus case and every benchmark that an engine supports is decided in a small scope, and the
//! verdict and the broken obligations are compared with those in `conformance.expected`; numbers of
//! heaps and runs are each engine's own matter. What an engine cuts or does not support is no
//! difference; to say `holds` where something is broken, or the other way round, is one. Every witness
//! has to be confirmed by the judge.
//!
//! `TIGHTROPE_BLESS=1` writes the file anew, from the answers of `explore`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tightrope_check::{engines, select};
use tightrope_confirm::{Confirmation, Judge};
use tightrope_engine::{Answer, Cancel, Engine, Goals, Limits, Meter, Precondition, RunBudget};
use tightrope_heap::Scope;
use tightrope_machine::Accelerations;
use tightrope_problem::{Bounds, Problem};
use tightrope_program::names::simple_name;
use tightrope_program::{MethodId, MethodKind, Options, Program, lower};
use tightrope_source::SourceMap;

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
            for engine in engines(Accelerations::ALL) {
                assert!(tested.contains(&engine.name()), "{} has no line in the suite", engine.name());
            }
        }
    };
}

conforms! {
    explore
    glassbox
    #[ignore = "minutes, and not all differences are understood: run it by hand, in release"]
    symbolic
}

/// So many objects of each class: enough for most mistakes, few enough for all engines.
const OBJECTS: usize = if cfg!(debug_assertions) { 2 } else { 3 };
const TIME: Duration = Duration::from_secs(10);
const RUN: RunBudget = RunBudget { steps: 100_000, depth: 2_000, objects: 100_000 };

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sources() -> Vec<PathBuf> {
    let folders = ["corpus/check", "benchmarks/jml", "benchmarks/repok"].map(|folder| root().join(folder));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("a folder"));
    let paths = files.map(|entry| entry.expect("an entry").path());
    let mut all: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "java")).collect();
    all.sort();
    all
}

/// `None`: the case needs other options than a scope, or has errors.
fn read(path: &Path) -> Option<(Program, SourceMap, Scope)> {
    let text = std::fs::read_to_string(path).expect("a text");
    let options = text.lines().next().and_then(|line| line.strip_prefix("// tightrope: ")).unwrap_or_default();
    let mut words = options.split_whitespace();
    let scope = match (words.next(), words.next(), words.next()) {
        (None, _, _) => Scope::default(),
        (Some("--scope"), Some(scope), None) => scope.parse().expect("a scope"),
        _ => return None,
    };
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

/// What an engine says of a method: `violated` with the broken obligations, `holds`, `vacuous`, or `open`.
fn decide(engine: &dyn Engine, program: &Program, sources: &SourceMap, method: MethodId, scope: &Scope) -> String {
    let problem = Arc::new(Problem::of_method(program, method));
    if engine.supports(&problem).is_err() {
        return "open".to_owned();
    }
    let (cancel, meter) = (Cancel::default(), Meter::default());
    let deadline = Some(Instant::now() + TIME);
    let limits = Limits { threads: 1, deadline, cancel: &cancel, meter: &meter, run: RUN, goes_on: true };
    let mut search = engine.start(Arc::clone(&problem));
    let mut answer = Answer::default();
    for objects in 1..=scope.largest().min(OBJECTS) {
        let bounds = Bounds::resolve(&problem, &scope.at_most(objects));
        answer = search.answer(&Goals::All, &bounds, &limits);
        if !answer.is_complete() {
            return "open".to_owned();
        }
        if !answer.witnesses.is_empty() {
            return violated(&problem, sources, &answer);
        }
    }
    match answer.precondition {
        Precondition::Met => "holds".to_owned(),
        Precondition::Empty(_) | Precondition::AssumedAway => "vacuous".to_owned(),
        Precondition::Unknown => "open".to_owned(),
    }
}

fn violated(problem: &Problem<'_>, sources: &SourceMap, answer: &Answer) -> String {
    let mut broken: Vec<String> = Vec::new();
    for witness in &answer.witnesses {
        let obligation = problem.obligation(witness.breach.obligation);
        let line = sources.start(problem.place_of(&witness.breach)).line;
        let judge = Judge::new(problem, witness, RUN).expect("the classes are initialised");
        assert_eq!(judge.confirm(), Confirmation::Confirmed, "{}, line {line}", obligation.broken);
        broken.push(format!("{} at line {line}", obligation.broken));
    }
    broken.sort();
    broken.dedup();
    format!("violated: {}", broken.join("; "))
}

/// By file and method.
fn decide_all(engine: &dyn Engine) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for path in sources() {
        let Some((program, sources, scope)) = read(&path) else { continue };
        let file = path.strip_prefix(root()).expect("a path below the root").display().to_string();
        for method in select(&program).checked {
            let declared = program.method(method);
            let name = if declared.kind == MethodKind::Constructor { "new" } else { declared.name.as_str() };
            let line = sources.start(declared.name_span).line;
            let key = format!("{file}:{line} {}.{name}", simple_name(&program, declared.class));
            all.insert(key, decide(engine, &program, &sources, method, &scope));
        }
    }
    all
}

fn conforms(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/conformance.{OBJECTS}.expected"));
    let engines = engines(Accelerations::ALL);
    let engine = engines.iter().find(|engine| engine.name() == name).expect("an engine");
    let found = decide_all(engine.as_ref());
    if std::env::var_os("TIGHTROPE_BLESS").is_some() && name == "explore" {
        let lines: String = found.iter().map(|(method, verdict)| format!("{method}: {verdict}\n")).collect();
        std::fs::write(&path, lines).expect("the file is written");
        return;
    }
    let text = std::fs::read_to_string(&path).expect("the expected verdicts");
    let expected: BTreeMap<&str, &str> = text.lines().filter_map(|line| line.split_once(": ")).collect();
    let mut compared = 0;
    for (method, verdict) in &found {
        let wanted = expected.get(method.as_str()).copied().unwrap_or("nothing: bless the suite");
        if verdict != "open" && wanted != "open" {
            assert_eq!(verdict, wanted, "{name} on {method}");
            compared += 1;
        }
    }
    assert!(compared > 300, "{name} decides only {compared} methods");
}

fn with_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(tightrope_syntax::STACK_SIZE).spawn(work);
    thread.expect("a thread").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}
