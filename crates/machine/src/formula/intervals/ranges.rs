//! What is known of numbers that are still open, whatever the heap.

use super::super::{FormulaId, Node, NodeKind, WalkId};
use super::values::AbstractValue;
use crate::code::{Comparison, FunctionId, Memory, RuntimeType};
use crate::outcome::SlotRef;
use crate::word::Word;

/// A number that depends on nothing but an object that is still open: the result of a method with
/// one parameter, or a defined field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Measure {
    Method { function: FunctionId, of: AbstractValue },
    Field(usize),
}

/// Measures, and what is known of each.
pub(super) type Measures = Vec<(Measure, AbstractValue)>;

/// `(\forall C n; \reach(this.root, C, fields).has(n); n.field == value)`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Definition {
    pub(super) formula: FormulaId,
    pub(super) slot: u16,
    /// Which structure it speaks of: the walk, and the slot of `root`.
    pub(super) structure: (WalkId, u16),
}

/// What is known of open numbers, whatever the heap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranges {
    /// All of one structure.
    pub(super) definitions: Vec<Definition>,
    /// The slots along which its nodes lie below each other.
    pub(super) edges: Vec<u16>,
    pub(super) measures: Measures,
    /// Those that are measures.
    pub(super) methods: Vec<FunctionId>,
    /// The slots that hold truth values, sorted.
    pub(super) booleans: Vec<(RuntimeType, u16)>,
    /// They would be wider in a larger scope.
    pub(in super::super) is_cut: bool,
}

impl Ranges {
    pub(super) fn is_empty(&self) -> bool {
        self.measures.is_empty()
    }

    /// The definition of a field.
    pub(super) fn definition_of(&self, slot: u16) -> Option<usize> {
        self.definitions.iter().position(|definition| definition.slot == slot)
    }

    /// How many fields and methods there are of which something is remembered for each object.
    pub(super) fn subjects(&self) -> usize {
        self.definitions.len() + self.methods.len()
    }

    /// The number of a method among them.
    pub(super) fn subject(&self, function: FunctionId) -> Option<usize> {
        let place = self.methods.iter().position(|method| *method == function)?;
        Some(self.definitions.len() + place)
    }
}

/// What ranges tell of a comparison.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Ranged {
    pub(in super::super) can_be_true: bool,
    pub(in super::super) can_be_false: bool,
    /// With this value in this slot it could not be true: with null in `n.right`, where
    /// `height(n.left) == height(n.right)` and the left side is known to be 2.
    pub(in super::super) excluded: Option<(SlotRef, Word)>,
}

/// The slot of `local.field`.
pub(super) fn field_of_local(node: &Node, local: u16) -> Option<u16> {
    let NodeKind::Field { memory: Memory::Now, object, slot, .. } = &node.kind else { return None };
    matches!(object.kind, NodeKind::Local(of) if of == local).then_some(*slot)
}

/// `n.field == value` among the conjuncts: the slot of the field, and the value.
pub(super) fn definition_in(body: &Node, binder: u16) -> Option<(u16, &Node)> {
    match &body.kind {
        NodeKind::And(left, right) => definition_in(left, binder).or_else(|| definition_in(right, binder)),
        NodeKind::Compare { op: Comparison::Equal, left, right }
        | NodeKind::CompareSymbols { op: Comparison::Equal, left, right } => {
            let sides = [(left, right), (right, left)];
            sides.into_iter().find_map(|(field, value)| Some((field_of_local(field, binder)?, &**value)))
        }
        _ => None,
    }
}
