//! Which formulas are evaluated in no time, and which read only fields of their own object.

use super::quantify::assumed_set;
use super::{CompiledFormula, FormulaId, Node, NodeKind};
use crate::compile::Executable;

impl Executable<'_> {
    /// By formula: do its instances only compare fields of objects at hand? Then they are evaluated
    /// in no time.
    pub fn local_formulas(&self) -> Vec<bool> {
        let body = |formula: &CompiledFormula| match assumed_set(&formula.root) {
            Some((quantified, _)) => is_local(&quantified.range) && is_local(&quantified.body),
            None => is_local(&formula.root),
        };
        self.formulas.iter().map(body).collect()
    }

    /// Does an invariant read nothing but fields of its own object?
    pub fn is_of_this_alone(&self, invariant: FormulaId) -> bool {
        is_own(&self.formulas[invariant.index()].root)
    }
}

impl Node {
    /// What an operator works on that reads nothing by itself and cannot fail by a type; `None`: it
    /// is none of these.
    pub(super) fn operands(&self) -> Option<impl Iterator<Item = &Node>> {
        let operands = match &self.kind {
            NodeKind::NegateInt(operand)
            | NodeKind::NegateLong(operand)
            | NodeKind::BitNot(operand)
            | NodeKind::Convert { operand, .. }
            | NodeKind::InstanceOf { operand, .. }
            | NodeKind::Not(operand) => [Some(operand), None, None],
            NodeKind::Arithmetic { left, right, .. }
            | NodeKind::And(left, right)
            | NodeKind::Or(left, right)
            | NodeKind::Implies(left, right)
            | NodeKind::Equivalent(left, right)
            | NodeKind::Compare { left, right, .. }
            | NodeKind::CompareSymbols { left, right, .. } => [Some(left), Some(right), None],
            NodeKind::Conditional { cond, then, otherwise } => [Some(cond), Some(then), Some(otherwise)],
            _ => return None,
        };
        Some(operands.into_iter().flatten().map(|operand| &**operand))
    }
}

/// No fields but those of `this`.
fn is_own(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Word(_) | NodeKind::Local(_) => true,
        NodeKind::Field { object, .. } => matches!(object.kind, NodeKind::Local(0)),
        NodeKind::Check { operand, .. } => is_own(operand),
        _ => node.operands().is_some_and(|mut operands| operands.all(is_own)),
    }
}

/// No walks over the heap, no quantifiers, no calls.
fn is_local(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Word(_) | NodeKind::Local(_) | NodeKind::Result | NodeKind::Static { .. } => true,
        NodeKind::Field { object: operand, .. } | NodeKind::Length(operand) | NodeKind::Check { operand, .. } => {
            is_local(operand)
        }
        _ => node.operands().is_some_and(|mut operands| operands.all(is_local)),
    }
}
