//! The lemma that all rules rest on: no atom has an object in common with the objects that are
//! known, nor with another atom.
//!
//! It is about the heap before the method, and is tried by refutation. Suppose that a known object
//! lies in an atom; then what holds for all members of the atom holds for it, which may contradict
//! what is known: in a search tree its key would have to be less and greater than that of some
//! node. Or it leads to the atom itself, and then it lies on a cycle, which the invariant may
//! exclude. Two atoms with a common member have contradictory facts. Circular lists fail the test,
//! and rightly so.

use super::evaluate::Evaluator;
use super::facts::{Fact, chained};
use super::term::{Place, Value};
use crate::code::Memory;
use crate::symbols::allowed;
use crate::word::{self, UNKNOWN, Word};
use tightrope_order::Orderings;

impl Evaluator<'_> {
    /// Does the lemma hold? Requires: it is known what the assumptions say.
    pub(super) fn are_atoms_apart(&mut self) -> bool {
        let Some(this) = word::as_object(self.this).filter(|this| self.state.is_initial(*this)) else { return false };
        let (places, objects) = self.places_and_members(this);
        let root = self.field(Memory::Before, &Value::Word(word::object(this)), self.structure.root);
        let Some(structure) = self.reached(self.structure.walk_before, &root) else { return false };
        let above: Vec<(usize, Vec<Place>)> =
            structure.known.iter().map(|object| (*object, self.behind(*object))).collect();
        let is_above = |object: usize, place: Place| {
            above.iter().any(|(known, places)| *known == object && places.contains(&place))
        };
        let is_outside = |object: usize, place: Place| {
            self.structure.is_acyclic && is_above(object, place) || self.contradicts_facts(place, object)
        };
        let are_outside = places.iter().all(|place| objects.iter().all(|object| is_outside(*object, *place)));
        let is_apart = |(number, place): (usize, &Place)| {
            places[number + 1..].iter().all(|other| self.are_facts_contradictory(*place, *other))
        };
        are_outside && places.iter().enumerate().all(is_apart)
    }

    /// The atoms that there are, and the objects that could lie in one.
    fn places_and_members(&self, this: usize) -> (Vec<Place>, Vec<usize>) {
        let types = &self.executable.walks[self.structure.walk.0 as usize].edges;
        let is_member = |object: &usize| {
            let header = &self.state.objects[*object];
            !header.is_new() && matches!(types.get(header.ty.0 as usize), Some(Some(_)))
        };
        let members: Vec<usize> = (0..self.state.objects.len()).filter(is_member).collect();
        let slots = members.iter().flat_map(|object| self.structure.edges.iter().map(|slot| (*object, *slot)));
        let is_open =
            |(object, slot): &(usize, u16)| self.state.read(Memory::Before, *object, usize::from(*slot)) == UNKNOWN;
        let open = slots.chain([(this, self.structure.root)]).filter(is_open);
        let places = open.map(|(object, slot)| Place { object: object as u32, slot }).collect();
        (places, members)
    }

    /// The atoms that an object leads to.
    fn behind(&mut self, object: usize) -> Vec<Place> {
        let start = Value::Word(word::object(object));
        self.reached(self.structure.walk_before, &start).map_or_else(Vec::new, |members| members.places)
    }

    /// Does a known object lack what all members of an atom have?
    fn contradicts_facts(&self, place: Place, object: usize) -> bool {
        let is_missed = |fact: &Fact| {
            let word = self.state.read(Memory::Before, object, usize::from(fact.slot));
            word != UNKNOWN && self.misses(word, fact)
        };
        self.facts.of(place).any(is_missed)
    }

    fn misses(&self, word: Word, fact: &Fact) -> bool {
        use crate::code::Comparison::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        let ops = [Less, LessEqual, Equal, NotEqual, GreaterEqual, Greater];
        let op = ops.into_iter().find(|op| allowed(*op) == fact.orderings);
        op.is_some_and(|op| self.state.symbols.decide(op, word, fact.word) == Ok(false))
    }

    /// Can no object have what the members of both atoms have?
    fn are_facts_contradictory(&self, left: Place, right: Place) -> bool {
        let same_slot = |fact: &Fact, other: &Fact| fact.slot == other.slot;
        let pairs = || self.facts.of(left).flat_map(|fact| self.facts.of(right).map(move |other| (fact, other)));
        let mut pairs_of_slots = pairs().filter(|(fact, other)| same_slot(fact, other));
        // Mostly the node above both tells them apart.
        pairs().any(|(fact, other)| {
            same_slot(fact, other) && fact.word == other.word && fact.orderings.and(other.orderings) == Orderings::NONE
        }) || pairs_of_slots.any(|(fact, other)| !chained(self.state, fact, other).contains(std::cmp::Ordering::Equal))
    }
}
