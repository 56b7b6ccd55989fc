//! What a judgement says, in the words of the problem: which obligation is broken, and how.

use super::judge::{Violation, ViolationKind};
use crate::code::SpecKind;
use tightrope_problem::{Breach, How, ObligationId, ObligationKind, Problem, StatementKind, Throws};
use tightrope_program::Program;

impl Violation {
    /// The obligation that is broken. `None`: the problem does not list it, which is a mistake
    /// there.
    pub fn breach(&self, problem: &Problem<'_>) -> Option<Breach> {
        Some(Breach { obligation: self.obligation(problem)?, how: self.how(problem.program) })
    }

    fn obligation(&self, problem: &Problem<'_>) -> Option<ObligationId> {
        let stated = |kind: ObligationKind| problem.obligation_at(kind, self.span);
        match self.kind {
            ViolationKind::Ensures => stated(ObligationKind::Ensures),
            ViolationKind::Invariant { class, rep_ok } => stated(ObligationKind::Invariant { class, rep_ok }),
            ViolationKind::StaticInvariant => stated(ObligationKind::StaticInvariant),
            ViolationKind::Constraint => stated(ObligationKind::Constraint),
            ViolationKind::Initially => stated(ObligationKind::Initially),
            ViolationKind::Signals => {
                let is_it = |kind: ObligationKind| matches!(kind, ObligationKind::Signals(_));
                let mut all = problem.obligations.iter();
                all.find(|owed| is_it(owed.kind) && owed.clause == self.span).map(|owed| owed.id)
            }
            ViolationKind::Exception(_) => problem.only_obligation(ObligationKind::Exceptions),
            ViolationKind::Returned => stated(ObligationKind::MustThrow),
            ViolationKind::Frame(_) => stated(ObligationKind::Frame),
            ViolationKind::Statement(kind) => stated(ObligationKind::Statement(match kind {
                SpecKind::Assert => StatementKind::Assert,
                SpecKind::Precondition(method) => StatementKind::Precondition(method),
                SpecKind::LoopInvariant => StatementKind::LoopInvariant,
                SpecKind::Decreases => StatementKind::Decreases,
            })),
            ViolationKind::NeverReturns => problem.only_obligation(ObligationKind::Terminates),
            ViolationKind::StackOverflow => problem.only_obligation(ObligationKind::StackFits),
        }
    }

    fn how(&self, program: &Program) -> How {
        match (self.kind, self.throws) {
            (ViolationKind::Exception(class), _) => How::Exception { class, made: self.span },
            (ViolationKind::Frame(field), _) => How::Writes(field),
            (ViolationKind::NeverReturns, _) => How::Repeats { at: self.span },
            (_, Some(throws)) => {
                let exception = throws.exception.name(program).to_owned();
                How::Undefined(Throws { exception, span: throws.span })
            }
            (_, None) => How::False,
        }
    }
}
