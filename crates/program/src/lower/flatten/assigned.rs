//! Which variables of a body are assigned after their declaration: the others keep their value
//! while an expression is evaluated.
//!
//! A variable that only its declaration assigns (a parameter, a `for`-each variable, an initialised
//! variable, a binding of a pattern) cannot change between two operands of one expression that both
//! see it.

use crate::lower::typed::{
    Place, TypedBody, TypedExpr, TypedExprKind, TypedStmt, TypedStmtKind, TypedSwitch, TypedTry,
};

/// By variable of the body: is it assigned anywhere but where it is declared?
pub(super) fn reassigned_locals(body: &TypedBody) -> Vec<bool> {
    let mut search = Search { reassigned: vec![false; body.variables.len()] };
    search.stmts(&body.block);
    search.reassigned
}

struct Search {
    reassigned: Vec<bool>,
}

impl Search {
    fn stmts(&mut self, stmts: &[TypedStmt]) {
        stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e TypedExpr>) {
        exprs.into_iter().for_each(|expr| self.expr(expr));
    }

    fn stmt(&mut self, stmt: &TypedStmt) {
        match &stmt.kind {
            TypedStmtKind::Block(body) => self.stmts(body),
            TypedStmtKind::Local { value, .. } | TypedStmtKind::Return(value) => self.exprs(value),
            TypedStmtKind::Expr(expr)
            | TypedStmtKind::Throw(expr)
            | TypedStmtKind::SpecSet(expr)
            | TypedStmtKind::Yield { value: expr, .. }
            | TypedStmtKind::ConstructorCall { call: expr, .. } => self.expr(expr),
            TypedStmtKind::Assert { cond, error } => self.exprs([cond, error]),
            TypedStmtKind::If { cond, then, otherwise } => {
                self.expr(cond);
                self.stmt(then);
                otherwise.iter().for_each(|stmt| self.stmt(stmt));
            }
            TypedStmtKind::Loop(typed) => {
                self.stmts(&typed.init);
                self.exprs(typed.cond.iter().chain(&typed.update));
                self.stmt(&typed.body);
            }
            TypedStmtKind::ForEachArray { array, convert, body, .. } => {
                self.exprs([array, convert]);
                self.stmt(body);
            }
            TypedStmtKind::ForEachIterable { iterator, has_next, next, body, .. } => {
                self.exprs([iterator, has_next, next]);
                self.stmt(body);
            }
            TypedStmtKind::Labelled { body, .. } => self.stmt(body),
            TypedStmtKind::Switch(switch) => self.switch(switch),
            TypedStmtKind::Try(typed) => self.try_statement(typed),
            TypedStmtKind::Synchronized { lock, body } => {
                self.expr(lock);
                self.stmts(body);
            }
            TypedStmtKind::Break(_)
            | TypedStmtKind::Continue(_)
            | TypedStmtKind::SpecAssert(_)
            | TypedStmtKind::SpecAssume(_)
            | TypedStmtKind::SpecUnreachable
            | TypedStmtKind::Unsupported(_)
            | TypedStmtKind::Empty => {}
        }
    }

    fn try_statement(&mut self, typed: &TypedTry) {
        typed.resources.iter().for_each(|resource| self.exprs([&resource.value, &resource.close]));
        self.stmts(&typed.body);
        typed.catches.iter().for_each(|catch| self.stmts(&catch.body));
        typed.finally.iter().for_each(|finally| self.stmts(finally));
    }

    fn switch(&mut self, switch: &TypedSwitch) {
        self.exprs(std::iter::once(&switch.value).chain(&switch.otherwise_throw));
        for arm in &switch.arms {
            self.exprs(arm.tests.iter().chain(&arm.guard));
            self.stmts(&arm.body);
        }
    }

    fn place(&mut self, place: &Place) {
        match place {
            Place::Local(local) => {
                if let Some(reassigned) = self.reassigned.get_mut(local.index()) {
                    *reassigned = true;
                }
            }
            Place::Field { object, .. } => self.expr(object),
            Place::Static(_) => {}
            Place::Element { array, index } => self.exprs([&**array, &**index]),
        }
    }

    fn expr(&mut self, expr: &TypedExpr) {
        match &expr.kind {
            TypedExprKind::Constant(_)
            | TypedExprKind::Local(_)
            | TypedExprKind::StaticField(_)
            | TypedExprKind::Unsupported(_)
            | TypedExprKind::Spec(_) => {}
            TypedExprKind::Field { object: operand, .. }
            | TypedExprKind::Length(operand)
            | TypedExprKind::Unary { operand, .. }
            | TypedExprKind::Convert(operand)
            | TypedExprKind::Cast(operand)
            | TypedExprKind::NotNull(operand)
            | TypedExprKind::InstanceOf { operand, .. } => self.expr(operand),
            TypedExprKind::Element { array: left, index: right }
            | TypedExprKind::Binary { left, right, .. }
            | TypedExprKind::Logical { left, right, .. }
            | TypedExprKind::Let { value: left, body: right, .. }
            | TypedExprKind::Sequence { first: left, then: right } => self.exprs([&**left, &**right]),
            TypedExprKind::Conditional { cond, then, otherwise } => self.exprs([&**cond, &**then, &**otherwise]),
            TypedExprKind::Concat(parts)
            | TypedExprKind::Call { args: parts, .. }
            | TypedExprKind::New { args: parts, .. }
            | TypedExprKind::NewArray { lengths: parts, .. }
            | TypedExprKind::ArrayLiteral { elements: parts, .. } => self.exprs(parts),
            TypedExprKind::Assign { place, value } | TypedExprKind::Compound { place, new_value: value, .. } => {
                self.place(place);
                self.expr(value);
            }
            TypedExprKind::Switch(switch) => self.switch(switch),
        }
    }
}
