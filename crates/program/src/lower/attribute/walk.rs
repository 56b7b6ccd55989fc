//! A walk over a typed body that may change it: every statement, expression and variable, in the
//! order of evaluation, parts before the whole.

use crate::lower::typed::{
    LoopClauses, Place, TypedExpr, TypedExprKind, TypedLoop, TypedSpec, TypedStmt, TypedStmtKind, TypedSwitch, TypedTry,
};
use crate::program::{LabelId, LocalId};

/// What to do at each part of a body.
pub(super) trait Walk {
    fn expr(&mut self, _expr: &mut TypedExpr) {}
    fn stmt(&mut self, _stmt: &mut TypedStmt) {}
    fn local(&mut self, _local: &mut LocalId) {}
}

/// Calls `change` on each value that a statement yields to this switch expression.
pub(super) fn for_each_yield(block: &mut [TypedStmt], label: LabelId, change: &mut dyn FnMut(&mut TypedExpr)) {
    struct Yields<'f> {
        label: LabelId,
        change: &'f mut dyn FnMut(&mut TypedExpr),
    }
    impl Walk for Yields<'_> {
        fn stmt(&mut self, stmt: &mut TypedStmt) {
            if let TypedStmtKind::Yield { label, value } = &mut stmt.kind
                && *label == self.label
            {
                (self.change)(value);
            }
        }
    }
    walk_block(block, &mut Yields { label, change });
}

pub(super) fn walk_block(block: &mut [TypedStmt], walk: &mut dyn Walk) {
    for stmt in block {
        walk_stmt(stmt, walk);
    }
}

fn walk_stmt(stmt: &mut TypedStmt, walk: &mut dyn Walk) {
    match &mut stmt.kind {
        TypedStmtKind::Block(block) => walk_block(block, walk),
        TypedStmtKind::Local { local, value } => {
            walk.local(local);
            walk_exprs(value, walk);
        }
        TypedStmtKind::Expr(expr)
        | TypedStmtKind::Throw(expr)
        | TypedStmtKind::SpecSet(expr)
        | TypedStmtKind::ConstructorCall { call: expr, .. }
        | TypedStmtKind::Yield { value: expr, .. } => walk_expr(expr, walk),
        TypedStmtKind::If { cond, then, otherwise } => {
            walk_expr(cond, walk);
            walk_stmt(then, walk);
            if let Some(otherwise) = otherwise {
                walk_stmt(otherwise, walk);
            }
        }
        TypedStmtKind::Loop(typed) => walk_loop(typed, walk),
        TypedStmtKind::ForEachArray { clauses, local, array, element, convert, body, .. } => {
            walk_expr(array, walk);
            walk.local(local);
            walk.local(element);
            walk_expr(convert, walk);
            walk_clauses(clauses, walk);
            walk_stmt(body, walk);
        }
        TypedStmtKind::ForEachIterable { clauses, local, iterator, iterator_local, has_next, next, body, .. } => {
            walk.local(local);
            walk.local(iterator_local);
            for expr in [iterator, has_next, next] {
                walk_expr(expr, walk);
            }
            walk_clauses(clauses, walk);
            walk_stmt(body, walk);
        }
        TypedStmtKind::Labelled { body, .. } => walk_stmt(body, walk),
        TypedStmtKind::Switch(switch) => walk_switch(switch, walk),
        TypedStmtKind::Return(value) => walk_exprs(value, walk),
        TypedStmtKind::Try(typed) => walk_try(typed, walk),
        TypedStmtKind::Synchronized { lock, body } => {
            walk_expr(lock, walk);
            walk_block(body, walk);
        }
        TypedStmtKind::Assert { cond, error } => {
            walk_expr(cond, walk);
            walk_expr(error, walk);
        }
        TypedStmtKind::SpecAssert(spec) | TypedStmtKind::SpecAssume(spec) => walk_expr(&mut spec.expr, walk),
        TypedStmtKind::Break(_)
        | TypedStmtKind::Continue(_)
        | TypedStmtKind::SpecUnreachable
        | TypedStmtKind::Unsupported(_)
        | TypedStmtKind::Empty => {}
    }
    walk.stmt(stmt);
}

fn walk_clauses(clauses: &mut LoopClauses, walk: &mut dyn Walk) {
    for clause in clauses.invariants.iter_mut().chain(&mut clauses.decreases) {
        walk_expr(&mut clause.expr, walk);
    }
}

fn walk_loop(typed: &mut TypedLoop, walk: &mut dyn Walk) {
    walk_block(&mut typed.init, walk);
    walk_clauses(&mut typed.clauses, walk);
    walk_exprs(&mut typed.cond, walk);
    walk_exprs(&mut typed.update, walk);
    walk_stmt(&mut typed.body, walk);
}

