//! The values of all gates for given values of the inputs.

use crate::bits::Bits;
use crate::circuit::{Circuit, Gate};
use crate::literal::Lit;
use crate::relation::Relation;
use rustc_hash::FxHashMap;

/// A value for every gate of a circuit. Only the inputs are taken from the solver and the rest is
/// computed, so a model speaks of gates that no query has mentioned, and of gates that were made
/// after it.
#[derive(Clone, Debug)]
pub struct Model {
    values: Vec<bool>,
}

impl Model {
    /// `input` gives the value of a gate that is an input.
    pub fn new(circuit: &Circuit, mut input: impl FnMut(u32) -> bool) -> Model {
        let mut model = Model { values: Vec::with_capacity(circuit.len()) };
        for (index, &gate) in circuit.gates().iter().enumerate() {
            let value = model.compute(gate, || input(index as u32));
            model.values.push(value);
        }
        model
    }

    fn compute(&self, gate: Gate, input: impl FnOnce() -> bool) -> bool {
        match gate {
            Gate::True => true,
            Gate::Input(_) => input(),
            Gate::And(a, b) => self.known(a) && self.known(b),
            Gate::Ite(c, a, b) => self.known(if self.known(c) { a } else { b }),
        }
    }

    fn known(&self, lit: Lit) -> bool {
        self.values[lit.gate() as usize] ^ lit.is_negated()
    }

    /// The value of a literal. Inputs that were made after the model are false.
    pub fn value(&mut self, circuit: &Circuit, lit: Lit) -> bool {
        while self.values.len() <= lit.gate() as usize {
            let value = self.compute(circuit.gates()[self.values.len()], || false);
            self.values.push(value);
        }
        self.known(lit)
    }

    pub fn values(&mut self, circuit: &Circuit, lits: &[Lit]) -> Vec<bool> {
        lits.iter().map(|&lit| self.value(circuit, lit)).collect()
    }

    /// The number that the bits are, with a sign. There are at most 64 bits.
    pub fn signed(&mut self, circuit: &Circuit, bits: &Bits) -> i64 {
        bits.signed_by(|bit| self.value(circuit, bit))
    }

    /// The number that the bits are, without a sign. There are at most 64 bits.
    pub fn unsigned(&mut self, circuit: &Circuit, bits: &Bits) -> u64 {
        bits.lits().iter().rev().fold(0, |number, &bit| number << 1 | u64::from(self.value(circuit, bit)))
    }

    /// The positions that hold: the members of a set, or the value of a choice.
    pub fn members(&mut self, circuit: &Circuit, set: &[Lit]) -> Vec<usize> {
        (0..set.len()).filter(|&i| self.value(circuit, set[i])).collect()
    }

    /// The pairs of a relation.
    pub fn pairs(&mut self, circuit: &Circuit, relation: &Relation) -> Vec<(usize, usize)> {
        let rows = 0..relation.rows();
        rows.flat_map(|i| self.members(circuit, relation.row(i)).into_iter().map(move |j| (i, j))).collect()
    }
}

/// The values of the inputs alone: quickly taken from a solver, and small. What a gate is has to be
/// computed.
#[derive(Clone, Debug)]
pub struct Example {
    /// By number of the input.
    pub(crate) inputs: Vec<bool>,
}

impl Example {
    /// Does the literal hold? `None`: to compute it takes more than so many gates. Inputs that were
    /// made later are false.
    pub fn shows(&self, circuit: &Circuit, lit: Lit, most: usize) -> Option<bool> {
        let mut known: FxHashMap<u32, bool> = FxHashMap::default();
        let mut open = vec![lit.gate()];
        while let Some(&gate) = open.last() {
            if known.len() > most {
                return None;
            }
            match self.compute(circuit.gates()[gate as usize], &known) {
                Ok(value) => {
                    known.insert(gate, value);
                    open.pop();
                }
                Err(missing) => open.push(missing),
            }
        }
        known.get(&lit.gate()).map(|value| value ^ lit.is_negated())
    }

    /// `Err`: a gate that has to be known first.
    fn compute(&self, gate: Gate, known: &FxHashMap<u32, bool>) -> Result<bool, u32> {
        let value = |lit: Lit| match known.get(&lit.gate()) {
            Some(value) => Ok(value ^ lit.is_negated()),
            None => Err(lit.gate()),
        };
        match gate {
            Gate::True => Ok(true),
            Gate::Input(number) => Ok(self.inputs.get(number as usize).copied().unwrap_or(false)),
            Gate::And(a, b) => Ok(value(a)? && value(b)?),
            Gate::Ite(c, a, b) => value(if value(c)? { a } else { b }),
        }
    }
}
