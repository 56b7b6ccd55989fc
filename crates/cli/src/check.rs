//! `tightrope check`: methods against their contracts, on every heap within a scope.

use crate::arguments::{CheckArguments, Given, ReportFormat};
use crate::config::{Settings, settings};
use crate::deliver::{problems, rendered, write_files, write_tests};
use crate::exit::Exit;
use crate::load::{Loaded, load};
use crate::output::Output;
use crate::sound_files::sound_files;
use crate::target;
use crate::watch::{Doing, Watch};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tightrope_check::{ApiChecks, InitialHeaps, Input, Options, check_method, select};
use tightrope_engine::RunBudget;
use tightrope_heap::{Layouts, Scope};
use tightrope_machine::Budget;
use tightrope_problem::{Bounds, Problem, describe_bounds, describe_problem};
use tightrope_program::names::{is_listed, simple_name};
use tightrope_program::{ClassOrigin, Code as MethodCode, MethodId, Program};
use tightrope_report::{MethodReport, RunReport, SCHEMA, TextOptions, Verdict, duration, grouped};
use tightrope_source::{Code, Diagnostic, Span, most_similar};

pub fn run(arguments: &CheckArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    let (loaded, report, exit) = match checked(arguments, output)? {
        Ok(Checked { mut loaded, report, methods, exit }) => {
            let tests = arguments.files.junit_tests.as_ref();
            let written = tests.map_or(Ok(Vec::new()), |folder| write_tests(folder, &report, &loaded, &methods));
            match written {
                Ok(notes) => loaded.notes.extend(notes),
                Err(diagnostic) => return refuse(*diagnostic, output),
            }
            (loaded, report, exit)
        }
        Err(refused) => return report_refusal(arguments.format, &refused, output),
    };
    let layouts = Layouts::new(&loaded.program);
    let written = write_files(&arguments.files, &report, &loaded, &layouts);
    let options = TextOptions { colors: output.colored_results, details: arguments.verbose, ..TextOptions::default() };
    output.result(&rendered(arguments.format, &report, &loaded, &layouts, options))?;
    loaded.report(output)?;
    match written {
        Ok(()) => Ok(exit),
        Err(diagnostic) => refuse(*diagnostic, output),
    }
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
        let loaded = Loaded { diagnostics: vec![diagnostic], ..Loaded::default() };
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
    let settings = match settings(&arguments.search) {
        Ok(settings) => settings,
        Err(diagnostic) => return Refused::says(*diagnostic, Exit::Usage, output).map(Err),
    };
    let wanted = match Wanted::read(&arguments.what, &settings) {
        Ok(wanted) => wanted,
        // As for every command that is given a path.
        Err(diagnostic) if diagnostic.code == Code::CannotRead => {
            return Refused::says(*diagnostic, Exit::BadInput, output).map(Err);
        }
        Err(diagnostic) => return Refused::says(*diagnostic, Exit::Usage, output).map(Err),
    };
    let mut loaded = load(&wanted.paths, &settings.reading(&arguments.reading));
    let chosen = wanted.methods(&loaded, &settings).map(|methods| sound(&loaded, methods));
    let (methods, left_out) = match chosen {
        Ok((methods, left_out)) if !methods.is_empty() => (methods, left_out),
        _ if loaded.has_errors() => {
            loaded.notes.push("nothing was checked: the input has errors".to_owned());
            loaded.report(output)?;
            return Ok(Err(Refused { loaded, exit: Exit::BadInput }));
        }
        Ok(none) => none,
        Err(diagnostic) => {
            loaded.diagnostics.push(*diagnostic);
            loaded.report(output)?;
            return Ok(Err(Refused { loaded, exit: Exit::Usage }));
        }
    };
    if let Some(diagnostic) = unknown_in_scope(&loaded.program, &settings.scope) {
        loaded.diagnostics.push(diagnostic);
        loaded.report(output)?;
        return Ok(Err(Refused { loaded, exit: Exit::Usage }));
    }
    if let Some(stage) = arguments.dump {
        output.result(&dumped(stage, &settings, &loaded, &methods))?;
        return Ok(Err(Refused { loaded, exit: Exit::Success }));
    }
    let heaps = match settings.initial_heaps(arguments.from.as_ref()) {
        Ok(heaps) => heaps,
        Err(diagnostic) => return Refused::says(*diagnostic, Exit::Usage, output).map(Err),
    };
    let mut report = check_all(heaps, &settings, &loaded, &methods, output.quiet);
    report.notes.extend(left_out);
    report.diagnostics = problems(&loaded);
    let exit = match exit_code(&report) {
        Exit::Interrupted => Exit::Interrupted,
        // Whatever the rest is like: not all that was asked for could be checked.
        _ if loaded.has_errors() => Exit::BadInput,
        exit => exit,
    };
    loaded.notes.extend(report.methods.iter().filter_map(forecast_note));
    Ok(Ok(Checked { loaded, report, methods, exit }))
}

