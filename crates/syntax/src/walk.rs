//! All expressions and statements of a body, in the order of the text, outer ones first.
//!
//! The walk is mutable and has no memory. Whoever enumerates counts the visits; whoever makes a
//! mutant counts again, and changes the node with that number.

use crate::tree::{
    BinaryOp, Block, Call, Expr, ExprKind, FieldDecl, LambdaBody, MethodTarget, New, Receiver, Resource, Stmt,
    StmtKind, Switch, SwitchBody, UnaryOp,
};

/// Where an expression stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Its value is used.
    Value,
    /// It decides a branch: it is boolean.
    Condition,
    /// It is written to.
    Target,
    /// The operand of `!`: to negate it once more says the same as to delete that one.
    Negated,
    /// Its value is thrown away.
    Statement,
}

/// Its operands are truth values.
pub fn is_logical(op: BinaryOp) -> bool {
    use BinaryOp::{And, Equivalent, ImpliedBy, Implies, NotEquivalent, Or};
    matches!(op, And | Or | Implies | ImpliedBy | Equivalent | NotEquivalent)
}

/// What is visited.
pub trait Visitor {
    fn expr(&mut self, expr: &mut Expr, role: Role);
    fn stmt(&mut self, stmt: &mut Stmt);
}

pub fn walk_block(block: &mut Block, visitor: &mut dyn Visitor) {
    walk_stmts(&mut block.stmts, visitor);
}

fn walk_stmts(stmts: &mut [Stmt], visitor: &mut dyn Visitor) {
    stmts.iter_mut().for_each(|stmt| walk_stmt(stmt, visitor));
}

fn walk_stmt(stmt: &mut Stmt, visitor: &mut dyn Visitor) {
    visitor.stmt(stmt);
    match &mut stmt.kind {
        StmtKind::Block(block) => walk_block(block, visitor),
        StmtKind::Local(local) => walk_declaration(local, visitor),
        StmtKind::Expr(expr) => walk_expr(expr, Role::Statement, visitor),
        StmtKind::If { cond, then, otherwise } => {
            walk_expr(cond, Role::Condition, visitor);
            walk_stmt(then, visitor);
            otherwise.iter_mut().for_each(|stmt| walk_stmt(stmt, visitor));
        }
        StmtKind::While { cond, body, .. } => {
            walk_expr(cond, Role::Condition, visitor);
            walk_stmt(body, visitor);
        }
        StmtKind::DoWhile { body, cond, .. } => {
            walk_stmt(body, visitor);
            walk_expr(cond, Role::Condition, visitor);
        }
        StmtKind::For { init, cond, update, body, .. } => {
            walk_stmts(init, visitor);
            cond.iter_mut().for_each(|cond| walk_expr(cond, Role::Condition, visitor));
            update.iter_mut().for_each(|expr| walk_expr(expr, Role::Statement, visitor));
            walk_stmt(body, visitor);
        }
        StmtKind::ForEach { iterated, body, .. } => {
            walk_expr(iterated, Role::Value, visitor);
            walk_stmt(body, visitor);
        }
        StmtKind::Labeled { body, .. } => walk_stmt(body, visitor),
        StmtKind::Switch(switch) => walk_switch(switch, visitor),
        StmtKind::Return(value) => value.iter_mut().for_each(|value| walk_expr(value, Role::Value, visitor)),
        StmtKind::Yield(value) | StmtKind::Throw(value) => walk_expr(value, Role::Value, visitor),
        StmtKind::Try(_) => walk_try(stmt, visitor),
        StmtKind::Synchronized { lock, body } => {
            walk_expr(lock, Role::Value, visitor);
            walk_block(body, visitor);
        }
        StmtKind::Assert { cond, message } => {
            walk_expr(cond, Role::Condition, visitor);
            message.iter_mut().for_each(|message| walk_expr(message, Role::Value, visitor));
        }
        StmtKind::ConstructorCall { args, .. } => walk_all(args, visitor),
        StmtKind::Empty
        | StmtKind::LocalType(_)
        | StmtKind::Break(_)
        | StmtKind::Continue(_)
        | StmtKind::Jml(_)
        | StmtKind::Error => {}
    }
}

fn walk_declaration(local: &mut FieldDecl, visitor: &mut dyn Visitor) {
    for value in local.declarators.iter_mut().filter_map(|declarator| declarator.init.as_mut()) {
        walk_expr(value, Role::Value, visitor);
    }
}

