//! The circuit: a hash-consed graph of AND and if-then-else gates with negation on the wires.
//!
//! Gates are shared: the same gate with the same inputs exists once, so that equal terms are equal
//! literals. Gates are simplified when they are made, by looking at most two levels down, after
//! Brummayer and Biere, "Local two-level and-inverter graph minimization without blowup" (2006);
//! nothing is rebuilt later.
//!
//! If-then-else is a gate of its own, where a pure and-inverter graph has three ANDs: merged states
//! are made of multiplexers, and as one gate they need one variable and at most six clauses. XOR is
//! an if-then-else with complementary branches.

use crate::bits::Bits;
use crate::literal::Lit;
use crate::ranges::Range;
use rustc_hash::FxHashMap;

/// What computes a literal. Inputs of a gate have smaller numbers than the gate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gate {
    /// The constant true; only gate 0.
    True,
    /// A free variable: the how-manieth of the circuit.
    Input(u32),
    /// Both; the smaller literal first.
    And(Lit, Lit),
    /// If the first then the second else the third. The first two are not negated.
    Ite(Lit, Lit, Lit),
}

/// A graph of gates.
#[derive(Clone, Debug)]
pub struct Circuit {
    gates: Vec<Gate>,
    /// How many gates use each gate.
    uses: Vec<u32>,
    /// The gates that are free variables.
    inputs: Vec<u32>,
    known: FxHashMap<Gate, u32>,
    /// Of numbers of which more is known than their bits show.
    ranges: FxHashMap<Bits, Range>,
}

impl Default for Circuit {
    fn default() -> Self {
        Circuit {
            gates: vec![Gate::True],
            uses: vec![0],
            inputs: Vec::new(),
            known: FxHashMap::default(),
            ranges: FxHashMap::default(),
        }
    }
}

impl Circuit {
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of gates, inputs and the constant included.
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    pub fn is_empty(&self) -> bool {
        self.gates.len() == 1
    }

    pub fn inputs(&self) -> usize {
        self.inputs.len()
    }

    /// The gate behind a literal; whether the literal negates it is for the caller to see.
    pub fn gate(&self, lit: Lit) -> Gate {
        self.gates[lit.gate() as usize]
    }

    pub(crate) fn input_gates(&self) -> &[u32] {
        &self.inputs
    }

    pub(crate) fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// Whether a gate feeds one other gate only.
    pub(crate) fn is_used_once(&self, lit: Lit) -> bool {
        self.uses[lit.gate() as usize] == 1
    }

    pub(crate) fn known_range(&self, bits: &Bits) -> Option<Range> {
        self.ranges.get(bits).copied()
    }

    pub(crate) fn keep_range(&mut self, bits: Bits, range: Range) {
        self.ranges.insert(bits, range);
    }

    /// By gate: does its value depend on one of these inputs?
    pub fn dependants(&self, inputs: &[Lit]) -> Vec<bool> {
        let mut depends = vec![false; self.gates.len()];
        inputs.iter().for_each(|input| depends[input.gate() as usize] = true);
        for (index, gate) in self.gates.iter().enumerate() {
            let is_on = |lit: &Lit| depends[lit.gate() as usize];
            let found = match gate {
                Gate::True | Gate::Input(_) => false,
                Gate::And(a, b) => is_on(a) || is_on(b),
                Gate::Ite(c, a, b) => is_on(c) || is_on(a) || is_on(b),
            };
            depends[index] |= found;
        }
        depends
    }

    /// A new free variable.
    pub fn input(&mut self) -> Lit {
        let lit = self.push(Gate::Input(self.inputs.len() as u32));
        self.inputs.push(lit.gate());
        lit
    }

    pub fn inputs_vec(&mut self, count: usize) -> Vec<Lit> {
        (0..count).map(|_| self.input()).collect()
    }

    fn push(&mut self, gate: Gate) -> Lit {
        let index = self.gates.len() as u32;
        self.gates.push(gate);
        self.uses.push(0);
        Lit::positive(index)
    }

    fn shared(&mut self, gate: Gate, inputs: &[Lit]) -> Lit {
        if let Some(&index) = self.known.get(&gate) {
            return Lit::positive(index);
        }
        for input in inputs {
            self.uses[input.gate() as usize] += 1;
        }
        let lit = self.push(gate);
        self.known.insert(gate, lit.gate());
        lit
    }

    /// A literal that equals `lit` wherever `fact` holds and is a step nearer to the inputs; `lit`
    /// itself where looking one level down shows nothing.
    fn given(&self, lit: Lit, fact: Lit) -> Lit {
        if lit.gate() == fact.gate() {
            return Lit::constant(lit == fact);
        }
        let simpler = match self.gate(lit) {
            Gate::And(a, b) if a == !fact || b == !fact => Lit::FALSE,
            Gate::And(a, b) if a == fact => b,
            Gate::And(a, b) if b == fact => a,
            Gate::Ite(c, a, _) if c == fact => a,
            Gate::Ite(c, _, b) if c == !fact => b,
            _ => return lit,
        };
        simpler.negated_if(lit.is_negated())
    }

