//! Walks bodies for the local and anonymous classes in them, keeping track of what is in scope. JML
//! is not entered.

use super::collect::Collector;
use crate::lower::declarations::{Extends, Scope};
use crate::program::ClassId;
use std::rc::Rc;
use tightrope_syntax::tree::{
    Block, Call, Expr, ExprKind, LambdaBody, New, Receiver, Resource, Stmt, StmtKind, Switch, SwitchBody, SwitchLabel,
    Try,
};

/// The body that is walked.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) class: ClassId,
    /// There is no `this`.
    pub(super) is_static: bool,
    pub(super) scope: Rc<Scope>,
}

pub(super) fn walk_block<'a>(collector: &mut Collector<'_, 'a>, block: &'a Block, body: &Body) {
    walk_statements(collector, &block.stmts, &mut body.clone());
}

/// A local class is visible in the rest of its block.
fn walk_statements<'a>(collector: &mut Collector<'_, 'a>, stmts: &'a [Stmt], body: &mut Body) {
    for stmt in stmts {
        if let StmtKind::LocalType(decl) = &stmt.kind {
            body.scope = collector.local_class(decl, body);
        } else {
            walk_statement(collector, stmt, body);
        }
    }
}

fn walk_statement<'a>(collector: &mut Collector<'_, 'a>, stmt: &'a Stmt, body: &Body) {
    match &stmt.kind {
        StmtKind::Empty | StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Jml(_) | StmtKind::Error => {}
        StmtKind::Block(block) => walk_block(collector, block, body),
        StmtKind::Local(local) => {
            walk_exprs(collector, local.declarators.iter().filter_map(|declarator| declarator.init.as_ref()), body);
        }
        StmtKind::LocalType(decl) => {
            collector.local_class(decl, body);
        }
        StmtKind::Expr(expr) | StmtKind::Yield(expr) | StmtKind::Throw(expr) => walk_expr(collector, expr, body),
        StmtKind::If { cond, then, otherwise } => {
            walk_expr(collector, cond, body);
            walk_statement(collector, then, body);
            otherwise.iter().for_each(|stmt| walk_statement(collector, stmt, body));
        }
        StmtKind::While { cond, body: repeated, .. } => {
            walk_expr(collector, cond, body);
            walk_statement(collector, repeated, body);
        }
        StmtKind::DoWhile { body: repeated, cond, .. } => {
            walk_statement(collector, repeated, body);
            walk_expr(collector, cond, body);
        }
        StmtKind::For { init, cond, update, body: repeated, .. } => {
            walk_statements(collector, init, &mut body.clone());
            walk_exprs(collector, cond, body);
            walk_exprs(collector, update, body);
            walk_statement(collector, repeated, body);
        }
        StmtKind::ForEach { iterated, body: repeated, .. } => {
            walk_expr(collector, iterated, body);
            walk_statement(collector, repeated, body);
        }
        StmtKind::Labeled { body: labeled, .. } => walk_statement(collector, labeled, body),
        StmtKind::Switch(switch) => walk_switch(collector, switch, body),
        StmtKind::Return(value) => walk_exprs(collector, value, body),
        StmtKind::Try(attempt) => walk_try(collector, attempt, body),
        StmtKind::Synchronized { lock, body: guarded } => {
            walk_expr(collector, lock, body);
            walk_block(collector, guarded, body);
        }
        StmtKind::Assert { cond, message } => {
            walk_expr(collector, cond, body);
            walk_exprs(collector, message, body);
        }
        StmtKind::ConstructorCall { outer, args, .. } => {
            // Before the constructor of the superclass has run there is no `this` (JLS 8.8.7.1).
            let body = Body { is_static: true, ..body.clone() };
            walk_exprs(collector, outer, &body);
            walk_exprs(collector, args, &body);
        }
    }
}

fn walk_try<'a>(collector: &mut Collector<'_, 'a>, attempt: &'a Try, body: &Body) {
    for resource in &attempt.resources {
        match resource {
            Resource::Declared(_, value) | Resource::Variable(value) => walk_expr(collector, value, body),
        }
    }
    walk_block(collector, &attempt.body, body);
    attempt.catches.iter().for_each(|catch| walk_block(collector, &catch.body, body));
    attempt.finally.iter().for_each(|block| walk_block(collector, block, body));
}

