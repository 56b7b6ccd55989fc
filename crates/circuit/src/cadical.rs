//! CaDiCaL behind the solver boundary, with its proofs checked where that is asked for.

use crate::certificate::Certificate;
use crate::solver::{Limits, Outcome, SatSolver, Unknown};
use cadical_sys::{CaDiCal, Status, Terminator};
use std::cell::RefCell;
use std::rc::Rc;

/// What is done about proofs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Proofs {
    /// Nothing: CaDiCaL is believed.
    #[default]
    None,
    /// Every step is checked, and `Unsat` is answered only if the proof was accepted.
    Checked,
    /// As before, and the steps are kept so that they can be written.
    Kept,
}

/// How CaDiCaL is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Preset {
    /// As its authors deliver it.
    #[default]
    Default,
    /// No preprocessing and no inprocessing: faster for many small queries.
    Plain,
}

/// A CaDiCaL solver.
pub struct Cadical {
    solver: CaDiCal,
    assumptions: Vec<i32>,
    certificate: Option<Rc<RefCell<Certificate>>>,
    /// The clause that the assumptions of the last query refute, by the checked proof.
    refuted: Option<tightrope_proof::ClauseId>,
}

impl std::fmt::Debug for Cadical {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cadical").field("assumptions", &self.assumptions).finish_non_exhaustive()
    }
}

impl Default for Cadical {
    fn default() -> Self {
        Self::new(Preset::Default, Proofs::None)
    }
}

impl Cadical {
    pub fn new(preset: Preset, proofs: Proofs) -> Self {
        let mut solver = CaDiCal::new();
        if preset == Preset::Plain {
            solver.configure("plain");
            // Lucky guesses are made anew for each query, and cost more than most of them.
            solver.set("lucky", 0);
        }
        let certificate = (proofs != Proofs::None).then(|| {
            let certificate = Rc::new(RefCell::new(Certificate::new(proofs == Proofs::Kept)));
            solver.connect_proof_tracer1(certificate.clone(), true, false);
            certificate
        });
        Cadical { solver, assumptions: Vec::new(), certificate, refuted: None }
    }

    /// The clauses with which the proof of the last `Unsat` ends.
    pub(crate) fn conclusion(&self) -> Vec<tightrope_proof::ClauseId> {
        self.certificate.as_ref().map(|certificate| certificate.borrow().conclusion().to_vec()).unwrap_or_default()
    }

    /// The steps of the proof after the first so many, where they are kept.
    pub(crate) fn steps_from(&self, first: usize) -> Vec<tightrope_proof::Step> {
        let steps = |certificate: &Certificate| certificate.record().map(|record| record.steps()[first..].to_vec());
        self.certificate.as_ref().and_then(|certificate| steps(&certificate.borrow())).unwrap_or_default()
    }

    /// `Unsat`, unless a proof was asked for and is not accepted.
    fn certified_unsat(&mut self) -> Outcome {
        let Some(certificate) = &self.certificate else { return Outcome::Unsat };
        self.solver.conclude();
        let concluded = certificate.borrow_mut().conclude(&self.assumptions);
        match concluded {
            Ok(clause) => {
                self.refuted = Some(clause);
                Outcome::Unsat
            }
            Err(_) => Outcome::Unknown(Unknown::Uncertified),
        }
    }
}

/// Stops the solver at the time limit or when asked to. CaDiCaL asks often, so it looks at the
/// clock now and then only.
struct Stop {
    limits: Limits,
    calls: u32,
}

impl Terminator for Stop {
    fn terminated(&mut self) -> bool {
        self.calls = self.calls.wrapping_add(1);
        self.calls % 16 == 1 && self.limits.reached().is_some()
    }
}

impl SatSolver for Cadical {
    fn add_clause(&mut self, clause: &[i32]) {
        if let Some(certificate) = &self.certificate {
            certificate.borrow_mut().hand_in(clause);
        }
        for &lit in clause {
            self.solver.add(lit);
        }
        self.solver.add(0);
    }

    fn solve(&mut self, assumptions: &[i32], limits: &Limits) -> Outcome {
        self.refuted = None;
        if let Some(certificate) = &self.certificate {
            certificate.borrow_mut().begin_query();
        }
        if let Some(reason) = limits.reached() {
            return Outcome::Unknown(reason);
        }
        for &lit in assumptions {
            self.solver.assume(lit);
        }
        self.assumptions = assumptions.to_vec();
        if let Some(conflicts) = limits.conflicts {
            self.solver.limit("conflicts", i32::try_from(conflicts).unwrap_or(i32::MAX));
        }
        self.solver.connect_terminator(Stop { limits: limits.clone(), calls: 0 });
        let status = self.solver.solve();
        self.solver.disconnect_terminator();
        match status {
            Status::SATISFIABLE => Outcome::Sat,
            Status::UNSATISFIABLE => self.certified_unsat(),
            Status::UNKNOWN => Outcome::Unknown(reason_of_unknown(limits)),
        }
    }

    fn value(&mut self, variable: i32) -> bool {
        self.solver.val(variable) > 0
    }

    fn failed(&mut self) -> Vec<i32> {
        let assumptions = std::mem::take(&mut self.assumptions);
        let failed = assumptions.iter().copied().filter(|&lit| self.solver.failed(lit)).collect();
        self.assumptions = assumptions;
        failed
    }

    fn conflicts(&self) -> u64 {
        u64::try_from(self.solver.get_statistic_value("conflicts")).unwrap_or(0)
    }

    fn ticks(&self) -> u64 {
        u64::try_from(self.solver.get_statistic_value("ticks")).unwrap_or(0)
    }

    fn is_certified(&self) -> bool {
        self.refuted.is_some()
    }

    fn rejection(&self) -> Option<String> {
        let certificate = self.certificate.as_ref()?.borrow();
        certificate.refuted(&self.assumptions).err().map(|rejection| rejection.to_string())
    }

    fn proof_files(&self) -> Option<(String, String)> {
        let certificate = self.certificate.as_ref()?.borrow();
        Some(certificate.record()?.files(&self.assumptions, self.refuted?))
    }

    fn cone(&self) -> Option<Vec<tightrope_proof::Step>> {
        Some(self.certificate.as_ref()?.borrow().record()?.cone(self.refuted?))
    }

    fn whole_proof(&self) -> Option<(String, String)> {
        self.certificate.as_ref()?.borrow().record()?.whole()
    }
}

fn reason_of_unknown(limits: &Limits) -> Unknown {
    let other = if limits.conflicts.is_some() { Unknown::Conflicts } else { Unknown::GaveUp };
    limits.reached().unwrap_or(other)
}
