//! What a search has found. It is joined by sums, minima and maxima only, so that it is the same
//! for any number of threads and any order of their work.

use crate::completions::Shapes;
use crate::failures::Figures;
use crate::node::Node;
use crate::rep_ok::is_of_failed_assert;
use crate::setup::Setup;
use std::collections::{BTreeMap, BTreeSet};
use tightrope_engine::{Cut, Exclusion};
use tightrope_heap::{Heap, simplicity};
use tightrope_machine::contract::{CompiledClause, Ending, Violation};
use tightrope_machine::formula::Truth;
use tightrope_machine::{Limit, LoopCounter, Outcome, SavedCall};
use tightrope_problem::Excuse;
use tightrope_program::ClassId;
use tightrope_program::contract::Origin;
use tightrope_source::{Name, Span};

/// What a search has found: counts, minima and maxima, which are joined in any order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Results {
    pub(crate) heaps: u64,
    pub(crate) runs: u64,
    pub(crate) longest_run: u64,
    pub(crate) branches: u64,
    /// By kind: the most objects in a heap.
    pub(crate) largest: Vec<u16>,
    pub(crate) touched: Vec<bool>,
    pub(crate) witnesses: Vec<FoundViolation>,
    pub(crate) cuts: Vec<Cut>,
    pub(crate) excluded: BTreeMap<Span, Exclusion>,
    pub(crate) pruned_by: BTreeMap<Span, Pruning>,
    /// All of them.
    pruned: u64,
    pub(crate) excluded_runs: u64,
    /// The classes of objects whose invariants break because they share what a run has changed.
    pub(crate) shares: BTreeSet<ClassId>,
    /// Runs that allocate an array that is longer than the budget allows.
    pub(crate) oversized_runs: u64,
    /// Runs on links that lead back to where they start used up their budget, and were left out.
    pub(crate) has_endless_circles: bool,
    pub(crate) cases: Vec<u64>,
    /// By occasion: has it arisen?
    pub(crate) has_arisen: Vec<bool>,
    pub(crate) chose_numbers: bool,
    pub(crate) loops: LoopCounter,
    /// `generate`: the structures, if they are wanted and not only counted.
    pub(crate) structures: Option<Vec<Heap>>,
    /// Heaps that are the same in every larger scope.
    settled_heaps: u64,
    /// What the ranges of numbers told would not be so in a scope without bounds.
    pub(crate) relies_on_scope: bool,
    /// Parts that were shown.
    pub(crate) parts: u64,
    /// The same by what they know of their structure, until they are counted.
    pub(crate) shapes: Shapes,
    /// Parts of which a clause was open, so that something was asked that the run did not read, and
    /// that may split them.
    pub(crate) refined: u64,
    /// Parts that could not be shown.
    pub(crate) left: u64,
    /// The runs of those that were completed and judged again, and how many of them were shown
    /// though a heap breaks the contract.
    pub(crate) audited_runs: u64,
    pub(crate) refuted_parts: u64,
}

impl Results {
    pub(crate) fn new(setup: &Setup<'_>) -> Results {
        let (kinds, contract) = (setup.space.kinds.len(), &setup.contract);
        Results {
            largest: vec![0; kinds],
            touched: vec![false; kinds],
            cases: vec![0; contract.cases.len()],
            has_arisen: vec![false; contract.occasions.len()],
            ..Results::default()
        }
    }

    /// What another thread of the same search starts with.
    pub(crate) fn none_yet(&self, setup: &Setup<'_>) -> Results {
        Results { structures: self.structures.as_ref().map(|_| Vec::new()), ..Results::new(setup) }
    }

    /// Is all that was found the same in every larger scope?
    pub(crate) fn is_settled(&self) -> bool {
        self.settled_heaps == self.heaps && self.witnesses.is_empty() && self.cuts.is_empty()
    }

    /// Adds what a smaller scope has found on other heaps. If the search did not go on where that
    /// one has left off, it has pruned the same branches again.
    pub(crate) fn add_kept(&mut self, kept: Results, goes_on: bool) {
        let kept = Results { branches: 0, touched: Vec::new(), ..kept };
        self.join(match goes_on {
            true => kept,
            false => Results {
                excluded: BTreeMap::new(),
                pruned_by: BTreeMap::new(),
                relies_on_scope: false,
                chose_numbers: false,
                ..kept
            },
        });
        self.sort();
    }

    /// This, and what was found of parts.
    pub(crate) fn with(mut self, parts: &Results) -> Results {
        self.join(parts.clone());
        self.sort();
        self
    }

