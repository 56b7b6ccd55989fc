//! What no engine evaluates in a formula, though its types are right.

use crate::body::{BinaryOp, Expr, ExprKind, Quantified, Unsupported};
use crate::constructs::Construct;
use crate::contract::Formula;
use crate::program::{FieldKind, LocalId, Program, Type};
use crate::quantifiers::conjuncts;
use crate::visit;
use tightrope_source::{Name, Span};

/// All of it, in a formula.
pub(super) fn gaps(program: &Program, formula: &Formula) -> Vec<Unsupported> {
    let mut found = Vec::new();
    // A location may be a set; no clause is one.
    look_at(program, formula, &formula.expr, Wanted::Set, &mut found);
    found
}

/// The same in the body of a model method: its value depends on the fields that it reads, and on
/// nothing else.
pub(super) fn gaps_in_model_body(expr: &Expr) -> Vec<Unsupported> {
    let mut found = Vec::new();
    visit::for_each_expr(expr, &mut |expr: &Expr| {
        let detail = match &expr.kind {
            ExprKind::Old(_) | ExprKind::Fresh(_) => Some("`\\old` or `\\fresh` in the body of a model method"),
            ExprKind::Quantified(quantified) if is_about_objects(&quantified.range) => {
                Some("a quantifier over all objects in the body of a model method")
            }
            _ => None,
        };
        found.extend(detail.map(|detail| not_evaluated(detail, expr.span)));
    });
    found
}

/// Does a range neither name a set nor compare anything?
fn is_about_objects(range: &Expr) -> bool {
    let mut is_bounded = false;
    visit::for_each_expr(range, &mut |expr: &Expr| {
        is_bounded |= matches!(expr.kind, ExprKind::Contains { .. } | ExprKind::Binary { .. });
    });
    !is_bounded
}

/// What the place of an expression takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Value,
    Set,
    Type,
}

fn look_at(program: &Program, formula: &Formula, expr: &Expr, wanted: Wanted, found: &mut Vec<Unsupported>) {
    found.extend(gap(program, formula, expr, wanted).map(|detail| not_evaluated(detail, expr.span)));
    for operand in visit::operands(expr) {
        look_at(program, formula, operand, wanted_of(expr, operand, wanted), found);
    }
}

fn not_evaluated(detail: &str, span: Span) -> Unsupported {
    Unsupported { construct: Construct::UncheckedExpression, detail: Name::new(detail), span }
}

fn gap(program: &Program, formula: &Formula, expr: &Expr, wanted: Wanted) -> Option<&'static str> {
    match &expr.kind {
        ExprKind::Concat(_) => Some("string concatenation in a formula"),
        ExprKind::Field { field, .. } if program.field(*field).kind == FieldKind::Model => {
            Some("a model field without `represents`")
        }
        ExprKind::TypeOf(_) | ExprKind::TypeLiteral(_) | ExprKind::ElementType(_) if wanted != Wanted::Type => {
            Some("a type as a value, other than in `==`, `!=` and `<:`")
        }
        ExprKind::Reach(_)
        | ExprKind::Comprehension { .. }
        | ExprKind::SetUnion { .. }
        | ExprKind::SetIntersection { .. }
        | ExprKind::SetDifference { .. }
            if wanted != Wanted::Set =>
        {
            Some("a set as a value")
        }
        ExprKind::Quantified(quantified) if is_unbounded(formula, quantified) => {
            Some("a quantifier over integers without bounds in its range")
        }
        _ => None,
    }
}

fn wanted_of(expr: &Expr, operand: &Expr, wanted: Wanted) -> Wanted {
    match &expr.kind {
        ExprKind::Contains { set, .. } if std::ptr::eq(set.as_ref(), operand) => Wanted::Set,
        ExprKind::SetSize(_)
        | ExprKind::SetIsEmpty(_)
        | ExprKind::SetEqual { .. }
        | ExprKind::Subset { .. }
        | ExprKind::SetUnion { .. }
        | ExprKind::SetIntersection { .. }
        | ExprKind::SetDifference { .. } => Wanted::Set,
        ExprKind::Subtype { .. } | ExprKind::ElementType(_) => Wanted::Type,
        ExprKind::Binary { .. } if operand.ty == Type::TYPE_VALUE => Wanted::Type,
        ExprKind::Old(_) => wanted,
        _ => Wanted::Value,
    }
}

/// Does the range leave an end of an integer open? Engines look for both among its conjuncts.
fn is_unbounded(formula: &Formula, quantified: &Quantified) -> bool {
    let bounds: Vec<(LocalId, BinaryOp)> = conjuncts(&quantified.range).into_iter().flat_map(compared).collect();
    let has =
        |binder: LocalId, ops: [BinaryOp; 3]| bounds.iter().any(|(local, op)| *local == binder && ops.contains(op));
    let is_open = |binder: &LocalId| {
        let is_wide =
            formula.locals.get(binder.index()).is_some_and(|local| [Type::INT, Type::LONG].contains(&local.ty));
        let has_least = has(*binder, [BinaryOp::Greater, BinaryOp::GreaterEqual, BinaryOp::Equal]);
        let has_greatest = has(*binder, [BinaryOp::Less, BinaryOp::LessEqual, BinaryOp::Equal]);
        is_wide && !(has_least && has_greatest)
    };
    quantified.binders.iter().any(is_open)
}

/// `i < e` and `e > i`: the locals that are compared, and how.
fn compared(conjunct: &Expr) -> Vec<(LocalId, BinaryOp)> {
    let ExprKind::Binary { op, left, right } = &conjunct.kind else { return Vec::new() };
    let mirrored = match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        other => *other,
    };
    let local = |side: &Expr, op: BinaryOp| match side.kind {
        ExprKind::Local(local) => Some((local, op)),
        _ => None,
    };
    local(left, *op).into_iter().chain(local(right, mirrored)).collect()
}
