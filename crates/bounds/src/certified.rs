//! Proofs that no structure has a value, which can be given to whoever asks the same questions.
//!
//! All who ask make the same formula of the structures: what all questions mean, the weakest, the
//! weaker and the exact assumptions, as stages of one list of clauses. Every structure satisfies
//! all of them together. A refuted value is a lemma of this formula (a clause that forbids it), and
//! its certificate a derivation from the formula and from lemmas that were admitted before. What is
//! certified is this: the formula has no model with the value. That the formula says what the
//! invariant says is for tests to show.

use crate::feasible::{Certificate, Structures};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tightrope_circuit::{Cadical, FixedFormula, Lit, Preset, Proofs, Session};
use tightrope_proof::{Derivation, Ledger, Rejection};

const WEAKEST: usize = 0;
const RELAXED: usize = 1;
const EXACT: usize = 2;

/// The formula, and what was shown of it.
pub(crate) struct Certifier {
    formula: FixedFormula,
    /// By question: the clause that forbids the value; none where constants do.
    forbidding: Vec<Option<Vec<i32>>>,
    shown: Mutex<Shown>,
}

struct Shown {
    ledger: Ledger,
    /// What rests on lemmas that are not known yet.
    waiting: Vec<(usize, Derivation)>,
}

impl Certifier {
    /// `asked`: by question, what it assumes.
    pub(crate) fn new(structures: &Structures, asked: Vec<[Lit; 2]>) -> Certifier {
        let Structures { circuit, weakest, relaxed, assumptions, doubts, .. } = structures;
        let spoken_of: Vec<Lit> = asked.iter().flatten().chain(doubts).copied().collect();
        let formula = FixedFormula::new(circuit, &spoken_of, &[weakest, relaxed, assumptions]);
        let forbidding = asked.iter().map(|asked| formula.clause_of(&asked.map(|lit| !lit))).collect();
        let ledger = Ledger::new(formula.clauses(), asked.len());
        Certifier { formula, forbidding, shown: Mutex::new(Shown { ledger, waiting: Vec::new() }) }
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn session(&self) -> Session {
        Session::of_formula(Box::new(Cadical::new(Preset::Plain, Proofs::Kept)), &self.formula)
    }

    /// A solver with the weakest assumptions.
    pub(crate) fn weakest(&self) -> Session {
        let mut session = self.session();
        session.take_stage(&self.formula, WEAKEST, true);
        session
    }

    /// Gives it the weaker assumptions, or the exact ones.
    pub(crate) fn strengthen(&self, session: &mut Session, is_exact: bool) {
        session.take_stage(&self.formula, RELAXED, true);
        if is_exact {
            session.take_stage(&self.formula, EXACT, true);
        }
    }

    /// A solver with the exact assumptions. What gates mean it has to know of all stages, since
    /// they share gates.
    pub(crate) fn exact(&self) -> Session {
        let mut session = self.session();
        session.take_stage(&self.formula, WEAKEST, false);
        session.take_stage(&self.formula, RELAXED, false);
        session.take_stage(&self.formula, EXACT, true);
        session
    }

    /// Whether a solver that has just refuted a value has shown that with a proof.
    pub(crate) fn is_shown(&self, at: usize, session: &Session) -> bool {
        let Some(Some(clause)) = self.forbidding.get(at) else { return at < self.forbidding.len() };
        let Shown { ledger, .. } = &mut *self.shown();
        if ledger.derivation(at).is_some() {
            return true;
        }
        let cone = session.cone().unwrap_or_default();
        ledger.translate(&cone).is_some_and(|derivation| ledger.admit(at, clause, derivation).is_ok())
    }

    /// A solver has just refuted the negation of this literal, and will take it as a clause. Tells
    /// whether there is a proof.
    pub(crate) fn remember(&self, lit: Lit, session: &Session) -> bool {
        let Some(clause) = self.formula.clause_of(&[lit]) else { return true };
        let Shown { ledger, .. } = &mut *self.shown();
        let derivation = session.cone().and_then(|cone| ledger.translate(&cone));
        derivation.map(|derivation| ledger.remember(&clause, derivation)).is_some()
    }

    /// Somebody says that a value is refuted, and why. Returns all values that are shown to be
    /// refuted now: others may have waited for this one.
    pub(crate) fn take(&self, at: usize, derivation: Derivation) -> Vec<usize> {
        let Shown { ledger, waiting } = &mut *self.shown();
        let (mut shown, mut open) = (Vec::new(), vec![(at, derivation)]);
        while let Some((at, derivation)) = open.pop() {
            let Some(clause) = self.forbidding.get(at) else { continue };
            let admitted = match clause {
                Some(clause) => ledger.admit(at, clause, derivation.clone()),
                None => Ok(()),
            };
            match admitted {
                Ok(()) => {
                    shown.push(at);
                    open.append(waiting);
                }
                Err(Rejection::NoSuchClause { id }) if ledger.is_lemma(id) => waiting.push((at, derivation)),
                Err(_) => {}
            }
        }
        shown
    }

    pub(crate) fn certificate(&self, at: usize) -> Option<Derivation> {
        self.shown().ledger.derivation(at).cloned()
    }

    pub(crate) fn into_certificate(self) -> Certificate {
        let Shown { ledger, .. } = self.shown.into_inner().unwrap_or_else(PoisonError::into_inner);
        Certificate { ledger }
    }
}
