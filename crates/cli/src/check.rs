//! `tightrope check`: methods against their contracts, on every heap within a scope.

use crate::arguments::{CheckArguments, Logged, ReportFormat, Sharing, Statics};
use crate::baseline;
use crate::config::{Settings, completed, manners, settings};
use crate::deliver::{problems, rendered, write_files, write_tests};
use crate::dump::dump;
use crate::error_free_files::{sound_files, spoilt_methods};
use crate::exit::Exit;
use crate::guard::{broken_verdict, guarded, is_broken};
use crate::kept_verdicts::KeptVerdicts;
use crate::load::{Loaded, is_assertions, load};
use crate::output::Output;
use crate::queue::client::{QueuedJob, check_remotely, queued_job};
use crate::queue::job::Job;
use crate::read_sources::{near_path, no_such_path};
use crate::repository::Repository;
use crate::rounds;
use crate::solving::{one_to_prove, solving, write_proofs};
use crate::target;
use crate::tight::tight_bounds;
use crate::watch::{Doing, Watch};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tightrope_check::{
    ApiChecks, InitialHeaps, Input, Options, ReachableHeaps, Remote, Signals, Supported, TightBounds, blank,
    check_method, select, unsupported, without_doubtful_alarms,
};
use tightrope_engine::{Meter, RunBudget};
use tightrope_heap::{Layouts, Scope};
use tightrope_machine::Budget;
use tightrope_program::names::{is_listed, simple_name};
use tightrope_program::{ClassOrigin, Code as MethodCode, MethodId, Program};
use tightrope_report::{Asked, MethodReport, RunReport, SCHEMA, TextOptions, Verdict, duration, grouped, run_in_brief};
use tightrope_source::{Code, Diagnostic, Severity, Span, most_similar};
use tightrope_work::{Digest, Queue};

pub fn run(arguments: &CheckArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    let arguments = &match manners(arguments, output).and_then(|()| completed(arguments)) {
        Ok(arguments) => arguments,
        Err(diagnostic) => {
            let refused = Refused::says(*diagnostic, Exit::Usage, output)?;
            return report_refusal(arguments.format, &refused, output);
        }
    };
    if arguments.watch {
        return rounds::run(arguments, output);
    }
    match checked(arguments, output)? {
        Ok(checked) => deliver(arguments, checked, output),
        Err(refused) => report_refusal(arguments.format, &refused, output),
    }
}

/// Prints the result, and writes the files that were asked for.
pub(crate) fn deliver(arguments: &CheckArguments, checked: Checked, output: &mut Output<'_>) -> io::Result<Exit> {
    let Checked { mut loaded, report, methods, exit } = checked;
    let tests = arguments.files.junit_tests.as_ref();
    let written = tests.map_or(Ok(Vec::new()), |folder| write_tests(folder, &report, &loaded, &methods));
    match written {
        Ok(notes) => loaded.notes.extend(notes),
        Err(diagnostic) => return refuse(*diagnostic, output),
    }
    let proof = arguments.solving.proof.as_ref().map_or(Ok(None), |path| write_proofs(path, &report).map(Some));
    loaded.notes.extend(proof.as_ref().ok().cloned().flatten());
    let layouts = Layouts::new(&loaded.program);
    let written = write_files(&arguments.files, &report, &loaded, &layouts);
    // A report is for people: it is said where it is.
    let page = arguments.files.html.as_ref().filter(|_| written.is_ok());
    loaded.notes.extend(page.map(|path| format!("report written to {}: open it in a browser", path.display())));
    let options = TextOptions {
        colors: output.colored_results,
        width: output.width,
        details: arguments.verbose,
        ..TextOptions::default()
    };
    let is_brief = is_brief(arguments, &report);
    let text = match arguments.format {
        ReportFormat::Text if is_brief => run_in_brief(&report, options),
        format => rendered(format, &report, &loaded, &layouts, options),
    };
    output.result(&text)?;
    loaded.report(output)?;
    match written.and(proof.map(|_| ())) {
        Ok(()) => Ok(exit),
        Err(diagnostic) => refuse(*diagnostic, output),
    }
}

/// More methods are summed up, unless everything is asked for.
const MOST_IN_FULL: usize = 40;

/// The time of each method of a run over so many, where nobody has said how much it has: the first
/// answer should not take an hour.
const TIMEOUT_OF_MANY: Duration = Duration::from_secs(5);

