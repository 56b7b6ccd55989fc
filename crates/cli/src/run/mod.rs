//! `tightrope run`: executes one method on one heap, and shows what came of it.
//!
//! The machine that runs it is the reference semantics that every checking engine will be judged
//! by, so this is also the way to replay a counterexample. Nothing is guessed: where the run meets
//! something that is not modelled or that the heap leaves open, it ends there and says so.

mod call;
mod heap_file;
mod literal;
mod outcome;
mod statics;

use crate::arguments::RunArguments;
use crate::check::{is_suggestion, refuse};
use crate::config;
use crate::error_free_files::is_sound;
use crate::exit::Exit;
use crate::load::{Loaded, load};
use crate::output::Output;
use crate::target;
use call::Call;
use heap_file::HeapFile;
use std::io;
use std::path::PathBuf;
use tightrope_engine::RunBudget;
use tightrope_heap::Layouts;
use tightrope_machine::{Accelerations, Budget, Executable};
use tightrope_source::{Code, Diagnostic};

/// Why nothing was run.
struct Refusal {
    exit: Exit,
    diagnostics: Vec<Diagnostic>,
}

impl Refusal {
    fn of(exit: Exit, diagnostic: Diagnostic) -> Box<Refusal> {
        Box::new(Refusal { exit, diagnostics: vec![diagnostic] })
    }

    fn usage(message: impl Into<String>) -> Box<Refusal> {
        Refusal::of(Exit::Usage, Diagnostic::without_place(Code::BadArgument, message))
    }

    fn hint(mut self: Box<Refusal>, hint: impl Into<String>) -> Box<Refusal> {
        let last = self.diagnostics.pop();
        self.diagnostics.extend(last.map(|diagnostic| diagnostic.hint(hint)));
        self
    }
}

type Prepared<T> = Result<T, Box<Refusal>>;

pub fn run(arguments: &RunArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    let arguments = &with_paths(arguments);
    let reading = match config::reading(&arguments.reading) {
        Ok(reading) => reading,
        Err(diagnostic) => return refuse(*diagnostic, output),
    };
    let mut loaded = load(&arguments.paths, &reading);
    if loaded.has_errors() && !errors_elsewhere(&arguments.target, &mut loaded) {
        loaded.notes.push("nothing was run: the input has errors".to_owned());
        loaded.report(output)?;
        return Ok(Exit::BadInput);
    }
    let layouts = Layouts::new(&loaded.program);
    let file = match &arguments.heap {
        Some(path) => heap_file::read(path, &mut loaded, &layouts).map(Some),
        None => Ok(None),
    };
    let exit = file.and_then(|file| prepare(arguments, &mut loaded, &layouts, file.as_ref()));
    let exit = match exit {
        Ok(call) => execute(arguments, &loaded, &layouts, &call, output)?,
        Err(refusal) => Err(refusal),
    };
    let exit = exit.unwrap_or_else(|refusal| {
        loaded.diagnostics.extend(refusal.diagnostics);
        refusal.exit
    });
    loaded.report(output)?;
    Ok(exit)
}

/// Do the errors leave the method alone? A name that is misspelt is told beside them.
fn errors_elsewhere(target: &str, loaded: &mut Loaded) -> bool {
    match target::find_overloads(&loaded.program, target) {
        Ok(methods) => methods.iter().all(|method| is_sound(loaded, *method)),
        Err(diagnostic) => {
            loaded.diagnostics.extend(Some(*diagnostic).filter(is_suggestion));
            false
        }
    }
}

/// As for the other commands, paths may stand behind the method. What is no file of Java and no
/// folder is an argument of the call; a text that happens to name a folder is written in quotes.
fn with_paths(arguments: &RunArguments) -> RunArguments {
    let mut all = arguments.clone();
    let is_path = |text: &String| {
        let path = std::path::Path::new(text);
        path.is_dir() || text.ends_with(".java") && path.is_file()
    };
    let first = all.arguments.iter().rposition(|text| !is_path(text)).map_or(0, |last| last + 1);
    let paths: Vec<PathBuf> = all.arguments.split_off(first).into_iter().map(PathBuf::from).collect();
    if all.paths.is_empty() && paths.is_empty() {
        all.paths.push(PathBuf::from("."));
    }
    all.paths.extend(paths);
    all
}

fn prepare(
    arguments: &RunArguments,
    loaded: &mut Loaded,
    layouts: &Layouts,
    file: Option<&HeapFile>,
) -> Prepared<Call> {
    let mut notes = Vec::new();
    let preparation = call::Preparation { program: &loaded.program, layouts, file, notes: &mut notes };
    let call = preparation.prepare(&arguments.target, &arguments.arguments);
    loaded.notes.extend(notes);
    call
}

fn execute(
    arguments: &RunArguments,
    loaded: &Loaded,
    layouts: &Layouts,
    call: &Call,
    output: &mut Output<'_>,
) -> io::Result<Prepared<Exit>> {
    let printer = outcome::Printer { loaded, layouts, call };
    if let Some(open) = call.open_root() {
        return printer.unknown(output, &format!("the run needs `{open}`, which the heap leaves open")).map(Ok);
    }
    let compile = || {
        // One run is quick enough: what it shows is the reference semantics. Only rounds of a loop
        // that do nothing but count are skipped.
        Executable::for_heap(&loaded.program, [call.method], &call.heap).accelerated_by(Accelerations::REFERENCE)
    };
    let limits = Budget { steps: arguments.max_steps, depth: arguments.max_depth, objects: arguments.max_objects };
    let fresh = statics::Fresh::new(&loaded.program, compile(), &limits);
    let mut executable = compile();
    let inside = executable.load(&call.heap).and_then(|mut inside| {
        executable.adopt_statics(&mut inside, &call.heap, &mut limits.clone())?;
        Ok(inside)
    });
    let mut inside = match inside {
        Ok(inside) => inside,
        Err(error) => {
            let diagnostic = Diagnostic::without_place(Code::BadHeap, format!("the heap cannot be used: {error}"));
            return Ok(Err(Refusal::of(Exit::BadInput, diagnostic)));
        }
    };
    if arguments.before {
        printer.before(output)?;
    }
    let words = inside.roots;
    inside.state.remember();
    executable.start(&mut inside.state, call.method, words.get(..call.passed).unwrap_or_default());
    let ended = executable.run_watched(&mut inside.state, &mut limits.clone());
    let end = outcome::End { executable: &executable, state: &inside.state, words: &words, limits, fresh: &fresh };
    let exit = printer.after(output, &end, &ended)?;
    let run = RunBudget { steps: limits.steps, depth: limits.depth, objects: limits.objects, iterations: None };
    Ok(Ok(match printer.contract(output, run)? {
        true => Exit::Violated,
        false => exit,
    }))
}
