//! Do the clauses about a structure look at a node, its children and numbers of these, and at
//! nothing else?
//!
//! Then the rest of the structure sees no more of a subtree than the *state* of its root: its
//! values, and what the methods that the clauses call give of it. Two subtrees with the same state
//! can take each other's place in every valid heap. That holds where a clause compares members of a
//! subtree with the node above it only by an order, and all of them in the same way: there is
//! always room for one more value below, above or between those of two subtrees, since they are
//! ordered values without a range.
//!
//! All of this is said of trees. Where no clause keeps the nodes behind one field of a node apart
//! from those behind another, two fields may lead to the same node, and a structure may need fewer
//! nodes than its subtrees together.

use super::super::{CallTarget, Domain, FormulaId, Node, NodeKind, QuantifiedNode, SetNode, WalkId};
use super::structure::{OwnSlots, Structure};
use crate::code::{Comparison, FunctionId, Memory};
use crate::compile::Executable;
use crate::outcome::{Budget, Outcome};
use crate::state::State;
use crate::symbols::allowed;
use crate::word::{self, Word};
use std::cmp::Ordering;
use tightrope_order::Orderings;
use tightrope_program::body::Quantifier;

/// How all members behind a field of a node stand to the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Side {
    pub(super) edge: u16,
    /// The slot of both that is compared.
    pub(super) slot: u16,
    pub(super) orderings: Orderings,
}

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

    /// How clauses about all nodes order a node and what lies behind its fields.
    pub(super) fn sides(&self, structure: &Structure) -> Vec<Side> {
        let mut sides = Vec::new();
        for formula in &structure.structural {
            let Some((_, _, node, body)) = self.over_structure(*formula) else { continue };
            let Structure { walk, edges, confined, .. } = structure;
            let measures = Vec::new();
            Clause { executable: self, walk: *walk, edges, confined, node, measures }.find_sides(body, &mut sides);
        }
        sides
    }

    /// The order of which a quantifier about a node speaks.
    pub(super) fn side_of(&self, structure: &Structure, node: u16, quantified: &QuantifiedNode) -> Option<Side> {
        let Structure { walk, edges, confined, .. } = structure;
        let measures = Vec::new();
        Clause { executable: self, walk: *walk, edges, confined, node, measures }.side(quantified)
    }

    /// Do the clauses keep what lies behind one field of a node apart from what lies behind
    /// another? Then, without cycles, the structure is a tree.
    pub(super) fn keeps_edges_apart(&self, structure: &Structure) -> bool {
        let sides = self.sides(structure);
        let are_apart = |left: u16, right: u16| {
            let of = |edge: u16| sides.iter().filter(move |side| side.edge == edge);
            of(left).any(|side| {
                of(right).any(|other| side.slot == other.slot && side.orderings.and(other.orderings) == Orderings::NONE)
            })
        };
        let edges = &structure.edges;
        edges.iter().enumerate().all(|(at, edge)| edges[at + 1..].iter().all(|other| are_apart(*edge, *other)))
    }

    /// Does an order exclude cycles? A node behind itself would have to come before itself.
    pub(super) fn orders_exclude_cycles(&self, structure: &Structure) -> bool {
        let sides = self.sides(structure);
        let is_strict = |side: &Side| !side.orderings.contains(Ordering::Equal);
        structure.edges.iter().all(|edge| sides.iter().any(|side| side.edge == *edge && is_strict(side)))
    }

    /// Does a clause look at nothing but `this`, values of its root and methods by which subtrees
    /// are told apart? It may say that a number is how many nodes there are.
    pub(super) fn is_of_root(&self, structure: &Structure, formula: FormulaId, own: &mut OwnSlots) -> bool {
        self.looks_at_root(structure, &self.formulas[formula.index()].root, own)
    }

    fn looks_at_root(&self, structure: &Structure, node: &Node, own: &mut OwnSlots) -> bool {
        let is_root = |node: &Node| own_slot(node) == Some(structure.root);
        match &node.kind {
            NodeKind::Word(_) => true,
            NodeKind::Local(_) => is_this(node),
            NodeKind::Field { memory: Memory::Now, object, slot, is_long: false } => {
                let is_own = is_this(object);
                own.others.extend((is_own && *slot != structure.root).then_some(u32::from(*slot)));
                is_own || is_root(object) && !structure.edges.contains(slot)
            }
            NodeKind::Compare { op: Comparison::Equal, left, right } if is_size(structure, right) => {
                let slot = own_slot(left).filter(|slot| *slot != structure.root);
                own.sizes.extend(slot.map(u32::from));
                slot.is_some()
            }
            NodeKind::Call(call) => match call.target {
                CallTarget::Static(function) => {
                    let is_measure = structure.measures.iter().flatten().any(|known| *known == function);
                    let method = self.program.method(self.functions[function.0 as usize].method);
                    let is_of_numbers = method.params.iter().all(|param| !param.ty.is_reference());
                    is_measure && call.args.iter().all(is_root)
                        || is_of_numbers && call.args.iter().all(|arg| self.looks_at_root(structure, arg, own))
                }
                CallTarget::Exact(_) | CallTarget::Virtual(_) => false,
            },
            NodeKind::Quantified(_) | NodeKind::Contains { .. } => false,
            _ => node.operands().is_some_and(|operands| {
                let operands: Vec<&Node> = operands.collect();
                operands.into_iter().all(|operand| self.looks_at_root(structure, operand, own))
            }),
        }
    }

    /// What the methods give by which the clauses tell subtrees apart. `None`: not all of them give
    /// something. Requires: the structure has local clauses.
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

