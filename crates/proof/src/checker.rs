//! The checker: every clause that it holds follows from the clauses that were handed in.
//!
//! Follows Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient certified RAT
//! verification" (2017), without RAT. What is added to it: clauses are compared with those that the
//! user handed in, so that a solver cannot prove another problem; clauses may be set aside and
//! restored, as incremental solvers do; a query under assumptions ends with a clause of negated
//! assumptions instead of the empty one.

use crate::step::{ClauseId, Step};
use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};

/// Why a proof is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// The solver names a clause as part of the problem that nobody handed in.
    NotHandedIn { id: ClauseId },
    /// Two clauses have one name.
    DuplicateId { id: ClauseId },
    /// A step names a clause that is not there.
    NoSuchClause { id: ClauseId },
    /// A clause is not the one that has this name.
    OtherClause { id: ClauseId },
    /// A hint has more than one literal that is not false.
    HintNotUnit { id: ClauseId, hint: ClauseId },
    /// The hints end without a contradiction.
    NoContradiction { id: ClauseId },
    /// A clause comes back that was not set aside.
    NotWeakened { id: ClauseId },
    /// A clause does not follow; it only keeps satisfiability.
    NotImplied { id: ClauseId },
    /// Zero is no literal, and the least number has no negation.
    NoLiteral { id: ClauseId },
    /// No clause of the conclusion is refuted by the assumptions.
    NoConclusion,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::NotHandedIn { id } => write!(f, "clause {id} is not part of the problem"),
            Rejection::DuplicateId { id } => write!(f, "there is a clause {id} already"),
            Rejection::NoSuchClause { id } => write!(f, "there is no clause {id}"),
            Rejection::OtherClause { id } => write!(f, "clause {id} has other literals"),
            Rejection::HintNotUnit { id, hint } => write!(f, "clause {id}: nothing follows from its hint {hint}"),
            Rejection::NoContradiction { id } => write!(f, "clause {id}: its hints end without a contradiction"),
            Rejection::NotWeakened { id } => write!(f, "clause {id} comes back, but was not set aside"),
            Rejection::NotImplied { id } => write!(f, "clause {id} does not follow (RAT)"),
            Rejection::NoLiteral { id } => write!(f, "clause {id} has a number that is not a literal"),
            Rejection::NoConclusion => write!(f, "the proof ends without refuting the assumptions"),
        }
    }
}

impl std::error::Error for Rejection {}

/// Spreads the names of clauses, which are small numbers in a row, over a table.
#[derive(Clone, Copy, Default, Debug)]
struct IdHasher(u64);

impl Hasher for IdHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, id: u64) {
        self.0 = id.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_right(20);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

type ById<T> = HashMap<ClauseId, T, BuildHasherDefault<IdHasher>>;

/// Checks a proof step by step. After a rejection it accepts nothing more.
#[derive(Clone, Default, Debug)]
pub struct Checker {
    /// Clauses that were handed in and not yet taken, with how often. Sorted, without repetitions.
    handed_in: HashMap<Box<[i32]>, usize>,
    /// Clauses that follow from what was handed in. Sorted, without repetitions.
    clauses: ById<Box<[i32]>>,
    weakened: ById<Box<[i32]>>,
    /// The literals that are true at the moment, by their index.
    is_true: Vec<bool>,
    trail: Vec<i32>,
    rejection: Option<Rejection>,
}

impl Checker {
    pub fn new() -> Self {
        Self::default()
    }

    /// The user gives this clause to the solver.
    pub fn hand_in(&mut self, clause: &[i32]) {
        *self.handed_in.entry(normal_form(clause)).or_default() += 1;
    }

    /// The solver reports a step. The first step that is rejected is kept.
    pub fn step(&mut self, step: &Step) -> Result<(), Rejection> {
        if let Some(rejection) = &self.rejection {
            return Err(rejection.clone());
        }
        let result = match step {
            Step::Original { id, clause } => self.original(*id, clause),
            Step::Derived { id, clause, hints } => self.derived(*id, clause, hints),
            Step::Weaken { id, clause } => self.weaken(*id, clause),
            Step::Restore { id, clause } => self.restore(*id, clause),
            Step::Delete { id, clause } => self.delete(*id, clause),
            Step::Extension { id, .. } => Err(Rejection::NotImplied { id: *id }),
        };
        self.rejection = result.as_ref().err().cloned();
        result
    }

    /// Takes a clause under its name if it follows from the clause `end` after these steps, which
    /// are clauses with their hints, named from `first` on. The steps do not stay, and a rejection
    /// is forgotten: this is for what others say.
    pub(crate) fn admit(
        &mut self,
        (id, clause): (ClauseId, &[i32]),
        steps: &[(Vec<i32>, Vec<ClauseId>)],
        first: ClauseId,
        end: ClauseId,
    ) -> Result<(), Rejection> {
        if let Some(rejection) = &self.rejection {
            return Err(rejection.clone());
        }
        let mut next = first;
        let mut result = steps.iter().try_for_each(|(clause, hints)| {
            self.derived(next, clause, hints)?;
            next += 1;
            Ok(())
        });
        if result.is_ok() {
            result = self.derived(id, clause, &[end]);
        }
        for step in first..next {
            self.clauses.remove(&step);
        }
        result
    }

