//! `tightrope generate`: all valid structures of a class within a scope.

use crate::arguments::{Format, GenerateArguments};
use crate::check::{refuse, run_budget, unknown_in_scope};
use crate::config::settings;
use crate::exit::Exit;
use crate::load::{Loaded, load};
use crate::output::Output;
use crate::target;
use crate::watch::{Doing, Watch};
use std::io;
use std::time::Instant;
use tightrope_check::{Input, Options, TightBounds, generate_structures};
use tightrope_heap::Layouts;
use tightrope_report::{GenerateReport, TextOptions, generated_as_text, structure_as_text, write_generated_as_json};

pub fn run(arguments: &GenerateArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    let settings = match settings(&arguments.search) {
        Ok(settings) => settings,
        Err(diagnostic) => return refuse(*diagnostic, output),
    };
    let mut loaded = load(&arguments.paths, &settings.reading(&arguments.reading));
    if loaded.has_errors() {
        loaded.notes.push("nothing was generated: the input has errors".to_owned());
        loaded.report(output)?;
        return Ok(Exit::BadInput);
    }
    let class = match target::find_whole_class(&loaded.program, &arguments.class) {
        Ok(class) => class,
        Err(diagnostic) => {
            loaded.diagnostics.push(*diagnostic);
            loaded.report(output)?;
            return Ok(Exit::Usage);
        }
    };
    if let Some(diagnostic) = unknown_in_scope(&loaded.program, &settings.scope) {
        loaded.diagnostics.push(diagnostic);
        loaded.report(output)?;
        return Ok(Exit::Usage);
    }
    let watch = Watch::start(settings.memory, output.quiet);
    let what = format!("{}, scope {}", arguments.class, settings.scope);
    watch.say(Doing { what, since: Some(Instant::now()), forecast: None });
    let input = Input { program: &loaded.program, sources: &loaded.sources };
    let options = Options {
        scope: settings.scope.clone(),
        timeout: settings.timeout.filter(|_| arguments.search.timeout.is_some()),
        threads: settings.jobs,
        run: run_budget(&settings),
        accelerations: settings.accelerations,
        engine: settings.engine.clone(),
        setup: tightrope_check::Setup::default(),
        tight: TightBounds::default(),
    };
    let mut report = generate_structures(input, class, &options, &watch.signals, !arguments.count);
    shorten(&mut report, arguments.limit);
    let layouts = Layouts::new(&loaded.program);
    match arguments.format {
        Format::Json => write_generated_as_json(&report, &loaded.program, &layouts, output.results)?,
        Format::Text => print(&mut report, &loaded, &layouts, &watch, output)?,
    }
    let is_interrupted = watch.is_interrupted();
    drop(watch);
    loaded.report(output)?;
    Ok(match report.complete {
        _ if is_interrupted => Exit::Interrupted,
        true => Exit::Success,
        false => Exit::Unknown,
    })
}

/// Leaves the smallest ones.
fn shorten(report: &mut GenerateReport, limit: Option<usize>) {
    let (Some(limit), Some(structures)) = (limit, &mut report.structures) else { return };
    if structures.len() > limit {
        report.notes.push(format!("{} more are not shown (--limit {limit})", structures.len() - limit));
        structures.truncate(limit);
    }
}

/// One structure after the other: who has seen enough stops it, and memory stays within its limit.
fn print(
    report: &mut GenerateReport,
    loaded: &Loaded,
    layouts: &Layouts,
    watch: &Watch,
    output: &mut Output<'_>,
) -> io::Result<()> {
    let options = TextOptions { colors: output.colored_results, width: output.width, ..TextOptions::default() };
    let structures = report.structures.take().unwrap_or_default();
    // What a search has found that was stopped is printed all the same.
    let was_stopped = watch.signals.cancel.stopped().is_some();
    watch.say(Doing::default());
    for (index, structure) in structures.iter().enumerate() {
        if !was_stopped && watch.signals.cancel.stopped().is_some() {
            report.notes.push(format!("stopped: {} more are not shown", structures.len() - index));
            break;
        }
        output.result(&structure_as_text(index, structure, &loaded.program, layouts, options))?;
    }
    output.result(&generated_as_text(report, options))
}
