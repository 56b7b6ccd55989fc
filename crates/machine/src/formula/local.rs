//! Which formulas are evaluated in no time.

use super::quantify::assumed_set;
use super::{CompiledFormula, Node, NodeKind};
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
