//! Four engines on one search: `Explore`, lazy explicit exploration of all heaps within a scope;
//! `Glassbox`, partial heaps that stand for many; `Auto`, which uses the second where it pays; and
//! `Diagrams`, states of plain fields and arrays.
//!
//! To read it: `node`, `drive`, `search`, `choices` and `choose` are the search; `assume`,
//! `rep_ok`, `run` and `generate` are the phases of a node; `parts` and what it uses are the glass
//! box.
//!
//! Depth-first search over partial heaps, after Korat's and Symbolic PathFinder's lazy
//! initialisation, with the pruning of declarative invariants that the machine's three-valued
//! formulas make possible (see `ARCHITECTURE.md`). Nothing about a heap is decided before somebody
//! asks: a clause of an invariant, `repOk`, the method, its postcondition. Each answer is a copy of
//! a small state. Objects are numbered as they are met (`choices`), so isomorphic heaps are met
//! once.
//!
//! The order of a check: the receiver and what its invariant asks for, then the parameters and
//! theirs, then the precondition, the run, the judgement. So the heaps of the receiver are found
//! once and not once for each argument.

mod assume;
mod assumptions;
mod choices;
mod choose;
mod completions;
mod diagrams;
mod drive;
mod failures;
mod field_bounds;
mod force;
mod frontier;
mod generate;
mod induction;
mod lay_out;
mod least;
mod log;
mod node;
mod parts;
mod refute;
mod rep_ok;
mod results;
mod run;
mod search;
mod setup;
mod space;
mod unseen;
mod waiting_parts;
mod witness;

pub use diagrams::Diagrams;

use completions::Census;
use frontier::{Kept, LeftOff};
use induction::Induction;
use node::Nodes;
use parts::{NotUsed, Parts};
use results::{FoundViolation, Results};
use search::{Found, Thread, search};
use setup::Setup;
use std::sync::Arc;
use tightrope_engine::{
    Answer, Blame, BoundKind, BoundUse, Coverage, Cut, Engine, Enumerate, Gap, Goals, Limits, LoopUse, Precondition,
    RunBudget, RunLimit, Search, Untested, UntestedKind, Witness, Work,
};
use tightrope_machine::contract::{CoverageGoal, OccasionKind};
use tightrope_machine::{Acceleration, Accelerations, Budget, Limit, SavedCall};
use tightrope_problem::{Bounds, Problem, Values};
use tightrope_program::names::simple_name;
use waiting_parts::KeptParts;

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Explore {
    /// What it may use to be faster.
    pub accelerations: Accelerations,
}

impl Engine for Explore {
    fn name(&self) -> &'static str {
        "explore"
    }

    /// What it cannot do shows only when a run gets there.
    fn supports(&self, _problem: &Problem<'_>) -> Result<(), Gap> {
        Ok(())
    }

    fn start<'p>(&self, problem: Arc<Problem<'p>>) -> Box<dyn Search<'p> + 'p> {
        let Explore { accelerations } = *self;
        Box::new(Ladder::new(problem, accelerations, None))
    }

    fn enumerate(&self) -> Option<&dyn Enumerate> {
        Some(self)
    }
}

/// The same search, where the method runs first and one run stands for all heaps that look the same
/// where it looked: see `parts`. Methods for which that cannot be done are explored.
#[derive(Clone, Copy, Debug, Default)]
pub struct Glassbox {
    pub accelerations: Accelerations,
    /// Up to so many objects, each part that is shown is completed in all ways, and each heap
    /// judged by itself.
    pub audited: usize,
}

impl Engine for Glassbox {
    fn name(&self) -> &'static str {
        "glassbox"
    }

    /// Methods that it cannot treat in its own way are explored.
    fn supports(&self, _problem: &Problem<'_>) -> Result<(), Gap> {
        Ok(())
    }

    fn start<'p>(&self, problem: Arc<Problem<'p>>) -> Box<dyn Search<'p> + 'p> {
        let Glassbox { accelerations, audited } = *self;
        Box::new(Ladder::new(problem, accelerations, Some(PartsWanted { audited, patience: None, yielded: None })))
    }
}

