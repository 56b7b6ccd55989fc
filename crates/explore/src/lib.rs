//! Engine: lazy explicit exploration of all heaps within a scope.
//!
//! Depth-first search over partial heaps, after Korat's and Symbolic PathFinder's lazy initialisation, with the pruning of declarative invariants that the machine's
//! three-valued formulas make possible (see `ARCHITECTURE.md`). Nothing about a heap is decided before somebody asks: a clause of an invariant, `repOk`, the
//! method, its postcondition. Each answer is a copy of a small state. Labels are canonical by construction (`choices`), so isomorphic heaps are met once.
//!
//! The order of a check: the receiver and what its invariant asks for, then the parameters and theirs, then the precondition, the run, the judgement. So the heaps of the
//! receiver are found once and not once for each argument.

mod advance;
mod assumptions;
mod choices;
mod complete;
mod failures;
mod frontier;
mod least;
mod node;
mod parts;
mod search;
mod setup;
mod space;
mod witness;

use frontier::Kept;
use parts::NotUsed;
use search::{Findings, Found, Nodes, search};
use setup::Setup;
use std::sync::Arc;
use tightrope_engine::{
    Answer, Blame, BoundKind, BoundUse, Coverage, Cut, Engine, Enumerate, Gap, Goals, Limits, LoopUse, Precondition,
    RunBudget, RunLimit, Search, Structures, Untested, UntestedKind, Witness, Work,
};
use tightrope_machine::contract::{Occasion, OccasionKind};
use tightrope_machine::{Acceleration, Accelerations, Budget, Limit, SavedCall};
use tightrope_problem::{Bounds, Problem, Values};
use tightrope_program::names::simple_name;

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

    fn start<'p>(&self, problem: Arc<Problem<'p>>) -> Box<dyn Search + 'p> {
        let Explore { accelerations } = *self;
        Box::new(Ladder { problem, accelerations, parts: None, is_vacuous: false, setup: None, kept: None })
    }

    fn enumerate(&self) -> Option<&dyn Enumerate> {
        Some(self)
    }
}

/// The same search, where the method runs first and one run stands for all heaps that look the same where it looked: see `parts`. Methods for which that cannot be done are explored.
#[derive(Clone, Copy, Debug, Default)]
pub struct Glassbox {
    pub accelerations: Accelerations,
    /// Up to so many objects, each part that is shown is completed in all ways, and each heap judged by itself.
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

    fn start<'p>(&self, problem: Arc<Problem<'p>>) -> Box<dyn Search + 'p> {
        let Glassbox { accelerations, audited } = *self;
        Box::new(Ladder { problem, accelerations, parts: Some(audited), is_vacuous: true, setup: None, kept: None })
    }
}

/// The search of one method, scope by scope.
struct Ladder<'p> {
    problem: Arc<Problem<'p>>,
    accelerations: Accelerations,
    /// Parts stand for heaps, where they can; up to which size each is audited.
    parts: Option<usize>,
    /// No heap is known on which the precondition holds. A part may have none: only the ordinary search can tell.
    is_vacuous: bool,
    /// That of the last scope.
    setup: Option<Setup<'p>>,
    kept: Option<Kept>,
}

impl<'p> Ladder<'p> {
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
        setup.parts = setup.parts.filter(|_| !self.is_vacuous);
        if let (Some(audited), false) = (self.parts, self.is_vacuous) {
            match setup.find_parts(audited) {
                Ok(parts) => setup.parts = Some(parts),
                Err(why) => setup.without_parts = Some(why),
            }
        }
        Ok(setup)
    }

    fn search(&mut self, setup: &mut Setup<'p>, limits: &Limits<'_>) -> Findings {
        let roots = setup.roots();
        // Parts are not kept from scope to scope.
        let may_keep = self.accelerations.has(Acceleration::Frontier) && setup.parts.is_none();
        let keeps_frontier = may_keep && limits.goes_on;
        let kept = self.kept.take().and_then(|kept| kept.for_scope_of(setup));
        setup.settled = kept.as_ref().map(Kept::settled);
        match kept {
            Some(kept) => search_on(setup, kept.found, roots, limits),
            None => search(setup, roots, Findings::new(setup, false, keeps_frontier), limits),
        }
    }
}

