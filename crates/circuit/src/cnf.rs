//! From gates to clauses, by polarity and on demand.
//!
//! Plaisted and Greenbaum, "A structure-preserving clause form translation" (1986): a gate that is
//! only asked to be true needs only the clauses that say what follows from it. Only gates below
//! something that was asserted or assumed get a variable; what a later query needs on top is added
//! then, so that one solver serves many queries. ANDs whose inputs are ANDs that nobody else uses
//! become one gate with many inputs.

use crate::circuit::{Circuit, Gate};
use crate::literal::Lit;

/// Which halves of a gate's definition are written.
#[derive(Clone, Copy, Default, Debug)]
struct Written {
    /// What follows if the gate is true.
    positive: bool,
    /// What follows if it is false.
    negative: bool,
}

/// Which gates have a variable, and what is written about them.
#[derive(Clone, Default, Debug)]
pub(crate) struct Cnf {
    /// By gate; 0 is none.
    variables: Vec<i32>,
    written: Vec<Written>,
    /// By variable, from 1.
    gates: Vec<u32>,
}

impl Cnf {
    pub(crate) fn variables(&self) -> usize {
        self.gates.len()
    }

    /// The variable of a gate, if it has one.
    pub(crate) fn variable(&self, gate: u32) -> Option<i32> {
        self.variables.get(gate as usize).copied().filter(|&variable| variable != 0)
    }

    /// The literal of the circuit for one of the solver.
    pub(crate) fn circuit_literal(&self, lit: i32) -> Lit {
        Lit::positive(self.gates[lit.unsigned_abs() as usize - 1]).negated_if(lit < 0)
    }

    fn literal(&mut self, lit: Lit) -> i32 {
        let gate = lit.gate() as usize;
        if self.variables[gate] == 0 {
            self.gates.push(lit.gate());
            self.variables[gate] = self.gates.len() as i32;
        }
        if lit.is_negated() { -self.variables[gate] } else { self.variables[gate] }
    }

    /// The solver's literal for `lit`, which is not constant, with all clauses that make its truth
    /// mean what the circuit says. The clauses go to `emit`.
    pub(crate) fn encode(&mut self, circuit: &Circuit, lit: Lit, emit: &mut dyn FnMut(&[i32])) -> i32 {
        self.variables.resize(circuit.len(), 0);
        self.written.resize(circuit.len(), Written::default());
        let mut open = vec![lit];
        while let Some(lit) = open.pop() {
            let written = &mut self.written[lit.gate() as usize];
            let half = if lit.is_negated() { &mut written.negative } else { &mut written.positive };
            if std::mem::replace(half, true) {
                continue;
            }
            match circuit.gate(lit) {
                Gate::True | Gate::Input(_) => {}
                Gate::And(..) => self.write_and(circuit, lit, &mut open, emit),
                Gate::Ite(c, a, b) => self.write_ite(lit, [c, a, b], &mut open, emit),
            }
        }
        self.literal(lit)
    }

    fn write_and(&mut self, circuit: &Circuit, lit: Lit, open: &mut Vec<Lit>, emit: &mut dyn FnMut(&[i32])) {
        let inputs = self.inputs_of_and(circuit, lit);
        let this = self.literal(lit);
        if lit.is_negated() {
            let mut clause = vec![-this];
            clause.extend(inputs.iter().map(|&input| self.literal(!input)));
            emit(&clause);
            open.extend(inputs.iter().map(|&input| !input));
        } else {
            for &input in &inputs {
                emit(&[-this, self.literal(input)]);
            }
            open.extend(inputs);
        }
    }

    /// The inputs of an AND, with those of ANDs that only it uses in place of these. Whether a gate
    /// is used once may change later; a gate that has become an input by then simply gets clauses
    /// of its own.
    fn inputs_of_and(&self, circuit: &Circuit, lit: Lit) -> Vec<Lit> {
        let mut inputs = Vec::new();
        let mut open = vec![Lit::positive(lit.gate())];
        while let Some(next) = open.pop() {
            let is_top = next.gate() == lit.gate();
            let hidden = circuit.is_used_once(next) && self.variables[next.gate() as usize] == 0;
            match circuit.gate(next) {
                Gate::And(a, b) if is_top || (!next.is_negated() && hidden) => open.extend([b, a]),
                _ => inputs.push(next),
            }
        }
        inputs.sort_unstable();
        inputs.dedup();
        inputs
    }

    fn write_ite(&mut self, lit: Lit, [c, a, b]: [Lit; 3], open: &mut Vec<Lit>, emit: &mut dyn FnMut(&[i32])) {
        let (a, b) = (a.negated_if(lit.is_negated()), b.negated_if(lit.is_negated()));
        let this = self.literal(lit);
        let (condition, then, otherwise) = (self.literal(c), self.literal(a), self.literal(b));
        emit(&[-this, -condition, then]);
        emit(&[-this, condition, otherwise]);
        if then != -otherwise {
            // It follows from the two above, but a solver that only propagates does not see that.
            emit(&[-this, then, otherwise]);
        }
        open.extend([c, !c, a, b]);
    }
}