/// What is asked first: it goes by parts where they can stand for heaps, and changes its mind where
/// too many of them cannot be shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Auto {
    pub accelerations: Accelerations,
    /// As of [`Glassbox`].
    pub audited: usize,
}

/// So many parts may be hard to show before it is asked whether most of them are.
const PATIENCE: u64 = 16;

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn supports(&self, _problem: &Problem<'_>) -> Result<(), Gap> {
        Ok(())
    }

    fn start<'p>(&self, problem: Arc<Problem<'p>>) -> Box<dyn Search<'p> + 'p> {
        let wish = PartsWanted { audited: self.audited, patience: Some(PATIENCE), yielded: None };
        Box::new(Ladder::new(problem, self.accelerations, Some(wish)))
    }
}

/// Parts stand for heaps, where they can.
#[derive(Clone, Copy, Debug)]
struct PartsWanted {
    /// Up to which size each is completed and judged again.
    audited: usize,
    /// Where more than so many are hard to show, and these are most of them, each heap is looked at
    /// by itself. `None`: never.
    patience: Option<u64>,
    /// What the parts of the last scope were worth.
    yielded: Option<Yield>,
}

/// How many heaps the parts of a scope stand for.
#[derive(Clone, Copy, Debug)]
struct Yield {
    parts: u128,
    heaps: u128,
}

impl Yield {
    /// Does a part stand for more heaps? Clearly more, if there are more parts than heaps: where
    /// each heap has a part, and a few parts have no heap, their share falls from scope to scope,
    /// and never pays.
    fn is_more_than(self, other: Yield) -> bool {
        let (least, most) = if self.heaps < self.parts { (8, 9) } else { (1, 1) };
        let own = self.heaps.saturating_mul(other.parts).saturating_mul(least);
        own > other.heaps.saturating_mul(self.parts).saturating_mul(most)
    }
}

impl PartsWanted {
    /// Should the scope be searched heap by heap? Runs on partial heaps that use up their budget
    /// may do so because the heap is no valid one.
    fn give_up_after(&mut self, answer: &Answer) -> Option<NotUsed> {
        let is_over_budget = |cut: &Cut| matches!(cut, Cut::Budget(_) | Cut::Undecided(_));
        if !answer.cuts.is_empty() && answer.cuts.iter().all(is_over_budget) {
            return Some(NotUsed::because("runs on partial heaps use up their budget"));
        }
        let Work::Parts { shown, left, refined, stands_for, .. } = answer.work else { return None };
        if !answer.witnesses.is_empty() || !answer.is_complete() {
            return None;
        }
        let patience = self.patience?;
        if left + refined > patience && left + refined > shown {
            return Some(NotUsed::because("most partial heaps cannot be shown as they are"));
        }
        let yielded = Yield { parts: u128::from(shown), heaps: stands_for? };
        let earlier = self.yielded.replace(yielded);
        // A part costs several times what a run on one heap does. That pays in larger scopes, if
        // each stands for more heaps than in the scope before.
        let is_poor = shown > 2 * patience && 4 * yielded.heaps < 5 * yielded.parts;
        let grows = earlier.is_some_and(|earlier| yielded.is_more_than(earlier));
        let is_reached = answer.bounds.iter().any(|used| used.reached);
        (is_reached && is_poor && !grows).then(|| NotUsed::because("there are about as many partial heaps as heaps"))
    }
}

/// The search of one method, scope by scope.
struct Ladder<'p> {
    problem: Arc<Problem<'p>>,
    accelerations: Accelerations,
    parts: Option<PartsWanted>,
    /// No heap is known on which the precondition holds. A part may have none: only the ordinary
    /// search can tell.
    is_vacuous: bool,
    /// That of the last scope.
    setup: Option<Setup<'p>>,
    kept: Option<Kept>,
    /// This is the search of a share: where it starts.
    origin: Option<Kept>,
    kept_parts: Option<KeptParts>,
    /// Of the parts that were shown.
    census: Census,
}

