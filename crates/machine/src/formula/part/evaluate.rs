//! Evaluates formulas on a part. Whatever is not named here is open.
//!
//! Besides the value, an evaluation finds out whether all slots of the heap of now that it depends
//! on, on any heap of the part, hold what they held before the method. So both branches of what is
//! open are looked at, and so are all instances. A slot inside an atom always does; whoever goes on
//! from there to where nobody knows may read anything.

use super::super::{Binder, Domain, Edges, Node, NodeKind, QuantifiedNode, ReachNode, SetNode, WalkId};
use super::facts::Facts;
use super::linear::{Equations, Linear};
use super::structure::Structure;
use super::term::{Ghost, Place, Term, Truth, Value, decided};
use crate::arithmetic::{arithmetic, compare};
use crate::code::{Arithmetic, Comparison, Memory};
use crate::compile::Executable;
use crate::counter::Counter;
use crate::state::State;
use crate::word::{self, NULL, UNKNOWN, Word};
use tightrope_order::Orderings;
use tightrope_program::body::Quantifier;

/// An evaluation that takes longer is open.
pub(super) const MOST_STEPS: u32 = 1_000_000;

/// All that formulas are evaluated with on one part.
#[derive(Debug)]
pub(super) struct Evaluator<'e> {
    pub(super) executable: &'e Executable<'e>,
    pub(super) structure: &'e Structure,
    pub(super) state: &'e State,
    /// The object with the structure.
    pub(super) this: Word,
    /// A slot that holds what it held before, and a constant.
    pub(super) counter: Option<Counter>,
    pub(super) locals: Vec<Value>,
    pub(super) result: Word,
    /// What holds for all members of atoms.
    pub(super) facts: Facts,
    /// What held before between numbers.
    pub(super) equations: Equations,
    /// Atoms have no object in common with what is known, nor with each other.
    pub(super) is_disjoint: bool,
    /// The value may depend on a slot that does not hold what it held before.
    pub(super) differs: bool,
    /// The evaluation may throw on a heap of the part.
    pub(super) may_throw: bool,
    pub(super) steps: u32,
    pub(super) copies: u32,
}

/// A set of objects.
#[derive(Clone, Debug, Default)]
pub(super) struct Members {
    pub(super) known: Vec<usize>,
    /// All members of these atoms.
    pub(super) places: Vec<Place>,
    /// Some members of atoms.
    pub(super) some: bool,
}

impl<'e> Evaluator<'e> {
    fn step(&mut self) -> Option<()> {
        self.steps = self.steps.saturating_sub(1);
        (self.steps > 0).then_some(())
    }

    /// Nothing is known, neither of the value nor of what it depends on.
    pub(super) fn anything<T>(&mut self, open: T) -> T {
        (self.differs, self.may_throw) = (true, true);
        open
    }

    pub(super) fn truth(&mut self, node: &'e Node) -> Truth {
        if self.step().is_none() {
            return self.anything(Truth::Open);
        }
        match &node.kind {
            NodeKind::Not(operand) => self.truth(operand).not(),
            NodeKind::And(left, right) => self.logical(left, right, false, false),
            NodeKind::Or(left, right) => self.logical(left, right, true, true),
            NodeKind::Implies(left, right) => self.logical(left, right, false, true),
            NodeKind::Equivalent(left, right) => match (self.truth(left).known(), self.truth(right).known()) {
                (Some(left), Some(right)) => Truth::of(Some(left == right)),
                _ => Truth::Open,
            },
            NodeKind::Compare { op, left, right } | NodeKind::CompareSymbols { op, left, right } => {
                let (left, right) = (self.value(left), self.value(right));
                let is_symbolic = matches!(node.kind, NodeKind::CompareSymbols { .. });
                Truth::of(self.compared(*op, &left, &right, is_symbolic))
            }
            NodeKind::Conditional { cond, then, otherwise } => match self.truth(cond) {
                Truth::True => self.truth(then),
                Truth::False => self.truth(otherwise),
                Truth::Open => {
                    self.truth(then);
                    self.truth(otherwise);
                    Truth::Open
                }
            },
            NodeKind::Quantified(quantified) => self.quantified(quantified, 0),
            NodeKind::Contains { set, element } => self.contains(set, element),
            _ => match self.value(node) {
                Value::Word(word) => Truth::of(Some(word != word::FALSE)),
                _ => Truth::Open,
            },
        }
    }

    fn logical(&mut self, left: &'e Node, right: &'e Node, deciding: bool, result: bool) -> Truth {
        let (left, may_throw) = self.guarded(left);
        if left.known() == Some(deciding) {
            return Truth::of(Some(result));
        }
        let right = self.truth(right);
        match left {
            // Whatever the left side is, the whole is the same.
            Truth::Open if right.known() == Some(result) && !may_throw => right,
            Truth::Open => Truth::Open,
            _ => right,
        }
    }

