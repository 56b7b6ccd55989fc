//! One call, judged by its contract: what `tightrope run` says after a run.

use crate::Input;
use crate::counterexample::{clause, title};
use tightrope_confirm::{CallVerdict, Judge};
use tightrope_engine::{RunBudget, Witness};
use tightrope_heap::Heap;
use tightrope_problem::{Breach, How, ObligationId, ObligationKind, Problem};
use tightrope_program::MethodId;
use tightrope_report::{ClauseText, Place};

/// What the contract says of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CallJudgement {
    /// Nobody says what the method has to do.
    NoContract,
    Meets,
    Breaks {
        title: String,
        clause: Option<ClauseText>,
    },
    /// The contract says nothing of such a heap: why, and the clause that does not hold before.
    NotOwed {
        reason: String,
        clause: Option<(String, Place)>,
    },
    Unclear(String),
}

/// Judges a call by the reference evaluation. The first roots of the heap are the receiver (not
/// that of a constructor) and the arguments.
pub fn judge_call(input: Input<'_>, method: MethodId, heap: Heap, run: RunBudget) -> CallJudgement {
    let problem = Problem::of_method(input.program, method);
    if !says_something(&problem) {
        return CallJudgement::NoContract;
    }
    let breach = Breach { obligation: ObligationId(0), how: How::False };
    let objects = heap.objects.len();
    let witness =
        Witness { breach, excuse: None, heap, ranks: Vec::new(), uninitialized: Vec::new(), objects, runs: 1 };
    let Some(judge) = Judge::new(&problem, &witness, run) else {
        return CallJudgement::Unclear("a static initialiser does not end normally".to_owned());
    };
    match judge.verdict() {
        CallVerdict::Meets => CallJudgement::Meets,
        CallVerdict::Breaks(breach) => {
            CallJudgement::Breaks { title: title(&problem, &breach), clause: clause(input, &problem, &breach) }
        }
        CallVerdict::NotOwed(reason, span) => {
            CallJudgement::NotOwed { reason, clause: span.map(|span| (input.text(span), input.place(span))) }
        }
        CallVerdict::Unclear(why) => CallJudgement::Unclear(why),
    }
}

/// Is there anything but that it ends, and without an exception?
fn says_something(problem: &Problem<'_>) -> bool {
    let is_implied = |kind: ObligationKind| {
        matches!(kind, ObligationKind::Exceptions | ObligationKind::Terminates | ObligationKind::StackFits)
    };
    !problem.is_unspecified() || problem.obligations.iter().any(|owed| !is_implied(owed.kind))
}
