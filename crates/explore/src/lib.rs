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
mod replay;
mod search;
mod setup;
mod shown_heaps;
mod space;
mod witness;

pub use replay::{Replay, Shown, ShownExplanation, ShownScene, replay};

use frontier::Kept;
use parts::NotUsed;
use search::{Findings, Nodes, search};
use setup::Setup;
use std::sync::Arc;
use tightrope_engine::{Answer, BoundUse, Coverage, Cut, Engine, PartCoverage, Resources, Search};
use tightrope_heap::{Heap, Scope};
use tightrope_machine::{Acceleration, Accelerations, Limit};
use tightrope_problem::{Bounds, Problem};
use tightrope_program::{ClassId, MethodId, Program};

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

    fn prepare<'p>(&self, program: &'p Program, method: MethodId) -> Box<dyn Search + 'p> {
        let Explore { accelerations } = *self;
        let problem = Arc::new(Problem::of_method(program, method));
        Box::new(Ladder { problem, accelerations, parts: None, is_vacuous: false, setup: None, kept: None })
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

    fn prepare<'p>(&self, program: &'p Program, method: MethodId) -> Box<dyn Search + 'p> {
        let Glassbox { accelerations, audited } = *self;
        let problem = Arc::new(Problem::of_method(program, method));
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
    fn set_up(&mut self, scope: &Scope, resources: &Resources<'_>) -> Result<Setup<'p>, Cut> {
        let bounds = Bounds::resolve(&self.problem, scope);
        let mut setup = match self.setup.take() {
            Some(setup) => setup.in_bounds(bounds),
            None => Setup::new(Arc::clone(&self.problem), bounds, resources.run, self.accelerations)?,
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

    fn search(&mut self, setup: &mut Setup<'p>, resources: &Resources<'_>) -> Findings {
        let roots = setup.roots();
        // Parts are not kept from scope to scope.
        let may_keep = self.accelerations.has(Acceleration::Frontier) && setup.parts.is_none();
        let keeps_frontier = may_keep && !resources.is_last;
        let kept = self.kept.take().and_then(|kept| kept.for_scope_of(setup));
        setup.settled = kept.as_ref().map(Kept::settled);
        match kept {
            Some(kept) => search_on(setup, kept.found, roots, resources),
            None => search(setup, roots, Findings::new(setup, false, keeps_frontier), resources),
        }
    }
}

impl Ladder<'_> {
    /// Explores scopes until there is a heap; from then on, parts stand for others.
    fn answer_for_certain(&mut self, scope: &Scope, resources: &Resources<'_>) -> Answer {
        let parts = self.parts.take();
        for objects in 1..=scope.largest() {
            let smaller = scope.at_most(objects);
            let is_last = smaller == *scope;
            let answer = self.answer(&smaller, &Resources { is_last: is_last && resources.is_last, ..*resources });
            self.is_vacuous = answer.coverage.runs == 0;
            if is_last && self.is_vacuous || !answer.cuts.is_empty() {
                self.parts = parts;
                return answer;
            }
            if !self.is_vacuous {
                break;
            }
        }
        (self.parts, self.kept) = (parts, None);
        self.answer(scope, resources)
    }
}

impl Search for Ladder<'_> {
    fn answer(&mut self, scope: &Scope, resources: &Resources<'_>) -> Answer {
        if let (true, Some(_)) = (self.is_vacuous, self.parts) {
            return self.answer_for_certain(scope, resources);
        }
        let mut setup = match self.set_up(scope, resources) {
            Ok(setup) => setup,
            Err(cut) => return cut_off(cut),
        };
        let found = self.search(&mut setup, resources);
        let answer = answer_of(&setup, &found);
        self.kept = Kept::of(&setup, found).filter(|_| !resources.is_last);
        self.setup = Some(setup);
        answer
    }
}

/// Searches what a smaller scope has not: where that one has left off, if that was kept; else all of it, but for the heaps that are settled.
fn search_on(setup: &Setup<'_>, mut kept: Findings, roots: Nodes, resources: &Resources<'_>) -> Findings {
    let frontier = std::mem::take(&mut kept.frontier);
    let goes_on = !frontier.is_lost();
    let mut found = Findings::new(setup, false, goes_on && !resources.is_last);
    let nodes = if goes_on { setup.go_on_from(frontier, &mut found) } else { roots };
    let mut found = search(setup, nodes, found, resources);
    found.add_kept(kept, goes_on);
    found
}

