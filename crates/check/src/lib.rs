//! The pipeline of a check, from a method to what is said of it.
//!
//! [`check_method`] climbs a ladder of scopes: all heaps with one object of each class, with two,
//! and so on up to the scope that was asked for. So the first violation is one on a smallest heap,
//! and when time runs out the last complete rung is a result. Every witness is run again before it
//! is reported.

mod agreement;
mod all_numbers;
mod bounds;
mod compare_shape;
mod conjuncts;
mod content;
mod counterexample;
mod derived_shape;
mod engines;
mod from_api;
mod generate;
mod hint;
mod judge_call;
mod note;
mod one_structure;
mod queued;
mod queued_bounds;
mod queued_paths;
mod reachable;
mod select;
mod support;
mod tight;
mod verdict;

pub use bounds::{BoundsFrom, field_bounds};
pub use compare_shape::{Comparison, compare_shape};
pub use content::{content_of_method, content_of_structures};
pub use derived_shape::{DerivedShape, derived_shape};
pub use engines::{EngineChoice, engines};
pub use from_api::{ApiChecks, DEFAULT_CALLS, InitialHeaps, without_doubtful_alarms};
pub use generate::generate_structures;
pub use judge_call::{CallJudgement, judge_call};
pub use queued::{Order, PartWorker, Remote, SEARCH};
pub use queued_bounds::{BOUNDS, Commissioned, answer_questions};
pub use queued_paths::{PATHS, decide_paths};
pub use reachable::ReachableHeaps;
pub use select::{Selection, select};
pub use support::{Support, Supported, Why};
pub use tight::{Shelf, TightBounds, TightFrom};
pub use tightrope_bounds::feasible::Algorithm;
pub use tightrope_symbolic::{Drawing, Encoding, Proofs, Setup, Solver, Split, Symmetry, graph_of};

use note::{Weight, weight};
use queued::QueuedSearch;
use queued_paths::{QueuedPaths, SplitSearch};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tightrope_engine::{
    Answer, BoundKind, BoundUse, Cancel, Cut, Goals, Limits, Meter, RunBudget, Search, Witness, Work,
};
use tightrope_heap::{Scope, text};
use tightrope_machine::Accelerations;
use tightrope_problem::{Bounds, How, Problem};
use tightrope_program::names::{call_form, signature};
use tightrope_program::{MethodId, MethodKind, Program, Type};
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
    /// How `symbolic` works.
    pub setup: Setup,
    /// Tight field bounds.
    pub tight: TightBounds,
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
    /// A smaller rung has shown a violation; the climb goes on to look for something worse.
    pub is_violated: bool,
}