fn walk_try(stmt: &mut Stmt, visitor: &mut dyn Visitor) {
    let StmtKind::Try(written) = &mut stmt.kind else { return };
    for resource in &mut written.resources {
        match resource {
            Resource::Declared(_, value) | Resource::Variable(value) => walk_expr(value, Role::Value, visitor),
        }
    }
    walk_block(&mut written.body, visitor);
    written.catches.iter_mut().for_each(|catch| walk_block(&mut catch.body, visitor));
    written.finally.iter_mut().for_each(|block| walk_block(block, visitor));
}

fn walk_switch(switch: &mut Switch, visitor: &mut dyn Visitor) {
    walk_expr(&mut switch.selector, Role::Value, visitor);
    for arm in &mut switch.arms {
        arm.guard.iter_mut().for_each(|guard| walk_expr(guard, Role::Condition, visitor));
        match &mut arm.body {
            SwitchBody::Statements(stmts) => walk_stmts(stmts, visitor),
            SwitchBody::Expr(expr) => walk_expr(expr, Role::Value, visitor),
            SwitchBody::Block(stmt) => walk_stmt(stmt, visitor),
        }
    }
}

fn walk_all(exprs: &mut [Expr], visitor: &mut dyn Visitor) {
    exprs.iter_mut().for_each(|expr| walk_expr(expr, Role::Value, visitor));
}

pub fn walk_expr(expr: &mut Expr, role: Role, visitor: &mut dyn Visitor) {
    visitor.expr(expr, role);
    match &mut expr.kind {
        ExprKind::Field { target, .. } => walk_expr(target, Role::Value, visitor),
        ExprKind::Call(call) => walk_call(call, visitor),
        ExprKind::New(new) => walk_new(new, visitor),
        ExprKind::NewArray { lengths, init, .. } => {
            walk_all(lengths, visitor);
            init.iter_mut().for_each(|init| walk_all(init, visitor));
        }
        ExprKind::ArrayInit(elements) => walk_all(elements, visitor),
        ExprKind::Index { array, index } => {
            walk_expr(array, Role::Value, visitor);
            walk_expr(index, Role::Value, visitor);
        }
        ExprKind::Unary { op, operand } => {
            let role = if *op == UnaryOp::Not { Role::Negated } else { Role::Value };
            walk_expr(operand, role, visitor);
        }
        ExprKind::Update { operand, .. } => walk_expr(operand, Role::Target, visitor),
        ExprKind::Binary { op, left, right } => {
            let role = if is_logical(*op) { Role::Condition } else { Role::Value };
            walk_expr(left, role, visitor);
            walk_expr(right, role, visitor);
        }
        ExprKind::Assign { target, value, .. } => {
            walk_expr(target, Role::Target, visitor);
            walk_expr(value, Role::Value, visitor);
        }
        ExprKind::Conditional { cond, then, otherwise } => {
            walk_expr(cond, Role::Condition, visitor);
            walk_expr(then, Role::Value, visitor);
            walk_expr(otherwise, Role::Value, visitor);
        }
        ExprKind::InstanceOf { operand, .. } | ExprKind::Cast { operand, .. } => {
            walk_expr(operand, Role::Value, visitor);
        }
        ExprKind::Lambda(lambda) => match &mut lambda.body {
            LambdaBody::Expr(expr) => walk_expr(expr, Role::Value, visitor),
            LambdaBody::Block(block) => walk_block(block, visitor),
        },
        ExprKind::MethodReference { target, .. } => {
            if let MethodTarget::Expr(target) = &mut **target {
                walk_expr(target, Role::Value, visitor);
            }
        }
        ExprKind::Switch(switch) => walk_switch(switch, visitor),
        ExprKind::Literal(_)
        | ExprKind::Name(_)
        | ExprKind::SuperField { .. }
        | ExprKind::This { .. }
        | ExprKind::ClassLiteral(_)
        | ExprKind::Template
        | ExprKind::Jml(_)
        | ExprKind::Error => {}
    }
}

fn walk_call(call: &mut Call, visitor: &mut dyn Visitor) {
    if let Receiver::Expr(receiver) = &mut call.receiver {
        walk_expr(receiver, Role::Value, visitor);
    }
    walk_all(&mut call.args, visitor);
}

/// The body of an anonymous class has methods of its own: they are not part of this one.
fn walk_new(new: &mut New, visitor: &mut dyn Visitor) {
    new.outer.iter_mut().for_each(|outer| walk_expr(outer, Role::Value, visitor));
    walk_all(&mut new.args, visitor);
}
