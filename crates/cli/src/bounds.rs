//! `tightrope bounds`: tight field bounds of a class.

use crate::arguments::{BoundsArguments, BoundsSource, Format};
use crate::check::{refuse, run_budget, unknown_in_scope};
use crate::config::settings;
use crate::exit::Exit;
use crate::load::{Loaded, load};
use crate::output::Output;
use crate::queue::client::{open, queued_job, with_advice};
use crate::shape_file::{ShapeOfFile, find_shape, has_companion, no_shape, shape_diagnostic};
use crate::solving::write_files;
use crate::target;
use crate::watch::{Doing, Watch};
use std::io;
use std::time::Instant;
use tightrope_bounds::shape::ShapeError;
use tightrope_check::{
    Algorithm, BoundsFrom, Comparison, DerivedShape, Input, Options, Proofs, Remote, TightBounds, compare_shape,
    derived_shape, field_bounds,
};
use tightrope_heap::Layouts;
use tightrope_program::ClassId;
use tightrope_report::{BoundsReport, TextOptions, bounds_as_json, bounds_as_text, draw, duration};
use tightrope_source::{Code, Diagnostic};

pub fn run(arguments: &BoundsArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    let arguments = &BoundsArguments { from: source(arguments), ..arguments.clone() };
    let mut settings = match settings(&arguments.search).and_then(|settings| can_certify(arguments).map(|()| settings))
    {
        Ok(settings) => settings,
        Err(diagnostic) => return refuse(*diagnostic, output),
    };
    settings.setup.proofs = proofs(arguments);
    let mut loaded = load(&arguments.paths, &settings.reading(&arguments.reading));
    if loaded.has_errors() {
        loaded.notes.push("no bounds were computed: the input has errors".to_owned());
        loaded.report(output)?;
        return Ok(Exit::BadInput);
    }
    if arguments.queue.queue.is_some() && (arguments.from != BoundsSource::Invariant || arguments.compare) {
        let message = "`--queue` shares the questions of `--from invariant`: other bounds are found by one process";
        return refuse(Diagnostic::without_place(Code::BadArgument, message.to_owned()), output);
    }
    let reading = settings.reading(&arguments.reading);
    let queue = match queued_job(&arguments.queue, &arguments.search, &settings, reading, &mut loaded) {
        Ok(queue) => queue,
        Err(diagnostic) => return refuse(diagnostic, output),
    };
    let tight = TightBounds { has_keys: true, ..TightBounds::default() };
    let opened = queue.map(|(queue, mut job)| {
        job.use_bounds(&tight);
        open(queue, &job)
    });
    let opened = match opened.transpose() {
        Ok(opened) => opened,
        Err(diagnostic) => return refuse(diagnostic, output),
    };
    let remote = opened.as_ref().map(|(queue, job)| Remote { queue: queue.as_ref(), job: *job });
    let class = match target::find_whole_class(&loaded.program, &arguments.class) {
        Ok(class) => class,
        Err(diagnostic) => return stop(&mut loaded, *diagnostic, Exit::Usage, output),
    };
    if let Some(diagnostic) = unknown_in_scope(&loaded.program, &settings.scope) {
        return stop(&mut loaded, diagnostic, Exit::Usage, output);
    }
    let shape = match read_shape(&mut loaded, class, arguments) {
        Ok(shape) => shape,
        Err(diagnostic) => return stop(&mut loaded, *diagnostic, Exit::BadInput, output),
    };
    let watch = Watch::start(settings.memory, output.quiet);
    let what = format!("bounds of {}, scope {}", arguments.class, settings.scope);
    watch.say(Doing { what, since: Some(Instant::now()), forecast: None });
    let options = Options {
        run: run_budget(&settings),
        scope: settings.scope,
        timeout: settings.timeout.filter(|_| arguments.search.timeout.is_some()),
        threads: settings.jobs,
        accelerations: settings.accelerations,
        engine: settings.engine.clone(),
        setup: settings.setup,
        tight,
    };
    let derived = match derive(&loaded, class, arguments, shape.is_some()) {
        Ok(derived) => derived,
        Err(diagnostic) => return stop(&mut loaded, *diagnostic, Exit::BadInput, output),
    };
    let job = Job { class, shape: &shape, derived: &derived, options: &options, watch: &watch, remote };
    let result = if arguments.compare { job.compare(&loaded, output) } else { job.bounds(arguments, &loaded, output) };
    // Nobody waits for what is left. If that cannot be said, workers find out by themselves.
    let _ = remote.map(|remote| remote.queue.close(&remote.job));
    drop(watch);
    match (result, shape) {
        (Ok(exit), _) => {
            let exit = exit?;
            loaded.report(output)?;
            Ok(exit)
        }
        (Err(error), Some((file, _))) => {
            let diagnostic = shape_diagnostic(&error, file);
            stop(&mut loaded, diagnostic, Exit::BadInput, output)
        }
        // Without a predicate, none can be wrong.
        (Err(_), None) => Ok(Exit::Bug),
    }
}