/// All arms share one block.
fn walk_switch<'a>(collector: &mut Collector<'_, 'a>, switch: &'a Switch, body: &Body) {
    walk_expr(collector, &switch.selector, body);
    let mut inside = body.clone();
    for arm in &switch.arms {
        for label in &arm.labels {
            if let SwitchLabel::Expr(expr) = label {
                walk_expr(collector, expr, &inside);
            }
        }
        walk_exprs(collector, &arm.guard, &inside);
        match &arm.body {
            SwitchBody::Statements(stmts) => walk_statements(collector, stmts, &mut inside),
            SwitchBody::Expr(expr) => walk_expr(collector, expr, &inside),
            SwitchBody::Block(stmt) => walk_statement(collector, stmt, &inside),
        }
    }
}

/// The initialiser of a field.
pub(super) fn walk_initializer<'a>(collector: &mut Collector<'_, 'a>, expr: &'a Expr, body: &Body) {
    walk_expr(collector, expr, body);
}

pub(super) fn walk_exprs<'a>(
    collector: &mut Collector<'_, 'a>,
    exprs: impl IntoIterator<Item = &'a Expr>,
    body: &Body,
) {
    exprs.into_iter().for_each(|expr| walk_expr(collector, expr, body));
}

fn walk_expr<'a>(collector: &mut Collector<'_, 'a>, expr: &'a Expr, body: &Body) {
    match &expr.kind {
        ExprKind::Literal(_)
        | ExprKind::Name(_)
        | ExprKind::SuperField { .. }
        | ExprKind::This { .. }
        | ExprKind::MethodReference { .. }
        | ExprKind::ClassLiteral(_)
        | ExprKind::Template
        | ExprKind::Jml(_)
        | ExprKind::Error => {}
        ExprKind::Field { target: operand, .. }
        | ExprKind::Unary { operand, .. }
        | ExprKind::Update { operand, .. }
        | ExprKind::InstanceOf { operand, .. }
        | ExprKind::Cast { operand, .. } => walk_expr(collector, operand, body),
        ExprKind::Call(call) => walk_call(collector, call, body),
        ExprKind::New(new) => walk_new(collector, new, body),
        ExprKind::NewArray { lengths, init, .. } => {
            walk_exprs(collector, lengths, body);
            walk_exprs(collector, init.iter().flatten(), body);
        }
        ExprKind::ArrayInit(elements) => walk_exprs(collector, elements, body),
        ExprKind::Index { array: first, index: second }
        | ExprKind::Binary { left: first, right: second, .. }
        | ExprKind::Assign { target: first, value: second, .. } => {
            walk_expr(collector, first, body);
            walk_expr(collector, second, body);
        }
        ExprKind::Conditional { cond, then, otherwise } => {
            walk_expr(collector, cond, body);
            walk_expr(collector, then, body);
            walk_expr(collector, otherwise, body);
        }
        ExprKind::Switch(switch) => walk_switch(collector, switch, body),
        ExprKind::Lambda(lambda) => match &lambda.body {
            LambdaBody::Expr(expr) => walk_expr(collector, expr, body),
            LambdaBody::Block(block) => walk_block(collector, block, body),
        },
    }
}

fn walk_call<'a>(collector: &mut Collector<'_, 'a>, call: &'a Call, body: &Body) {
    if let Receiver::Expr(receiver) = &call.receiver {
        walk_expr(collector, receiver, body);
    }
    walk_exprs(collector, &call.args, body);
}

fn walk_new<'a>(collector: &mut Collector<'_, 'a>, new: &'a New, body: &Body) {
    walk_exprs(collector, &new.outer, body);
    walk_exprs(collector, &new.args, body);
    if let Some(decl) = &new.body {
        let extends = if new.outer.is_some() { Extends::AnonymousMember(&new.ty) } else { Extends::Anonymous(&new.ty) };
        collector.anonymous_class(decl, body, extends);
    }
}