/// One of several checks of one process.
#[derive(Debug, Default)]
pub(crate) struct Round<'r> {
    /// Who watches over all rounds.
    pub(crate) watch: Option<&'r Watch>,
    /// The files that were read.
    pub(crate) files: Vec<PathBuf>,
}

/// All that a check gives.
pub(crate) struct Checked {
    pub(crate) loaded: Loaded,
    pub(crate) report: RunReport,
    /// Those of the report, in its order.
    pub(crate) methods: Vec<MethodId>,
    pub(crate) exit: Exit,
}

/// Nothing was checked: what stands in the way, which has been said, and how to end.
pub(crate) struct Refused {
    loaded: Loaded,
    pub(crate) exit: Exit,
}

impl Refused {
    fn says(diagnostic: Diagnostic, exit: Exit, output: &mut Output<'_>) -> io::Result<Refused> {
        Refused::after_reading(Loaded::default(), diagnostic, exit, output)
    }

    fn after_reading(
        mut loaded: Loaded,
        diagnostic: Diagnostic,
        exit: Exit,
        output: &mut Output<'_>,
    ) -> io::Result<Refused> {
        loaded.diagnostics.push(diagnostic);
        loaded.report(output)?;
        Ok(Refused { loaded, exit })
    }
}

/// Programs that read a report get one for every exit code.
fn report_refusal(format: ReportFormat, refused: &Refused, output: &mut Output<'_>) -> io::Result<Exit> {
    if format != ReportFormat::Text {
        let report = RunReport {
            schema: SCHEMA,
            tool_version: env!("CARGO_PKG_VERSION").to_owned(),
            notes: refused.loaded.notes.clone(),
            diagnostics: problems(&refused.loaded),
            ..RunReport::default()
        };
        let layouts = Layouts::new(&refused.loaded.program);
        output.result(&rendered(format, &report, &refused.loaded, &layouts, TextOptions::default()))?;
    }
    Ok(refused.exit)
}

/// Reads and checks; where that is not possible it has said why.
pub(crate) fn checked(arguments: &CheckArguments, output: &mut Output<'_>) -> io::Result<Result<Checked, Refused>> {
    checked_in(arguments, &mut Round::default(), output)
}

/// What the arguments and the file with defaults say.
fn settings_of(arguments: &CheckArguments) -> Result<Settings, Box<Diagnostic>> {
    let settings = settings(&arguments.search)?;
    let (engine, setup) = solving(arguments, &settings.engine)?;
    Ok(Settings { engine, setup, ..settings })
}

