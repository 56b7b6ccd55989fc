//! Expressions: the effect-free value, with the statements that come before it.

use super::{Code, Flattener};
use crate::body::{Expr, ExprKind, LogicalOp, StmtKind, UnaryOp};
use crate::lower::typed::{TypedExpr, TypedExprKind};
use crate::program::{Constant, LocalId, Type};
use tightrope_source::Span;

impl Flattener<'_, '_> {
    /// The value of an expression, to be used before anything else runs.
    pub(super) fn value(&mut self, expr: &TypedExpr) -> Expr {
        if !self.code.completes {
            return self.no_value(expr.ty, expr.span);
        }
        match &expr.kind {
            TypedExprKind::Logical { op, left, right } => self.logical(*op, left, right, expr.span),
            TypedExprKind::Conditional { cond, then, otherwise } => self.conditional(expr, cond, then, otherwise),
            TypedExprKind::Let { local, value, body } => {
                self.assign_typed(*local, value, expr.span);
                self.value(body)
            }
            TypedExprKind::Sequence { first, then } => {
                self.effect(first);
                self.value(then)
            }
            TypedExprKind::NotNull(operand) => {
                let value = self.value(operand);
                self.not_null(value, operand.span)
            }
            TypedExprKind::Assign { place, value } => self.assignment(expr, place, value, true),
            TypedExprKind::Compound { place, old, new_value, post } => {
                self.compound(expr, place, *old, new_value, *post, true)
            }
            TypedExprKind::Call { dispatch, method, args } => self.call(expr, *dispatch, *method, args, true),
            TypedExprKind::New { class, constructor, args } => self.new_object(expr, *class, *constructor, args),
            TypedExprKind::NewArray { ty, lengths } => self.new_array(expr, *ty, lengths),
            TypedExprKind::ArrayLiteral { ty, elements } => self.array_literal(expr, *ty, elements),
            TypedExprKind::Switch(switch) => self.switch_expression(expr, switch),
            TypedExprKind::Unsupported(unsupported) => {
                self.unsupported(unsupported.clone());
                self.no_value(expr.ty, expr.span)
            }
            TypedExprKind::StaticField(field) => self.static_field(expr, *field),
            TypedExprKind::Spec(_) => (self.formula)(expr.clone()),
            _ => self.operation(expr),
        }
    }

    /// Expressions without effects of their own.
    fn operation(&mut self, expr: &TypedExpr) -> Expr {
        let kind = match &expr.kind {
            TypedExprKind::Constant(constant) => ExprKind::Constant(constant.clone()),
            TypedExprKind::Local(local) => ExprKind::Local(*local),
            TypedExprKind::Field { object, field } => {
                ExprKind::Field { object: Box::new(self.value(object)), field: *field }
            }
            TypedExprKind::Element { array, index } => {
                let (array, index) = self.pair(array, index);
                ExprKind::Element { array, index }
            }
            TypedExprKind::Length(array) => ExprKind::Length(Box::new(self.value(array))),
            TypedExprKind::Unary { op, operand } => ExprKind::Unary { op: *op, operand: Box::new(self.value(operand)) },
            TypedExprKind::Binary { op, left, right } => {
                let (left, right) = self.pair(left, right);
                ExprKind::Binary { op: *op, left, right }
            }
            TypedExprKind::Convert(operand) => ExprKind::Convert(Box::new(self.value(operand))),
            TypedExprKind::Cast(operand) => ExprKind::Cast(Box::new(self.value(operand))),
            TypedExprKind::InstanceOf { operand, ty } => {
                ExprKind::InstanceOf { operand: Box::new(self.value(operand)), ty: *ty }
            }
            TypedExprKind::Concat(parts) => ExprKind::Concat(self.operands(parts)),
            _ => return self.no_value(expr.ty, expr.span),
        };
        Expr { kind, ty: expr.ty.unwrap_or(Type::UNKNOWN), span: expr.span }
    }

    /// Evaluates an expression whose value nobody wants.
    pub(super) fn effect(&mut self, expr: &TypedExpr) {
        if !self.code.completes {
            return;
        }
        match &expr.kind {
            TypedExprKind::Assign { place, value } => {
                self.assignment(expr, place, value, false);
            }
            TypedExprKind::Compound { place, old, new_value, post } => {
                self.compound(expr, place, *old, new_value, *post, false);
            }
            TypedExprKind::Call { dispatch, method, args } => {
                self.call(expr, *dispatch, *method, args, false);
            }
            TypedExprKind::Sequence { first, then } => {
                self.effect(first);
                self.effect(then);
            }
            TypedExprKind::Let { local, value, body } => {
                self.assign_typed(*local, value, expr.span);
                self.effect(body);
            }
            _ => {
                let value = self.value(expr);
                self.discard(value);
            }
        }
    }

