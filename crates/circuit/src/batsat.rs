//! BatSat, a solver in plain Rust, behind the solver boundary: the second opinion on CaDiCaL's
//! answers.

use crate::solver::{Limits, Outcome, SatSolver, Unknown};
use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, lbool};

/// A BatSat solver.
pub struct BatSat {
    solver: Solver<Stop>,
}

impl std::fmt::Debug for BatSat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BatSat").field("variables", &self.solver.num_vars()).finish_non_exhaustive()
    }
}

impl Default for BatSat {
    fn default() -> Self {
        BatSat { solver: Solver::new(batsat::SolverOpts::default(), Stop::default()) }
    }
}

impl BatSat {
    fn literal(&mut self, lit: i32) -> Lit {
        let variable = self.solver.var_of_int(lit.unsigned_abs() - 1);
        Lit::new(variable, lit > 0)
    }
}

/// Stops the solver at its limits. Each conflict learns a clause.
#[derive(Default)]
struct Stop {
    limits: Limits,
    learnt: u64,
}

impl Stop {
    fn reason(&self) -> Option<Unknown> {
        let used_up = self.limits.conflicts.is_some_and(|most| self.learnt >= most);
        if used_up { Some(Unknown::Conflicts) } else { self.limits.reached() }
    }
}

impl Callbacks for Stop {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        if matches!(kind, ClauseKind::Learnt) {
            self.learnt += 1;
        }
    }

    fn stop(&self) -> bool {
        self.reason().is_some()
    }
}

impl SatSolver for BatSat {
    fn add_clause(&mut self, clause: &[i32]) {
        let mut lits: Vec<Lit> = clause.iter().map(|&lit| self.literal(lit)).collect();
        self.solver.add_clause_reuse(&mut lits);
    }

    fn solve(&mut self, assumptions: &[i32], limits: &Limits) -> Outcome {
        let lits: Vec<Lit> = assumptions.iter().map(|&lit| self.literal(lit)).collect();
        *self.solver.cb_mut() = Stop { limits: limits.clone(), learnt: 0 };
        if let Some(reason) = limits.reached() {
            return Outcome::Unknown(reason);
        }
        let answer = self.solver.solve_limited(&lits);
        if answer == lbool::TRUE {
            Outcome::Sat
        } else if answer == lbool::FALSE {
            Outcome::Unsat
        } else {
            Outcome::Unknown(self.solver.cb().reason().unwrap_or(Unknown::GaveUp))
        }
    }

    fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }

    fn value(&mut self, variable: i32) -> bool {
        let lit = self.literal(variable);
        self.solver.value_lit(lit) == lbool::TRUE
    }

    fn failed(&mut self) -> Vec<i32> {
        // BatSat gives the clause that it learnt: the negations of the assumptions.
        let negated = self.solver.unsat_core().iter().map(|&lit| !lit);
        negated.map(|lit| (lit.var().idx() as i32 + 1) * if lit.sign() { 1 } else { -1 }).collect()
    }
}