impl Executable<'_> {
    /// The local variables that a formula compares, if it looks at nothing else.
    pub(crate) fn locals_alone(&self, formula: FormulaId) -> Option<Vec<u16>> {
        let mut locals = Vec::new();
        let mut pending = vec![&self.formulas[formula.index()].root];
        while let Some(node) = pending.pop() {
            match &node.kind {
                NodeKind::Word(_) => {}
                NodeKind::Local(local) => locals.push(*local),
                NodeKind::Not(operand) => pending.push(operand),
                NodeKind::And(left, right)
                | NodeKind::Or(left, right)
                | NodeKind::Implies(left, right)
                | NodeKind::Compare { left, right, .. }
                | NodeKind::CompareSymbols { left, right, .. } => pending.extend([left, right].map(|side| &**side)),
                _ => return None,
            }
        }
        Some(locals)
    }
}

fn is_this(node: &Node) -> bool {
    matches!(node.kind, NodeKind::Local(0))
}

/// A slot of `this`.
fn own_slot(node: &Node) -> Option<u16> {
    match &node.kind {
        NodeKind::Field { memory: Memory::Now, object, slot, is_long: false } if is_this(object) => Some(*slot),
        _ => None,
    }
}

/// How many nodes the structure has.
fn is_size(structure: &Structure, node: &Node) -> bool {
    match &node.kind {
        NodeKind::SetSize(SetNode::Reach(reach)) => {
            reach.walk == structure.walk && own_slot(&reach.root) == Some(structure.root)
        }
        _ => false,
    }
}

impl Clause<'_> {
    fn is_node(&self, node: &Node) -> bool {
        matches!(node.kind, NodeKind::Local(local) if local == self.node)
    }

    /// A child of the node.
    fn is_child(&self, node: &Node) -> bool {
        self.edge_to_child(node).is_some()
    }

    /// The field that leads from the node to a child.
    fn edge_to_child(&self, node: &Node) -> Option<u16> {
        match &node.kind {
            NodeKind::Field { memory: Memory::Now, object, slot, is_long: false } if self.is_node(object) => {
                Some(*slot).filter(|slot| self.edges.contains(slot))
            }
            _ => None,
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

    /// Finds the sides of which a clause speaks, in all of its conjuncts.
    fn find_sides(&self, node: &Node, sides: &mut Vec<Side>) {
        match &node.kind {
            NodeKind::And(left, right) => {
                self.find_sides(left, sides);
                self.find_sides(right, sides);
            }
            NodeKind::Quantified(quantified) => sides.extend(self.side(quantified)),
            _ => {}
        }
    }

    fn is_order(&self, quantified: &QuantifiedNode) -> bool {
        self.side(quantified).is_some()
    }

    /// `(\forall m; behind a child; m.key < n.key)`
    fn side(&self, quantified: &QuantifiedNode) -> Option<Side> {
        let [binder] = quantified.binders.as_slice() else { return None };
        let edge = match &binder.domain {
            Domain::Set(SetNode::Reach(reach), None) if reach.walk == self.walk => self.edge_to_child(&reach.root)?,
            _ => return None,
        };
        let is_all = quantified.quantifier == Quantifier::Forall && matches!(quantified.range.kind, NodeKind::Word(1));
        let NodeKind::CompareSymbols { op, left, right } = &quantified.body.kind else { return None };
        let slot_of = |node: &Node| match &node.kind {
            NodeKind::Field { memory: Memory::Now, object, slot, is_long: false } => match object.kind {
                NodeKind::Local(local) => Some((local, *slot)),
                _ => None,
            },
            _ => None,
        };
        let ((left, slot), (right, its_slot)) = (slot_of(left)?, slot_of(right)?);
        let orderings = match (left, right) {
            (left, right) if left == binder.local && right == self.node => allowed(*op),
            (left, right) if left == self.node && right == binder.local => allowed(*op).reverse(),
            _ => return None,
        };
        let is_strict = !matches!(op, Comparison::Same | Comparison::NotSame | Comparison::Equal);
        let is_side = is_all && binder.guards.is_empty() && slot == its_slot && is_strict;
        is_side.then_some(Side { edge, slot, orderings })
    }
}
