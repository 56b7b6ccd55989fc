//! The pipeline of a check, from a method to what is said of it.
//!
//! [`check_method`] climbs a ladder of scopes: all heaps with one object of each class, with two, and so on up to the scope that was asked for. So the first
//! violation is one on a smallest heap, and when time runs out the last complete rung is a result. Every witness is run again before it is reported.

mod agreement;
mod bounds;
mod compare_shape;
mod counterexample;
mod engines;
mod from_api;
mod generate;
mod hint;
mod select;
mod verdict;

pub use bounds::{BoundsFrom, field_bounds};
pub use compare_shape::{Comparison, compare_shape};
pub use engines::{EngineChoice, engines};
pub use from_api::{ApiChecks, DEFAULT_CALLS, InitialHeaps, has_contract};
pub use generate::generate_structures;
pub use select::{Selection, select};
pub use tightrope_bounds::feasible::Algorithm;

use hint::deliberate_exception;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tightrope_engine::{Answer, BoundKind, BoundUse, Cancel, Cut, Goals, Limits, Meter, RunBudget, Search, Witness};
use tightrope_heap::Scope;
use tightrope_machine::Accelerations;
use tightrope_problem::{Bounds, Breach, Problem};
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
    pub run: RunBudget,
    /// What the search may use to be faster.
    pub accelerations: Accelerations,
    pub engine: EngineChoice,
}

/// How somebody who waits stops a check, and sees how far it is.
#[derive(Debug, Default)]
pub struct Signals {
    pub cancel: Cancel,
    pub meter: Meter,
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
    let problem = Arc::new(Problem::of_method(input.program, method));
    let mut report = new_report(input, &problem, method);
    let engines = engines(options.accelerations);
    let mut panel = match options.engine.pick(&engines, &problem) {
        Ok(picked) => Panel::start(&picked, &problem),
        Err(gap) => {
            report.verdict = verdict::unsupported(input, &gap);
            return report;
        }
    };
    let limits = Limits {
        threads: options.threads,
        deadline: options.timeout.map(|timeout| started + timeout),
        cancel: &signals.cancel.child(),
        meter: &signals.meter,
        run: options.run,
        goes_on: true,
    };
    let mut climb = Climb::default();
    let name = report.name();
    let largest = options.scope.largest().max(1);
    for objects in 1..=largest {
        let scope = options.scope.at_most(objects);
        progress(Progress { method: &name, scope: &scope, forecast: climb.forecast() });
        signals.meter.reset();
        let rung_started = Instant::now();
        let bounds = Bounds::resolve(&problem, &scope);
        let answer = panel.answer(&problem, &bounds, &Limits { goes_on: objects < largest, ..limits });
        let is_deliberate = |breach: &Breach| deliberate_exception(input, &problem, breach).is_some();
        let is_last = climb.add(bounds, answer, rung_started.elapsed(), is_deliberate);
        if is_last {
            break;
        }
    }
    verdict::conclude(input, &problem, &climb, options, &mut report);
    report.seconds = started.elapsed().as_secs_f64();
    report
}

/// The searches that are asked, one after the other. The first one's answer counts, if the others agree.
struct Panel<'p> {
    searches: Vec<(&'static str, Box<dyn Search + 'p>)>,
}

