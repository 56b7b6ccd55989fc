//! `tightrope doctor`: what the invariant of a class says, shown by smallest heaps.

use crate::arguments::{DoctorArguments, Format};
use crate::check::{refuse, run_budget, unknown_in_scope};
use crate::config::settings;
use crate::exit::Exit;
use crate::load::{load, lowering_options};
use crate::output::Output;
use crate::target;
use crate::watch::{Doing, Watch};
use std::io;
use std::time::{Duration, Instant};
use tightrope_check::Options;
use tightrope_doctor::{Job, diagnose};
use tightrope_report::{DoctorReport, SCHEMA, TextOptions, doctor_as_json, doctor_as_text};

/// Without `--scope`: what a smallest heap needs is small.
const DEFAULT_SCOPE: usize = 4;
/// Without `--timeout`, for each question.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

pub fn run(arguments: &DoctorArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    let mut search = arguments.search.clone();
    search.scope.get_or_insert_with(|| DEFAULT_SCOPE.to_string());
    let settings = match settings(&search) {
        Ok(settings) => settings,
        Err(diagnostic) => return refuse(*diagnostic, output),
    };
    let mut loaded = load(&arguments.paths, &settings.reading(&arguments.reading));
    if loaded.has_errors() {
        loaded.notes.push("nothing was looked at: the input has errors".to_owned());
        loaded.report(output)?;
        return Ok(Exit::BadInput);
    }
    let unknown = unknown_in_scope(&loaded.program, &settings.scope).map(Box::new);
    let class = target::find_whole_class(&loaded.program, &arguments.class);
    let class = match class.and_then(|class| unknown.map_or(Ok(class), Err)) {
        Ok(class) => class,
        Err(diagnostic) => {
            loaded.diagnostics.push(*diagnostic);
            loaded.report(output)?;
            return Ok(Exit::Usage);
        }
    };
    let watch = Watch::start(settings.memory, output.quiet);
    let reading = lowering_options(&settings.reading(&arguments.reading));
    let timeout = if arguments.search.timeout.is_some() { settings.timeout } else { Some(DEFAULT_TIMEOUT) };
    let checking = Options {
        scope: settings.scope.clone(),
        timeout,
        threads: settings.jobs,
        run: run_budget(&settings),
        accelerations: settings.accelerations,
        engine: settings.engine.clone(),
        setup: tightrope_check::Setup::default(),
        tight: tightrope_check::TightBounds::default(),
    };
    let job = Job {
        units: &loaded.units,
        sources: &loaded.sources,
        program: &loaded.program,
        reading: &reading,
        checking: &checking,
        signals: &watch.signals,
    };
    let report = diagnose(&job, class, &|what| {
        let what = format!("{}: {what}", arguments.class);
        watch.say(Doing { what, since: Some(Instant::now()), forecast: None });
    });
    let report = DoctorReport { schema: SCHEMA, tool_version: env!("CARGO_PKG_VERSION").to_owned(), ..report };
    drop(watch);
    let text = match arguments.format {
        Format::Json => doctor_as_json(&report),
        Format::Text => {
            let times = !arguments.without_times;
            doctor_as_text(&report, TextOptions { colors: output.colored_results, times, ..TextOptions::default() })
        }
    };
    output.result(&text)?;
    loaded.report(output)?;
    Ok(match &report {
        _ if report.interrupted => Exit::Interrupted,
        _ if report.rejected.is_some() || !report.rep_ok.is_empty() => Exit::Violated,
        _ => Exit::Success,
    })
}
