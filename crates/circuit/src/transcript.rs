//! What a solver said, written down where it was asked and checked where it is read.
//!
//! A [`Recorder`] is a solver that keeps each answer: a model, or the steps of the proof. A
//! [`Replayer`] stands for that solver in another process. It is handed the clauses and the queries
//! again by whoever wants to know, and gives the answers of the transcript: a model only if it
//! satisfies all clauses, `Unsat` only if the steps prove it from them. So nothing of a transcript
//! has to be believed.

use crate::cadical::{Cadical, Preset, Proofs};
use crate::certificate::Certificate;
use crate::solver::{Limits, Outcome, SatSolver, Unknown};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tightrope_proof::{ClauseId, Step};

/// All that one solver said.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Transcript {
    answers: Vec<Said>,
}

/// The answer to one query.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Said {
    told: Told,
    /// What the proof has gained since the query before.
    steps: Vec<Step>,
    /// How many conflicts there were in all queries so far.
    conflicts: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Told {
    /// By variable, eight to a byte.
    Sat(Vec<u8>),
    /// The clauses with which the proof ends, and the assumptions that cannot all hold.
    Unsat(Vec<ClauseId>, Vec<i32>),
    Unknown(Unknown),
}

impl Transcript {
    /// Leaves out what no refutation rests on. A clause that was shown stays shown: so nothing has
    /// to be deleted, set aside or restored.
    fn trimmed(mut self) -> Transcript {
        let mut wanted: BTreeSet<ClauseId> = BTreeSet::new();
        for said in self.answers.iter_mut().rev() {
            if let Told::Unsat(conclusion, _) = &said.told {
                wanted.extend(conclusion);
            }
            let mut kept: Vec<Step> = Vec::new();
            for step in said.steps.drain(..).rev() {
                let is_kept = match &step {
                    Step::Original { .. } | Step::Extension { .. } => true,
                    Step::Derived { id, hints, .. } => {
                        wanted.remove(id) && {
                            wanted.extend(hints);
                            true
                        }
                    }
                    Step::Weaken { .. } | Step::Restore { .. } | Step::Delete { .. } => false,
                };
                if is_kept {
                    kept.push(step);
                }
            }
            kept.reverse();
            said.steps = kept;
        }
        self
    }
}

/// Where transcripts are collected, in the order in which their solvers were made.
#[derive(Debug, Default)]
pub struct Recording {
    transcripts: Mutex<Vec<Transcript>>,
}

impl Recording {
    fn transcripts(&self) -> MutexGuard<'_, Vec<Transcript>> {
        self.transcripts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was said since this was asked last. The solvers are not asked any more.
    pub fn take(&self) -> Vec<Transcript> {
        std::mem::take(&mut *self.transcripts()).into_iter().map(Transcript::trimmed).collect()
    }
}

/// A solver whose answers are kept, with their proofs.
#[derive(Debug)]
pub struct Recorder {
    solver: Cadical,
    recording: Arc<Recording>,
    number: usize,
    variables: i32,
    /// So many steps of the proof are written down.
    steps: usize,
}

impl Recorder {
    pub fn new(preset: Preset, recording: &Arc<Recording>) -> Recorder {
        let number = {
            let mut transcripts = recording.transcripts();
            transcripts.push(Transcript::default());
            transcripts.len() - 1
        };
        let solver = Cadical::new(preset, Proofs::Kept);
        Recorder { solver, recording: Arc::clone(recording), number, variables: 0, steps: 0 }
    }

    fn see(&mut self, lits: &[i32]) {
        let largest = lits.iter().map(|lit| lit.saturating_abs()).max().unwrap_or(0);
        self.variables = self.variables.max(largest);
    }

    fn model(&mut self) -> Vec<u8> {
        let mut model = vec![0; self.variables as usize / 8 + 1];
        for variable in 1..=self.variables {
            if self.solver.value(variable) {
                model[variable as usize / 8] |= 1 << (variable % 8);
            }
        }
        model
    }
}

impl SatSolver for Recorder {
    fn add_clause(&mut self, clause: &[i32]) {
        self.see(clause);
        self.solver.add_clause(clause);
    }

    fn solve(&mut self, assumptions: &[i32], limits: &Limits) -> Outcome {
        self.see(assumptions);
        let outcome = self.solver.solve(assumptions, limits);
        let told = match outcome {
            Outcome::Sat => Told::Sat(self.model()),
            Outcome::Unsat => Told::Unsat(self.solver.conclusion(), self.solver.failed()),
            Outcome::Unknown(why) => Told::Unknown(why),
        };
        let steps = self.solver.steps_from(self.steps);
        self.steps += steps.len();
        let said = Said { told, steps, conflicts: self.solver.conflicts() };
        if let Some(transcript) = self.recording.transcripts().get_mut(self.number) {
            transcript.answers.push(said);
        }
        outcome
    }

    fn value(&mut self, variable: i32) -> bool {
        self.solver.value(variable)
    }