fn walk_switch(switch: &mut TypedSwitch, walk: &mut dyn Walk) {
    walk_expr(&mut switch.value, walk);
    walk.local(&mut switch.selector);
    for arm in &mut switch.arms {
        walk_exprs(&mut arm.tests, walk);
        walk_exprs(&mut arm.guard, walk);
        walk_block(&mut arm.body, walk);
    }
    walk_exprs(&mut switch.otherwise_throw, walk);
}

fn walk_try(typed: &mut TypedTry, walk: &mut dyn Walk) {
    for resource in &mut typed.resources {
        walk.local(&mut resource.local);
        walk_expr(&mut resource.value, walk);
        walk_expr(&mut resource.close, walk);
    }
    walk_block(&mut typed.body, walk);
    for catch in &mut typed.catches {
        walk.local(&mut catch.local);
        walk_block(&mut catch.body, walk);
    }
    if let Some(finally) = &mut typed.finally {
        walk_block(finally, walk);
    }
}

fn walk_exprs<'e>(exprs: impl IntoIterator<Item = &'e mut TypedExpr>, walk: &mut dyn Walk) {
    for expr in exprs {
        walk_expr(expr, walk);
    }
}

fn walk_place(place: &mut Place, walk: &mut dyn Walk) {
    match place {
        Place::Local(local) => walk.local(local),
        Place::Field { object, .. } => walk_expr(object, walk),
        Place::Static(_) => {}
        Place::Element { array, index } => {
            walk_expr(array, walk);
            walk_expr(index, walk);
        }
    }
}

pub(super) fn walk_expr(expr: &mut TypedExpr, walk: &mut dyn Walk) {
    match &mut expr.kind {
        TypedExprKind::Constant(_) | TypedExprKind::StaticField(_) | TypedExprKind::Unsupported(_) => {}
        TypedExprKind::Local(local) => walk.local(local),
        TypedExprKind::Field { object: inner, .. }
        | TypedExprKind::Length(inner)
        | TypedExprKind::Unary { operand: inner, .. }
        | TypedExprKind::Convert(inner)
        | TypedExprKind::Cast(inner)
        | TypedExprKind::NotNull(inner)
        | TypedExprKind::InstanceOf { operand: inner, .. } => walk_expr(inner, walk),
        TypedExprKind::Element { array: left, index: right }
        | TypedExprKind::Binary { left, right, .. }
        | TypedExprKind::Logical { left, right, .. }
        | TypedExprKind::Sequence { first: left, then: right } => {
            walk_expr(left, walk);
            walk_expr(right, walk);
        }
        TypedExprKind::Conditional { cond, then, otherwise } => {
            for part in [cond, then, otherwise] {
                walk_expr(part, walk);
            }
        }
        TypedExprKind::Let { local, value, body } => {
            walk.local(local);
            walk_expr(value, walk);
            walk_expr(body, walk);
        }
        TypedExprKind::Assign { place, value } => {
            walk_place(place, walk);
            walk_expr(value, walk);
        }
        TypedExprKind::Compound { place, old, new_value, .. } => {
            walk_place(place, walk);
            walk.local(old);
            walk_expr(new_value, walk);
        }
        TypedExprKind::Concat(parts)
        | TypedExprKind::Call { args: parts, .. }
        | TypedExprKind::New { args: parts, .. }
        | TypedExprKind::NewArray { lengths: parts, .. }
        | TypedExprKind::ArrayLiteral { elements: parts, .. } => walk_exprs(parts, walk),
        TypedExprKind::Switch(switch) => walk_switch(switch, walk),
        TypedExprKind::Spec(spec) => walk_spec(spec, walk),
    }
    walk.expr(expr);
}

fn walk_spec(spec: &mut TypedSpec, walk: &mut dyn Walk) {
    match spec {
        TypedSpec::Result | TypedSpec::TypeLiteral(_) | TypedSpec::Informal(_) => {}
        TypedSpec::Fresh(parts) => walk_exprs(parts, walk),
        TypedSpec::Old(inner)
        | TypedSpec::NonNullElements(inner)
        | TypedSpec::InvariantFor(inner)
        | TypedSpec::SetSize(inner)
        | TypedSpec::SetIsEmpty(inner)
        | TypedSpec::TypeOf(inner)
        | TypedSpec::ElementType(inner)
        | TypedSpec::Reach { root: inner, .. } => walk_expr(inner, walk),
        TypedSpec::Quantified { binders, range, body, .. } => {
            for binder in binders {
                walk.local(binder);
            }
            walk_expr(range, walk);
            walk_expr(body, walk);
        }
        TypedSpec::Comprehension { binder, range } => {
            walk.local(binder);
            walk_expr(range, walk);
        }
        TypedSpec::Contains { set: left, element: right }
        | TypedSpec::SetEqual { left, right }
        | TypedSpec::Subset { left, right }
        | TypedSpec::SetUnion { left, right }
        | TypedSpec::SetIntersection { left, right }
        | TypedSpec::SetDifference { left, right }
        | TypedSpec::Subtype { left, right } => {
            walk_expr(left, walk);
            walk_expr(right, walk);
        }
    }
}
