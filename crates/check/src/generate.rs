//! All structures of a class, as a report.

use crate::{Input, Options, Signals, engines};
use std::sync::Arc;
use std::time::Instant;
use tightrope_engine::{Answer, BoundKind, Cut, Gap, Limits, Structures};
use tightrope_problem::{Bounds, Problem};
use tightrope_program::ClassId;
use tightrope_program::names::simple_name;
use tightrope_report::{GenerateReport, SCHEMA};

/// Finds all structures of a class within the scope, up to isomorphism.
pub fn generate_structures(
    input: Input<'_>,
    class: ClassId,
    options: &Options,
    signals: &Signals,
    keeps_structures: bool,
) -> GenerateReport {
    let started = Instant::now();
    let found = search(input, class, options, signals, keeps_structures);
    let mut notes: Vec<String> = found.answer.cuts.iter().map(|cut| note(input, cut)).collect();
    notes.extend(found.answer.coverage.assumptions.iter().cloned());
    for (span, exclusion) in &found.answer.coverage.excluded {
        notes.push(format!(
            "{} partial structures are left out because the invariant is undefined there: {} at {}",
            exclusion.heaps,
            exclusion.exception,
            input.place(*span)
        ));
    }
    GenerateReport {
        schema: SCHEMA,
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        class: simple_name(input.program, class).to_owned(),
        scope: options.scope.to_string(),
        count: found.count,
        complete: found.answer.cuts.is_empty(),
        draws_numbers: found.answer.bounds.iter().any(|used| used.bound == BoundKind::Ints),
        seconds: started.elapsed().as_secs_f64(),
        notes,
        structures: keeps_structures.then_some(found.heaps),
    }
}

/// The structures themselves.
pub(crate) fn search(
    input: Input<'_>,
    class: ClassId,
    options: &Options,
    signals: &Signals,
    keeps_structures: bool,
) -> Structures {
    let limits = Limits {
        threads: options.threads,
        deadline: options.timeout.map(|timeout| Instant::now() + timeout),
        cancel: &signals.cancel.child(),
        meter: &signals.meter,
        run: options.run,
        goes_on: false,
    };
    let problem = Arc::new(Problem::of_structures(input.program, class));
    let bounds = Bounds::resolve(&problem, &options.scope);
    let engines = engines(options.accelerations, options.setup);
    match engines.iter().find_map(|engine| engine.enumerate()) {
        Some(lister) => lister.structures(problem, &bounds, &limits, keeps_structures),
        None => {
            let gap = Gap { what: "no engine lists structures".to_owned(), place: None };
            Structures { answer: Answer::cut_off(Cut::Gap(gap)), ..Structures::default() }
        }
    }
}

pub(crate) fn note(input: Input<'_>, cut: &Cut) -> String {
    match cut {
        Cut::Unsupported(what) => {
            format!(
                "the invariant reaches something that is not modelled: {} at {}",
                what.detail,
                input.place(what.span)
            )
        }
        Cut::CannotBuild { class, .. } => format!("initial objects of class `{class}` cannot be made"),
        Cut::Timeout => "out of time".to_owned(),
        Cut::Interrupted => "interrupted".to_owned(),
        Cut::Memory => "out of memory".to_owned(),
        Cut::Budget(_) => "the invariant takes more steps than the budget allows".to_owned(),
        Cut::Initializer(what) => what.clone(),
        Cut::Gap(gap) => gap.what.clone(),
        Cut::Queue(what) => format!("the queue failed: {what}"),
        Cut::Superseded => "another engine was faster".to_owned(),
        Cut::Disagreement(what) => format!("engines disagree: {what}"),
        Cut::Unlisted(span) => format!("something at {} is not listed as an obligation", input.place(*span)),
        Cut::NoReceiver => "the class cannot be instantiated".to_owned(),
        Cut::Undecided(span) => format!("the clause at {} could not be decided", input.place(*span)),
    }
}
