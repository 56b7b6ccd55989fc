//! Joins the answers about shares of one search space into the answer about all of it.
//!
//! Each share is a set of heaps within the same bounds, and no heap is in two of them. Counts are
//! added, the smallest witness of each breach stays, and what one share has cut is cut. Joining is
//! associative and commutative but for the order of lists, which ends up the same for every order
//! of joining: so the answer does not depend on who looked at which share first.

use crate::answer::{
    Answer, Blame, BoundUse, Coverage, CoverageGoal, Cut, Exclusion, LoopUse, Precondition, RunLimit, Witness, Work,
};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use tightrope_heap::simplicity;
use tightrope_source::Span;

impl Answer {
    /// The answer about the heaps of all parts. No part at all covers nothing, and says nothing.
    pub fn join(parts: impl IntoIterator<Item = Answer>) -> Answer {
        let mut parts = parts.into_iter();
        let first = parts.next().unwrap_or_default();
        let mut all = parts.fold(first, join_two);
        all.witnesses.sort_by(by_size);
        all.cuts.sort_by_cached_key(|cut| format!("{cut:?}"));
        // Only where all runs of all parts are left out, nothing was found out.
        if all.coverage.oversized_runs > 0 && all.work.counts().1 > 0 {
            all.cuts.retain(|cut| *cut != Cut::Budget(RunLimit::ArrayLength));
        }
        all
    }
}

/// Witnesses with fewer objects come first; what is left open depends on the heaps alone.
pub fn by_size(left: &Witness, right: &Witness) -> Ordering {
    let of = |witness: &Witness| (witness.objects, witness.breach.clone());
    of(left).cmp(&of(right)).then_with(|| simplicity::compare(&left.heap, &right.heap))
}

fn join_two(left: Answer, right: Answer) -> Answer {
    Answer {
        witnesses: right.witnesses.into_iter().fold(left.witnesses, add_witness),
        cuts: union(left.cuts, right.cuts, |known, other| known == other),
        precondition: join_preconditions(left.precondition, right.precondition),
        bounds: right.bounds.into_iter().fold(left.bounds, add_bound_use),
        coverage: join_coverage(left.coverage, right.coverage),
        work: join_work(left.work, right.work),
        // A proof is about one part.
        certificate: None,
    }
}

fn add_witness(mut all: Vec<Witness>, witness: Witness) -> Vec<Witness> {
    let is_same = |known: &&mut Witness| known.breach.is_same(&witness.breach) && known.excuse == witness.excuse;
    match all.iter_mut().find(is_same) {
        Some(known) => {
            let runs = known.runs + witness.runs;
            if by_size(&witness, known).is_lt() {
                *known = witness;
            }
            known.runs = runs;
        }
        None => all.push(witness),
    }
    all
}

fn union<T>(mut all: Vec<T>, others: Vec<T>, is_same: impl Fn(&T, &T) -> bool) -> Vec<T> {
    for other in others {
        if !all.iter().any(|known| is_same(known, &other)) {
            all.push(other);
        }
    }
    all
}

fn join_preconditions(left: Precondition, right: Precondition) -> Precondition {
    use Precondition::{AssumedAway, Empty, Met, Unknown};
    match (left, right) {
        (Met, _) | (_, Met) => Met,
        (Unknown, _) | (_, Unknown) => Unknown,
        (AssumedAway, _) | (_, AssumedAway) => AssumedAway,
        (Empty(left), Empty(right)) => Empty(right.into_iter().fold(left, add_blame)),
    }
}

fn add_blame(mut all: Vec<Blame>, blame: Blame) -> Vec<Blame> {
    match all.binary_search_by_key(&blame.clause, |known| known.clause) {
        Ok(known) => all[known].weight += blame.weight,
        Err(place) => all.insert(place, blame),
    }
    all
}

fn add_bound_use(mut all: Vec<BoundUse>, used: BoundUse) -> Vec<BoundUse> {
    match all.iter_mut().find(|known| known.bound == used.bound) {
        Some(known) => {
            known.largest = known.largest.max(used.largest);
            known.reached |= used.reached;
        }
        None => all.push(used),
    }
    all
}

fn join_coverage(left: Coverage, right: Coverage) -> Coverage {
    let longer = left.cases.len().max(right.cases.len());
    let case = |cases: &[bool], number: usize| cases.get(number).copied().unwrap_or(false);
    Coverage {
        cases: (0..longer).map(|number| case(&left.cases, number) || case(&right.cases, number)).collect(),
        assumptions: union(left.assumptions, right.assumptions, |known, other| known == other),
        excluded_runs: left.excluded_runs + right.excluded_runs,
        oversized_runs: left.oversized_runs + right.oversized_runs,
        excluded: right.excluded.into_iter().fold(left.excluded, add_exclusion),
        goals: join_goals(left.goals, right.goals),
        loops: right.loops.into_iter().fold(left.loops, add_loop),
        library: if left.library.is_empty() { right.library } else { left.library },
        fallback: left.fallback.or(right.fallback),
        parts: union(left.parts, right.parts, |known, other| known == other),
    }
}

fn add_exclusion(
    mut all: BTreeMap<Span, Exclusion>,
    (span, exclusion): (Span, Exclusion),
) -> BTreeMap<Span, Exclusion> {
    let known = all.entry(span).or_insert(Exclusion { heaps: 0, ..exclusion.clone() });
    known.heaps += exclusion.heaps;
    known.objects = known.objects.min(exclusion.objects);
    all
}

/// What a run of either part put to the test.
fn join_goals(mut left: Vec<CoverageGoal>, right: Vec<CoverageGoal>) -> Vec<CoverageGoal> {
    if left.len() < right.len() {
        return join_goals(right, left);
    }
    left.iter_mut().zip(right).for_each(|(goal, other)| goal.is_met |= other.is_met);
    left
}

fn add_loop(mut all: Vec<LoopUse>, used: LoopUse) -> Vec<LoopUse> {
    match all.binary_search_by_key(&used.span, |known| known.span) {
        Ok(known) => all[known].most = all[known].most.max(used.most),
        Err(place) => all.insert(place, used),
    }
    all
}

fn join_work(left: Work, right: Work) -> Work {
    match (left, right) {
        (Work::Nothing, work) | (work, Work::Nothing) => work,
        (
            Work::Explored { heaps, runs, branches, longest_run },
            Work::Explored { heaps: more_heaps, runs: more_runs, branches: more_branches, longest_run: other_run },
        ) => Work::Explored {
            heaps: heaps + more_heaps,
            runs: runs + more_runs,
            branches: branches + more_branches,
            longest_run: longest_run.max(other_run),
        },
        // Only what is explored heap by heap is ever shared.
        (work, _) => work,
    }
}
