//! What a solver reports, step by step.

/// The name of a clause in a proof.
pub type ClauseId = u64;

/// One step of a proof. Literals are those of DIMACS.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Step {
    /// The solver has taken a clause of the problem.
    Original { id: ClauseId, clause: Vec<i32> },
    /// A clause follows from others: with all its literals false, the hints one after the other
    /// have one literal left, until one has none.
    Derived { id: ClauseId, clause: Vec<i32>, hints: Vec<ClauseId> },
    /// The solver has set a clause aside. It may come back.
    Weaken { id: ClauseId, clause: Vec<i32> },
    /// A clause that was set aside comes back.
    Restore { id: ClauseId, clause: Vec<i32> },
    /// A clause is not needed any more.
    Delete { id: ClauseId, clause: Vec<i32> },
    /// A clause that only keeps satisfiability (RAT). It is always rejected: with it, clauses would
    /// no longer follow from the problem, and could not be used again for another query.
    Extension { id: ClauseId, witness: i32 },
}
