//! A circuit as clauses whose variables and order do not depend on what is asked.
//!
//! A session gives variables to gates as it gets to them, so two sessions about one circuit call
//! the same gate by different numbers. Where proofs go from one process to another, both make this
//! formula first, and name its clauses by their place.

use crate::circuit::Circuit;
use crate::cnf::Cnf;
use crate::literal::Lit;

/// The clauses of several stages, each with literals that can be asserted together.
#[derive(Clone, Debug, Default)]
pub struct FixedFormula {
    pub(crate) cnf: Cnf,
    clauses: Vec<Clause>,
}

#[derive(Clone, Debug)]
struct Clause {
    lits: Vec<i32>,
    stage: usize,
    /// It says that a literal of the stage holds, and not only what a gate means.
    is_asserted: bool,
}

impl FixedFormula {
    /// `asked`: what will be assumed or forbidden; the first stage says what it means.
    pub fn new(circuit: &Circuit, asked: &[Lit], stages: &[&[Lit]]) -> FixedFormula {
        let mut formula = FixedFormula::default();
        for lit in asked.iter().copied().filter(|lit| !lit.is_constant()) {
            formula.encode(circuit, lit, 0);
            formula.encode(circuit, !lit, 0);
        }
        for (stage, lits) in stages.iter().enumerate() {
            for lit in lits.iter().copied().filter(|lit| *lit != Lit::TRUE) {
                let lits = if lit == Lit::FALSE { Vec::new() } else { vec![formula.encode(circuit, lit, stage)] };
                formula.clauses.push(Clause { lits, stage, is_asserted: true });
            }
        }
        formula
    }

    fn encode(&mut self, circuit: &Circuit, lit: Lit, stage: usize) -> i32 {
        let FixedFormula { cnf, clauses } = self;
        cnf.encode(circuit, lit, &mut |clause| {
            clauses.push(Clause { lits: clause.to_vec(), stage, is_asserted: false });
        })
    }

    /// All clauses, in the order in which they are numbered.
    pub fn clauses(&self) -> Vec<Vec<i32>> {
        self.clauses.iter().map(|clause| clause.lits.clone()).collect()
    }

    pub(crate) fn stage(&self, stage: usize, is_asserted: bool) -> impl Iterator<Item = &[i32]> {
        let wanted = self.clauses.iter().filter(move |clause| clause.stage == stage);
        wanted.filter(move |clause| is_asserted || !clause.is_asserted).map(|clause| &clause.lits[..])
    }

    /// The clause that says that one of the literals holds at least. `None`: it says nothing.
    pub fn clause_of(&self, lits: &[Lit]) -> Option<Vec<i32>> {
        if lits.contains(&Lit::TRUE) {
            return None;
        }
        let open = lits.iter().filter(|lit| !lit.is_constant());
        let literal = |lit: &Lit| {
            // What is no part of the formula is 0, of which nobody can show anything.
            let variable = self.cnf.variable(lit.gate()).unwrap_or(0);
            if lit.is_negated() { -variable } else { variable }
        };
        Some(open.map(literal).collect())
    }
}
