//! Can a statement complete normally (JLS 14.22)? Asked for missing returns, and for the scope of
//! pattern variables.
//!
//! Departure: a `break` counts also where it cannot be reached.

use crate::lower::typed::{TypedExpr, TypedExprKind, TypedLoop, TypedStmt, TypedStmtKind, TypedSwitch, TypedTry};
use crate::program::{Constant, LabelId};

pub(super) fn block_completes(block: &[TypedStmt]) -> bool {
    block.iter().all(completes)
}

pub(super) fn completes(stmt: &TypedStmt) -> bool {
    match &stmt.kind {
        TypedStmtKind::Block(block) | TypedStmtKind::Synchronized { body: block, .. } => block_completes(block),
        TypedStmtKind::If { then, otherwise, .. } => {
            completes(then) || otherwise.as_ref().is_none_or(|otherwise| completes(otherwise))
        }
        TypedStmtKind::Loop(typed) => loop_completes(typed),
        TypedStmtKind::Labelled { label, body } => completes(body) || breaks(body, *label),
        TypedStmtKind::Switch(switch) => switch_completes(switch),
        TypedStmtKind::Try(typed) => try_completes(typed),
        TypedStmtKind::Return(_)
        | TypedStmtKind::Break(_)
        | TypedStmtKind::Continue(_)
        | TypedStmtKind::Yield { .. }
        | TypedStmtKind::Throw(_) => false,
        TypedStmtKind::Local { .. }
        | TypedStmtKind::Expr(_)
        | TypedStmtKind::ForEachArray { .. }
        | TypedStmtKind::ForEachIterable { .. }
        | TypedStmtKind::Assert { .. }
        | TypedStmtKind::ConstructorCall { .. }
        | TypedStmtKind::SpecAssert(_)
        | TypedStmtKind::SpecAssume(_)
        | TypedStmtKind::SpecSet(_)
        | TypedStmtKind::SpecUnreachable
        | TypedStmtKind::Unsupported(_)
        | TypedStmtKind::Empty => true,
    }
}

fn is_true(cond: &TypedExpr) -> bool {
    matches!(cond.kind, TypedExprKind::Constant(Constant::Boolean(true)))
}

fn loop_completes(typed: &TypedLoop) -> bool {
    let for_ever = typed.cond.as_ref().is_none_or(is_true);
    let body_ends = completes(&typed.body) || continues(&typed.body, typed.label);
    let by_condition = !for_ever && (!typed.cond_after || body_ends);
    by_condition || breaks(&typed.body, typed.label)
}

fn switch_completes(switch: &TypedSwitch) -> bool {
    let covers = switch.otherwise_throw.is_some() || switch.arms.iter().any(|arm| arm.is_default || is_total(arm));
    let last = switch.arms.last();
    let falls_out = if switch.arrows {
        switch.arms.iter().any(|arm| block_completes(&arm.body))
    } else {
        last.is_none_or(|arm| block_completes(&arm.body))
    };
    !covers || falls_out || switch.arms.iter().any(|arm| arm.body.iter().any(|stmt| breaks(stmt, switch.label)))
}

/// A pattern that matches everything tests nothing: its last step is the constant `true`.
fn is_total(arm: &crate::lower::typed::TypedArm) -> bool {
    let binds = |test: &TypedExpr| match &test.kind {
        TypedExprKind::Sequence { then, .. } => is_true(then),
        _ => is_true(test),
    };
    arm.guard.is_none() && arm.tests.iter().any(binds)
}

fn try_completes(typed: &TypedTry) -> bool {
    let body = block_completes(&typed.body) || typed.catches.iter().any(|catch| block_completes(&catch.body));
    body && typed.finally.as_ref().is_none_or(|finally| block_completes(finally))
}

/// Is there a `break` to this label inside?
pub(super) fn breaks(stmt: &TypedStmt, label: LabelId) -> bool {
    any_statement(stmt, &|stmt| matches!(stmt.kind, TypedStmtKind::Break(found) if found == label))
}

fn continues(stmt: &TypedStmt, label: LabelId) -> bool {
    any_statement(stmt, &|stmt| matches!(stmt.kind, TypedStmtKind::Continue(found) if found == label))
}

/// Does this hold of the statement or of one inside it? (Statements of switch expressions cannot
/// jump out of them.)
fn any_statement(stmt: &TypedStmt, test: &impl Fn(&TypedStmt) -> bool) -> bool {
    let any = |block: &[TypedStmt]| block.iter().any(|stmt| any_statement(stmt, test));
    test(stmt)
        || match &stmt.kind {
            TypedStmtKind::Block(block) | TypedStmtKind::Synchronized { body: block, .. } => any(block),
            TypedStmtKind::If { then, otherwise, .. } => {
                any_statement(then, test) || otherwise.as_ref().is_some_and(|stmt| any_statement(stmt, test))
            }
            TypedStmtKind::Loop(typed) => any_statement(&typed.body, test),
            TypedStmtKind::ForEachArray { body, .. }
            | TypedStmtKind::ForEachIterable { body, .. }
            | TypedStmtKind::Labelled { body, .. } => any_statement(body, test),
            TypedStmtKind::Switch(switch) => switch.arms.iter().any(|arm| any(&arm.body)),
            TypedStmtKind::Try(typed) => {
                any(&typed.body)
                    || typed.catches.iter().any(|catch| any(&catch.body))
                    || typed.finally.as_ref().is_some_and(|finally| any(finally))
            }
            _ => false,
        }
}