/// All structures of a class: what its invariant admits.
#[derive(Clone, Debug, Default)]
pub struct Structures {
    pub count: u64,
    /// If they were wanted: in an order that depends on nothing but the structures.
    pub heaps: Vec<Heap>,
    pub answer: Answer,
}

impl Explore {
    /// Finds all structures of a class up to isomorphism.
    pub fn generate(
        self,
        program: &Program,
        class: ClassId,
        scope: &Scope,
        resources: &Resources<'_>,
        keeps_heaps: bool,
    ) -> Structures {
        let problem = Arc::new(Problem::of_structures(program, class));
        let bounds = Bounds::resolve(&problem, scope);
        let setup = match Setup::new(problem, bounds, resources.run, self.accelerations) {
            Ok(setup) => setup,
            Err(cut) => return Structures { answer: cut_off(cut), ..Structures::default() },
        };
        let known = Findings::new(&setup, keeps_heaps, false);
        let mut found = search(&setup, setup.roots(), known, resources);
        let heaps = std::mem::take(&mut found.structures);
        Structures { count: found.heaps, heaps, answer: answer_of(&setup, &found) }
    }
}

fn cut_off(cut: Cut) -> Answer {
    Answer { cuts: vec![cut], ..Answer::default() }
}

fn answer_of(setup: &Setup<'_>, found: &Findings) -> Answer {
    // What is only one of many possibilities is not worth a word where it did not matter.
    let is_telling = |bound: &BoundUse| bound.touched || bound.largest > 0 || !setup.is_of_library(bound.class);
    let bounds = setup.space.kinds.iter().enumerate().map(|(kind, declared)| BoundUse {
        name: declared.name.clone(),
        class: declared.class,
        limit: declared.limit,
        largest: usize::from(found.largest[kind]),
        // What relies on the scope leaves out heaps with more objects: of all kinds that something leads to.
        touched: found.touched[kind] || found.relies_on_scope && setup.linked_kinds[kind],
    });
    let mut assumptions = setup.assumptions.clone();
    assumptions.extend(setup.bounds.assumptions.iter().cloned());
    if found.excluded_runs > 0 {
        assumptions.push(format!("`assume` in the code excluded {} runs", found.excluded_runs));
    }
    assumptions.extend(setup.box_assumption());
    if found.oversized_runs > 0 {
        let (runs, most) = (found.oversized_runs, setup.run_budget.objects * 16);
        assumptions.push(format!("runs that allocate an array of more than {most} elements were left out ({runs})"));
    }
    if found.leaves_unseen {
        let text = "invariants of objects that neither a run nor a contract looks at were not judged, though runs changed objects that they may speak of";
        assumptions.push(text.to_owned());
    }
    let coverage = Coverage {
        heaps: found.heaps,
        runs: found.runs,
        longest_run: found.longest_run,
        branches: found.branches,
        bounds: bounds.filter(is_telling).collect(),
        values: setup.bounds.coverage.clone(),
        assumptions,
        excluded: found.excluded.clone(),
        pruned_by: found.pruned_by.clone(),
        missed: setup.contract.missed(&found.has_arisen).cloned().collect(),
        cases: found.cases.clone(),
        chose_numbers: found.chose_numbers,
        loops: setup.executable.loop_counts(&found.loops),
        library: setup.executable.library_methods(),
        parts: setup.parts.is_some().then_some(PartCoverage {
            shown: found.parts,
            audited_runs: found.audited_runs,
            refuted: found.refuted_parts,
        }),
        without_parts: setup.without_parts.clone().map(|NotUsed { reason, span }| (reason, span)),
    };
    // Where every run is left out, nothing was found out.
    let is_all_left_out = found.oversized_runs > 0 && found.runs == 0;
    let gap = is_all_left_out.then_some(Cut::Budget(Limit::ArrayLength));
    let cuts = found.cuts.iter().cloned().chain(gap).collect();
    Answer { witnesses: found.witnesses.clone(), cuts, coverage }
}