impl Ladder<'_> {
    /// Explores scopes until there is a heap; from then on, parts stand for others.
    fn answer_for_certain(&mut self, goals: &Goals, bounds: &Bounds, limits: &Limits<'_>) -> Answer {
        let parts = self.parts.take();
        for objects in 1..=bounds.scope.largest() {
            let smaller = Bounds::resolve(&self.problem, &bounds.scope.at_most(objects));
            let is_last = smaller.scope == bounds.scope;
            let goes_on = !is_last || limits.goes_on;
            let answer = self.answer(goals, &smaller, &Limits { goes_on, ..*limits });
            self.is_vacuous = answer.work.counts().1 == 0;
            if is_last && self.is_vacuous || !answer.is_complete() {
                self.parts = parts;
                return answer;
            }
            if !self.is_vacuous {
                break;
            }
        }
        (self.parts, self.kept) = (parts, None);
        self.answer(goals, bounds, limits)
    }
}

impl Search for Ladder<'_> {
    fn answer(&mut self, goals: &Goals, bounds: &Bounds, limits: &Limits<'_>) -> Answer {
        if let (true, Some(_)) = (self.is_vacuous, self.parts) {
            return self.answer_for_certain(goals, bounds, limits);
        }
        let mut setup = match self.set_up(bounds, limits) {
            Ok(setup) => setup,
            Err(cut) => return Answer::cut_off(cut),
        };
        let found = self.search(&mut setup, limits);
        let mut answer = answer_of(&setup, &found);
        answer.witnesses.retain(|witness| goals.contains(witness.breach.obligation));
        self.kept = Kept::of(&setup, found).filter(|_| limits.goes_on);
        self.setup = Some(setup);
        answer
    }
}

/// Searches what a smaller scope has not: where that one has left off, if that was kept; else all of it, but for the heaps that are settled.
fn search_on(setup: &Setup<'_>, mut kept: Findings, roots: Nodes, limits: &Limits<'_>) -> Findings {
    let frontier = std::mem::take(&mut kept.frontier);
    let goes_on = !frontier.is_lost();
    let mut found = Findings::new(setup, false, goes_on && limits.goes_on);
    let nodes = if goes_on { setup.go_on_from(frontier, &mut found) } else { roots };
    let mut found = search(setup, nodes, found, limits);
    found.add_kept(kept, goes_on);
    found
}

impl Enumerate for Explore {
    fn structures<'p>(
        &self,
        problem: Arc<Problem<'p>>,
        bounds: &Bounds,
        limits: &Limits<'_>,
        keeps_heaps: bool,
    ) -> Structures {
        let setup = match Setup::new(problem, bounds.clone(), run_budget(limits.run), self.accelerations) {
            Ok(setup) => setup,
            Err(cut) => return Structures { answer: Answer::cut_off(cut), ..Structures::default() },
        };
        let known = Findings::new(&setup, keeps_heaps, false);
        let mut found = search(&setup, setup.roots(), known, limits);
        let heaps = std::mem::take(&mut found.structures);
        Structures { count: found.heaps, heaps, answer: answer_of(&setup, &found) }
    }
}

fn run_budget(run: RunBudget) -> Budget {
    Budget { steps: run.steps, depth: run.depth, objects: run.objects }
}

pub(crate) fn run_limits(run: Budget) -> RunBudget {
    RunBudget { steps: run.steps, depth: run.depth, objects: run.objects }
}

pub(crate) fn run_limit(limit: Limit) -> RunLimit {
    match limit {
        Limit::Steps => RunLimit::Steps,
        Limit::Depth => RunLimit::Depth,
        Limit::Objects => RunLimit::Objects,
        Limit::ArrayLength => RunLimit::ArrayLength,
    }
}

