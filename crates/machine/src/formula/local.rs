//! Which formulas are evaluated in no time, and which read only fields of their own object.

use super::quantify::assumed_set;
use super::{CompiledFormula, FormulaId, Node, NodeKind};
use crate::compile::Executable;

impl Executable<'_> {
    /// By formula: do its instances only compare fields of objects at hand? Then they are evaluated in no time.
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

/// No fields but those of `this`.
fn is_own(node: &Node) -> bool {
    let is_this = |node: &Node| matches!(node.kind, NodeKind::Local(0));
    match &node.kind {
        NodeKind::Word(_) | NodeKind::Local(_) => true,
        NodeKind::Field { object, .. } => is_this(object),
        NodeKind::Not(operand)
        | NodeKind::Check { operand, .. }
        | NodeKind::Convert { operand, .. }
        | NodeKind::InstanceOf { operand, .. } => is_own(operand),
        NodeKind::And(left, right)
        | NodeKind::Or(left, right)
        | NodeKind::Implies(left, right)
        | NodeKind::Arithmetic { left, right, .. }
        | NodeKind::Compare { left, right, .. }
        | NodeKind::CompareSymbols { left, right, .. } => is_own(left) && is_own(right),
        _ => false,
    }
}

/// No walks over the heap, no quantifiers, no calls.
fn is_local(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Word(_) | NodeKind::Local(_) | NodeKind::Result | NodeKind::Static { .. } => true,
        NodeKind::Field { object: operand, .. }
        | NodeKind::Length(operand)
        | NodeKind::NegateInt(operand)
        | NodeKind::NegateLong(operand)
        | NodeKind::BitNot(operand)
        | NodeKind::Convert { operand, .. }
        | NodeKind::Check { operand, .. }
        | NodeKind::InstanceOf { operand, .. }
        | NodeKind::Not(operand) => is_local(operand),
        NodeKind::Arithmetic { left, right, .. }
        | NodeKind::And(left, right)
        | NodeKind::Or(left, right)
        | NodeKind::Implies(left, right)
        | NodeKind::Equivalent(left, right)
        | NodeKind::Compare { left, right, .. }
        | NodeKind::CompareSymbols { left, right, .. } => is_local(left) && is_local(right),
        NodeKind::Conditional { cond, then, otherwise } => is_local(cond) && is_local(then) && is_local(otherwise),
        _ => false,
    }
}
