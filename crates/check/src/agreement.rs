//! Do the answers of several engines to one question agree?
//!
//! They are compared by obligation, where both cover everything within the bounds. A run is blamed
//! for the first obligation that it breaks, and engines may differ in which one they meet first: so
//! an obligation that only one engine reports broken is a disagreement if the other has nothing
//! broken at all, or if the judge does not confirm it.

use tightrope_confirm::{Confirmation, Judge};
use tightrope_engine::{Answer, Precondition, RunBudget, Status, Witness};
use tightrope_heap::{Layouts, text};
use tightrope_problem::{Obligation, Problem};

/// An engine's name and its answer.
pub(crate) type Named<'a> = (&'a str, &'a Answer);

/// What two engines disagree about, with all that is needed to report it; `None`: they agree.
pub(crate) fn disagreement(problem: &Problem<'_>, run: RunBudget, left: Named<'_>, right: Named<'_>) -> Option<String> {
    if !left.1.is_complete() || !right.1.is_complete() {
        return None;
    }
    let is_empty = |answer: &Answer| matches!(answer.precondition, Precondition::Empty(_));
    let is_met = |answer: &Answer| answer.precondition == Precondition::Met;
    for ((name, answer), (other_name, other)) in [(left, right), (right, left)] {
        if is_empty(answer) && is_met(other) {
            return Some(format!("{name} finds no heap that meets the precondition, {other_name} does"));
        }
        for obligation in &problem.obligations {
            if let (Status::Broken(witness), Status::Holds) =
                (answer.status(obligation.id), other.status(obligation.id))
            {
                let judge = Judge::new(problem, witness, run);
                let is_confirmed = judge.is_some_and(|judge| judge.confirm() == Confirmation::Confirmed);
                if other.witnesses.is_empty() || !is_confirmed {
                    return Some(describe(problem, obligation, witness, (name, other_name), is_confirmed));
                }
            }
        }
    }
    None
}

fn describe(
    problem: &Problem<'_>,
    obligation: &Obligation,
    witness: &Witness,
    (finder, other): (&str, &str),
    is_confirmed: bool,
) -> String {
    let judged = if is_confirmed { "confirmed" } else { "not confirmed" };
    let heap = text::write(&witness.heap, problem.program, &Layouts::new(problem.program));
    let heap: Vec<&str> = heap.lines().map(str::trim).collect();
    let Obligation { id, broken, .. } = obligation;
    format!(
        "{finder} finds that obligation {} is broken ({broken}; {judged} by the judge), {other} does not; the heap: {}",
        id.0,
        heap.join("; ")
    )
}
