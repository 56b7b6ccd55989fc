//! Runs the entries of Java files here: lowered, on the machine and on the naive interpreter.

use super::jvm_runner::Results;
use crate::naive;
use std::path::PathBuf;
use tightrope_machine::{Budget, Executable, Outcome, State};
use tightrope_program::{MethodId, Options, Program, lower, well_formed};
use tightrope_source::{FileId, Severity, SourceMap};
use tightrope_syntax::{STACK_SIZE, java_text, parse_file};

/// One file with one class that has entries: static methods `test…()`.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) path: PathBuf,
    pub(crate) class: String,
    pub(crate) text: String,
}

/// What the witnesses say of the entries, and what the front end holds against which class.
#[derive(Debug, Default)]
pub(crate) struct Statements {
    pub(crate) results: Vec<(&'static str, Results)>,
    pub(crate) complaints: Vec<(String, String)>,
}

/// Runs all entries of all cases, lowered together. `None`: something panicked.
pub(crate) fn hear(cases: &[Case]) -> Option<Statements> {
    let cases = cases.to_vec();
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(move || hear_here(&cases));
    worker.expect("a thread starts").join().ok()
}

fn hear_here(cases: &[Case]) -> Statements {
    let mut sources = SourceMap::new();
    let mut complaints = Vec::new();
    let mut units = Vec::new();
    let mut files: Vec<(FileId, &str)> = Vec::new();
    let mut diagnostics = Vec::new();
    for case in cases {
        let text = java_text(&case.text);
        let file = sources.add(&case.path, text.as_ref());
        let parsed = parse_file(file, &text);
        files.push((file, &case.class));
        units.push(parsed.unit);
        diagnostics.extend(parsed.diagnostics);
    }
    let lowered = lower(&units, &mut sources, &Options::default());
    diagnostics.extend(lowered.diagnostics);
    for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error) {
        let span = diagnostic.primary();
        let class = span.and_then(|span| files.iter().find(|(file, _)| *file == span.file)).map(|(_, class)| *class);
        let place = span.map(|span| sources.place(span)).unwrap_or_default();
        complaints.push((class.unwrap_or("?").to_owned(), format!("{place}: {}", diagnostic.message)));
    }
    let malformed = well_formed::check(&lowered.program);
    complaints.extend(malformed.into_iter().map(|message| ("?".to_owned(), message)));
    let program = &lowered.program;
    let classes: Vec<Vec<MethodId>> = cases.iter().map(|case| entries(program, &case.class)).collect();
    let executable = Executable::new(program, classes.iter().flatten().copied());
    let mut interpreted = Results::new();
    let mut executed = Results::new();
    for methods in &classes {
        let mut interpreter = naive::Interpreter::new(program, &sources);
        interpreted.extend(results(program, methods, |method| interpreter.outcome(method)));
        let mut state = State::default();
        executed
            .extend(results(program, methods, |method| execute(&executable, program, &sources, &mut state, method)));
    }
    Statements { results: vec![("machine", executed), ("interpreter", interpreted)], complaints }
}

fn entries(program: &Program, class: &str) -> Vec<MethodId> {
    let Some(class) = program.class_named(class) else { return Vec::new() };
    let declared = program.class(class).methods.iter().copied();
    let mut methods: Vec<MethodId> = declared.filter(|method| naive::is_entry(program, *method)).collect();
    methods.sort_by_key(|method| program.method(*method).name.clone());
    methods
}

fn results(program: &Program, methods: &[MethodId], mut run: impl FnMut(MethodId) -> String) -> Results {
    let name = |method: MethodId| {
        let found = program.method(method);
        format!("{}.{}", program.class(found.class).name, found.name)
    };
    methods.iter().map(|method| (name(*method), run(*method).replace('\n', "\\n"))).collect()
}

/// Static state lives on from one method to the next, as it does in the JVM.
fn execute(
    executable: &Executable<'_>,
    program: &Program,
    sources: &SourceMap,
    state: &mut State,
    method: MethodId,
) -> String {
    assert!(executable.start(state, method, &[]));
    match executable.run(state, &mut Budget::default()) {
        Outcome::Returned(None) => "void".to_owned(),
        Outcome::Returned(Some(value)) => {
            executable.show(state, value, program.method(method).return_type.expect("a result"))
        }
        Outcome::Thrown(thrown) => {
            format!("{} at line {}", program.class(thrown.class).name, sources.start(thrown.span).line)
        }
        other => format!("{other:?}"),
    }
}