fn answer_of(setup: &Setup<'_>, found: &Findings) -> Answer {
    let mut cuts = found.cuts.clone();
    // Where every run is left out, nothing was found out.
    let is_all_left_out = found.oversized_runs > 0 && found.runs == 0;
    cuts.extend(is_all_left_out.then_some(Cut::Budget(RunLimit::ArrayLength)));
    let witness = |known: &Found| {
        let breach = known.violation.breach(&setup.problem)?;
        let SavedCall { heap, ranks, uninitialized } = known.call.clone();
        Some(Witness { breach, heap, ranks, uninitialized, objects: known.objects, runs: known.runs })
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
fn precondition(found: &Findings) -> Precondition {
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

fn bound_uses(setup: &Setup<'_>, found: &Findings) -> Vec<BoundUse> {
    let mut uses = Vec::new();
    for (kind, declared) in setup.space.kinds.iter().enumerate() {
        let largest = u64::from(found.largest[kind]);
        // What relies on the scope leaves out heaps with more objects: of all kinds that something leads to.
        let reached = found.touched[kind] || found.relies_on_scope && setup.linked_kinds[kind];
        // What is only one of many possibilities is not worth a word where it did not matter.
        if reached || largest > 0 || !setup.is_of_library(declared.class) {
            let bound = BoundKind::Objects { name: declared.name.clone(), class: declared.class };
            uses.push(BoundUse { bound, limit: declared.limit as u64, largest, reached });
        }
    }
    let has_arrays = setup.space.kinds.iter().zip(&found.largest).any(|(kind, most)| kind.class.is_none() && *most > 0);
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

fn work(setup: &Setup<'_>, found: &Findings) -> Work {
    let Findings { heaps, runs, branches, longest_run, .. } = *found;
    match setup.parts {
        None => Work::Explored { heaps, runs, branches, longest_run },
        Some(_) => Work::Parts {
            heaps,
            runs,
            shown: found.parts,
            audited_runs: found.audited_runs,
            refuted: found.refuted_parts,
            branches,
            longest_run,
        },
    }
}

fn coverage(setup: &Setup<'_>, found: &Findings) -> Coverage {
    let mut assumptions = setup.assumptions.clone();
    assumptions.extend(setup.bounds.assumptions.iter().cloned());
    if found.excluded_runs > 0 {
        assumptions.push(format!("`assume` in the code excluded {} runs", found.excluded_runs));
    }
    assumptions.extend(setup.box_assumption());
    for class in &found.shares {
        let name = simple_name(setup.program, *class);
        let text = "breaks that shares objects with what the method was given";
        assumptions.push(format!("sharing is not counted: the invariant of another `{name}` {text}"));
    }
    if found.oversized_runs > 0 {
        let (runs, most) = (found.oversized_runs, setup.run_budget.objects * 16);
        assumptions.push(format!("runs that allocate an array of more than {most} elements were left out ({runs})"));
    }
    if found.leaves_unseen {
        let text = "invariants of objects that neither a run nor a contract looks at were not judged, though runs changed objects that they may speak of";
        assumptions.push(text.to_owned());
    }
    let loops = setup.executable.loop_counts(&found.loops);
    Coverage {
        assumptions,
        excluded: found.excluded.clone(),
        untested: setup.contract.missed(&found.has_arisen).map(untested).collect(),
        cases: found.cases.iter().map(|heaps| *heaps > 0).collect(),
        loops: loops.iter().map(|count| LoopUse { span: count.span, most: count.most }).collect(),
        library: setup.executable.library_methods(),
        fallback: setup.without_parts.clone().map(|NotUsed { reason, span }| (reason, span)),
    }
}

fn untested(occasion: &Occasion) -> Untested {
    let kind = match occasion.kind {
        OccasionKind::Return => UntestedKind::Return,
        OccasionKind::Exception(class) => UntestedKind::Exception(class),
        OccasionKind::Antecedent => UntestedKind::Antecedent,
        OccasionKind::Otherwise => UntestedKind::Otherwise,
        OccasionKind::Range => UntestedKind::Range,
    };
    Untested { kind, span: occasion.span, case: occasion.case }
}
