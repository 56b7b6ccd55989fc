//! The values beside a failing part: what a reader would have to look up.
//!
//! That is what the part names: variables, fields, elements, calls, sets, `\old(…)`, `\result`.
//! Outer ones come first (`a.b.c`, then `a.b`), each once. Constants, arithmetic and comparisons
//! are left to the reader; `this.f` does not need `this`.

use super::{Explainer, Part, Scope, ShownValue, SubValue};
use crate::formula::NodeKind;
use crate::formula::evaluate::Value;
use crate::word::{self, Word};
use std::collections::HashSet;
use tightrope_program::body::{BinaryOp, Expr, ExprKind, LocalKind, Quantifier};
use tightrope_program::print::print_expr;
use tightrope_program::{LocalId, Type, visit};

const MOST_VALUES: usize = 8;

/// How many are evaluated to find those: some have no value.
const MOST_TRIED: usize = 64;

/// An expression that may be shown.
struct Candidate<'f> {
    expr: &'f Expr,
    /// How many shown expressions it stands inside of.
    level: usize,
    is_before: bool,
}

impl Explainer<'_, '_> {
    /// The values to show beside `part`; `leaf` is what it comes down to, whose value is clear
    /// already.
    pub(super) fn values(&mut self, scope: &Scope<'_>, part: Part<'_>, leaf: &Expr) -> Vec<SubValue> {
        let mut gatherer = Gatherer { scope, leaf, hidden: Vec::new(), found: Vec::new() };
        gatherer.gather(part.expr, 0, part.is_before);
        let mut found = gatherer.found;
        found.sort_by_key(|candidate| candidate.level);
        let mut texts = HashSet::new();
        let mut values = Vec::new();
        for Candidate { expr, is_before, .. } in found.into_iter().take(MOST_TRIED) {
            let text = print_expr(self.executable.program, scope.locals, expr);
            if values.len() < MOST_VALUES && texts.insert((text, is_before)) {
                let scope = Scope { is_before, ..scope.clone() };
                let value = self.shown(&scope, expr);
                values.extend(value.map(|value| SubValue { span: expr.span, ty: expr.ty, is_before, value }));
            }
        }
        values
    }

    fn shown(&mut self, scope: &Scope<'_>, expr: &Expr) -> Option<ShownValue> {
        if expr.ty == Type::OBJECT_SET {
            return self.objects(scope, expr);
        }
        // Objects that a pure method made do not belong to the state.
        let count = self.state.object_count();
        let is_there = |word: Word| word::as_object(word).is_none_or(|object| object < count);
        let word = self.word(scope, expr)?;
        (!expr.ty.is_reference() || is_there(word) || word::as_opaque(word).is_some()).then_some(ShownValue::Word(word))
    }

    fn objects(&mut self, scope: &Scope<'_>, expr: &Expr) -> Option<ShownValue> {
        let count = self.state.object_count();
        let set = self.ask(scope, expr, |evaluation, root| match &root.kind {
            NodeKind::SetSize(set) => evaluation.set(set).ok(),
            _ => None,
        });
        match set? {
            Value::Known(set) if set.is_exact() => {
                let there = set.surely.iter().filter(|object| *object < count);
                Some(ShownValue::Objects(there.map(word::object).collect()))
            }
            _ => None,
        }
    }
}

struct Gatherer<'s, 'f> {
    scope: &'s Scope<'f>,
    leaf: &'s Expr,
    /// Variables that have no one value here: those of quantifiers inside the part.
    hidden: Vec<LocalId>,
    found: Vec<Candidate<'s>>,
}

impl<'s> Gatherer<'s, '_> {
    fn gather(&mut self, expr: &'s Expr, level: usize, is_before: bool) {
        match &expr.kind {
            ExprKind::Quantified(quantified) => {
                let is_formula = matches!(quantified.quantifier, Quantifier::Forall | Quantifier::Exists);
                if !is_formula {
                    self.show(expr, level, is_before);
                }
                self.gather_hiding(&quantified.binders, visit::operands(expr), level + 1, is_before);
            }
            ExprKind::Comprehension { binder, range } => {
                self.show(expr, level, is_before);
                self.gather_hiding(&[*binder], vec![range], level + 1, is_before);
            }
            ExprKind::Old(inner) => {
                // Its value is that of `\old(…)`.
                if !std::ptr::eq(&**inner, self.leaf) {
                    self.show(expr, level, is_before);
                }
                match is_shown(inner) {
                    true => self.gather_operands(inner, level + 1, true),
                    false => self.gather(inner, level + 1, true),
                }
            }
            ExprKind::Binary { op: BinaryOp::Equal | BinaryOp::NotEqual, left, right } if left.ty == Type::BOOLEAN => {
                for side in [left, right] {
                    match is_shown(side) || matches!(side.kind, ExprKind::Constant(_) | ExprKind::Old(_)) {
                        true => self.gather(side, level, is_before),
                        false => {
                            self.show(side, level, is_before);
                            self.gather(side, level + 1, is_before);
                        }
                    }
                }
            }
            _ if is_shown(expr) => {
                self.show(expr, level, is_before);
                self.gather_operands(expr, level + 1, is_before);
            }
            _ => visit::operands(expr).into_iter().for_each(|operand| self.gather(operand, level, is_before)),
        }
    }

    /// The operands, without the `this` of `this.f`.
    fn gather_operands(&mut self, expr: &'s Expr, level: usize, is_before: bool) {
        for operand in visit::operands(expr) {
            if !self.is_this(operand) {
                self.gather(operand, level, is_before);
            }
        }
    }

    fn gather_hiding(&mut self, binders: &[LocalId], exprs: Vec<&'s Expr>, level: usize, is_before: bool) {
        let outside = self.hidden.len();
        self.hidden.extend(binders);
        exprs.into_iter().for_each(|expr| self.gather(expr, level, is_before));
        self.hidden.truncate(outside);
    }

    fn show(&mut self, expr: &'s Expr, level: usize, is_before: bool) {
        let mut has_value = !std::ptr::eq(expr, self.leaf) && !self.is_bound(expr);
        visit::for_each_expr(expr, &mut |inner: &Expr| {
            has_value &= !matches!(inner.kind, ExprKind::Local(local) if self.hidden.contains(&local));
        });
        if has_value {
            self.found.push(Candidate { expr, level, is_before });
        }
    }

    fn is_this(&self, expr: &Expr) -> bool {
        let kind = |local: LocalId| self.scope.locals.get(local.index()).map(|local| local.kind);
        matches!(expr.kind, ExprKind::Local(local) if kind(local) == Some(LocalKind::This))
    }

    /// Is it a variable that the bindings show?
    fn is_bound(&self, expr: &Expr) -> bool {
        matches!(expr.kind, ExprKind::Local(local) if self.scope.bound.contains(&local))
    }
}

/// Is it something that has a name, and a value that the name does not tell?
fn is_shown(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Local(_)
        | ExprKind::Result
        | ExprKind::Field { .. }
        | ExprKind::StaticField(_)
        | ExprKind::Element { .. }
        | ExprKind::Length(_)
        | ExprKind::Call(_)
        | ExprKind::Reach(_)
        | ExprKind::Comprehension { .. }
        | ExprKind::SetSize(_)
        | ExprKind::SetUnion { .. }
        | ExprKind::SetIntersection { .. }
        | ExprKind::SetDifference { .. } => true,
        ExprKind::Quantified(quantified) => !matches!(quantified.quantifier, Quantifier::Forall | Quantifier::Exists),
        _ => false,
    }
}
