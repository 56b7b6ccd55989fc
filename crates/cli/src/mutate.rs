//! `tightrope mutate`: how well a contract tells a method from its mutants.

use crate::arguments::{Format, MutateArguments, MutatedPart};
use crate::check::{Targets, refuse, run_budget, unknown_in_scope};
use crate::config::{Settings, settings};
use crate::exit::Exit;
use crate::load::{Loaded, load, lowering_options};
use crate::output::Output;
use crate::queue::client::{open, queued_job, with_advice};
use crate::queue::job::MutantsWanted;
use crate::watch::{Doing, Watch};
use std::io;
use std::time::Instant;
use tightrope_check::{Options, Remote};
use tightrope_mutate::{Job, Selected, mutate_method};
use tightrope_program::MethodId;
use tightrope_report::{Fate, MutationReport, SCHEMA, TextOptions, mutants_as_json, mutants_as_text};

pub fn run(arguments: &MutateArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    let settings = match settings(&arguments.search) {
        Ok(settings) => settings,
        Err(diagnostic) => return refuse(*diagnostic, output),
    };
    let wanted = match Targets::read(&arguments.what, &settings) {
        Ok(wanted) => wanted,
        Err(diagnostic) => return refuse(*diagnostic, output),
    };
    let mut loaded = load(&wanted.paths, &settings.reading(&arguments.reading));
    if loaded.has_errors() {
        loaded.notes.push("there are no mutants: the input has errors".to_owned());
        loaded.report(output)?;
        return Ok(Exit::BadInput);
    }
    let reading = settings.reading(&arguments.reading);
    let queue = match queued_job(&arguments.queue, &arguments.search, &settings, reading, &mut loaded) {
        Ok(queue) => queue,
        Err(diagnostic) => return refuse(diagnostic, output),
    };
    let chosen = wanted.methods(&loaded, &settings);
    let unknown = unknown_in_scope(&loaded.program, &settings.scope).map(Box::new);
    let methods = match chosen.and_then(|methods| unknown.map_or(Ok(methods), Err)) {
        Ok(methods) => methods,
        Err(diagnostic) => {
            loaded.diagnostics.push(*diagnostic);
            loaded.report(output)?;
            return Ok(Exit::Usage);
        }
    };
    let wanted = MutantsWanted {
        code: arguments.of != Some(MutatedPart::Contract),
        contract: arguments.of != Some(MutatedPart::Code),
        operators: arguments.operators.clone(),
        timeout: settings.timeout,
    };
    let opened = queue.map(|(queue, job)| open(queue, &job.of_mutants(wanted.clone()))).transpose();
    let opened = match opened {
        Ok(opened) => opened,
        Err(diagnostic) => return refuse(diagnostic, output),
    };
    let remote = opened.as_ref().map(|(queue, job)| Remote { queue: queue.as_ref(), job: *job });
    let report = mutate_all(arguments, &settings, &loaded, &methods, (wanted, remote), output.quiet);
    // Nobody waits for what is left. If that cannot be said, workers find out by themselves.
    let _ = remote.map(|remote| remote.queue.close(&remote.job));
    let text = match arguments.format {
        Format::Json => mutants_as_json(&report),
        Format::Text => {
            let times = !arguments.without_times;
            mutants_as_text(&report, TextOptions { colors: output.colored_results, times, ..TextOptions::default() })
        }
    };
    output.result(&text)?;
    loaded.report(output)?;
    Ok(exit_code(&report))
}

fn mutate_all(
    arguments: &MutateArguments,
    settings: &Settings,
    loaded: &Loaded,
    methods: &[MethodId],
    (wanted, remote): (MutantsWanted, Option<Remote<'_>>),
    is_quiet: bool,
) -> MutationReport {
    let started = Instant::now();
    let watch = Watch::start(settings.memory, is_quiet);
    let reading = lowering_options(&settings.reading(&arguments.reading));
    let checking = Options {
        scope: settings.scope.clone(),
        timeout: settings.timeout,
        threads: settings.jobs,
        run: run_budget(settings),
        accelerations: settings.accelerations,
        engine: settings.engine.clone(),
        setup: tightrope_check::Setup::default(),
        tight: tightrope_check::TightBounds::default(),
    };
    let MutantsWanted { code, contract, operators, .. } = wanted;
    let selected = Selected { code, contract, operators };
    let job = Job {
        units: &loaded.units,
        sources: &loaded.sources,
        reading: &reading,
        checking: &checking,
        signals: &watch.signals,
        selected: &selected,
        remote,
    };
    let mut report = MutationReport {
        schema: SCHEMA,
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        scope: settings.scope.to_string(),
        ..MutationReport::default()
    };
    with_advice(remote, &watch, &|_| (), || {
        for method in methods {
            let name = &loaded.program.method(*method).name;
            report.methods.push(mutate_method(&job, &loaded.program, *method, &|done, all| {
                let what = format!("{name}, mutant {} of {all}", done + 1);
                watch.say(Doing { what, since: Some(started), forecast: None });
            }));
            if watch.is_interrupted() {
                report.interrupted = true;
                break;
            }
        }
    });
    report.seconds = started.elapsed().as_secs_f64();
    report
}

/// Survivors are a result like any other. What is not decided is none.
fn exit_code(report: &MutationReport) -> Exit {
    let is_undecided = |fate: &Fate| matches!(fate, Fate::Undecided { .. });
    let mut mutants = report.methods.iter().flat_map(|method| &method.mutants);
    match report {
        _ if report.interrupted => Exit::Interrupted,
        _ if report.methods.iter().any(|method| method.refused.is_some()) => Exit::Unknown,
        _ if mutants.any(|mutant| is_undecided(&mutant.fate)) => Exit::Unknown,
        _ => Exit::Success,
    }
}