impl<'p> Ladder<'p> {
    fn new(problem: Arc<Problem<'p>>, accelerations: Accelerations, parts: Option<PartsWanted>) -> Ladder<'p> {
        let is_vacuous = parts.is_some();
        Ladder {
            problem,
            accelerations,
            parts,
            is_vacuous,
            setup: None,
            kept: None,
            origin: None,
            kept_parts: None,
            census: Census::default(),
        }
    }

    fn set_up(&mut self, bounds: &Bounds, limits: &Limits<'_>) -> Result<Setup<'p>, Cut> {
        if bounds.values.iter().any(|values| matches!(values, Values::All { .. })) {
            return Err(Cut::Gap(Gap { what: "all numbers, one by one".to_owned(), place: None }));
        }
        let mut setup = match self.setup.take() {
            Some(setup) => setup.in_bounds(bounds.clone()),
            None => {
                let problem = Arc::clone(&self.problem);
                Setup::new(problem, bounds.clone(), run_budget(limits.run), self.accelerations)?
            }
        };
        if let (Some(wanted), false) = (self.parts, self.is_vacuous) {
            match setup.find_parts(wanted.audited) {
                Ok(parts) => setup.parts = Some(parts),
                Err(why) => (setup.without_parts, self.parts) = (Some(why), None),
            }
        }
        Ok(setup)
    }

    fn search(&mut self, setup: &mut Setup<'p>, limits: &Limits<'_>) -> Found {
        // A heap with objects that nothing leads to is not kept: a larger scope has more of them.
        let may_keep = self.accelerations.has(Acceleration::Frontier) && setup.quantified.is_empty();
        let keeps_frontier = may_keep && limits.goes_on;
        let kept = self.kept.take().and_then(|kept| kept.for_scope_of(setup));
        if let Some(origin) = &self.origin {
            return search_share(setup, origin, kept, limits);
        }
        let roots = setup.roots();
        setup.settled = kept.as_ref().map(Kept::settled);
        match kept {
            Some(kept) => search_on(setup, kept, roots, limits),
            None => search(setup, roots, Found::nothing(setup, LeftOff::new(keeps_frontier)), limits),
        }
    }

    /// Looks at the parts that the smaller scopes did not have, and completes those that could not
    /// be shown.
    fn search_parts(&mut self, setup: &mut Setup<'p>, limits: &Limits<'_>) -> Answer {
        let keeps = self.accelerations.has(Acceleration::Frontier) && limits.goes_on;
        setup.settled = None;
        let kept = self.kept_parts.take().and_then(|kept| kept.for_scope_of(setup));
        let (nodes, known) = match kept {
            Some(known) => setup.go_on_from_parts(known),
            None => {
                self.census = Census::default();
                if let Some(induction) = setup.parts.as_ref().and_then(|parts| parts.induction.as_ref()) {
                    induction.start_again();
                }
                (setup.roots(), Found::nothing(setup, LeftOff::new(keeps)))
            }
        };
        let mut found = search(setup, nodes, known, limits);
        let induction = setup.parts.as_ref().and_then(|parts| parts.induction.as_ref());
        while let Some(nodes) = induction.and_then(Induction::released).filter(|_| found.results.cuts.is_empty()) {
            found = search(setup, nodes, found, limits);
        }
        let left = found.left_off.waiting_parts.left();
        let completed = search(setup, left, Found::nothing(setup, LeftOff::lost()), limits).results;
        let limit = setup.parts.as_ref().and_then(Parts::node_kind).map_or(0, |kind| setup.space.kinds[kind].limit);
        let stands_for = self.census.count(setup, std::mem::take(&mut found.results.shapes), limit);
        setup.audit_induction(&mut found.results, !completed.witnesses.is_empty());
        let mut answer = answer_of(setup, &completed.with(&found.results));
        let resting = induction.map_or(0, Induction::resting);
        if let Work::Parts { stands_for: counted, by_induction, .. } = &mut answer.work {
            // Those that rest are not among the shapes.
            (*counted, *by_induction) = (stands_for.filter(|_| resting == 0), resting);
        }
        if resting > 0 {
            // Larger heaps take more turns than the smaller ones that were looked at.
            answer.coverage.loops.clear();
        }
        self.kept_parts = KeptParts::of(setup, found).filter(|_| keeps);
        answer
    }
}

impl Ladder<'_> {
    /// Explores scopes until there is a heap; in larger ones, parts stand for others.
    fn answer_for_certain(&mut self, goals: &Goals, bounds: &Bounds, limits: &Limits<'_>) -> Answer {
        let parts = self.parts.take();
        for objects in 1..=bounds.scope.largest() {
            let smaller = Bounds::resolve(&self.problem, &bounds.scope.at_most(objects));
            let is_last = smaller.scope == bounds.scope;
            let goes_on = !is_last || limits.goes_on;
            let mut answer = self.answer(goals, &smaller, &Limits { goes_on, ..*limits });
            self.is_vacuous = answer.work.counts().1 == 0;
            if is_last || !answer.is_complete() {
                self.parts = parts.filter(|wanted| self.may_use_parts(*wanted, &mut answer));
                return answer;
            }
            if !self.is_vacuous {
                break;
            }
        }
        self.parts = parts;
        self.answer(goals, bounds, limits)
    }
}

impl Ladder<'_> {
    /// Can parts stand for heaps in larger scopes? If not, that is said at once.
    fn may_use_parts(&mut self, wanted: PartsWanted, answer: &mut Answer) -> bool {
        let Some(setup) = self.setup.as_mut().filter(|_| !self.is_vacuous) else { return true };
        match setup.find_parts(wanted.audited) {
            Ok(parts) => setup.parts = Some(parts),
            Err(why) => {
                answer.coverage.fallback = Some((why.reason.clone(), why.span));
                setup.without_parts = Some(why);
            }
        }
        setup.parts.is_some()
    }
}

