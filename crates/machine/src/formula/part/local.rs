//! Do the clauses about a structure look at a node, its children and numbers of these, and at nothing else?
//!
//! Then the rest of the structure sees no more of a subtree than the *state* of its root: its values, and what the methods that the clauses call give of it. Two subtrees with the same state can take each other's place in every
//! valid heap. That holds where a clause compares members of a subtree with the node above it only by an order, and all of them in the same way: there is always room for one more value below, above or between
//! those of two subtrees, since they are ordered values without a range.

use super::super::{CallTarget, Domain, Node, NodeKind, QuantifiedNode, SetNode, WalkId};
use super::structure::Structure;
use crate::code::{Comparison, FunctionId, Memory};
use crate::compile::Executable;
use crate::execute::{Budget, Outcome};
use crate::state::State;
use crate::word::{self, Word};
use tightrope_program::body::Quantifier;

/// A clause that is looked at.
struct Clause<'e> {
    executable: &'e Executable<'e>,
    walk: WalkId,
    edges: &'e [u16],
    confined: &'e [FunctionId],
    /// The node that it speaks of.
    node: u16,
    measures: Vec<FunctionId>,
}

impl Executable<'_> {
    /// The methods by which clauses of a structure tell subtrees apart. `None`: they look further.
    pub(super) fn local_measures(&self, structure: &Structure) -> Option<Vec<FunctionId>> {
        let mut measures: Vec<FunctionId> = Vec::new();
        for formula in &structure.structural {
            let (_, _, node, body) = self.over_structure(*formula)?;
            let Structure { walk, edges, confined, .. } = structure;
            let mut clause = Clause { executable: self, walk: *walk, edges, confined, node, measures };
            if !clause.is_local(body) {
                return None;
            }
            measures = clause.measures;
        }
        measures.sort_unstable_by_key(|function| function.0);
        measures.dedup();
        Some(measures)
    }

    /// What the methods give by which the clauses tell subtrees apart. `None`: not all of them give something. Requires: the structure has local clauses.
    pub fn measures_of(
        &self,
        structure: &Structure,
        state: &State,
        object: usize,
        budget: Budget,
    ) -> Option<Vec<Word>> {
        let give = |function: &FunctionId| {
            let mut copy = state.clone();
            self.start_function(&mut copy, *function, &[word::object(object)]);
            match self.run(&mut copy, &mut budget.clone()) {
                Outcome::Returned(value) => value,
                _ => None,
            }
        };
        structure.measures.as_ref()?.iter().map(give).collect()
    }
}

impl Clause<'_> {
    fn is_node(&self, node: &Node) -> bool {
        matches!(node.kind, NodeKind::Local(local) if local == self.node)
    }

    /// A child of the node.
    fn is_child(&self, node: &Node) -> bool {
        match &node.kind {
            NodeKind::Field { memory: Memory::Now, object, slot, is_long: false } => {
                self.is_node(object) && self.edges.contains(slot)
            }
            _ => false,
        }
    }

    fn is_local(&mut self, node: &Node) -> bool {
        match &node.kind {
            NodeKind::Word(_) => true,
            NodeKind::Local(_) => self.is_node(node),
            NodeKind::Field { memory: Memory::Now, object, slot, is_long: false } => {
                self.is_node(object) || self.is_child(object) && !self.edges.contains(slot)
            }
            NodeKind::Call(call) => match call.target {
                CallTarget::Static(function) => self.is_local_call(function, &call.args),
                CallTarget::Exact(_) | CallTarget::Virtual(_) => false,
            },
            NodeKind::Contains { set, element } => self.is_below(set) && self.is_node(element),
            NodeKind::Quantified(quantified) => self.is_order(quantified),
            _ => node.operands().is_some_and(|operands| {
                let operands: Vec<&Node> = operands.collect();
                operands.into_iter().all(|operand| self.is_local(operand))
            }),
        }
    }

    fn is_local_call(&mut self, function: FunctionId, args: &[Node]) -> bool {
        let executable = self.executable;
        let method = executable.program.method(executable.functions[function.0 as usize].method);
        if method.params.iter().all(|param| !param.ty.is_reference()) {
            return args.iter().all(|arg| self.is_local(arg));
        }
        let is_confined = self.confined.binary_search_by_key(&function.0, |known| known.0).is_ok();
        let [arg] = args else { return false };
        self.measures.push(function);
        is_confined && (self.is_node(arg) || self.is_child(arg))
    }

    /// All that lies behind a child.
    fn is_below(&self, set: &SetNode) -> bool {
        matches!(set, SetNode::Reach(reach) if reach.walk == self.walk && self.is_child(&reach.root))
    }

    /// `(\forall m; behind a child; m.key < n.key)`
    fn is_order(&self, quantified: &QuantifiedNode) -> bool {
        let [binder] = quantified.binders.as_slice() else { return false };
        let is_below = matches!(&binder.domain, Domain::Set(set, None) if self.is_below(set));
        let is_all = quantified.quantifier == Quantifier::Forall && matches!(quantified.range.kind, NodeKind::Word(1));
        let NodeKind::CompareSymbols { op, left, right } = &quantified.body.kind else { return false };
        let slot_of = |node: &Node| match &node.kind {
            NodeKind::Field { memory: Memory::Now, object, slot, is_long: false } => match object.kind {
                NodeKind::Local(local) => Some((local, *slot)),
                _ => None,
            },
            _ => None,
        };
        let is_pair = match (slot_of(left), slot_of(right)) {
            (Some((left, its_slot)), Some((right, slot))) => {
                let locals = [left, right];
                its_slot == slot && locals.contains(&binder.local) && locals.contains(&self.node)
            }
            _ => false,
        };
        let is_strict = !matches!(op, Comparison::Same | Comparison::NotSame | Comparison::Equal);
        is_below && is_all && binder.guards.is_empty() && is_pair && is_strict
    }
}