    pub(crate) fn count_heap(&mut self, node: &Node, is_complete: bool) {
        self.heaps += 1;
        self.settled_heaps += u64::from(is_complete);
        for (case, applies) in self.cases.iter_mut().zip(&node.applicable) {
            *case += u64::from(*applies);
        }
    }

    pub(crate) fn count_run(&mut self, setup: &Setup<'_>, node: &Node) {
        self.runs += 1;
        self.measure(node);
        // A run that never ends has no length.
        if let Some(run) = node.run.as_ref().filter(|run| run.ending.is_some()) {
            self.longest_run = self.longest_run.max(setup.run_budget.steps - node.steps);
            self.loops.merge(&run.loops);
        }
    }

    /// Which parts of the contract did this run put to the test? Nobody asks again for those that
    /// some run has.
    pub(crate) fn note_occasions(&mut self, setup: &Setup<'_>, node: &Node, ending: &Ending) {
        for (number, occasion) in setup.contract.occasions.iter().enumerate() {
            let applies = node.applicable.get(occasion.case).copied().unwrap_or(false);
            let is_within = occasion.within.is_none_or(|around| self.has_arisen[around]);
            if applies && is_within && !self.has_arisen[number] {
                let (state, args) = (&node.state, &node.args);
                self.has_arisen[number] = setup.executable.arises(occasion, state, args, ending, &setup.run_budget);
            }
        }
    }

    pub(crate) fn measure(&mut self, node: &Node) {
        for (largest, count) in self.largest.iter_mut().zip(&node.counts) {
            *largest = (*largest).max(*count);
        }
    }

    pub(crate) fn prune_clause(&mut self, clause: &CompiledClause) {
        self.prune_branches(clause, 1);
    }

    fn prune_branches(&mut self, clause: &CompiledClause, branches: u64) {
        let non_null_by_default = match &clause.origin {
            Origin::NonNull { name, by_default: true } => Some(name.clone()),
            _ => None,
        };
        let entry = self.pruned_by.entry(clause.span).or_insert(Pruning { branches: 0, non_null_by_default });
        entry.branches += branches;
        self.pruned += branches;
    }

    pub(crate) fn figures(&self) -> Figures {
        Figures { branches: self.branches, pruned: self.pruned }
    }

    /// Counts what was counted when all answers to the same question failed.
    pub(crate) fn count_again(&mut self, setup: &Setup<'_>, node: &Node, figures: Figures) {
        self.branches += figures.branches;
        if let Some(clause) = setup.running_clause(node) {
            self.prune_branches(clause, figures.pruned);
        }
    }

    /// An assumption that can only throw is not true; somebody should know.
    pub(crate) fn note_exclusion(&mut self, setup: &Setup<'_>, node: &Node, truth: Truth) {
        let Some(throws) = truth.throws.filter(|_| truth.is_decided() && truth.can_throw()) else { return };
        let exception = throws.exception.name(setup.program);
        // An assert of `RepOk` that fails says no, as `false` does.
        if !is_of_failed_assert(exception) {
            self.exclude(throws.span, exception, node);
        }
    }

    fn exclude(&mut self, span: Span, exception: &str, node: &Node) {
        let objects = node.made();
        let entry =
            self.excluded.entry(span).or_insert(Exclusion { heaps: 0, exception: exception.to_owned(), objects });
        entry.heaps += 1;
        entry.objects = entry.objects.min(objects);
    }

    pub(crate) fn prune_rep_ok(&mut self, setup: &Setup<'_>, node: &Node, clause: &CompiledClause, outcome: &Outcome) {
        self.prune_clause(clause);
        match outcome {
            // An assert that fails says no, as `return false` does.
            _ if setup.is_violated(outcome) => {}
            Outcome::Thrown(thrown) => {
                self.exclude(thrown.span, &setup.program.class(thrown.class).name, node);
            }
            Outcome::Repeats(span) => self.exclude(*span, "an endless loop", node),
            // It did not return true, as far as anybody will wait.
            Outcome::Exhausted(Limit::Steps) => self.exclude(clause.span, "no answer within the budget of steps", node),
            Outcome::Exhausted(Limit::Depth) => self.exclude(clause.span, "StackOverflowError", node),
            Outcome::Exhausted(Limit::Objects | Limit::ArrayLength) => {
                self.exclude(clause.span, "OutOfMemoryError", node)
            }
            _ => {}
        }
    }

