//! The boundary to SAT solvers: clauses in, an answer within limits out.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;
use tightrope_proof::Step;

/// What a solver says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Sat,
    Unsat,
    Unknown(Unknown),
}

/// Why a solver gave no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Unknown {
    /// It has had as many conflicts as it was allowed.
    Conflicts,
    /// The time is over.
    Deadline,
    /// Somebody asked it to stop.
    Interrupted,
    /// It stopped by itself.
    GaveUp,
    /// It said `Unsat`, but its proof was not accepted.
    Uncertified,
}

/// Says whether somebody wants a solver to stop.
#[derive(Clone)]
pub struct Interrupt(Arc<dyn Fn() -> bool + Send + Sync>);

impl Interrupt {
    pub fn new(is_wanted: impl Fn() -> bool + Send + Sync + 'static) -> Interrupt {
        Interrupt(Arc::new(is_wanted))
    }

    pub fn is_wanted(&self) -> bool {
        (self.0)()
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interrupt").field("is_wanted", &self.is_wanted()).finish()
    }
}

/// How long a solver may try.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    pub conflicts: Option<u64>,
    pub deadline: Option<Instant>,
    /// The solver stops soon after this says so.
    pub interrupt: Option<Interrupt>,
}

impl Limits {
    pub const NONE: Limits = Limits { conflicts: None, deadline: None, interrupt: None };

    /// Whether it is time to stop, whatever the solver has done.
    pub(crate) fn reached(&self) -> Option<Unknown> {
        if self.interrupt.as_ref().is_some_and(Interrupt::is_wanted) {
            return Some(Unknown::Interrupted);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Unknown::Deadline)
    }
}

/// For solvers that do not count them.
const TICKS_OF_A_CONFLICT: u64 = 2_000;

/// An incremental SAT solver. Literals are those of DIMACS: variables are numbered from 1, and -3
/// is the negation of variable 3; there is no zero.
pub trait SatSolver {
    /// Adds a clause for good. The empty clause is allowed.
    fn add_clause(&mut self, clause: &[i32]);

    /// Looks for a model of all clauses in which every one of the assumptions holds too.
    fn solve(&mut self, assumptions: &[i32], limits: &Limits) -> Outcome;

    /// The value of a variable in the last model. Only after `Sat`.
    fn value(&mut self, variable: i32) -> bool;

    /// Assumptions of the last query which cannot all hold; not always as few as possible. Only
    /// after `Unsat`.
    fn failed(&mut self) -> Vec<i32>;

    /// How many conflicts it has had in all queries.
    fn conflicts(&self) -> u64;

    /// How much memory it has looked at in all queries: about proportional to the time that it
    /// took, and the same on every machine.
    fn ticks(&self) -> u64 {
        self.conflicts().saturating_mul(TICKS_OF_A_CONFLICT)
    }

    /// Whether the last `Unsat` was confirmed by a checked proof.
    fn is_certified(&self) -> bool {
        false
    }

    /// Why the last query was `Uncertified`.
    fn rejection(&self) -> Option<String> {
        None
    }

    /// The problem of the last query in DIMACS, its assumptions included, and the proof in LRAT.
    /// Only after a certified `Unsat`, and only where proofs are kept.
    fn proof_files(&self) -> Option<(String, String)> {
        None
    }

    /// The clauses on which the last `Unsat` rests, those that were added included, in order; the
    /// last one has only negations of assumptions. Only after a certified `Unsat`, and only where
    /// proofs are kept.
    fn cone(&self) -> Option<Vec<Step>> {
        None
    }

    /// All that was refuted so far, as one problem in DIMACS and one proof in LRAT. Only where
    /// proofs are kept and something was refuted.
    fn whole_proof(&self) -> Option<(String, String)> {
        None
    }
}