    /// `local = expr`
    pub(super) fn assign_typed(&mut self, local: LocalId, expr: &TypedExpr, span: Span) {
        let value = self.value(expr);
        self.assign(local, value, span);
    }

    /// `&&` and `||` (JLS 15.23, 15.24): a right side with effects runs under an `If`.
    fn logical(&mut self, op: LogicalOp, left: &TypedExpr, right: &TypedExpr, span: Span) -> Expr {
        let left = self.value(left);
        let (right, code) = self.branch(|this| this.value(right));
        if code.is_empty() {
            let kind = ExprKind::Logical { op, left: Box::new(left), right: Box::new(right) };
            return Expr { kind, ty: Type::BOOLEAN, span };
        }
        let start = if op == LogicalOp::Implies { not(left) } else { left };
        let result = self.flag(start, span);
        let ((), then) = self.resume(code, |this| {
            // Under the `If` the flag is known already.
            if right.kind != ExprKind::Constant(Constant::Boolean(op == LogicalOp::And)) {
                this.assign(result, right, span);
            }
        });
        let flag = self.local(result, span);
        let cond = if op == LogicalOp::And { flag.clone() } else { not(flag.clone()) };
        self.push(span, StmtKind::If { cond, then: then.stmts, otherwise: Vec::new() });
        flag
    }

    /// A temporary that holds the value and may be changed: one that the value is already in, if
    /// nothing else uses it.
    fn flag(&mut self, value: Expr, span: Span) -> LocalId {
        match value.kind {
            ExprKind::Local(local) if self.is_own_temporary(local) => local,
            _ => {
                let flag = self.temporary(Type::BOOLEAN, span);
                self.assign(flag, value, span);
                flag
            }
        }
    }

    /// `c ? a : b` (JLS 15.25)
    fn conditional(&mut self, expr: &TypedExpr, cond: &TypedExpr, then: &TypedExpr, otherwise: &TypedExpr) -> Expr {
        let span = expr.span;
        let cond = self.value(cond);
        let (then, then_code) = self.branch(|this| this.value(then));
        let (otherwise, otherwise_code) = self.branch(|this| this.value(otherwise));
        if then_code.is_empty() && otherwise_code.is_empty() {
            let (cond, then, otherwise) = (Box::new(cond), Box::new(then), Box::new(otherwise));
            let kind = ExprKind::Conditional { cond, then, otherwise };
            return Expr { kind, ty: expr.ty.unwrap_or(Type::UNKNOWN), span };
        }
        let result = self.temporary(expr.ty.unwrap_or(Type::UNKNOWN), span);
        let ((), then) = self.resume(then_code, |this| this.assign(result, then, span));
        let ((), otherwise) = self.resume(otherwise_code, |this| this.assign(result, otherwise, span));
        self.push_if(span, cond, then, otherwise);
        self.local(result, span)
    }

    /// An `If`; of a constant condition only the branch that runs.
    pub(super) fn push_if(&mut self, span: Span, cond: Expr, then: Code, otherwise: Code) {
        match cond.kind {
            ExprKind::Constant(Constant::Boolean(true)) => self.append(then),
            ExprKind::Constant(Constant::Boolean(false)) => self.append(otherwise),
            _ => {
                let completes = then.completes || otherwise.completes;
                let kind = StmtKind::If { cond, then: then.stmts, otherwise: otherwise.stmts };
                self.push_ending(span, kind, completes);
            }
        }
    }
}

/// The negation; of a negation its operand.
pub(super) fn not(expr: Expr) -> Expr {
    let span = expr.span;
    match expr.kind {
        ExprKind::Unary { op: UnaryOp::Not, operand } => *operand,
        ExprKind::Constant(Constant::Boolean(value)) => {
            Expr { kind: ExprKind::Constant(Constant::Boolean(!value)), ty: Type::BOOLEAN, span }
        }
        kind => {
            let operand = Box::new(Expr { kind, ty: expr.ty, span });
            Expr { kind: ExprKind::Unary { op: UnaryOp::Not, operand }, ty: Type::BOOLEAN, span }
        }
    }
}