    /// Keeps the smallest heap for each way in which an obligation is broken.
    pub(crate) fn violated(&mut self, setup: &Setup<'_>, node: &Node, violation: Violation) {
        let objects = node.made();
        let excuse = setup.excuse(node, &violation);
        let known = self.witnesses.iter_mut().find(|known| known.is_same(&violation, excuse));
        if let Some(known) = known {
            known.runs += 1;
            if known.objects >= objects {
                let found = FoundViolation { violation, excuse, call: setup.call_of(node), objects, runs: known.runs };
                if found.is_simpler_than(known) {
                    *known = found;
                }
            }
            return;
        }
        self.witnesses.push(FoundViolation { violation, excuse, call: setup.call_of(node), objects, runs: 1 });
    }

    pub(crate) fn cut(&mut self, cut: Cut) {
        if !self.cuts.contains(&cut) {
            self.cuts.push(cut);
        }
    }

    /// Into an order that depends on nothing but what was found.
    pub(crate) fn sort(&mut self) {
        self.structures.iter_mut().for_each(|structures| structures.sort_by(simplicity::compare));
        self.cuts.sort_by_cached_key(|cut| format!("{cut:?}"));
        self.witnesses.sort_by(|left, right| {
            let of = |found: &FoundViolation| (found.objects, found.violation.span);
            of(left).cmp(&of(right)).then_with(|| simplicity::compare(&left.call.heap, &right.call.heap))
        });
    }

    pub(crate) fn join(&mut self, other: Results) {
        self.heaps += other.heaps;
        self.settled_heaps += other.settled_heaps;
        self.relies_on_scope |= other.relies_on_scope;
        self.runs += other.runs;
        self.longest_run = self.longest_run.max(other.longest_run);
        self.branches += other.branches;
        self.parts += other.parts;
        self.refined += other.refined;
        self.left += other.left;
        self.shapes.join(other.shapes);
        self.audited_runs += other.audited_runs;
        self.refuted_parts += other.refuted_parts;
        self.excluded_runs += other.excluded_runs;
        self.shares.extend(other.shares);
        self.oversized_runs += other.oversized_runs;
        self.has_endless_circles |= other.has_endless_circles;
        self.chose_numbers |= other.chose_numbers;
        self.loops.merge(&other.loops);
        self.largest.iter_mut().zip(other.largest).for_each(|(most, count)| *most = (*most).max(count));
        self.touched.iter_mut().zip(other.touched).for_each(|(touched, other)| *touched |= other);
        self.cases.iter_mut().zip(other.cases).for_each(|(sum, count)| *sum += count);
        self.has_arisen.iter_mut().zip(other.has_arisen).for_each(|(arose, other)| *arose |= other);
        if let Some(structures) = &mut self.structures {
            structures.extend(other.structures.into_iter().flatten());
        }
        for witness in other.witnesses {
            self.join_witness(witness);
        }
        for cut in other.cuts {
            self.cut(cut);
        }
        for (span, exclusion) in other.excluded {
            let known = self.excluded.entry(span).or_insert(Exclusion { heaps: 0, ..exclusion.clone() });
            known.heaps += exclusion.heaps;
            known.objects = known.objects.min(exclusion.objects);
        }
        for (span, pruning) in other.pruned_by {
            let known = self.pruned_by.entry(span).or_insert(Pruning { branches: 0, ..pruning.clone() });
            known.branches += pruning.branches;
        }
    }

    fn join_witness(&mut self, found: FoundViolation) {
        match self.witnesses.iter_mut().find(|known| known.is_same(&found.violation, found.excuse)) {
            Some(known) => {
                let runs = known.runs + found.runs;
                if found.is_simpler_than(known) {
                    *known = found;
                }
                known.runs = runs;
            }
            None => self.witnesses.push(found),
        }
    }
}

/// A call on which something is broken.
#[derive(Clone, Debug)]
pub(crate) struct FoundViolation {
    pub(crate) violation: Violation,
    /// What the call was given that nobody has excluded.
    pub(crate) excuse: Option<Excuse>,
    pub(crate) call: SavedCall,
    /// How many objects were made for it.
    pub(crate) objects: usize,
    pub(crate) runs: u64,
}

impl FoundViolation {
    /// The same clause is broken, with the same excuse.
    fn is_same(&self, violation: &Violation, excuse: Option<Excuse>) -> bool {
        self.violation.kind == violation.kind && self.violation.span == violation.span && self.excuse == excuse
    }

    /// Fewer objects first; then the order of heaps.
    fn is_simpler_than(&self, other: &FoundViolation) -> bool {
        let sizes = self.objects.cmp(&other.objects);
        sizes.then_with(|| simplicity::compare(&self.call.heap, &other.call.heap)).is_lt()
    }
}

/// What a clause cuts off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pruning {
    pub(crate) branches: u64,
    /// It says that something is non-null, by JML's default: the name of the field or parameter.
    pub(crate) non_null_by_default: Option<Name>,
}