impl<'p> Search<'p> for Ladder<'p> {
    fn answer(&mut self, goals: &Goals, bounds: &Bounds, limits: &Limits<'_>) -> Answer {
        if let (true, Some(_)) = (self.is_vacuous, self.parts) {
            return self.answer_for_certain(goals, bounds, limits);
        }
        let mut setup = match self.set_up(bounds, limits) {
            Ok(setup) => setup,
            Err(cut) => return Answer::cut_off(cut),
        };
        let by_parts = setup.parts.is_some().then(|| self.search_parts(&mut setup, limits));
        let why_not = by_parts.as_ref().and_then(|answer| self.parts.as_mut()?.give_up_after(answer));
        let mut answer = match by_parts.filter(|_| why_not.is_none()) {
            Some(answer) => answer,
            None => {
                if why_not.is_some() {
                    (self.parts, self.kept_parts, setup.parts) = (None, None, None);
                    setup.without_parts = why_not;
                }
                let found = self.search(&mut setup, limits);
                let answer = answer_of(&setup, &found.results);
                self.kept = Kept::of(&setup, found).filter(|_| limits.goes_on);
                answer
            }
        };
        answer.witnesses.retain(|witness| goals.contains(witness.breach.obligation));
        self.setup = Some(setup);
        answer
    }

    fn share(&self, index: usize, of: usize) -> Option<Box<dyn Search<'p> + 'p>> {
        // Parts are few: one thread has them at once.
        let kept = self.kept.as_ref().filter(|_| self.parts.is_none())?;
        let share = |index, of| kept.share(self.setup.as_ref()?, index, of);
        let (kept, origin) = (Some(share(index, of)?), Some(share(index, of)?));
        let whole = Ladder::new(Arc::clone(&self.problem), self.accelerations, None);
        Some(Box::new(Ladder { kept, origin, ..whole }))
    }
}

