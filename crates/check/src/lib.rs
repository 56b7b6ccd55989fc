//! The pipeline of a check, from a method to what is said of it.
//!
//! [`check_method`] climbs a ladder of scopes: all heaps with one object of each class, with two, and so on up to the scope that was asked for. So the first
//! violation is one on a smallest heap, and when time runs out the last complete rung is a result. Every witness is run again before it is reported.

mod bounds;
mod compare_shape;
mod counterexample;
mod from_api;
mod generate;
mod hint;
mod select;
mod verdict;

pub use bounds::{BoundsFrom, field_bounds};
pub use compare_shape::{Comparison, compare_shape};
pub use from_api::{ApiChecks, DEFAULT_CALLS, InitialHeaps, has_contract};
pub use generate::generate_structures;
pub use select::{Selection, select};

use hint::deliberate_exception;
use std::time::{Duration, Instant};
use tightrope_engine::{Answer, BoundUse, Cut, Engine, Resources, Search, Signals, Task, Witness};
use tightrope_explore::{Explore, Glassbox};
use tightrope_heap::Scope;
use tightrope_machine::contract::Violation;
use tightrope_machine::{Accelerations, Budget};
use tightrope_problem::Covered;
use tightrope_program::effective::effective_contract;
use tightrope_program::names::{signature, simple_name};
use tightrope_program::{MethodId, MethodKind, Program};
use tightrope_report::{Excerpt, Forecast, MethodReport, Place, Rung, Verdict, forecast};
use tightrope_source::{SourceMap, Span};

/// What a check works on.
#[derive(Clone, Copy, Debug)]
pub struct Input<'p> {
    pub program: &'p Program,
    pub sources: &'p SourceMap,
}

impl Input<'_> {
    /// File and line of a place.
    pub fn place(&self, span: Span) -> Place {
        let line = self.sources.start(span).line;
        Place::new(self.sources.path(span).display().to_string(), line)
    }

    /// The text of a place, on one line.
    pub fn text(&self, span: Span) -> String {
        self.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// How to check.
#[derive(Clone, Debug)]
pub struct Options {
    pub scope: Scope,
    /// For each method.
    pub timeout: Option<Duration>,
    pub threads: usize,
    /// For each run of a method.
    pub run: Budget,
    /// What the search may use to be faster.
    pub accelerations: Accelerations,
    pub engine: EngineChoice,
}

/// How heaps are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EngineChoice {
    /// One run for each heap.
    #[default]
    Explore,
    /// One run for all heaps that look the same where the method looks.
    Glassbox,
}

/// In debug builds, parts of small heaps are completed and judged again.
const AUDITED: usize = if cfg!(debug_assertions) { 3 } else { 0 };

impl Options {
    fn prepare<'p>(&self, program: &'p Program, method: MethodId) -> Box<dyn Search + 'p> {
        let accelerations = self.accelerations;
        match self.engine {
            EngineChoice::Explore => Explore { accelerations }.prepare(program, method),
            EngineChoice::Glassbox => Glassbox { accelerations, audited: AUDITED }.prepare(program, method),
        }
    }
}

/// What somebody who waits wants to know.
#[derive(Clone, Debug)]
pub struct Progress<'a> {
    pub method: &'a str,
    pub scope: &'a Scope,
    /// About this rung, judging by those before.
    pub forecast: Option<Forecast>,
}

