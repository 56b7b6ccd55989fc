//! What the assumptions say of all members of an atom, and of numbers.
//!
//! A fact about the members of an atom is used only where a member is at hand. So it does not
//! matter that the atom may be empty, and nothing is concluded through it about anything else: from
//! `a < m < b` for all members `m` it does not follow that `a < b`.

use super::super::{Node, NodeKind, QuantifiedNode};
use super::evaluate::{Evaluator, sum_of};
use super::term::{Place, Truth, Value, composed};
use crate::code::Comparison;
use crate::state::State;
use crate::symbols::allowed;
use crate::word::{self, Word};
use std::cmp::Ordering;
use tightrope_order::Orderings;
use tightrope_program::body::Quantifier;

/// For all members of an atom: the slot stands in one of these ways to a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fact {
    pub(super) place: Place,
    pub(super) slot: u16,
    pub(super) orderings: Orderings,
    pub(super) word: Word,
}

#[derive(Debug, Default)]
pub(super) struct Facts(Vec<Fact>);

impl Facts {
    fn learn(&mut self, fact: Fact) {
        if !self.0.contains(&fact) {
            self.0.push(fact);
        }
    }

    /// Those about the members of an atom.
    pub(super) fn of(&self, place: Place) -> impl Iterator<Item = &Fact> {
        self.0.iter().filter(move |fact| fact.place == place)
    }

    fn of_slot(&self, place: Place, slot: u16) -> impl Iterator<Item = &Fact> {
        self.of(place).filter(move |fact| fact.slot == slot)
    }

    /// How two values can stand to each other of which one is a slot of a member.
    pub(super) fn possible(&self, state: &State, left: &Value, right: &Value) -> Orderings {
        match (left, right) {
            (Value::Field(ghost, slot), Value::Field(other, its_slot)) if (ghost, slot) == (other, its_slot) => {
                Orderings::EQUAL
            }
            (Value::Field(ghost, slot), Value::Field(other, its_slot)) => {
                let mut all = Orderings::ALL;
                for fact in self.of_slot(ghost.place, *slot) {
                    for its_fact in self.of_slot(other.place, *its_slot) {
                        all = all.and(chained(state, fact, its_fact));
                    }
                }
                all
            }
            (Value::Field(ghost, slot), Value::Word(word)) => {
                let facts = self.of_slot(ghost.place, *slot);
                facts.fold(Orderings::ALL, |all, fact| all.and(to_word(state, fact, *word)))
            }
            (Value::Word(_), Value::Field(..)) => self.possible(state, right, left).reverse(),
            _ => Orderings::ALL,
        }
    }
}

/// How what a fact is about can stand to a word.
pub(super) fn to_word(state: &State, fact: &Fact, word: Word) -> Orderings {
    composed(fact.orderings, between(state, fact.word, word))
}

/// How what one fact is about can stand to what another is about.
pub(super) fn chained(state: &State, fact: &Fact, other: &Fact) -> Orderings {
    composed(to_word(state, fact, other.word), other.orderings.reverse())
}

/// How two words can stand to each other.
fn between(state: &State, left: Word, right: Word) -> Orderings {
    if word::as_opaque(left).is_some() || word::as_opaque(right).is_some() {
        return if left == right { Orderings::EQUAL } else { Orderings::ALL };
    }
    let all = [Ordering::Less, Ordering::Equal, Ordering::Greater];
    all.into_iter().filter(|ordering| state.can_order(left, *ordering, right)).collect()
}

impl<'e> Evaluator<'e> {
    /// Finds out what the assumptions say. They do not rely on the lemma here, which relies on
    /// them.
    pub(super) fn learn_assumptions(&mut self) {
        for formula in &self.structure.assumed {
            let compiled = &self.executable.formulas[formula.index()];
            self.give_locals(compiled.locals, &[self.this]);
            self.learn(&compiled.root);
        }
    }

    /// A formula holds.
    fn learn(&mut self, node: &'e Node) {
        match &node.kind {
            NodeKind::And(left, right) => {
                self.learn(left);
                self.learn(right);
            }
            NodeKind::Implies(left, right) if self.truth(left) == Truth::True => self.learn(right),
            NodeKind::Quantified(quantified) if quantified.quantifier == Quantifier::Forall => {
                self.learn_instances(quantified, 0);
            }
            NodeKind::Compare { op, left, right } | NodeKind::CompareSymbols { op, left, right } => {
                let (left, right) = (self.value(left), self.value(right));
                self.learn_comparison(*op, &left, &right);
            }
            _ => {}
        }
    }

    fn learn_instances(&mut self, node: &'e QuantifiedNode, depth: usize) {
        let Some(binder) = node.binders.get(depth) else {
            if self.truth(&node.range) == Truth::True {
                self.learn(&node.body);
            }
            return;
        };
        let Some(members) = self.members_of(binder) else { return };
        let ghosts: Vec<Value> = members.places.iter().map(|place| self.new_ghost(*place)).collect();
        for value in members.known.iter().map(|object| Value::Word(word::object(*object))).chain(ghosts) {
            self.locals[usize::from(binder.local)] = value;
            self.learn_instances(node, depth + 1);
        }
        self.locals[usize::from(binder.local)] = Value::Unknown;
    }

    fn learn_comparison(&mut self, op: Comparison, left: &Value, right: &Value) {
        let ghosts = self.locals.iter().filter(|local| matches!(local, Value::Ghost(_))).count();
        match (left, right, ghosts) {
            (Value::Field(ghost, slot), Value::Word(word), 1) => {
                self.facts.learn(Fact { place: ghost.place, slot: *slot, orderings: allowed(op), word: *word });
            }
            (Value::Word(_), Value::Field(..), 1) => self.learn_comparison(op.mirrored(), right, left),
            (_, _, 0) if op == Comparison::Equal => {
                if let (Some(left), Some(right)) = (sum_of(left), sum_of(right)) {
                    self.equations.learn(&left, &right);
                }
            }
            _ => {}
        }
    }
}