    /// As [`Self::given`], with the inputs of a fact that is an AND as facts too, and as often as
    /// it helps.
    fn given_all(&self, lit: Lit, fact: Lit) -> Lit {
        let mut current = lit;
        loop {
            let mut next = self.given(current, fact);
            if let (Gate::And(a, b), false) = (self.gate(fact), fact.is_negated()) {
                next = self.given(next, a);
                next = self.given(next, b);
            }
            if next == current {
                return current;
            }
            current = next;
        }
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (mut a, mut b) = (a, b);
        loop {
            if a.is_constant() || b.is_constant() || a.gate() == b.gate() {
                return and_of_trivial(a, b);
            }
            let simpler_b = self.given_all(b, a);
            let simpler_a = self.given_all(a, simpler_b);
            if (simpler_a, simpler_b) == (a, b) {
                break;
            }
            (a, b) = (simpler_a, simpler_b);
        }
        if let Some(common) = self.resolved(a, b) {
            return common;
        }
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        self.shared(Gate::And(low, high), &[low, high])
    }

    /// `!(x & y) & !(x & !y)` is `!x`.
    fn resolved(&self, a: Lit, b: Lit) -> Option<Lit> {
        if !a.is_negated() || !b.is_negated() {
            return None;
        }
        let (Gate::And(p, q), Gate::And(r, s)) = (self.gate(a), self.gate(b)) else { return None };
        let pairs = [(p, q, r, s), (p, q, s, r), (q, p, r, s), (q, p, s, r)];
        pairs.into_iter().find(|(x, y, u, v)| x == u && *y == !*v).map(|(x, ..)| !x)
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub fn implies(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(a, !b)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        self.ite(a, !b, b)
    }

    pub fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        self.ite(a, b, !b)
    }

    /// If `c` then `a` else `b`.
    pub fn ite(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        if c.is_constant() {
            return if c == Lit::TRUE { a } else { b };
        }
        let (a, b) = (self.given_all(a, c), self.given_all(b, !c));
        if a == b {
            return a;
        }
        match (a, b) {
            (Lit::TRUE, _) => return self.or(c, b),
            (Lit::FALSE, _) => return self.and(!c, b),
            (_, Lit::TRUE) => return self.or(!c, a),
            (_, Lit::FALSE) => return self.and(c, a),
            _ => {}
        }
        if a == !b {
            return self.exclusive_or(c, b);
        }
        let (c, a, b) = if c.is_negated() { (!c, b, a) } else { (c, a, b) };
        let negate = a.is_negated();
        let (a, b) = (a.negated_if(negate), b.negated_if(negate));
        self.shared(Gate::Ite(c, a, b), &[c, a, b]).negated_if(negate)
    }

    /// XOR of two literals of different gates, as the one if-then-else that all ways to write it
    /// share.
    fn exclusive_or(&mut self, a: Lit, b: Lit) -> Lit {
        let negate = a.is_negated() ^ b.is_negated();
        let (low, high) = if a.gate() < b.gate() { (a, b) } else { (b, a) };
        let (low, high) = (Lit::positive(low.gate()), Lit::positive(high.gate()));
        // `low ? high : !high` is the negation of XOR.
        !self.shared(Gate::Ite(low, high, !high), &[low, high, high]).negated_if(negate)
    }

    /// All of them, as a balanced tree.
    pub fn and_all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let mut row: Vec<Lit> = lits.into_iter().filter(|&lit| lit != Lit::TRUE).collect();
        if row.contains(&Lit::FALSE) {
            return Lit::FALSE;
        }
        row.sort_unstable();
        row.dedup();
        while row.len() > 1 {
            row = row.chunks(2).map(|pair| if let [a, b] = *pair { self.and(a, b) } else { pair[0] }).collect();
        }
        row.first().copied().unwrap_or(Lit::TRUE)
    }

    /// One of them at least.
    pub fn or_all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let negated: Vec<Lit> = lits.into_iter().map(|lit| !lit).collect();
        !self.and_all(negated)
    }
}

/// AND of literals of which one is constant or both belong to the same gate.
fn and_of_trivial(a: Lit, b: Lit) -> Lit {
    match (a, b) {
        (Lit::TRUE, other) | (other, Lit::TRUE) => other,
        (Lit::FALSE, _) | (_, Lit::FALSE) => Lit::FALSE,
        _ if a == b => a,
        _ => Lit::FALSE,
    }
}