/// The same, as one of several rounds.
pub(crate) fn checked_in(
    arguments: &CheckArguments,
    round: &mut Round<'_>,
    output: &mut Output<'_>,
) -> io::Result<Result<Checked, Refused>> {
    let settings = match settings_of(arguments) {
        Ok(settings) => settings,
        Err(diagnostic) => return Refused::says(*diagnostic, Exit::Usage, output).map(Err),
    };
    let wanted = match Targets::read(&arguments.what, &settings) {
        Ok(wanted) => wanted,
        // As for every command that is given a path.
        Err(diagnostic) if diagnostic.code == Code::CannotRead => {
            return Refused::says(*diagnostic, Exit::BadInput, output).map(Err);
        }
        Err(diagnostic) => return Refused::says(*diagnostic, Exit::Usage, output).map(Err),
    };
    let reading = settings.reading(&arguments.reading);
    let mut loaded = load(&wanted.paths, &reading);
    let read = loaded.files.iter().chain(&loaded.neighbours);
    round.files = read.map(|id| loaded.sources.file(*id).path.clone()).collect();
    let mut remote = match queued_job(&arguments.queue, &arguments.search, &settings, reading, &mut loaded) {
        Ok(remote) => remote,
        Err(diagnostic) => return Refused::says(diagnostic, Exit::Usage, output).map(Err),
    };
    let chosen = wanted.methods(&loaded, &settings).map(|methods| sound(&loaded, methods));
    let (methods, left_out) = match chosen {
        Ok((methods, left_out)) if !methods.is_empty() => (methods, left_out),
        chosen if loaded.has_errors() => {
            // A name that is misspelt would stay so when the errors are mended.
            loaded.diagnostics.extend(chosen.err().filter(|diagnostic| is_suggestion(diagnostic)).map(|it| *it));
            loaded.notes.push("nothing was checked: the input has errors".to_owned());
            loaded.report(output)?;
            return Ok(Err(Refused { loaded, exit: Exit::BadInput }));
        }
        Ok(none) => none,
        Err(diagnostic) => return Refused::after_reading(loaded, *diagnostic, Exit::Usage, output).map(Err),
    };
    if wanted.names_something() {
        keep_warnings_about(&mut loaded, &methods);
    }
    if let Some(diagnostic) = unknown_in_scope(&loaded.program, &settings.scope) {
        return Refused::after_reading(loaded, diagnostic, Exit::Usage, output).map(Err);
    }
    if let Some(stage) = arguments.dump {
        output.result(&dump(&loaded, &methods, stage, &settings.scope))?;
        return Ok(Err(Refused { loaded, exit: Exit::Success }));
    }
    let heaps = settings.initial_heaps(arguments.from.as_ref());
    let heaps = match heaps.and_then(|heaps| one_to_prove(arguments, &methods).map(|()| heaps)) {
        Ok(heaps) => heaps,
        Err(diagnostic) => return Refused::says(*diagnostic, Exit::Usage, output).map(Err),
    };
    let kept = output.repository.as_ref().filter(|_| !arguments.search.no_cache);
    let tight = match tight_bounds(arguments, &mut loaded, &methods, kept) {
        Ok(tight) => tight,
        Err(diagnostic) => return Refused::after_reading(loaded, *diagnostic, Exit::BadInput, output).map(Err),
    };
    if let Some((_, job)) = &mut remote {
        job.use_bounds(&tight);
    }
    let given = GivenHelp { remote: remote.as_ref(), tight: &tight, watch: round.watch };
    let mut report = by_command(arguments, &settings, &loaded, &methods, (heaps, given), output)?;
    report.asked = asked(arguments, &wanted);
    report.notes.extend(left_out);
    report.diagnostics = problems(&loaded);
    if let Some(path) = &arguments.baseline
        && let Err(diagnostic) = baseline::apply(path, &mut report)
    {
        return Refused::says(*diagnostic, Exit::Usage, output).map(Err);
    }
    let exit = exit_with(&loaded, &report);
    // A summary says that time was short, not of whom.
    if !is_brief(arguments, &report) {
        loaded.notes.extend(report.methods.iter().filter_map(forecast_note));
    }
    Ok(Ok(Checked { loaded, report, methods, exit }))
}

/// Does it know the name that is meant?
pub(crate) fn is_suggestion(diagnostic: &Diagnostic) -> bool {
    diagnostic.hints.iter().any(|hint| hint.starts_with("did you mean"))
}

/// Whatever the rest is like: where the input has errors, not all that was asked for was checked.
fn exit_with(loaded: &Loaded, report: &RunReport) -> Exit {
    match exit_code(report) {
        Exit::Interrupted => Exit::Interrupted,
        _ if loaded.has_errors() => Exit::BadInput,
        exit => exit,
    }
}

/// The paths and options that decide what is covered.
fn asked(arguments: &CheckArguments, wanted: &Targets) -> Asked {
    let search = &arguments.search;
    let flag = |name: &str, value: Option<String>| value.map(|value| (name.to_owned(), value));
    let mut options: Vec<(String, String)> = [
        flag("--scope", search.scope.clone()),
        flag("--from", arguments.from.clone()),
        flag("--max-steps", search.max_steps.map(|steps| steps.to_string())),
        flag("--memory", search.memory.clone()),
        flag("--engine", search.engine.clone()),
        flag("--split", arguments.solving.split.clone()),
        flag("--certify", arguments.solving.certify.then(String::new)),
        flag("--config", search.config.as_ref().map(|path| path.display().to_string())),
        flag("--non-null", arguments.reading.non_null.then(String::new)),
        flag("--statics", (arguments.reading.statics == Statics::Any).then(|| "any".to_owned())),
        flag("--sharing", (arguments.reading.sharing == Sharing::Owned).then(|| "owned".to_owned())),
    ]
    .into_iter()
    .flatten()
    .collect();
    let entries = arguments.reading.class_path.iter();
    options.extend(entries.map(|entry| ("--class-path".to_owned(), entry.clone())));
    let invariants = arguments.reading.invariant_method.iter();
    options.extend(invariants.map(|name| ("--invariant-method".to_owned(), name.clone())));
    Asked { paths: wanted.paths.iter().map(|path| path.display().to_string()).collect(), options }
}