/// Checks one method on all heaps of the scope, rung by rung.
pub fn check_method(
    input: Input<'_>,
    method: MethodId,
    options: &Options,
    signals: &Signals,
    progress: &mut dyn FnMut(Progress<'_>),
) -> MethodReport {
    check(input, method, options, signals, progress, None)
}

/// The same, where others search: what they find is joined, confirmed and told here.
pub fn check_method_remotely(
    input: Input<'_>,
    method: MethodId,
    options: &Options,
    signals: &Signals,
    progress: &mut dyn FnMut(Progress<'_>),
    remote: Remote<'_>,
) -> MethodReport {
    check(input, method, options, signals, progress, Some(remote))
}

fn check(
    input: Input<'_>,
    method: MethodId,
    options: &Options,
    signals: &Signals,
    progress: &mut dyn FnMut(Progress<'_>),
    remote: Option<Remote<'_>>,
) -> MethodReport {
    let started = Instant::now();
    let problem = Arc::new(Problem::of_method(input.program, method));
    let mut report = new_report(input, &problem, method);
    let engines = engines(options.accelerations, options.setup);
    let largest = options.scope.largest().max(1);
    let paths = remote.map(|remote| QueuedPaths::new(remote, method)).filter(|_| options.setup.split.has_parts());
    let mut search: Box<dyn Search<'_> + '_> = match (options.engine.pick(&engines, &problem), remote) {
        (Ok(_), Some(remote)) => match &paths {
            Some(paths) => Box::new(SplitSearch::new(options, Arc::clone(&problem), paths)),
            None => Box::new(QueuedSearch::new(remote, &problem, method, options)),
        },
        (Ok(picked), None) => Box::new(Panel::start(&picked, &problem)),
        (Err(gap), _) => {
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
    let (mut climb, mut tight) = (Climb::default(), tight::Known::default());
    let name = report.name();
    for objects in 1..=largest {
        let scope = options.scope.at_most(objects);
        progress(Progress {
            method: &name,
            scope: &scope,
            forecast: climb.forecast(),
            is_violated: climb.is_violated(&problem),
        });
        signals.meter.reset();
        // Making the next rung takes time as well.
        if let Some(cut) = limits.exhausted().filter(|_| objects > 1) {
            climb.last = Some(Answer::cut_off(cut));
            break;
        }
        let rung_started = Instant::now();
        signals.meter.tell(|| format!("{name}, scope {scope}"));
        let bounds = match remote {
            // Whoever searches finds them.
            Some(_) if !options.setup.split.has_parts() => Bounds::resolve(&problem, &scope),
            _ => tight.within(input, &problem, scope, options, (signals, limits.deadline)),
        };
        let answer = search.answer(&Goals::All, &bounds, &Limits { goes_on: objects < largest, ..limits });
        let is_last = climb.add(&problem, bounds, answer, rung_started.elapsed());
        if is_last {
            break;
        }
    }
    all_numbers::look_at_all(&problem, &mut climb, options, &limits);
    verdict::conclude(input, &problem, &climb, options, &mut report);
    report.warnings.extend(one_structure::warning(input, &problem, &report, options, signals));
    report.seconds = started.elapsed().as_secs_f64();
    report
}

/// The searches that are asked, one after the other. The first one's answer counts, if the others
/// agree.
struct Panel<'p> {
    problem: Arc<Problem<'p>>,
    searches: Vec<(&'static str, Box<dyn Search<'p> + 'p>)>,
}

impl<'p> Panel<'p> {
    fn start(engines: &[&dyn tightrope_engine::Engine], problem: &Arc<Problem<'p>>) -> Panel<'p> {
        let start = |engine: &&dyn tightrope_engine::Engine| (engine.name(), engine.start(Arc::clone(problem)));
        Panel { problem: Arc::clone(problem), searches: engines.iter().map(start).collect() }
    }
}

impl<'p> Search<'p> for Panel<'p> {
    fn answer(&mut self, goals: &Goals, bounds: &Bounds, limits: &Limits<'_>) -> Answer {
        let mut answers: Vec<(&'static str, Answer)> = Vec::new();
        for (name, search) in &mut self.searches {
            answers.push((name, search.answer(goals, bounds, limits)));
        }
        let mut answers = answers.into_iter();
        let Some((name, mut first)) = answers.next() else { return Answer::default() };
        for (other, answer) in answers {
            first.certificate = first.certificate.or_else(|| answer.certificate.clone());
            if let Some(what) = agreement::disagreement(&self.problem, limits.run, (name, &first), (other, &answer)) {
                first.cuts.push(Cut::Disagreement(what));
            }
        }
        first
    }

    /// Where several engines have to agree, each is asked about everything.
    fn share(&self, index: usize, of: usize) -> Option<Box<dyn Search<'p> + 'p>> {
        match self.searches.as_slice() {
            [(_, search)] => search.share(index, of),
            _ => None,
        }
    }
}

/// After an exception that nobody wrote the climb goes on to look for something worse, until a rung
/// has more runs than these.
const MOST_RUNS_BEHIND_AN_EXCEPTION: u64 = 5_000;

/// The rungs so far.
#[derive(Debug, Default)]
struct Climb {
    rungs: Vec<Rung>,
    /// The last rung that covered all heaps of its scope.
    complete: Option<(Bounds, Answer)>,
    /// One for each way to fail, with and without an excuse: the smallest of all rungs.
    found: Vec<Witness>,
    /// The work on a formula that has covered all numbers, where that rung could only draw some.
    all_numbers: Option<Work>,
    /// Such a formula of this scope only.
    all_numbers_up_to: Option<Scope>,
    /// The rung that ended the climb early: by a violation, or because something was cut.
    last: Option<Answer>,
}

impl Climb {
    /// Adds the answer of a rung; `true` if there is nothing to be gained from the next.
    fn add(&mut self, problem: &Problem<'_>, bounds: Bounds, answer: Answer, took: Duration) -> bool {
        let is_complete = answer.is_complete();
        let (heaps, runs) = answer.work.counts();
        if is_complete {
            let scope = bounds.scope.to_string();
            self.rungs.push(Rung { scope, heaps, runs, seconds: took.as_secs_f64() });
        }
        self.add_witnesses(problem, &answer.witnesses);
        let worst = self.found.iter().map(|witness| weight(problem, witness)).max();
        let is_enough = match worst {
            Some(Weight::Contract) => true,
            Some(Weight::Exception) => runs > MOST_RUNS_BEHIND_AN_EXCEPTION,
            Some(Weight::Note) | None => false,
        };
        // Runs over their budget leave a gap; larger heaps may still show a violation.
        let has_gap = !is_complete && answer.cuts.iter().all(|cut| matches!(cut, Cut::Budget(_)));
        if has_gap && !is_enough {
            let is_last = !grows_with_the_scope(&bounds, &answer);
            self.last.get_or_insert(answer);
            return is_last;
        }
        if is_enough || !is_complete {
            self.last = Some(answer);
            return true;
        }
        let is_last = !grows_with_the_scope(&bounds, &answer);
        self.complete = Some((bounds, answer));
        is_last
    }

    fn add_witnesses(&mut self, problem: &Problem<'_>, new: &[Witness]) {
        let excuse = |witness: &Witness| problem.excuse(&witness.breach, &witness.heap);
        for witness in new {
            let wanted = excuse(witness);
            let is_same = |known: &Witness| match wanted {
                Some(_) => is_same(known, witness) && excuse(known) == wanted,
                None => known.breach.is_same(&witness.breach) && excuse(known).is_none(),
            };
            if !self.found.iter().any(is_same) {
                self.found.push(witness.clone());
            }
        }
        // What fails without an excuse needs none.
        let plain: Vec<Witness> = self.found.iter().filter(|it| excuse(it).is_none()).cloned().collect();
        self.found.retain(|it| excuse(it).is_none() || !plain.iter().any(|known| is_same(known, it)));
    }

    /// Has a rung shown something worse than a note?
    fn is_violated(&self, problem: &Problem<'_>) -> bool {
        self.found.iter().any(|witness| weight(problem, witness) != Weight::Note)
    }

    /// About the next rung, if it has other heaps.
    fn forecast(&self) -> Option<Forecast> {
        let grows = self.complete.as_ref().is_some_and(|(bounds, answer)| grows_with_the_scope(bounds, answer));
        forecast(&self.rungs).filter(|_| grows)
    }
}

/// Would a report tell the two apart? Where an endless run is found to repeat itself is a matter of
/// chance.
fn is_same(left: &Witness, right: &Witness) -> bool {
    let is_endless = |it: &Witness| matches!(it.breach.how, How::Repeats { .. });
    let are_endless = is_endless(left) && is_endless(right) && left.breach.obligation == right.breach.obligation;
    left.breach.is_same(&right.breach) || are_endless
}

/// Do larger scopes have other heaps? Lengths of arrays and ranges of numbers grow with the scope
/// as well.
fn grows_with_the_scope(bounds: &Bounds, answer: &Answer) -> bool {
    let is_array = |bound: &BoundKind| matches!(bound, BoundKind::Objects { class: None, .. });
    let is_bounded = |used: &BoundUse| used.reached || is_array(&used.bound);
    bounds.chooses_numbers() || answer.bounds.iter().any(is_bounded)
}

/// What is said of a method no run of which can be checked.
pub fn unsupported(input: Input<'_>, method: MethodId, why: &Why) -> MethodReport {
    let mut report = blank(input, method);
    let via = why.chain.iter().skip(1).map(|id| call_form(input.program, input.program.method(*id))).collect();
    let place = why.place.map(|span| input.place(span));
    report.verdict = Verdict::Unsupported { what: why.what.clone(), place, via };
    report
}

/// What is known of a method before anything is looked at.
pub fn blank(input: Input<'_>, method: MethodId) -> MethodReport {
    new_report(input, &Problem::of_method(input.program, method), method)
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
        class: text::type_name(Type::class(declared.class), input.program),
        qualified_class: input.program.class(declared.class).name.to_string(),
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
        proofs: Vec::new(),
        counterexamples: Vec::new(),
        known: 0,
        source: vec![excerpt(input, method)],
    }
}

/// The lines of a method with its contract.
pub fn excerpt(input: Input<'_>, method: MethodId) -> Excerpt {
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