/// Checks one method on all heaps of the scope, rung by rung.
pub fn check_method(
    input: Input<'_>,
    method: MethodId,
    options: &Options,
    signals: &Signals,
    progress: &mut dyn FnMut(Progress<'_>),
) -> MethodReport {
    let started = Instant::now();
    let mut report = new_report(input, method);
    let deadline = options.timeout.map(|timeout| started + timeout);
    let resources = Resources { threads: options.threads, deadline, signals, run: options.run, is_last: false };
    let mut search = options.prepare(input.program, method);
    let mut climb = Climb::default();
    let name = report.name();
    let largest = options.scope.largest().max(1);
    for objects in 1..=largest {
        let scope = options.scope.at_most(objects);
        progress(Progress { method: &name, scope: &scope, forecast: climb.forecast() });
        let task = Task { program: input.program, method, scope };
        let rung_started = Instant::now();
        let resources = Resources { is_last: objects == largest, ..resources };
        let answer = search.answer(&task.scope, &resources);
        let is_meant = |violation: &Violation| deliberate_exception(input, method, violation).is_some();
        let is_last = climb.add(&task, answer, rung_started.elapsed(), is_meant);
        if is_last {
            break;
        }
    }
    verdict::conclude(input, method, &climb, options, &mut report);
    report.seconds = started.elapsed().as_secs_f64();
    report
}

/// The rungs so far.
#[derive(Debug, Default)]
struct Climb<'p> {
    rungs: Vec<Rung>,
    /// The last rung that covered all heaps of its scope.
    complete: Option<(Scope, Answer)>,
    /// The first violations, if they are nothing but exceptions that somebody seems to mean and has not declared: they must not hide what larger heaps show.
    meant: Option<(Task<'p>, Vec<Witness>)>,
    /// The rung that ended the climb early: by a violation, or because something was cut.
    last: Option<(Task<'p>, Answer)>,
}

impl<'p> Climb<'p> {
    /// Adds the answer of a rung; `true` if there is nothing to be gained from the next.
    fn add(&mut self, task: &Task<'p>, answer: Answer, took: Duration, is_meant: impl Fn(&Violation) -> bool) -> bool {
        let is_complete = answer.cuts.is_empty();
        if is_complete {
            let scope = task.scope.to_string();
            let (heaps, runs) = (answer.coverage.heaps, answer.coverage.runs);
            self.rungs.push(Rung { scope, heaps, runs, seconds: took.as_secs_f64() });
        }
        let is_violated = answer.witnesses.iter().any(|witness| !is_meant(&witness.violation));
        if !is_violated && !answer.witnesses.is_empty() && self.meant.is_none() {
            self.meant = Some((task.clone(), answer.witnesses.clone()));
        }
        // Runs over their budget leave a gap; larger heaps may still show a violation.
        let has_gap = !is_complete && answer.cuts.iter().all(|cut| matches!(cut, Cut::Budget(_)));
        if has_gap && !is_violated {
            let is_last = !grows_with_the_scope(&answer);
            self.last.get_or_insert((task.clone(), answer));
            return is_last;
        }
        if is_violated || !is_complete {
            self.last = Some((task.clone(), answer));
            return true;
        }
        let is_last = !grows_with_the_scope(&answer);
        self.complete = Some((task.scope.clone(), answer));
        is_last
    }

    /// All that the method breaks, each once: those of the first rung that had any come first.
    fn witnesses(&self) -> Vec<(&Task<'p>, &Witness)> {
        let meant = self.meant.iter().flat_map(|(task, witnesses)| witnesses.iter().map(move |it| (task, it)));
        let mut all: Vec<(&Task<'p>, &Witness)> = meant.collect();
        if let Some((task, answer)) = &self.last {
            let is_new = |witness: &&Witness| !all.iter().any(|(_, known)| known.breaks_the_same(witness));
            let new: Vec<&Witness> = answer.witnesses.iter().filter(is_new).collect();
            all.extend(new.into_iter().map(|witness| (task, witness)));
        }
        all
    }

    /// About the next rung, if it has other heaps.
    fn forecast(&self) -> Option<Forecast> {
        let grows = self.complete.as_ref().is_some_and(|(_, answer)| grows_with_the_scope(answer));
        forecast(&self.rungs).filter(|_| grows)
    }
}

/// Do larger scopes have other heaps? Lengths of arrays and ranges of numbers grow with the scope as well.
fn grows_with_the_scope(answer: &Answer) -> bool {
    let has_numbers = answer.coverage.values.iter().any(|value| matches!(value.covered, Covered::Numbers { .. }));
    let is_bounded = |bound: &BoundUse| bound.touched || bound.class.is_none();
    has_numbers || answer.coverage.bounds.iter().any(is_bounded)
}

fn new_report(input: Input<'_>, method: MethodId) -> MethodReport {
    let declared = input.program.method(method);
    let name = match declared.kind {
        MethodKind::Constructor => "new".to_owned(),
        _ => declared.name.to_string(),
    };
    let contract = effective_contract(input.program, method);
    let unchecked = contract.unchecked.iter().map(|unchecked| tightrope_report::Unchecked {
        what: unchecked.keyword.to_string(),
        place: Some(input.place(unchecked.span)),
    });
    MethodReport {
        class: simple_name(input.program, declared.class).to_owned(),
        method: name,
        signature: signature(input.program, declared),
        place: input.place(declared.name_span),
        verdict: Verdict::Holds,
        seconds: 0.0,
        coverage: None,
        next: None,
        warnings: Vec::new(),
        assumptions: Vec::new(),
        unchecked: unchecked.collect(),
        counterexamples: Vec::new(),
        source: vec![excerpt(input, method)],
    }
}

/// The lines of a method with its contract.
fn excerpt(input: Input<'_>, method: MethodId) -> Excerpt {
    let declared = input.program.method(method);
    let own = |span: &Span| span.file == declared.span.file;
    let contract = declared.contract.cases.iter().map(|case| case.span).filter(own);
    let line = |offset: u32| input.sources.file(declared.span.file).position(offset).line;
    let first = contract.map(|span| line(span.start)).chain([line(declared.span.start)]).min().unwrap_or(1);
    let last = line(declared.span.end.saturating_sub(1));
    let text = &input.sources.file(declared.span.file).text;
    let lines = text.lines().skip(first - 1).take((last + 1).saturating_sub(first)).map(str::to_owned).collect();
    Excerpt { first: Place::new(input.place(declared.span).file, first), lines }
}