    /// The truth of a formula, and whether its evaluation may throw.
    fn guarded(&mut self, node: &'e Node) -> (Truth, bool) {
        let outside = std::mem::take(&mut self.may_throw);
        let truth = self.truth(node);
        let may_throw = self.may_throw;
        self.may_throw |= outside;
        (truth, may_throw)
    }

    pub(super) fn value(&mut self, node: &'e Node) -> Value {
        if self.step().is_none() {
            return self.anything(Value::Unknown);
        }
        match &node.kind {
            NodeKind::Word(word) => Value::Word(*word),
            NodeKind::Local(local) => self.locals[usize::from(*local)].clone(),
            NodeKind::Result => Value::Word(self.result),
            NodeKind::Field { memory, object, slot, is_long: false } => {
                let object = self.value(object);
                self.field(*memory, &object, *slot)
            }
            NodeKind::Arithmetic { op, left, right } => {
                let (left, right) = (self.value(left), self.value(right));
                self.calculated(*op, &left, &right)
            }
            NodeKind::Conditional { cond, then, otherwise } => match self.truth(cond) {
                Truth::True => self.value(then),
                Truth::False => self.value(otherwise),
                Truth::Open => {
                    self.value(then);
                    self.value(otherwise);
                    Value::Unknown
                }
            },
            NodeKind::Call(call) => self.call_node(call),
            NodeKind::SetSize(set) => match self.set(set) {
                Some(Members { known, places, some: false }) => {
                    let start = Linear::constant(known.len() as Word);
                    let sum = places.iter().fold(start, |sum, place| sum.plus(1, &Linear::term(Term::Size(*place))));
                    number(sum)
                }
                _ => Value::Unknown,
            },
            NodeKind::Not(_)
            | NodeKind::And(..)
            | NodeKind::Or(..)
            | NodeKind::Implies(..)
            | NodeKind::Equivalent(..)
            | NodeKind::Compare { .. }
            | NodeKind::CompareSymbols { .. }
            | NodeKind::Quantified(_)
            | NodeKind::Contains { .. } => match self.truth(node).known() {
                Some(truth) => Value::Word(Word::from(truth)),
                None => Value::Unknown,
            },
            _ => self.anything(Value::Unknown),
        }
    }

    /// A slot of an object.
    pub(super) fn field(&mut self, memory: Memory, object: &Value, slot: u16) -> Value {
        let is_edge = self.structure.edges.contains(&slot);
        match object {
            Value::Word(word) => match word::as_object(*word).filter(|_| !word::is_symbol(*word)) {
                Some(object) => self.slot(memory, object, slot),
                // It throws, or is nothing that has fields.
                None => self.anything(Value::Unknown),
            },
            Value::Ghost(ghost) => Value::Field(*ghost, slot),
            Value::Slot(place) if self.is_atom(*place) => self.inside(is_edge),
            Value::Field(_, from) if self.structure.edges.contains(from) => self.inside(is_edge),
            Value::Inside => self.inside(is_edge),
            _ => self.anything(Value::Unknown),
        }
    }

    /// A slot of a member of an atom. (Of null: it throws.)
    fn inside(&mut self, is_edge: bool) -> Value {
        self.may_throw = true;
        if is_edge { Value::Inside } else { Value::Unknown }
    }

    /// A slot of an object that is known.
    fn slot(&mut self, memory: Memory, object: usize, slot: u16) -> Value {
        let Some(header) = self.state.objects.get(object) else { return self.anything(Value::Unknown) };
        if usize::from(slot) >= header.length as usize {
            return self.anything(Value::Unknown);
        }
        if let (Memory::Now, Some(shift)) = (memory, self.shift_of(object, slot)) {
            self.differs = true;
            let before = Linear::term(Term::Slot(Place { object: object as u32, slot }));
            return number(before.plus(1, &Linear::constant(Word::from(shift))));
        }
        let word = self.state.read(memory, object, usize::from(slot));
        let is_same = !header.is_new() && word == self.state.read(Memory::Before, object, usize::from(slot));
        self.differs |= memory == Memory::Now && !is_same;
        match word {
            UNKNOWN => Value::Slot(Place { object: object as u32, slot }),
            word => Value::Word(word),
        }
    }

    /// By how much a slot holds more than it held.
    fn shift_of(&self, object: usize, slot: u16) -> Option<i32> {
        let is_it = |counter: &Counter| (counter.object, counter.slot) == (object, u32::from(slot));
        self.counter.filter(is_it).map(|counter| counter.shift)
    }

