//! A solver with a circuit in front of it: literals of the circuit are asserted, assumed and read.

use crate::circuit::Circuit;
use crate::cnf::Cnf;
use crate::fixed_formula::FixedFormula;
use crate::literal::Lit;
use crate::model::{Example, Model};
use crate::solver::{Limits, Outcome, SatSolver};
use tightrope_proof::Step;

/// One incremental solver for queries about one circuit. The circuit may grow between queries; a
/// session must always be given the same one.
pub struct Session {
    solver: Box<dyn SatSolver>,
    cnf: Cnf,
    clauses: usize,
    /// An assumption of the last query that is false as a constant; the solver was not asked then.
    failed_constant: Option<Lit>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("variables", &self.variables())
            .field("clauses", &self.clauses)
            .finish_non_exhaustive()
    }
}

impl Session {
    pub fn new(solver: Box<dyn SatSolver>) -> Self {
        Session { solver, cnf: Cnf::default(), clauses: 0, failed_constant: None }
    }

    /// How many variables the solver has seen.
    pub fn variables(&self) -> usize {
        self.cnf.variables()
    }

    /// How many clauses the solver was given.
    pub fn clauses(&self) -> usize {
        self.clauses
    }

    /// A session about a formula that is fixed: what is asked and asserted later must be part of
    /// it. It has no clauses yet.
    pub fn of_formula(solver: Box<dyn SatSolver>, formula: &FixedFormula) -> Self {
        Session { cnf: formula.cnf.clone(), ..Session::new(solver) }
    }

    /// Takes in the clauses of a stage: what its gates mean, and, if wanted, that its literals
    /// hold.
    pub fn take_stage(&mut self, formula: &FixedFormula, stage: usize, is_asserted: bool) {
        for clause in formula.stage(stage, is_asserted) {
            self.clauses += 1;
            self.solver.add_clause(clause);
        }
    }

    fn encode(&mut self, circuit: &Circuit, lit: Lit) -> i32 {
        let (solver, clauses) = (&mut self.solver, &mut self.clauses);
        self.cnf.encode(circuit, lit, &mut |clause| {
            *clauses += 1;
            solver.add_clause(clause);
        })
    }

    /// From now on `lit` holds.
    pub fn assert(&mut self, circuit: &Circuit, lit: Lit) {
        self.assert_any(circuit, &[lit]);
    }

    /// From now on one of `lits` holds at least.
    pub fn assert_any(&mut self, circuit: &Circuit, lits: &[Lit]) {
        if lits.contains(&Lit::TRUE) {
            return;
        }
        let open = lits.iter().filter(|&&lit| lit != Lit::FALSE);
        let clause: Vec<i32> = open.map(|&lit| self.encode(circuit, lit)).collect();
        self.clauses += 1;
        self.solver.add_clause(&clause);
    }

    /// Whether what was asserted can be true together with the assumptions.
    pub fn solve(&mut self, circuit: &Circuit, assumptions: &[Lit], limits: &Limits) -> Outcome {
        self.failed_constant = assumptions.iter().copied().find(|&lit| lit == Lit::FALSE);
        if self.failed_constant.is_some() {
            return Outcome::Unsat;
        }
        let open = assumptions.iter().filter(|&&lit| lit != Lit::TRUE);
        let assumed: Vec<i32> = open.map(|&lit| self.encode(circuit, lit)).collect();
        self.solver.solve(&assumed, limits)
    }

    /// What everything is in the model that was found. Only after `Sat`.
    pub fn model(&mut self, circuit: &Circuit) -> Model {
        let solver = &mut self.solver;
        let cnf = &self.cnf;
        Model::new(circuit, |gate| cnf.variable(gate).is_some_and(|variable| solver.value(variable)))
    }

    /// What the inputs are in the model that was found. Only after `Sat`.
    pub fn example(&mut self, circuit: &Circuit) -> Example {
        let solver = &mut self.solver;
        let mut value = |gate: u32| self.cnf.variable(gate).is_some_and(|variable| solver.value(variable));
        Example { inputs: circuit.input_gates().iter().map(|gate| value(*gate)).collect() }
    }

    /// Assumptions that cannot all hold. Only after `Unsat`.
    pub fn failed(&mut self) -> Vec<Lit> {
        match self.failed_constant {
            Some(lit) => vec![lit],
            None => self.solver.failed().into_iter().map(|lit| self.cnf.circuit_literal(lit)).collect(),
        }
    }

    /// How many conflicts the solver has had.
    pub fn conflicts(&self) -> u64 {
        self.solver.conflicts()
    }

    /// How much the solver has done: see [`SatSolver::ticks`].
    pub fn ticks(&self) -> u64 {
        self.solver.ticks()
    }

    /// All that was refuted so far, as one problem in DIMACS and one proof in LRAT, where the
    /// solver has kept them.
    pub fn whole_proof(&self) -> Option<(String, String)> {
        self.solver.whole_proof()
    }

    /// The clauses on which the last `Unsat` rests, where the solver has kept them.
    pub fn cone(&self) -> Option<Vec<Step>> {
        if self.failed_constant.is_some() { None } else { self.solver.cone() }
    }

    /// Whether the last `Unsat` was confirmed by a checked proof. A query with an assumption that
    /// is constantly false needs none.
    pub fn is_certified(&self) -> bool {
        self.failed_constant.is_some() || self.solver.is_certified()
    }

    /// Why the last query was `Uncertified`.
    pub fn rejection(&self) -> Option<String> {
        self.solver.rejection()
    }

    /// The problem of the last query in DIMACS and its proof in LRAT, where the solver has kept
    /// them.
    pub fn proof_files(&self) -> Option<(String, String)> {
        if self.failed_constant.is_some() { None } else { self.solver.proof_files() }
    }
}