impl<'p> Panel<'p> {
    fn start(engines: &[&dyn tightrope_engine::Engine], problem: &Arc<Problem<'p>>) -> Panel<'p> {
        let start = |engine: &&dyn tightrope_engine::Engine| (engine.name(), engine.start(Arc::clone(problem)));
        Panel { searches: engines.iter().map(start).collect() }
    }

    fn answer(&mut self, problem: &Problem<'p>, bounds: &Bounds, limits: &Limits<'_>) -> Answer {
        let mut answers: Vec<(&'static str, Answer)> = Vec::new();
        for (name, search) in &mut self.searches {
            answers.push((name, search.answer(&Goals::All, bounds, limits)));
        }
        let mut answers = answers.into_iter();
        let Some((name, mut first)) = answers.next() else { return Answer::default() };
        for (other, answer) in answers {
            if let Some(what) = agreement::disagreement(problem, limits.run, (name, &first), (other, &answer)) {
                first.cuts.push(Cut::Disagreement(what));
            }
        }
        first
    }
}

/// The rungs so far.
#[derive(Debug, Default)]
struct Climb {
    rungs: Vec<Rung>,
    /// The last rung that covered all heaps of its scope.
    complete: Option<(Bounds, Answer)>,
    /// The first violations, if they are nothing but exceptions that somebody throws on purpose and has not declared: they must not hide what larger heaps show.
    deliberate: Option<Vec<Witness>>,
    /// The rung that ended the climb early: by a violation, or because something was cut.
    last: Option<Answer>,
}

impl Climb {
    /// Adds the answer of a rung; `true` if there is nothing to be gained from the next.
    fn add(&mut self, bounds: Bounds, answer: Answer, took: Duration, is_deliberate: impl Fn(&Breach) -> bool) -> bool {
        let is_complete = answer.is_complete();
        if is_complete {
            let scope = bounds.scope.to_string();
            let (heaps, runs) = answer.work.counts();
            self.rungs.push(Rung { scope, heaps, runs, seconds: took.as_secs_f64() });
        }
        let is_violated = answer.witnesses.iter().any(|witness| !is_deliberate(&witness.breach));
        if !is_violated && !answer.witnesses.is_empty() && self.deliberate.is_none() {
            self.deliberate = Some(answer.witnesses.clone());
        }
        // Runs over their budget leave a gap; larger heaps may still show a violation.
        let has_gap = !is_complete && answer.cuts.iter().all(|cut| matches!(cut, Cut::Budget(_)));
        if has_gap && !is_violated {
            let is_last = !grows_with_the_scope(&bounds, &answer);
            self.last.get_or_insert(answer);
            return is_last;
        }
        if is_violated || !is_complete {
            self.last = Some(answer);
            return true;
        }
        let is_last = !grows_with_the_scope(&bounds, &answer);
        self.complete = Some((bounds, answer));
        is_last
    }

    /// All that the method breaks, each once: those of the first rung that had any come first.
    fn witnesses(&self) -> Vec<&Witness> {
        let mut all: Vec<&Witness> = self.deliberate.iter().flatten().collect();
        for witness in self.last.iter().flat_map(|answer| &answer.witnesses) {
            if !all.iter().any(|known| known.breach.is_same(&witness.breach)) {
                all.push(witness);
            }
        }
        all
    }

    /// About the next rung, if it has other heaps.
    fn forecast(&self) -> Option<Forecast> {
        let grows = self.complete.as_ref().is_some_and(|(bounds, answer)| grows_with_the_scope(bounds, answer));
        forecast(&self.rungs).filter(|_| grows)
    }
}

/// Do larger scopes have other heaps? Lengths of arrays and ranges of numbers grow with the scope as well.
fn grows_with_the_scope(bounds: &Bounds, answer: &Answer) -> bool {
    let is_array = |bound: &BoundKind| matches!(bound, BoundKind::Objects { class: None, .. });
    let is_bounded = |used: &BoundUse| used.reached || is_array(&used.bound);
    bounds.chooses_numbers() || answer.bounds.iter().any(is_bounded)
}

fn new_report(input: Input<'_>, problem: &Problem<'_>, method: MethodId) -> MethodReport {
    let declared = input.program.method(method);
    let name = match declared.kind {
        MethodKind::Constructor => "new".to_owned(),
        _ => declared.name.to_string(),
    };
    let unchecked = problem.contract.iter().flat_map(|contract| &contract.unchecked);
    let unchecked = unchecked.map(|unchecked| tightrope_report::Unchecked {
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