    /// Does the structure go on from this slot?
    pub(super) fn is_atom(&self, place: Place) -> bool {
        let types = &self.executable.walks[self.structure.walk.0 as usize].edges;
        let ty = self.state.objects.get(place.object as usize).map(|header| header.ty.0 as usize);
        let is_member = ty.is_some_and(|ty| matches!(types.get(ty), Some(Some(_))));
        let is_root = word::object(place.object as usize) == self.this && place.slot == self.structure.root;
        is_member && self.structure.edges.contains(&place.slot) || is_root
    }

    pub(super) fn calculated(&mut self, op: Arithmetic, left: &Value, right: &Value) -> Value {
        if let (Value::Word(left), Value::Word(right)) = (left, right)
            && !word::is_symbol(*left)
            && !word::is_symbol(*right)
        {
            return match arithmetic(op, *left, *right) {
                Some(word) => Value::Word(word),
                None => self.anything(Value::Unknown),
            };
        }
        let factor = match op {
            Arithmetic::AddInt => 1,
            Arithmetic::SubtractInt => -1,
            // A division may throw.
            _ => return self.anything(Value::Unknown),
        };
        match (sum_of(left), sum_of(right)) {
            (Some(left), Some(right)) => number(left.plus(factor, &right)),
            _ => Value::Unknown,
        }
    }

    pub(super) fn compared(&self, op: Comparison, left: &Value, right: &Value, is_symbolic: bool) -> Option<bool> {
        match (left, right) {
            (Value::Word(left), Value::Word(right)) if is_symbolic => self.state.symbols.decide(op, *left, *right).ok(),
            (Value::Word(left), Value::Word(right)) => Some(compare(op, *left, *right)),
            (Value::Slot(left), Value::Slot(right)) if left == right => decided(op, Orderings::EQUAL),
            (Value::Ghost(_) | Value::Slot(_) | Value::Inside, _)
            | (_, Value::Ghost(_) | Value::Slot(_) | Value::Inside)
                if self.are_different(left, right) =>
            {
                decided(op, Orderings::NOT_EQUAL)
            }
            (Value::Ghost(left), Value::Ghost(right)) if left == right => decided(op, Orderings::EQUAL),
            (Value::Field(..), _) | (_, Value::Field(..)) => decided(op, self.facts.possible(self.state, left, right)),
            _ => {
                let difference = sum_of(left)?.plus(-1, &sum_of(right)?);
                match self.equations.reduced(&difference).known()? {
                    0 => decided(op, Orderings::EQUAL),
                    _ => decided(op, Orderings::NOT_EQUAL),
                }
            }
        }
    }

    /// Two references that never lead to the same object, nor are both null.
    fn are_different(&self, left: &Value, right: &Value) -> bool {
        let is_ghost = |value: &Value| matches!(value, Value::Ghost(_));
        if matches!((left, right), (Value::Word(NULL), other) | (other, Value::Word(NULL)) if is_ghost(other)) {
            return true;
        }
        let is_known = |value: &Value| matches!(value, Value::Word(word) if word::as_object(*word).is_some());
        let is_in_atom = |value: &Value| match value {
            Value::Ghost(_) | Value::Inside => true,
            Value::Slot(place) => self.is_atom(*place),
            _ => false,
        };
        let is_apart = match (left, right) {
            (Value::Ghost(left), Value::Ghost(right)) => left.place != right.place,
            (Value::Ghost(ghost), Value::Slot(place)) | (Value::Slot(place), Value::Ghost(ghost)) => {
                self.is_atom(*place) && ghost.place != *place
            }
            _ => is_known(left) && is_in_atom(right) || is_known(right) && is_in_atom(left),
        };
        self.is_disjoint && is_apart
    }

    fn contains(&mut self, set: &'e SetNode, element: &'e Node) -> Truth {
        let members = self.set(set);
        let element = self.value(element);
        let Some(Members { known, places, some }) = members else { return Truth::Open };
        Truth::of(match element {
            Value::Word(NULL) => Some(false),
            Value::Word(word) => match word::as_object(word) {
                Some(object) if known.contains(&object) => Some(true),
                Some(_) if self.is_disjoint || places.is_empty() && !some => Some(false),
                _ => None,
            },
            Value::Ghost(Ghost { place, .. }) if places.contains(&place) => Some(true),
            Value::Ghost(_) if self.is_disjoint && !some => Some(false),
            _ => None,
        })
    }

    /// The objects of a set; `None`: nothing is known of it.
    pub(super) fn set(&mut self, node: &'e SetNode) -> Option<Members> {
        let SetNode::Reach(reach) = node else { return self.anything(None) };
        let ReachNode { root, walk } = &**reach;
        let root = self.value(root);
        if ![self.structure.walk, self.structure.walk_before].contains(walk) {
            return self.anything(None);
        }
        self.reached(*walk, &root)
    }

