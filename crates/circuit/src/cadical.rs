//! CaDiCaL behind the solver boundary.

use crate::solver::{Limits, Outcome, SatSolver, Unknown};
use cadical_sys::{CaDiCal, Status, Terminator};

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
}

impl std::fmt::Debug for Cadical {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cadical").field("assumptions", &self.assumptions).finish_non_exhaustive()
    }
}

impl Default for Cadical {
    fn default() -> Self {
        Self::new(Preset::Default)
    }
}

impl Cadical {
    pub fn new(preset: Preset) -> Self {
        let mut solver = CaDiCal::new();
        if preset == Preset::Plain {
            solver.configure("plain");
        }
        Cadical { solver, assumptions: Vec::new() }
    }
}

/// Stops the solver at the time limit or when asked to. CaDiCaL asks often, so it looks at the clock now and then only.
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
        for &lit in clause {
            self.solver.add(lit);
        }
        self.solver.add(0);
    }

    fn solve(&mut self, assumptions: &[i32], limits: &Limits) -> Outcome {
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
            Status::UNSATISFIABLE => Outcome::Unsat,
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
}

fn reason_of_unknown(limits: &Limits) -> Unknown {
    let other = if limits.conflicts.is_some() { Unknown::Conflicts } else { Unknown::GaveUp };
    limits.reached().unwrap_or(other)
}