/// Who asks for one method does not want to hear of other files, but for what is wrong there.
fn keep_warnings_about(loaded: &mut Loaded, methods: &[MethodId]) {
    let files: Vec<_> = methods.iter().map(|method| loaded.program.method(*method).name_span.file).collect();
    let is_about = |diagnostic: &Diagnostic| diagnostic.primary().is_none_or(|span| files.contains(&span.file));
    loaded.diagnostics.retain(|diagnostic| diagnostic.severity() == Severity::Error || is_about(diagnostic));
}

/// The methods that errors leave alone, and what is to be said of the others.
fn sound(loaded: &Loaded, methods: Vec<MethodId>) -> (Vec<MethodId>, Option<String>) {
    if !loaded.has_errors() {
        return (methods, None);
    }
    let (files, spoilt) = (sound_files(loaded), spoilt_methods(loaded));
    let is_sound =
        |method: &MethodId| !spoilt.contains(method) && files.contains(&loaded.program.method(*method).name_span.file);
    let (sound, others): (Vec<MethodId>, Vec<MethodId>) = methods.into_iter().partition(is_sound);
    let by_contract = others.iter().filter(|method| spoilt.contains(method)).count();
    (sound, left_out_by_errors(by_contract, others.len() - by_contract))
}

fn left_out_by_errors(by_contract: usize, by_file: usize) -> Option<String> {
    let reasons = [
        (by_contract, "its contract has errors", "their contracts have errors"),
        (
            by_file,
            "its file, or one that it depends on, has errors",
            "their files, or some that they depend on, have errors",
        ),
    ];
    let reasons = reasons.iter().filter(|(count, ..)| *count > 0).map(|(count, one, many)| match count {
        1 => format!("1 method was not checked: {one}"),
        _ => format!("{count} methods were not checked: {many}"),
    });
    let reasons: Vec<String> = reasons.collect();
    (!reasons.is_empty()).then(|| reasons.join("; "))
}

/// Is one line for each cause wanted?
fn is_brief(arguments: &CheckArguments, report: &RunReport) -> bool {
    arguments.brief || !arguments.full && !arguments.verbose && report.methods.len() > MOST_IN_FULL
}

/// For a method that ran out of time: how much it may need.
fn forecast_note(method: &MethodReport) -> Option<String> {
    let Verdict::Unknown { last_complete_scope: Some(scope), .. } = &method.verdict else { return None };
    let coverage = method.coverage.as_ref()?;
    let guess = coverage.forecast?;
    let spent: f64 = coverage.rungs.iter().map(|rung| rung.seconds).sum();
    let is_longer = guess.seconds > method.seconds - spent;
    is_longer.then(|| {
        let heaps = match coverage.is_one_formula() {
            true => String::new(),
            false => format!(", with {} heaps or so", grouped(guess.heaps)),
        };
        format!("{}: the scope after {scope} may take {}{heaps}", method.name(), duration(guess.seconds))
    })
}

pub(crate) fn refuse(diagnostic: Diagnostic, output: &mut Output<'_>) -> io::Result<Exit> {
    output.diagnostics(&tightrope_source::SourceMap::new(), &[diagnostic])?;
    Ok(Exit::Usage)
}

/// About what the stack of a JVM holds without further settings.
const MOST_NESTED_CALLS: usize = 10_000;

/// For every run of a method.
pub(crate) fn run_budget(settings: &Settings) -> RunBudget {
    RunBudget {
        steps: settings.max_steps,
        depth: MOST_NESTED_CALLS,
        objects: Budget::default().objects,
        iterations: settings.iterations,
    }
}

/// Who may know or find out something: earlier runs, and other processes.
#[derive(Clone, Copy)]
struct Help<'a> {
    repository: Option<&'a Repository>,
    remote: Option<&'a QueuedJob>,
    tight: &'a TightBounds,
}

/// What a round of checks is given besides the program.
#[derive(Clone, Copy)]
struct GivenHelp<'a> {
    remote: Option<&'a QueuedJob>,
    tight: &'a TightBounds,
    /// That of all rounds, if there are several.
    watch: Option<&'a Watch>,
}

