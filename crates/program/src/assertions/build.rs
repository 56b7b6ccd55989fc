//! Small formulas, folded where a part is known.

use crate::body::{BinaryOp, Expr, ExprKind, LogicalOp, UnaryOp};
use crate::program::{Constant, LocalId, Type};
use tightrope_source::Span;

pub(super) fn constant(value: bool, span: Span) -> Expr {
    Expr { kind: ExprKind::Constant(Constant::Boolean(value)), ty: Type::BOOLEAN, span }
}

pub(super) fn number(value: i32, span: Span) -> Expr {
    Expr { kind: ExprKind::Constant(Constant::Int(value)), ty: Type::INT, span }
}

pub(super) fn null(span: Span) -> Expr {
    Expr { kind: ExprKind::Constant(Constant::Null), ty: Type::NULL, span }
}

pub(super) fn local(id: LocalId, ty: Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Local(id), ty, span }
}

/// The truth value, if the formula is a constant.
pub(super) fn known(expr: &Expr) -> Option<bool> {
    match expr.kind {
        ExprKind::Constant(Constant::Boolean(value)) => Some(value),
        _ => None,
    }
}

pub(super) fn and(left: Expr, right: Expr) -> Expr {
    match (known(&left), known(&right)) {
        (Some(true), _) | (_, Some(false)) => right,
        (Some(false), _) | (_, Some(true)) => left,
        _ => logical(LogicalOp::And, left, right),
    }
}

pub(super) fn or(left: Expr, right: Expr) -> Expr {
    match (known(&left), known(&right)) {
        (Some(false), _) | (_, Some(true)) => right,
        (Some(true), _) | (_, Some(false)) => left,
        _ => logical(LogicalOp::Or, left, right),
    }
}

pub(super) fn implies(left: Expr, right: Expr) -> Expr {
    match (known(&left), known(&right)) {
        (Some(true), _) | (_, Some(true)) => right,
        (Some(false), _) => constant(true, left.span.to(right.span)),
        (_, Some(false)) => not(left),
        _ => logical(LogicalOp::Implies, left, right),
    }
}

pub(super) fn not(operand: Expr) -> Expr {
    let span = operand.span;
    match operand.kind {
        ExprKind::Constant(Constant::Boolean(value)) => constant(!value, span),
        ExprKind::Unary { op: UnaryOp::Not, operand } => *operand,
        _ => Expr { kind: ExprKind::Unary { op: UnaryOp::Not, operand: Box::new(operand) }, ty: Type::BOOLEAN, span },
    }
}

pub(super) fn compare(op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
    let [left, right] = [left, right].map(Box::new);
    Expr { kind: ExprKind::Binary { op, left, right }, ty: Type::BOOLEAN, span }
}

pub(super) fn arithmetic(op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
    let ty = left.ty;
    Expr { ty, ..compare(op, left, right, span) }
}

fn logical(op: LogicalOp, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    let span = if left.span.file == right.span.file && left.span.start <= right.span.start { span } else { left.span };
    let [left, right] = [left, right].map(Box::new);
    Expr { kind: ExprKind::Logical { op, left, right }, ty: Type::BOOLEAN, span }
}