    fn failed(&mut self) -> Vec<i32> {
        self.solver.failed()
    }

    fn conflicts(&self) -> u64 {
        self.solver.conflicts()
    }

    fn is_certified(&self) -> bool {
        self.solver.is_certified()
    }

    fn rejection(&self) -> Option<String> {
        self.solver.rejection()
    }
}

/// Transcripts that were made elsewhere, for solvers that are made here in the same order.
#[derive(Debug, Default)]
pub struct Replay {
    inside: Mutex<Waiting>,
}

#[derive(Debug, Default)]
struct Waiting {
    transcripts: VecDeque<Transcript>,
    rejection: Option<String>,
}

impl Replay {
    pub fn new(transcripts: Vec<Transcript>) -> Replay {
        let replay = Replay::default();
        replay.load(transcripts);
        replay
    }

    fn inside(&self) -> MutexGuard<'_, Waiting> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on these are replayed.
    pub fn load(&self, transcripts: Vec<Transcript>) {
        *self.inside() = Waiting { transcripts: transcripts.into(), rejection: None };
    }

    /// Why something of the transcripts was not accepted, if it was not.
    pub fn rejection(&self) -> Option<String> {
        self.inside().rejection.clone()
    }
}

/// Gives the answers of a transcript, as far as they are right.
#[derive(Debug)]
pub struct Replayer {
    replay: Arc<Replay>,
    answers: VecDeque<Said>,
    certificate: Certificate,
    clauses: Vec<Vec<i32>>,
    assumptions: Vec<i32>,
    model: Vec<u8>,
    failed: Vec<i32>,
    conflicts: u64,
    refuted: Option<ClauseId>,
}

impl Replayer {
    /// `keep`: the proofs are to be written as files.
    pub fn new(replay: &Arc<Replay>, keep: bool) -> Replayer {
        let answers = replay.inside().transcripts.pop_front().unwrap_or_default().answers;
        Replayer {
            replay: Arc::clone(replay),
            answers: answers.into(),
            certificate: Certificate::new(keep),
            clauses: Vec::new(),
            assumptions: Vec::new(),
            model: Vec::new(),
            failed: Vec::new(),
            conflicts: 0,
            refuted: None,
        }
    }

    fn reject(&self, why: String) -> Outcome {
        self.replay.inside().rejection.get_or_insert(why);
        Outcome::Unknown(Unknown::Uncertified)
    }

    fn is_true(&self, lit: i32) -> bool {
        let variable = lit.unsigned_abs() as usize;
        let value = self.model.get(variable / 8).is_some_and(|byte| byte >> (variable % 8) & 1 == 1);
        value == (lit > 0)
    }

    fn take(&mut self, told: Told) -> Outcome {
        match told {
            Told::Sat(model) => {
                self.model = model;
                let holds = |clause: &Vec<i32>| clause.iter().any(|lit| self.is_true(*lit));
                match self.clauses.iter().all(holds) && self.assumptions.iter().all(|lit| self.is_true(*lit)) {
                    true => Outcome::Sat,
                    false => self.reject("a model breaks a clause".to_owned()),
                }
            }
            Told::Unsat(conclusion, failed) => {
                self.certificate.end_with(conclusion);
                self.failed = failed;
                match self.certificate.conclude(&self.assumptions) {
                    Ok(clause) => {
                        self.refuted = Some(clause);
                        Outcome::Unsat
                    }
                    Err(rejection) => self.reject(rejection.to_string()),
                }
            }
            Told::Unknown(why) => Outcome::Unknown(why),
        }
    }
}

impl SatSolver for Replayer {
    fn add_clause(&mut self, clause: &[i32]) {
        self.certificate.hand_in(clause);
        self.clauses.push(clause.to_vec());
    }

    fn solve(&mut self, assumptions: &[i32], limits: &Limits) -> Outcome {
        self.refuted = None;
        self.certificate.begin_query();
        self.assumptions = assumptions.to_vec();
        if let Some(reason) = limits.reached() {
            return Outcome::Unknown(reason);
        }
        let Some(said) = self.answers.pop_front() else {
            return self.reject("a query has no answer".to_owned());
        };
        self.conflicts = said.conflicts;
        said.steps.into_iter().for_each(|step| self.certificate.step(step));
        self.take(said.told)
    }

    fn value(&mut self, variable: i32) -> bool {
        self.is_true(variable)
    }

    fn failed(&mut self) -> Vec<i32> {
        self.failed.clone()
    }

    fn conflicts(&self) -> u64 {
        self.conflicts
    }

    fn is_certified(&self) -> bool {
        self.refuted.is_some()
    }

    fn rejection(&self) -> Option<String> {
        self.replay.rejection()
    }

    fn proof_files(&self) -> Option<(String, String)> {
        Some(self.certificate.record()?.files(&self.assumptions, self.refuted?))
    }

    fn whole_proof(&self) -> Option<(String, String)> {
        self.certificate.record()?.whole()
    }
}