/// Searches a share: where the smaller scope has left off, or else from the share's own start.
/// (From the very beginning would be what all shares have together.)
fn search_share(setup: &mut Setup<'_>, origin: &Kept, kept: Option<Kept>, limits: &Limits<'_>) -> Found {
    let goes_on = |kept: &Kept| !kept.frontier.is_lost();
    let from_start = || origin.share(setup, 0, 1).and_then(|start| start.for_scope_of(setup)).filter(goes_on);
    let Some(kept) = kept.filter(goes_on).or_else(from_start) else {
        let mut found = Found::nothing(setup, LeftOff::lost());
        found.results.cut(Cut::Gap(Gap { what: "a share of this search".to_owned(), place: None }));
        return found;
    };
    setup.settled = Some(kept.settled());
    search_on(setup, kept, Nodes::new(), limits)
}

/// Searches what a smaller scope has not: where that one has left off, if that was kept; else all
/// of it, but for the heaps that are settled.
fn search_on(setup: &Setup<'_>, kept: Kept, roots: Nodes, limits: &Limits<'_>) -> Found {
    let goes_on = !kept.frontier.is_lost();
    let mut thread = Thread::new(Results::new(setup), LeftOff::new(goes_on && limits.goes_on));
    let nodes = if goes_on { setup.go_on_from(kept.frontier, &mut thread) } else { roots };
    let mut found = search(setup, nodes, thread.found(), limits);
    found.results.add_kept(kept.results, goes_on);
    found
}

fn run_budget(run: RunBudget) -> Budget {
    Budget { steps: run.steps, depth: run.depth, objects: run.objects }
}

pub(crate) fn run_limits(run: Budget) -> RunBudget {
    RunBudget { steps: run.steps, depth: run.depth, objects: run.objects, iterations: None }
}

pub(crate) fn run_limit(limit: Limit) -> RunLimit {
    match limit {
        Limit::Steps => RunLimit::Steps,
        Limit::Depth => RunLimit::Depth,
        Limit::Objects => RunLimit::Objects,
        Limit::ArrayLength => RunLimit::ArrayLength,
    }
}

fn answer_of(setup: &Setup<'_>, found: &Results) -> Answer {
    let mut cuts = found.cuts.clone();
    // Where every run is left out, nothing was found out.
    let is_all_left_out = found.oversized_runs > 0 && found.runs == 0;
    cuts.extend(is_all_left_out.then_some(Cut::Budget(RunLimit::ArrayLength)));
    let witness = |known: &FoundViolation| {
        let breach = known.violation.breach(&setup.problem)?;
        let SavedCall { heap, ranks, uninitialized } = known.call.clone();
        let (excuse, objects, runs) = (known.excuse, known.objects, known.runs);
        Some(Witness { breach, excuse, heap, ranks, uninitialized, objects, runs })
    };
    let mut witnesses = Vec::new();
    for known in &found.witnesses {
        match witness(known) {
            Some(witness) => witnesses.push(witness),
            None => cuts.push(Cut::Unlisted(known.violation.span)),
        }
    }
    Answer {
        witnesses,
        cuts,
        precondition: precondition(found),
        bounds: bound_uses(setup, found),
        coverage: coverage(setup, found),
        work: work(setup, found),
        certificate: None,
    }
}

/// Where something was cut, an empty precondition is not known to be empty.
fn precondition(found: &Results) -> Precondition {
    let blame = found.pruned_by.iter().map(|(clause, pruning)| Blame {
        clause: *clause,
        weight: pruning.branches,
        non_null_by_default: pruning.non_null_by_default.clone(),
    });
    match (found.heaps, found.runs) {
        (0, _) if !found.cuts.is_empty() => Precondition::Unknown,
        (0, _) => Precondition::Empty(blame.collect()),
        (_, 0) if found.cuts.is_empty() => Precondition::AssumedAway,
        _ => Precondition::Met,
    }
}