fn wants_proofs(arguments: &BoundsArguments) -> bool {
    arguments.certify || arguments.proof.is_some()
}

/// Where bounds come from: only a solver gives proofs.
fn source(arguments: &BoundsArguments) -> BoundsSource {
    match arguments.from {
        BoundsSource::Auto if wants_proofs(arguments) => BoundsSource::Invariant,
        from => from,
    }
}

fn proofs(arguments: &BoundsArguments) -> Proofs {
    match (wants_proofs(arguments), &arguments.proof) {
        (false, _) => Proofs::None,
        (true, None) => Proofs::Checked,
        (true, Some(_)) => Proofs::Kept,
    }
}

fn can_certify(arguments: &BoundsArguments) -> Result<(), Box<Diagnostic>> {
    if !wants_proofs(arguments) || arguments.from == BoundsSource::Invariant && !arguments.compare {
        return Ok(());
    }
    let message = "`--certify` checks the refutations of a solver: only `--from invariant` has any";
    Err(Box::new(Diagnostic::without_place(Code::BadArgument, message.to_owned())))
}

fn stop(loaded: &mut Loaded, diagnostic: Diagnostic, exit: Exit, output: &mut Output<'_>) -> io::Result<Exit> {
    loaded.diagnostics.push(diagnostic);
    loaded.report(output)?;
    Ok(exit)
}

/// The shape predicate, if it is wanted.
fn read_shape(
    loaded: &mut Loaded,
    class: ClassId,
    arguments: &BoundsArguments,
) -> Result<Option<ShapeOfFile>, Box<Diagnostic>> {
    let is_left_alone = matches!(arguments.from, BoundsSource::Explore | BoundsSource::Invariant);
    if is_left_alone && !arguments.compare || arguments.from == BoundsSource::Derived {
        return Ok(None);
    }
    match find_shape(loaded, class, arguments.shape.as_deref())? {
        // A file of predicates beside the class is meant for it.
        None if has_companion(loaded, class) => Err(no_shape(loaded, class, None)),
        found => Ok(found),
    }
}

/// The predicate that is derived, if it is wanted and nobody has written one; or why there is none.
fn derive(
    loaded: &Loaded,
    class: ClassId,
    arguments: &BoundsArguments,
    is_written: bool,
) -> Result<Option<Result<DerivedShape, String>>, Box<Diagnostic>> {
    let is_wanted = !matches!(arguments.from, BoundsSource::Explore | BoundsSource::Invariant);
    if is_written || !(is_wanted || arguments.compare) {
        return Ok(None);
    }
    let is_needed = arguments.compare || arguments.from != BoundsSource::Auto;
    match derived_shape(&loaded.program, class) {
        Err(reason) if is_needed => Err(no_shape(loaded, class, Some(&reason))),
        found => Ok(Some(found)),
    }
}

/// How much it took. It differs from run to run, so it is no part of the result.
fn work(report: &BoundsReport) -> String {
    let time = duration(report.seconds);
    match report.queries {
        0 => time,
        queries => format!("{time}, {queries} questions to the solver, {} of them satisfiable", report.satisfiable),
    }
}

