//! How quantifiers are read: the range that one really has, and the set that its variable runs
//! through.
//!
//! A variable of a reference type runs through the set whose membership its range asks first
//! (`\reach(root, Node, next).has(n) && …`). If the range names no set, it runs through all
//! objects of the type, whether anything leads to them or not.

use crate::body::{BinaryOp, Expr, ExprKind, LogicalOp, Quantified, Quantifier};
use crate::program::{Constant, LocalId};
use crate::visit;

/// The range that a quantifier really has: users write `(\forall int i; 0 <= i && i < n ==> …)` and
/// `(\exists int i; 0 <= i && …)`. No body: `true`.
pub fn range_and_body(quantified: &Quantified) -> (&Expr, Option<&Expr>) {
    if !matches!(quantified.range.kind, ExprKind::Constant(Constant::Boolean(true))) {
        return (&quantified.range, Some(&quantified.body));
    }
    match (quantified.quantifier, &quantified.body.kind) {
        (Quantifier::Forall, ExprKind::Logical { op: LogicalOp::Implies, left, right }) => (left, Some(right)),
        (Quantifier::Exists | Quantifier::Count, _) => (&quantified.body, None),
        _ => (&quantified.range, Some(&quantified.body)),
    }
}

/// The conjuncts of a formula, in the order of evaluation.
pub fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Logical { op: LogicalOp::And, left, right } => {
            let mut all = conjuncts(left);
            all.extend(conjuncts(right));
            all
        }
        _ => vec![expr],
    }
}

/// Does an expression name one of these variables?
pub fn mentions(expr: &Expr, locals: &[u32]) -> bool {
    let mut found = false;
    visit::for_each_expr(expr, &mut |inner: &Expr| {
        found |= matches!(inner.kind, ExprKind::Local(local) if locals.contains(&local.0));
    });
    found
}

/// The variables of a quantifier from this one on: what is said of the domain of one must not
/// depend on them.
pub fn later_binders(quantified: &Quantified, depth: usize) -> Vec<u32> {
    quantified.binders[depth..].iter().map(|local| local.0).collect()
}

/// The conjuncts of the range that speak of no variable from this one on, and the others.
pub fn split_guards<'c, 'e>(conjuncts: &'c [&'e Expr], later: &[u32]) -> (&'c [&'e Expr], &'c [&'e Expr]) {
    let guards = conjuncts.iter().take_while(|conjunct| !mentions(conjunct, later)).count();
    conjuncts.split_at(guards)
}

/// The set whose membership is the first thing that these conjuncts ask of a variable.
pub fn set_of<'e>(binder: LocalId, conjuncts: &[&'e Expr], later: &[u32]) -> Option<&'e Expr> {
    let first = without_truth(conjuncts.first()?);
    let ExprKind::Contains { set, element } = &first.kind else { return None };
    let is_binder = matches!(element.kind, ExprKind::Local(local) if local == binder);
    (is_binder && !mentions(set, later)).then_some(set)
}

/// The variables of a quantifier for which its range names no set.
pub fn without_set(quantified: &Quantified) -> Vec<LocalId> {
    let (range, _) = range_and_body(quantified);
    let conjuncts = conjuncts(range);
    let has_none = |(depth, binder): (usize, &LocalId)| {
        let later = later_binders(quantified, depth);
        let (_, rest) = split_guards(&conjuncts, &later);
        set_of(*binder, rest, &later).is_none().then_some(*binder)
    };
    quantified.binders.iter().enumerate().filter_map(has_none).collect()
}

/// `e == true` is `e`.
fn without_truth(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Binary { op: BinaryOp::Equal, left, right } => match (&left.kind, &right.kind) {
            (_, ExprKind::Constant(Constant::Boolean(true))) => left,
            (ExprKind::Constant(Constant::Boolean(true)), _) => right,
            _ => expr,
        },
        _ => expr,
    }
}