    /// Whether one of the clauses named is refuted by the assumptions: each of its literals is the
    /// negation of one. Without assumptions that is the empty clause.
    pub fn conclude(&self, assumptions: &[i32], ids: &[ClauseId]) -> Result<ClauseId, Rejection> {
        if let Some(rejection) = &self.rejection {
            return Err(rejection.clone());
        }
        let is_negated = |lit: &i32| assumptions.iter().any(|assumption| lit.checked_neg() == Some(*assumption));
        let refuted = |id: &&ClauseId| self.clauses.get(id).is_some_and(|clause| clause.iter().all(is_negated));
        ids.iter().find(refuted).copied().ok_or(Rejection::NoConclusion)
    }

    fn add(&mut self, id: ClauseId, clause: Box<[i32]>) -> Result<(), Rejection> {
        if clause.iter().any(|&lit| lit == 0 || lit == i32::MIN) {
            return Err(Rejection::NoLiteral { id });
        }
        if self.clauses.contains_key(&id) {
            return Err(Rejection::DuplicateId { id });
        }
        let largest = clause.iter().map(|&lit| index(lit) | 1).max().unwrap_or(0);
        if largest >= self.is_true.len() {
            self.is_true.resize(largest + 1, false);
        }
        self.clauses.insert(id, clause);
        Ok(())
    }

    fn original(&mut self, id: ClauseId, clause: &[i32]) -> Result<(), Rejection> {
        let clause = normal_form(clause);
        match self.handed_in.get_mut(&clause) {
            Some(count) if *count > 0 => *count -= 1,
            _ => return Err(Rejection::NotHandedIn { id }),
        }
        self.add(id, clause)
    }

    fn derived(&mut self, id: ClauseId, clause: &[i32], hints: &[ClauseId]) -> Result<(), Rejection> {
        let clause = normal_form(clause);
        if clause.iter().any(|&lit| lit == 0 || lit == i32::MIN) {
            return Err(Rejection::NoLiteral { id });
        }
        let result = self.follows(id, &clause, hints);
        for lit in self.trail.drain(..) {
            self.is_true[index(lit)] = false;
        }
        result.and_then(|()| self.add(id, clause))
    }

    /// Assumes that the clause is false, and looks whether the hints contradict that. Leaves a
    /// trail.
    fn follows(&mut self, id: ClauseId, clause: &[i32], hints: &[ClauseId]) -> Result<(), Rejection> {
        for &lit in clause {
            if self.holds(lit) {
                // The clause has a literal and its negation.
                return Ok(());
            }
            self.make_true(-lit);
        }
        for &hint in hints {
            let hinted = self.clauses.get(&hint).ok_or(Rejection::NoSuchClause { id: hint })?;
            let mut left = hinted.iter().copied().filter(|&lit| !self.holds(-lit));
            match (left.next(), left.next()) {
                (None, _) => return Ok(()),
                (Some(lit), None) => self.make_true(lit),
                _ => return Err(Rejection::HintNotUnit { id, hint }),
            }
        }
        Err(Rejection::NoContradiction { id })
    }

    fn holds(&self, lit: i32) -> bool {
        self.is_true.get(index(lit)).copied().unwrap_or(false)
    }

    fn make_true(&mut self, lit: i32) {
        if self.is_true.len() <= index(lit) {
            self.is_true.resize(index(lit) + 1, false);
        }
        if !std::mem::replace(&mut self.is_true[index(lit)], true) {
            self.trail.push(lit);
        }
    }

    /// The clause of this name, if it has these literals.
    fn named(&self, id: ClauseId, clause: &[i32]) -> Result<Box<[i32]>, Rejection> {
        let there = self.clauses.get(&id).ok_or(Rejection::NoSuchClause { id })?;
        let clause = normal_form(clause);
        if *there == clause { Ok(clause) } else { Err(Rejection::OtherClause { id }) }
    }

    fn weaken(&mut self, id: ClauseId, clause: &[i32]) -> Result<(), Rejection> {
        let clause = self.named(id, clause)?;
        self.weakened.insert(id, clause);
        Ok(())
    }

    fn restore(&mut self, id: ClauseId, clause: &[i32]) -> Result<(), Rejection> {
        let kept = self.weakened.remove(&id).ok_or(Rejection::NotWeakened { id })?;
        if kept != normal_form(clause) {
            return Err(Rejection::OtherClause { id });
        }
        self.add(id, kept)
    }

    fn delete(&mut self, id: ClauseId, clause: &[i32]) -> Result<(), Rejection> {
        self.named(id, clause)?;
        self.clauses.remove(&id);
        Ok(())
    }
}

/// Sorted, each literal once: clauses are sets.
pub(crate) fn normal_form(clause: &[i32]) -> Box<[i32]> {
    let mut sorted = clause.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.into_boxed_slice()
}

/// A place in a table for each literal.
fn index(lit: i32) -> usize {
    2 * lit.unsigned_abs() as usize + usize::from(lit < 0)
}