    /// What a walk of the structure finds.
    pub(super) fn reached(&mut self, walk: WalkId, root: &Value) -> Option<Members> {
        let mut members = Members::default();
        match root {
            Value::Word(NULL) => {}
            Value::Word(word) => {
                let start = word::as_object(*word).filter(|_| !word::is_symbol(*word));
                let Some(start) = start else { return self.anything(None) };
                self.walk_from(walk, start, &mut members);
            }
            Value::Slot(place) if self.is_atom(*place) => members.places.push(*place),
            Value::Ghost(_) | Value::Inside => members.some = true,
            Value::Field(_, slot) if self.structure.edges.contains(slot) => members.some = true,
            _ => return self.anything(None),
        }
        Some(members)
    }

    fn walk_from(&mut self, walk: WalkId, start: usize, members: &mut Members) {
        let walk = &self.executable.walks[walk.0 as usize];
        let mut pending = vec![start];
        while let Some(object) = pending.pop() {
            let ty = self.state.objects[object].ty.0 as usize;
            let Some(Some(Edges::Slots(slots))) = walk.edges.get(ty) else { continue };
            if members.known.contains(&object) {
                continue;
            }
            members.known.push(object);
            for slot in slots.iter().rev() {
                match self.slot(walk.memory, object, *slot) {
                    Value::Word(word) => pending.extend(word::as_object(word)),
                    Value::Slot(place) => members.places.push(place),
                    _ => {}
                }
            }
        }
    }

    fn quantified(&mut self, node: &'e QuantifiedNode, depth: usize) -> Truth {
        let universal = match node.quantifier {
            Quantifier::Forall => true,
            Quantifier::Exists => false,
            _ => return self.anything(Truth::Open),
        };
        let Some(binder) = node.binders.get(depth) else { return self.instance(node, universal) };
        let Some(members) = self.members_of(binder) else { return Truth::Open };
        let truth = self.instances(node, depth, universal, &members);
        // It is bound no longer.
        self.locals[usize::from(binder.local)] = Value::Unknown;
        truth
    }

    fn instances(&mut self, node: &'e QuantifiedNode, depth: usize, universal: bool, members: &Members) -> Truth {
        let local = usize::from(node.binders[depth].local);
        let mut all = Truth::of(Some(universal));
        let witnesses = if universal { Vec::new() } else { self.bound_ghosts(&members.places) };
        let known = members.known.iter().map(|object| Value::Word(word::object(*object)));
        for value in known.chain(witnesses.into_iter().map(Value::Ghost)) {
            self.locals[local] = value;
            match self.quantified(node, depth + 1).known() {
                Some(truth) if truth != universal => return Truth::of(Some(truth)),
                Some(_) => {}
                None => all = Truth::Open,
            }
        }
        let some = members.some.then_some(Value::Inside);
        let ghosts: Vec<Value> = members.places.iter().map(|place| self.new_ghost(*place)).collect();
        for value in ghosts.into_iter().chain(some) {
            self.locals[local] = value;
            // The atom may be empty: its members never decide against the rest.
            if self.quantified(node, depth + 1).known() != Some(universal) {
                all = Truth::Open;
            }
        }
        all
    }

    fn instance(&mut self, node: &'e QuantifiedNode, universal: bool) -> Truth {
        let (range, may_throw) = self.guarded(&node.range);
        if range == Truth::False {
            return Truth::of(Some(universal));
        }
        let body = self.truth(&node.body);
        let is_either = body.known() == Some(universal) && !may_throw;
        if range == Truth::True || is_either { body } else { Truth::Open }
    }

    /// What a bound variable ranges over.
    pub(super) fn members_of(&mut self, binder: &'e Binder) -> Option<Members> {
        match (&binder.domain, binder.guards.as_slice()) {
            (Domain::Set(set, None), []) => self.set(set),
            _ => self.anything(None),
        }
    }

    /// An arbitrary member of an atom.
    pub(super) fn new_ghost(&mut self, place: Place) -> Value {
        self.copies += 1;
        Value::Ghost(Ghost { place, copy: self.copies })
    }

    /// Members of these atoms that are bound: there they are.
    pub(super) fn bound_ghosts(&self, places: &[Place]) -> Vec<Ghost> {
        let ghosts = self.locals.iter().filter_map(|local| match local {
            Value::Ghost(ghost) => Some(*ghost),
            _ => None,
        });
        ghosts.filter(|ghost| places.contains(&ghost.place)).collect()
    }
}

/// A value as a sum.
pub(super) fn sum_of(value: &Value) -> Option<Linear> {
    match value {
        Value::Word(word) => i32::try_from(*word).ok().map(|_| Linear::constant(*word)),
        Value::Slot(place) => Some(Linear::term(Term::Slot(*place))),
        Value::Linear(linear) => Some(linear.clone()),
        _ => None,
    }
}

pub(super) fn number(sum: Linear) -> Value {
    match sum.known() {
        Some(word) => Value::Word(word),
        None => Value::Linear(sum),
    }
}