fn bound_uses(setup: &Setup<'_>, found: &Results) -> Vec<BoundUse> {
    let mut uses = Vec::new();
    for (kind, declared) in setup.space.kinds.iter().enumerate() {
        let largest = u64::from(found.largest[kind]);
        // What relies on the scope leaves out heaps with more objects: of all kinds that something
        // leads to.
        let reached = found.touched[kind] || found.relies_on_scope && setup.linked_kinds[kind];
        // What is only one of many possibilities is not worth a word where it did not matter.
        if reached || largest > 0 || !setup.is_of_library(declared.class) {
            let bound = BoundKind::Objects { name: declared.name.clone(), class: declared.class };
            uses.push(BoundUse { bound, limit: declared.limit as u64, largest, reached });
        }
    }
    let has_length = |kind: usize| setup.space.kinds[kind].class.is_none() || setup.layouts[kind].is_some();
    let has_arrays = found.largest.iter().enumerate().any(|(kind, most)| has_length(kind) && *most > 0);
    let length = setup.bounds.array_length as u64;
    let greatest = setup.bounds.scope.int_range().greatest.unsigned_abs();
    // Larger ones were not tried.
    let others = [(has_arrays, BoundKind::ArrayLength, length), (found.chose_numbers, BoundKind::Ints, greatest)];
    for (applies, bound, limit) in others {
        if applies {
            uses.push(BoundUse { bound, limit, largest: limit, reached: true });
        }
    }
    uses
}

fn work(setup: &Setup<'_>, found: &Results) -> Work {
    let Results { heaps, runs, branches, longest_run, .. } = *found;
    match setup.parts {
        None => Work::Explored { heaps, runs, branches, longest_run },
        Some(_) => Work::Parts {
            heaps,
            runs,
            shown: found.parts,
            stands_for: None,
            left: found.left,
            refined: found.refined,
            by_induction: 0,
            audited_runs: found.audited_runs,
            refuted: found.refuted_parts,
            branches,
            longest_run,
        },
    }
}

fn coverage(setup: &Setup<'_>, found: &Results) -> Coverage {
    let mut assumptions = setup.assumptions.clone();
    assumptions.extend(setup.bounds.assumptions.iter().cloned());
    for class in &found.shares {
        let name = simple_name(setup.program, *class);
        let text = "breaks that shares objects with what the method was given";
        assumptions.push(format!("sharing is not counted: the invariant of another `{name}` {text}"));
    }
    if found.has_endless_circles {
        let text = "links of arguments do not lead back to where they start, where a run would use up its budget";
        assumptions.push(text.to_owned());
    }
    let loops = setup.executable.loop_counts(&found.loops);
    Coverage {
        assumptions,
        excluded_runs: found.excluded_runs,
        oversized_runs: found.oversized_runs,
        excluded: found.excluded.clone(),
        goals: setup.contract.occasions.iter().zip(&found.has_arisen).map(goal).collect(),
        cases: found.cases.iter().map(|heaps| *heaps > 0).collect(),
        loops: loops.iter().map(|count| LoopUse { span: count.span, most: count.most }).collect(),
        library: setup.executable.library_methods(),
        fallback: setup.without_parts.clone().map(|NotUsed { reason, span }| (reason, span)),
        parts: Vec::new(),
    }
}

fn goal((occasion, is_met): (&CoverageGoal, &bool)) -> tightrope_engine::CoverageGoal {
    tightrope_engine::CoverageGoal { part: untested(occasion), within: occasion.within, is_met: *is_met }
}

fn untested(occasion: &CoverageGoal) -> Untested {
    let kind = match occasion.kind {
        OccasionKind::Return => UntestedKind::Return,
        OccasionKind::Exception(class) => UntestedKind::Exception(class),
        OccasionKind::Antecedent => UntestedKind::Antecedent,
        OccasionKind::Otherwise => UntestedKind::Otherwise,
        OccasionKind::Range => UntestedKind::Range,
    };
    Untested { kind, span: occasion.span, case: occasion.case }
}