/// What engines are given, method by method.
fn dumped(stage: Given, settings: &Settings, loaded: &Loaded, methods: &[MethodId]) -> String {
    let of_method = |method: &MethodId| {
        let problem = Problem::of_method(&loaded.program, *method);
        match stage {
            Given::Problem => describe_problem(&problem, &loaded.sources),
            Given::Space => describe_bounds(&problem, &Bounds::resolve(&problem, &settings.scope)),
        }
    };
    methods.iter().map(of_method).collect()
}

/// The methods that errors leave alone, and what is to be said of the others.
fn sound(loaded: &Loaded, methods: Vec<MethodId>) -> (Vec<MethodId>, Option<String>) {
    if !loaded.has_errors() {
        return (methods, None);
    }
    let files = sound_files(loaded);
    let is_sound = |method: &MethodId| files.contains(&loaded.program.method(*method).name_span.file);
    let (sound, others): (Vec<MethodId>, Vec<MethodId>) = methods.into_iter().partition(is_sound);
    let note = match others.len() {
        0 => None,
        1 => Some("1 method was not checked: its file, or one that it depends on, has errors".to_owned()),
        many => Some(format!("{many} methods were not checked: their files, or some that they depend on, have errors")),
    };
    (sound, note)
}

/// For a method that ran out of time: how much it may need.
fn forecast_note(method: &MethodReport) -> Option<String> {
    let Verdict::Unknown { last_complete_scope: Some(scope), .. } = &method.verdict else { return None };
    let coverage = method.coverage.as_ref()?;
    let guess = coverage.forecast?;
    let spent: f64 = coverage.rungs.iter().map(|rung| rung.seconds).sum();
    let is_longer = guess.seconds > method.seconds - spent;
    is_longer.then(|| {
        let (time, heaps) = (duration(guess.seconds), grouped(guess.heaps));
        format!("{}: the scope after {scope} may take {time}, with {heaps} heaps or so", method.name())
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
    RunBudget { steps: settings.max_steps, depth: MOST_NESTED_CALLS, objects: Budget::default().objects }
}

fn check_all(
    heaps: InitialHeaps,
    settings: &Settings,
    loaded: &Loaded,
    methods: &[MethodId],
    is_quiet: bool,
) -> RunReport {
    let started = Instant::now();
    let watch = Watch::start(settings.memory, is_quiet);
    let input = Input { program: &loaded.program, sources: &loaded.sources };
    let options = Options {
        scope: settings.scope.clone(),
        timeout: settings.timeout,
        threads: settings.jobs,
        run: run_budget(settings),
        accelerations: settings.accelerations,
        engine: settings.engine.clone(),
    };
    let mut report = RunReport {
        schema: SCHEMA,
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        scope: settings.scope.to_string(),
        ..RunReport::default()
    };
    let mut by_calls = ApiChecks::default();
    for method in methods {
        let checked = by_calls.check(input, *method, heaps, &options, &watch.signals);
        let checked = checked.unwrap_or_else(|| {
            check_method(input, *method, &options, &watch.signals, &mut |progress| {
                let what = format!("{}, scope {}", progress.method, progress.scope);
                watch.say(Doing { what, since: Some(Instant::now()), forecast: progress.forecast });
            })
        });
        report.methods.push(checked);
        if watch.is_interrupted() {
            report.interrupted = true;
            let left = methods.len() - report.methods.len();
            if left > 0 {
                report.notes.push(format!("interrupted: {left} methods were not checked"));
            }
            break;
        }
    }
    report.notes.extend(left_out_note(loaded, methods));
    report.seconds = started.elapsed().as_secs_f64();
    report
}

/// Private helpers without a contract are checked where they are called.
fn left_out_note(loaded: &Loaded, methods: &[MethodId]) -> Option<String> {
    let left_out = select(&loaded.program).left_out.into_iter().filter(|method| !methods.contains(method)).count();
    let is_whole = methods.len() > 1;
    let (plural, are) = if left_out == 1 { ("method", "it is") } else { ("methods", "they are") };
    (is_whole && left_out > 0)
        .then(|| format!("{left_out} private {plural} without a contract: checked only where {are} called"))
}

fn exit_code(report: &RunReport) -> Exit {
    let totals = report.totals();
    match totals {
        _ if report.interrupted => Exit::Interrupted,
        _ if totals.violated > 0 => Exit::Violated,
        _ if totals.holds == totals.methods => Exit::Success,
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
struct Wanted {
    paths: Vec<PathBuf>,
    /// `Class`, `Class.method`.
    targets: Vec<String>,
    /// File and line.
    lines: Vec<(PathBuf, usize)>,
}

impl Wanted {
    fn read(what: &[String], settings: &Settings) -> Result<Wanted, Box<Diagnostic>> {
        let mut wanted = Wanted { paths: Vec::new(), targets: Vec::new(), lines: Vec::new() };
        for text in what {
            match file_and_line(text) {
                _ if Path::new(text).exists() => wanted.paths.push(PathBuf::from(text)),
                Some((file, line)) => {
                    wanted.paths.push(file.clone());
                    wanted.lines.push((file, line));
                }
                None if looks_like_a_path(text) => {
                    return Err(Box::new(no_such_path(text)));
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

    fn methods(&self, loaded: &Loaded, settings: &Settings) -> Result<Vec<MethodId>, Box<Diagnostic>> {
        let program = &loaded.program;
        let mut methods: Vec<MethodId> = Vec::new();
        for (file, line) in &self.lines {
            methods.push(method_at(loaded, file, *line)?);
        }
        for text in &self.targets {
            methods.extend(named(program, text)?);
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
            let hint = "methods with code are checked that are not private or have a contract";
            return Err(Box::new(Diagnostic::without_place(Code::NoSuchTarget, message).hint(hint)));
        }
        Ok(once)
    }
}

/// The methods of a class that are checked, or one method.
fn named(program: &Program, text: &str) -> Result<Vec<MethodId>, Box<Diagnostic>> {
    if let Some(class) = target::whole_class(program, text.trim()) {
        let of_class = |method: &MethodId| program.method(*method).class == class;
        let found: Vec<MethodId> = select(program).checked.into_iter().filter(of_class).collect();
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

/// A path that does not exist, with the one that may be meant.
fn no_such_path(text: &str) -> Diagnostic {
    let message = format!("cannot read `{text}`: there is no such file or folder");
    let diagnostic = Diagnostic::without_place(Code::CannotRead, message);
    let path = Path::new(text);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let wanted = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    match most_similar(&wanted, names.iter().map(String::as_str)) {
        Some(near) => {
            let near = if folder == Path::new(".") { PathBuf::from(near) } else { folder.join(near) };
            diagnostic.hint(format!("did you mean `{}`?", near.display()))
        }
        None => diagnostic,
    }
}

/// `src/Tree.java:120`
fn file_and_line(text: &str) -> Option<(PathBuf, usize)> {
    let (file, line) = text.rsplit_once(':')?;
    let line = line.parse().ok()?;
    Path::new(file).exists().then(|| (PathBuf::from(file), line))
}

fn looks_like_a_path(text: &str) -> bool {
    text.contains(['/', '\\']) || text.ends_with(".java") || text.contains(".java:")
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
