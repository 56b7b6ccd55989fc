//! What is shown of a part: clauses, and invariants that held before the method.
//!
//! An instance of an invariant for an object that was in the structure before held then. It still
//! does if each of its conjuncts is true, or says what it said: then all slots that its value
//! depends on, on any heap of the part, hold what they held. Of a member of an atom these are slots
//! of the atom, which nobody has written.

use super::super::{CompiledFormula, Domain, FormulaId, Node, NodeKind, QuantifiedNode, SetNode};
use super::evaluate::{Evaluator, MOST_STEPS, Members};
use super::facts::Facts;
use super::linear::Equations;
use super::structure::Structure;
use super::term::{Truth, Value};
use crate::code::Memory;
use crate::compile::Executable;
use crate::counter::Counter;
use crate::state::State;
use crate::word::{self, NULL, Word};
use tightrope_program::body::Quantifier;

/// Shows clauses for all heaps of a part.
#[derive(Debug)]
pub(crate) struct Prover<'e> {
    evaluator: Evaluator<'e>,
    /// What was in the structure before.
    before: Members,
}

impl<'e> Prover<'e> {
    /// For a run that has ended on a part. `None`: nothing can be shown of it.
    pub(crate) fn new(
        executable: &'e Executable<'e>,
        structure: &'e Structure,
        state: &'e State,
        this: Word,
        result: Option<Word>,
        counter: Option<Counter>,
    ) -> Option<Prover<'e>> {
        if state.symbols.is_misplaced {
            return None;
        }
        let mut evaluator = Evaluator {
            executable,
            structure,
            state,
            this,
            counter,
            locals: Vec::new(),
            result: result.unwrap_or(NULL),
            facts: Facts::default(),
            equations: Equations::default(),
            is_disjoint: false,
            differs: false,
            may_throw: false,
            steps: MOST_STEPS,
            copies: 0,
        };
        evaluator.learn_assumptions();
        if !evaluator.are_atoms_apart() {
            return None;
        }
        evaluator.is_disjoint = true;
        let root = evaluator.field(Memory::Before, &Value::Word(this), structure.root);
        let before = evaluator.reached(structure.walk_before, &root)?;
        Some(Prover { evaluator, before })
    }

    /// Is the formula true on all heaps of the part?
    pub(crate) fn shows(&mut self, formula: FormulaId, args: &[Word]) -> bool {
        let compiled = self.start(formula, args);
        self.is_true(&compiled.root)
    }

    /// The same of an invariant of the object with the structure, which held before the method.
    pub(crate) fn shows_again(&mut self, formula: FormulaId, this: Word) -> bool {
        let compiled = self.start(formula, &[this]);
        match this == self.evaluator.this && !compiled.uses_old {
            true => self.still_holds(&compiled.root),
            false => self.is_true(&compiled.root),
        }
    }

    fn start(&mut self, formula: FormulaId, args: &[Word]) -> &'e CompiledFormula {
        let compiled = &self.evaluator.executable.formulas[formula.index()];
        self.evaluator.give_locals(compiled.locals, args);
        self.evaluator.steps = MOST_STEPS;
        compiled
    }

    fn still_holds(&mut self, node: &'e Node) -> bool {
        match &node.kind {
            NodeKind::And(left, right) => self.still_holds(left) && self.still_holds(right),
            NodeKind::Quantified(quantified) if self.is_over_structure(quantified) => self.instances_hold(quantified),
            _ => self.is_true_or_same(node, true),
        }
    }

    /// A `\forall` over a set, instance by instance.
    fn instances_hold(&mut self, node: &'e QuantifiedNode) -> bool {
        let [binder] = node.binders.as_slice() else { return false };
        let evaluator = &mut self.evaluator;
        let Some(members) = evaluator.members_of(binder).filter(|members| !members.some) else { return false };
        let ghosts: Vec<Value> = members.places.iter().map(|place| evaluator.new_ghost(*place)).collect();
        let mut known = members.known.iter().map(|object| Value::Word(word::object(*object)));
        let local = usize::from(binder.local);
        let mut holds = |value: Value| {
            let was_there = match &value {
                Value::Word(word) => word::as_object(*word).is_some_and(|object| self.before.known.contains(&object)),
                Value::Ghost(ghost) => self.before.places.contains(&ghost.place),
                _ => false,
            };
            self.evaluator.locals[local] = value;
            self.all_conjuncts_hold(&node.body, was_there)
        };
        let all_hold = known.all(&mut holds) && ghosts.into_iter().all(&mut holds);
        self.evaluator.locals[local] = Value::Unknown;
        all_hold
    }

    fn all_conjuncts_hold(&mut self, node: &'e Node, held_before: bool) -> bool {
        self.conjuncts_hold(node, held_before, &mut Vec::new())
    }

    /// What implies a conjunction implies each of its conjuncts: one may say what it said though
    /// another does not.
    fn conjuncts_hold(&mut self, node: &'e Node, held_before: bool, conditions: &mut Vec<&'e Node>) -> bool {
        match &node.kind {
            NodeKind::And(left, right) => {
                self.conjuncts_hold(left, held_before, conditions)
                    && self.conjuncts_hold(right, held_before, conditions)
            }
            NodeKind::Implies(left, right) => {
                conditions.push(left);
                let holds = self.conjuncts_hold(right, held_before, conditions);
                conditions.pop();
                holds
            }
            _ => self.is_implied_or_same(node, held_before, conditions),
        }
    }

    fn is_implied_or_same(&mut self, node: &'e Node, held_before: bool, conditions: &[&'e Node]) -> bool {
        (self.evaluator.differs, self.evaluator.may_throw) = (false, false);
        for condition in conditions {
            if self.evaluator.truth(condition) == Truth::False && !self.evaluator.may_throw {
                return true;
            }
        }
        let is_true = self.evaluator.truth(node) == Truth::True && !self.evaluator.may_throw;
        is_true || held_before && !self.evaluator.differs
    }

    fn is_true_or_same(&mut self, node: &'e Node, held_before: bool) -> bool {
        self.evaluator.differs = false;
        self.is_true(node) || held_before && !self.evaluator.differs
    }

    /// Is a formula true, whatever is open, and never throws?
    fn is_true(&mut self, node: &'e Node) -> bool {
        self.evaluator.may_throw = false;
        self.evaluator.truth(node) == Truth::True && !self.evaluator.may_throw
    }

    /// `(\forall C n; \reach(this.root, C, fields).has(n); body)` of the structure: what was in it
    /// before is known.
    fn is_over_structure(&self, quantified: &QuantifiedNode) -> bool {
        let structure = self.evaluator.structure;
        let is_root = |node: &Node| match &node.kind {
            NodeKind::Field { memory: Memory::Now, object, slot, .. } => {
                *slot == structure.root && matches!(object.kind, NodeKind::Local(0))
            }
            _ => false,
        };
        let [binder] = quantified.binders.as_slice() else { return false };
        let is_set = match &binder.domain {
            Domain::Set(SetNode::Reach(reach), None) => reach.walk == structure.walk && is_root(&reach.root),
            _ => false,
        };
        let is_plain = binder.guards.is_empty() && matches!(quantified.range.kind, NodeKind::Word(1));
        quantified.quantifier == Quantifier::Forall && is_set && is_plain
    }
}

impl Evaluator<'_> {
    /// The first locals of a formula; the others are not bound yet.
    pub(super) fn give_locals(&mut self, count: usize, args: &[Word]) {
        self.locals.clear();
        self.locals.extend(args.iter().map(|arg| Value::Word(*arg)));
        self.locals.resize(count.max(args.len()), Value::Unknown);
    }
}