/// Checks all methods; each assertion with the bounds of its own command.
fn by_command(
    arguments: &CheckArguments,
    settings: &Settings,
    loaded: &Loaded,
    methods: &[MethodId],
    (heaps, given): (InitialHeaps, GivenHelp<'_>),
    output: &mut Output<'_>,
) -> io::Result<RunReport> {
    let command = |method: &MethodId| loaded.commands.iter().find(|command| command.method == *method);
    let (asserted, others): (Vec<MethodId>, Vec<MethodId>) =
        methods.iter().copied().partition(|method| command(method).is_some());
    if asserted.is_empty() {
        return told(arguments, settings, loaded, &others, (heaps, given), output);
    }
    let mut reports = Vec::new();
    if !others.is_empty() {
        reports.push(told(arguments, settings, loaded, &others, (heaps, given), output)?);
    }
    for method in asserted {
        let bounded = command(&method).map(|command| settings.within(command, arguments.search.scope.is_some()));
        let settings = bounded.as_ref().unwrap_or(settings);
        // An assertion speaks of heaps, not of what calls build.
        reports.push(told(arguments, settings, loaded, &[method], (InitialHeaps::Any, given), output)?);
    }
    let joined = reports.into_iter().reduce(|mut all, next| {
        all.interrupted |= next.interrupted;
        all.seconds += next.seconds;
        all.methods.extend(next.methods);
        all.notes.extend(next.notes.into_iter().filter(|note| !all.notes.contains(note)).collect::<Vec<_>>());
        all
    });
    Ok(joined.unwrap_or_default())
}

/// Checks all methods, and tells what the search did if somebody wants to know.
fn told(
    arguments: &CheckArguments,
    settings: &Settings,
    loaded: &Loaded,
    methods: &[MethodId],
    (heaps, given): (InitialHeaps, GivenHelp<'_>),
    output: &mut Output<'_>,
) -> io::Result<RunReport> {
    // What is known from before would leave nothing to tell.
    let is_kept = !arguments.search.no_cache && arguments.log.is_none() && arguments.solving.proof.is_none();
    let repository = output.repository.as_ref().filter(|_| is_kept);
    let GivenHelp { remote, tight, watch } = given;
    let help = Help { repository, remote, tight };
    let meter = arguments.log.map(|Logged::Search| Meter::with_log()).unwrap_or_default();
    let own = Watch::of(Signals { meter, ..Signals::default() }, settings.memory, output.quiet);
    let watch = watch.unwrap_or(&own);
    let report = check_all(heaps, settings, loaded, methods, watch, help);
    watch.signals.meter.take_log().iter().try_for_each(|line| output.log(line))?;
    Ok(report)
}

fn check_all(
    heaps: InitialHeaps,
    settings: &Settings,
    loaded: &Loaded,
    methods: &[MethodId],
    watch: &Watch,
    help: Help<'_>,
) -> RunReport {
    let started = Instant::now();
    let input = Input { program: &loaded.program, sources: &loaded.sources };
    let is_hasty = settings.is_default_timeout && methods.len() > MOST_IN_FULL && help.remote.is_none();
    let unhurried = search_options(settings, watch, help.tight);
    let timeout = if is_hasty { Some(TIMEOUT_OF_MANY) } else { unhurried.timeout };
    let options = Options { timeout, ..unhurried.clone() };
    let mut report = RunReport {
        schema: SCHEMA,
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        scope: settings.scope.clone(),
        ..RunReport::default()
    };
    let mut by_calls = ApiChecks::default();
    let mut reachable = ReachableHeaps::default();
    let mut kept = KeptVerdicts::new(help.repository, loaded, &options, heaps);
    let supported = Supported::of(input.program, heaps);
    let mut on_calls = |method: &MethodId| match supported.never(*method) {
        Some(why) => Some(unsupported(input, *method, &why)),
        // Sequences of calls are tried once for all methods of a class, and end by themselves.
        None => by_calls.check(input, *method, heaps, &unhurried, &watch.signals),
    };
    match help.remote {
        None => {
            let on_heaps = |method: &MethodId| {
                let checked = check_method(input, *method, &options, &watch.signals, &mut |progress| {
                    let what = format!("{}, scope {}", progress.method, progress.scope);
                    watch.say(Doing { what, since: Some(Instant::now()), forecast: progress.forecast });
                });
                without_doubtful_alarms(input, *method, heaps, checked)
            };
            for method in methods {
                let checked = kept.find(*method).unwrap_or_else(|| {
                    let checked = guarded(|| on_calls(method).unwrap_or_else(|| on_heaps(method)));
                    let mut checked = checked.unwrap_or_else(|message| given_up(input, *method, &message));
                    reachable.judge(input, *method, &options, &mut checked);
                    kept.keep(*method, &checked);
                    checked
                });
                report.methods.push(checked);
                if watch.is_interrupted() {
                    break;
                }
            }
        }
        Some((queue, job)) => {
            let known = |method: &MethodId| kept.find(*method).or_else(|| on_calls(method));
            let checked: Vec<Option<MethodReport>> = methods.iter().map(known).collect();
            let left = methods.iter().zip(&checked).filter(|(_, checked)| checked.is_none()).map(|(method, _)| *method);
            let left: Vec<MethodId> = left.collect();
            let others = check_all_remotely(input, &left, &options, watch, (queue.as_ref(), job));
            let judged = left.iter().zip(others);
            let mut others = judged.map(|(method, checked)| without_doubtful_alarms(input, *method, heaps, checked));
            report.methods = checked.into_iter().filter_map(|checked| checked.or_else(|| others.next())).collect();
            let judged = methods.iter().zip(&mut report.methods);
            judged.for_each(|(method, checked)| reachable.judge(input, *method, &options, checked));
            methods.iter().zip(&report.methods).for_each(|(method, checked)| kept.keep(*method, checked));
        }
    }
    if watch.is_interrupted() {
        report.interrupted = true;
        let left = methods.len() - report.methods.len();
        if left > 0 {
            report.notes.push(format!("interrupted: {left} methods were not checked"));
        }
    }
    report.notes.extend(left_out_note(loaded, methods));
    report.notes.extend(only_failures_note(&report));
    report.notes.extend(kept.notes());
    report.notes.extend(hasty_note(&report).filter(|_| is_hasty));
    report.seconds = started.elapsed().as_secs_f64();
    report
}

/// Was the time too short for some of many methods?
fn hasty_note(report: &RunReport) -> Option<String> {
    let is_cut = report.methods.iter().any(|method| matches!(method.verdict, Verdict::Unknown { .. }));
    let seconds = TIMEOUT_OF_MANY.as_secs();
    is_cut.then(|| format!("among so many methods each had {seconds} s; `--timeout 60s` gives each more"))
}

/// Whoever sees nothing but `holds`, and has said nothing, is told what that means.
fn only_failures_note(report: &RunReport) -> Option<String> {
    let is_violated = report.methods.iter().any(|method| method.verdict == Verdict::Violated);
    let is_on_calls = |method: &MethodReport| method.coverage.as_ref().is_some_and(|coverage| coverage.calls.is_some());
    let is_held = report.methods.iter().any(|method| method.verdict == Verdict::Holds && is_on_calls(method));
    (is_held && !is_violated).then(|| {
        "nothing says what is right, so only failures were looked for (exceptions, asserts, endless runs); \
         `tightrope explain only failures` shows how to say it"
            .to_owned()
    })
}

/// How each method is searched.
fn search_options(settings: &Settings, watch: &Watch, tight: &TightBounds) -> Options {
    Options {
        scope: settings.scope.clone(),
        timeout: settings.timeout,
        // A log tells one story.
        threads: if watch.signals.meter.has_log() { 1 } else { settings.jobs },
        run: run_budget(settings),
        accelerations: settings.accelerations,
        engine: settings.engine.clone(),
        setup: settings.setup,
        tight: tight.clone(),
    }
}

/// Lets others search; without them, each method says why nothing is known.
fn check_all_remotely(
    input: Input<'_>,
    methods: &[MethodId],
    options: &Options,
    watch: &Watch,
    (queue, job): (&dyn Queue, &Job),
) -> std::vec::IntoIter<MethodReport> {
    // A queue that fails here fails for every method, which then says so.
    let id = queue.open(&job.to_bytes()).unwrap_or(Digest([0; 32]));
    let reports = check_remotely(input, methods, options, watch, Remote { queue, job: id });
    // Nobody waits for what is left. If that cannot be said, workers find out by themselves.
    let _ = queue.close(&id);
    reports.into_iter()
}

/// What is said of a method after a bug in the tool.
fn given_up(input: Input<'_>, method: MethodId, message: &str) -> MethodReport {
    MethodReport { verdict: broken_verdict(message), ..blank(input, method) }
}

/// Private helpers, and parts of other classes, without a contract are checked where they are
/// called.
fn left_out_note(loaded: &Loaded, methods: &[MethodId]) -> Option<String> {
    let left_out = select(&loaded.program).left_out.into_iter().filter(|method| !methods.contains(method)).count();
    let is_whole = methods.len() > 1;
    let (plural, are) = if left_out == 1 { ("method", "it is") } else { ("methods", "they are") };
    (is_whole && left_out > 0)
        .then(|| format!("{left_out} internal {plural} without a contract: checked only where {are} called"))
}

fn exit_code(report: &RunReport) -> Exit {
    let totals = report.totals();
    let known = report.methods.iter().filter(|method| method.is_known()).count();
    match totals {
        _ if report.interrupted => Exit::Interrupted,
        _ if report.methods.iter().any(is_broken) => Exit::Bug,
        _ if totals.violated > known => Exit::Violated,
        _ if totals.holds + known == totals.methods => Exit::Success,
        _ => Exit::Unknown,
    }
}

/// A scope that bounds something that does not exist bounds nothing.
pub(crate) fn unknown_in_scope(program: &Program, scope: &Scope) -> Option<Diagnostic> {
    let names = scope.per_class.keys().chain(scope.per_field.keys());
    let unknown = names.into_iter().find(|name| !names_class(program, name) && !names_field(program, name))?;
    let classes: Vec<&str> = program
        .class_ids()
        .filter(|id| program.class(*id).origin == ClassOrigin::User)
        .map(|id| simple_name(program, id))
        .collect();
    let message = format!("the scope bounds `{unknown}`, and there is no such class or field");
    let diagnostic = Diagnostic::without_place(Code::BadArgument, message);
    let similar = most_similar(unknown.as_str(), classes.iter().copied());
    Some(match similar {
        Some(name) => diagnostic.hint(format!("is `{name}` meant?")),
        None => diagnostic,
    })
}

fn names_class(program: &Program, name: &str) -> bool {
    program.classes.iter().any(|class| class.name == name || class.simple_name == name)
}

/// `Node.key`, or a parameter by its name behind a dot.
fn names_field(program: &Program, name: &str) -> bool {
    let Some((class, field)) = name.rsplit_once('.') else { return false };
    program.fields.iter().any(|declared| declared.name == field) && (class.is_empty() || names_class(program, class))
}

/// What the user named: files and folders, and what in them.
pub(crate) struct Targets {
    pub(crate) paths: Vec<PathBuf>,
    /// `Class`, `Class.method`.
    targets: Vec<String>,
    /// File and line.
    lines: Vec<(PathBuf, usize)>,
}

impl Targets {
    pub(crate) fn read(what: &[String], settings: &Settings) -> Result<Targets, Box<Diagnostic>> {
        let mut wanted = Targets { paths: Vec::new(), targets: Vec::new(), lines: Vec::new() };
        for text in what {
            match file_and_line(text) {
                _ if Path::new(text).exists() => wanted.paths.push(PathBuf::from(text)),
                Some((file, line)) => {
                    wanted.paths.push(file.clone());
                    wanted.lines.push((file, line));
                }
                None if looks_like_a_path(text) || is_misspelt_folder(text) => {
                    return Err(Box::new(no_such_path(Path::new(text))));
                }
                None => wanted.targets.push(text.clone()),
            }
        }
        if wanted.paths.is_empty() {
            wanted.paths = settings.config.paths.clone();
        }
        if wanted.paths.is_empty() {
            wanted.paths.push(PathBuf::from("."));
        }
        Ok(wanted)
    }

    /// Files of assertions say themselves what is to be checked.
    fn has_assertions(&self) -> bool {
        self.paths.iter().any(|path| is_assertions(path))
    }

    /// Methods or classes, and not only paths.
    fn names_something(&self) -> bool {
        !self.targets.is_empty() || !self.lines.is_empty()
    }

    pub(crate) fn methods(&self, loaded: &Loaded, settings: &Settings) -> Result<Vec<MethodId>, Box<Diagnostic>> {
        let program = &loaded.program;
        let mut methods: Vec<MethodId> = Vec::new();
        for (file, line) in &self.lines {
            methods.push(method_at(loaded, file, *line)?);
        }
        for text in &self.targets {
            methods.extend(named(program, text)?);
        }
        if self.lines.is_empty() && self.targets.is_empty() && self.has_assertions() {
            return Ok(loaded.commands.iter().map(|command| command.method).collect());
        }
        if self.lines.is_empty() && self.targets.is_empty() {
            methods = match settings.config.select.as_slice() {
                [] => {
                    let is_asked_for = |method: &MethodId| loaded.is_asked_for(program.method(*method).span);
                    select(program).checked.into_iter().filter(is_asked_for).collect()
                }
                chosen => {
                    let found: Result<Vec<Vec<MethodId>>, _> = chosen.iter().map(|text| named(program, text)).collect();
                    found?.concat()
                }
            };
            for text in &settings.config.skip {
                let skipped = named(program, text)?;
                methods.retain(|method| !skipped.contains(method));
            }
        }
        let mut once: Vec<MethodId> = Vec::new();
        methods.into_iter().for_each(|method| {
            if !once.contains(&method) {
                once.push(method);
            }
        });
        if once.is_empty() {
            let message = "there is no method to check here".to_owned();
            let hint = "tightrope checks methods that have a body and are either non-private or have a contract";
            return Err(Box::new(Diagnostic::without_place(Code::NoSuchTarget, message).hint(hint)));
        }
        Ok(once)
    }
}

/// The methods of a class that are checked, or one method.
fn named(program: &Program, text: &str) -> Result<Vec<MethodId>, Box<Diagnostic>> {
    if let Some(class) = target::whole_class(program, text.trim()) {
        let of_class = |method: &MethodId| program.method(*method).class == class;
        let selection = select(program);
        let mut found: Vec<MethodId> = selection.checked.into_iter().filter(of_class).collect();
        if found.is_empty() {
            // Who asks for a class that is a part of another one wants to see it by itself.
            found = selection.left_out.into_iter().filter(of_class).collect();
        }
        if found.is_empty() {
            let message = format!("`{}` has no method to check", simple_name(program, class));
            return Err(Box::new(Diagnostic::without_place(Code::NoSuchTarget, message)));
        }
        return Ok(found);
    }
    let has_code = |method: &MethodId| matches!(program.method(*method).code, MethodCode::Body(_));
    let found: Vec<MethodId> = target::find_overloads(program, text)?.into_iter().filter(has_code).collect();
    if found.is_empty() {
        let message = format!("`{text}` has no code to check");
        return Err(Box::new(Diagnostic::without_place(Code::NoSuchTarget, message)));
    }
    Ok(found)
}

/// `src/Tree.java:120`
fn file_and_line(text: &str) -> Option<(PathBuf, usize)> {
    let (file, line) = text.rsplit_once(':')?;
    let line = line.parse().ok()?;
    Path::new(file).exists().then(|| (PathBuf::from(file), line))
}

/// A plain word is the name of a class, but not if there is a folder of nearly that name.
fn is_misspelt_folder(text: &str) -> bool {
    !text.contains('.') && near_path(Path::new(text)).is_some_and(|near| near.is_dir())
}

fn looks_like_a_path(text: &str) -> bool {
    text.contains(['/', '\\']) || text.ends_with(".java") || text.ends_with(".als") || text.contains(".java:")
}

/// The innermost method that the line belongs to, with its contract.
fn method_at(loaded: &Loaded, file: &Path, line: usize) -> Result<MethodId, Box<Diagnostic>> {
    let program = &loaded.program;
    let contains = |id: &MethodId| {
        let method = program.method(*id);
        let is_user = program.class(method.class).origin == ClassOrigin::User;
        let has_code = matches!(method.code, MethodCode::Body(_));
        if !is_user || !has_code || !is_listed(method) || loaded.sources.path(method.span) != file {
            return false;
        }
        let position = |offset: u32| loaded.sources.file(method.span.file).position(offset).line;
        let of_contract = method.contract.cases.iter().map(|case| case.span);
        let is_here = |span: Span| (position(span.start)..=position(span.end)).contains(&line);
        std::iter::once(method.span).chain(of_contract).filter(|span| span.file == method.span.file).any(is_here)
    };
    let found = program.method_ids().filter(contains).min_by_key(|id| {
        let span = program.method(*id).span;
        span.end - span.start
    });
    found.ok_or_else(|| {
        let message = format!("no method with code is at {}:{line}", file.display());
        Box::new(Diagnostic::without_place(Code::NoSuchTarget, message))
    })
}
