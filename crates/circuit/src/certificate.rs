//! Listens to CaDiCaL's proof, and has every step of it checked.

use cadical_sys::ProofTracer;
use tightrope_proof::{Checker, ClauseId, Record, Rejection, Step};

/// What is known of the proof so far. The solver reports to it; whoever asks the solver tells it
/// the problem.
#[derive(Default, Debug)]
pub(crate) struct Certificate {
    checker: Checker,
    /// Kept only where the proof is to be written.
    record: Option<Record>,
    /// The clauses with which the last query ended.
    conclusion: Vec<ClauseId>,
}

impl Certificate {
    pub(crate) fn new(keep: bool) -> Self {
        Certificate { record: keep.then(Record::new), ..Certificate::default() }
    }

    pub(crate) fn hand_in(&mut self, clause: &[i32]) {
        self.checker.hand_in(clause);
    }

    /// A new query begins: what an earlier one ended with is no conclusion for it.
    pub(crate) fn begin_query(&mut self) {
        self.conclusion.clear();
    }

    /// Whether the solver has shown that not all of the assumptions can hold, and with which
    /// clause.
    pub(crate) fn refuted(&self, assumptions: &[i32]) -> Result<ClauseId, Rejection> {
        self.checker.conclude(assumptions, &self.conclusion)
    }

    /// As [`Self::refuted`], and keeps it.
    pub(crate) fn conclude(&mut self, assumptions: &[i32]) -> Result<ClauseId, Rejection> {
        let refuted = self.refuted(assumptions)?;
        if let Some(record) = &mut self.record {
            record.conclude(assumptions, refuted);
        }
        Ok(refuted)
    }

    pub(crate) fn record(&self) -> Option<&Record> {
        self.record.as_ref()
    }

    /// These clauses end the query, says whoever has asked the solver.
    pub(crate) fn end_with(&mut self, conclusion: Vec<ClauseId>) {
        self.conclusion = conclusion;
    }

    pub(crate) fn conclusion(&self) -> &[ClauseId] {
        &self.conclusion
    }

    pub(crate) fn step(&mut self, step: Step) {
        // The checker keeps the first rejection and repeats it when it is asked for the conclusion.
        _ = self.checker.step(&step);
        if let Some(record) = &mut self.record {
            record.push(step);
        }
    }

    fn derived(&mut self, id: i64, clause: &[i32], hints: &[i64]) {
        let hints = hints.iter().map(|&hint| name(hint)).collect();
        self.step(Step::Derived { id: name(id), clause: clause.to_vec(), hints });
    }
}

/// CaDiCaL counts clauses from 1 in signed numbers.
fn name(id: i64) -> ClauseId {
    id.unsigned_abs()
}

impl ProofTracer for Certificate {
    fn add_original_clause(&mut self, id: i64, _: bool, clause: &[i32], restored: bool) {
        let (id, clause) = (name(id), clause.to_vec());
        self.step(if restored { Step::Restore { id, clause } } else { Step::Original { id, clause } });
    }

    fn add_derived_clause(&mut self, id: i64, _: bool, witness: i32, clause: &[i32], antecedents: &[i64]) {
        if witness == 0 {
            self.derived(id, clause, antecedents);
        } else {
            self.step(Step::Extension { id: name(id), witness });
        }
    }

    fn delete_clause(&mut self, id: i64, _: bool, clause: &[i32]) {
        self.step(Step::Delete { id: name(id), clause: clause.to_vec() });
    }

    fn weaken_minus(&mut self, id: i64, clause: &[i32]) {
        self.step(Step::Weaken { id: name(id), clause: clause.to_vec() });
    }

    fn add_assumption_clause(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
        self.derived(id, clause, antecedents);
    }

    fn conclude_unsat(&mut self, _: i32, clause_ids: &[i64]) {
        self.conclusion = clause_ids.iter().map(|&id| name(id)).collect();
    }

    fn strengthen(&mut self, _: i64) {}

    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}

    fn add_assumption(&mut self, _: i32) {}

    fn add_constraint(&mut self, _: &[i32]) {}

    fn reset_assumptions(&mut self) {}

    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}

    fn conclude_unknown(&mut self, _: &[i32]) {}
}