struct Job<'a> {
    class: ClassId,
    shape: &'a Option<ShapeOfFile>,
    derived: &'a Option<Result<DerivedShape, String>>,
    options: &'a Options,
    watch: &'a Watch,
    remote: Option<Remote<'a>>,
}

impl Job<'_> {
    fn bounds(
        &self,
        arguments: &BoundsArguments,
        loaded: &Loaded,
        output: &mut Output<'_>,
    ) -> Result<io::Result<Exit>, ShapeError> {
        let input = Input { program: &loaded.program, sources: &loaded.sources };
        let from = match (self.shape, arguments.from, self.remote) {
            (Some((_, shapes)), ..) => BoundsFrom::Shape(shapes),
            (None, ..) if let Some(Ok(derived)) = self.derived => BoundsFrom::Derived(derived),
            (None, BoundsSource::Invariant, Some(remote)) => BoundsFrom::Queue(remote),
            (None, BoundsSource::Invariant, None) => BoundsFrom::Invariant(Algorithm::Eager),
            (None, ..) => BoundsFrom::Exploration,
        };
        let order = arguments.labels.order();
        let (started, scope) = (Instant::now(), &self.options.scope);
        let say = |workers: usize| {
            let what = format!("bounds of {}, scope {scope}, {workers} at work", arguments.class);
            self.watch.say(Doing { what, since: Some(started), forecast: None });
        };
        let find = || field_bounds(input, self.class, from, order, self.options, &self.watch.signals);
        let mut report = with_advice(self.remote, self.watch, &say, find)?;
        if let Some(Err(reason)) = self.derived {
            report.notes.push(format!("no shape predicate is derived from the invariant: {reason}"));
        }
        let text = match arguments.format {
            Format::Json => bounds_as_json(&report),
            Format::Text => {
                bounds_as_text(&report, TextOptions { colors: output.colored_results, ..TextOptions::default() })
            }
        };
        let exit = if report.complete { Exit::Success } else { Exit::Unknown };
        let notes = arguments.verbose.then(|| work(&report));
        let written = output.result(&text).and_then(|()| notes.map_or(Ok(()), |note| output.note(&note)));
        let Some(path) = &arguments.proof else { return Ok(written.map(|()| exit)) };
        let proofs: Vec<(String, String)> = report.proof.into_iter().collect();
        Ok(written.and_then(|()| match write_files(path, &proofs) {
            Ok(note) => output.note(&note).map(|()| exit),
            Err(diagnostic) => refuse(*diagnostic, output),
        }))
    }

    fn compare(&self, loaded: &Loaded, output: &mut Output<'_>) -> Result<io::Result<Exit>, ShapeError> {
        let shapes = match (self.shape, self.derived) {
            (Some((_, shapes)), _) => shapes,
            (None, Some(Ok(derived))) => &derived.shapes,
            _ => return Ok(Ok(Exit::Usage)),
        };
        let input = Input { program: &loaded.program, sources: &loaded.sources };
        let name = &loaded.program.class(self.class).simple_name;
        let comparison = compare_shape(input, self.class, shapes, self.options, &self.watch.signals)?;
        let (text, exit) = match comparison {
            Comparison::Same { objects, structures } => {
                let text = format!(
                    "{name}: the shape predicate and the invariant admit the same structures up to scope {objects}, \
                     {structures} of them\n"
                );
                (text, Exit::Success)
            }
            Comparison::Different { objects, only_invariant, structure } => {
                let (by, not_by) = match only_invariant {
                    true => ("the invariant", "the shape predicate"),
                    false => ("the shape predicate", "the invariant"),
                };
                let drawing = draw(&loaded.program, &Layouts::new(&loaded.program), &structure, None);
                (
                    format!("{name}: admitted by {by}, but not by {not_by}, in scope {objects}:\n{drawing}"),
                    Exit::Violated,
                )
            }
            Comparison::Unknown { objects, reason } => {
                (format!("{name}: not compared in scope {objects}: {reason}\n"), Exit::Unknown)
            }
        };
        Ok(output.result(&text).map(|()| exit))
    }
}
