//! What an expression or statement may throw becomes branches before it.
//!
//! Before: `x = a.b[i] / k`
//! After: `if a == null` → NullPointerException; `if a.b == null` → the same; `if i outside a.b` →
//! ArrayIndexOutOfBoundsException; `if k == 0` → ArithmeticException; `x = a.b[i] / k`, which
//! cannot throw any more.
//!
//! The order is Java's (see `tightrope_program::body`). What is evaluated only under a condition
//! (`a && b`, `c ? d : e`) is checked only under it. Once the run has passed a check, later
//! conditions may speak of its operand.

use crate::build::{Builder, Ends};
use crate::graph::Cond;
use tightrope_program::body::{BinaryOp, Expr, ExprKind, LocalKind, LogicalOp, Stmt, StmtKind};
use tightrope_program::visit::operands;
use tightrope_program::{Constant, Type};
use tightrope_source::Span;

/// An exception that an evaluation may throw.
struct Check<'p> {
    exception: &'static str,
    cond: Cond<'p>,
    span: Span,
}

const NULL_POINTER: &str = "java.lang.NullPointerException";

impl<'p> Builder<'p, '_> {
    /// The checks of these expressions, in order.
    pub(crate) fn checked(&mut self, exprs: &[&'p Expr], ends: Ends) -> Ends {
        let mut checks = Vec::new();
        exprs.iter().for_each(|expr| self.checks_of(expr, &mut checks));
        checks.into_iter().fold(ends, |ends, check| self.check(check, ends))
    }

    /// The checks of the statement itself, after those of its expressions.
    pub(crate) fn checked_statement(&mut self, stmt: &'p Stmt, ends: Ends) -> Ends {
        let span = stmt.span;
        let mut checks = Vec::new();
        match &stmt.kind {
            StmtKind::SetField { object, .. } => self.null_check(object, span, &mut checks),
            StmtKind::SetElement { array, index, value } => {
                self.element_checks(array, index, span, &mut checks);
                if value.ty.is_reference() {
                    let cond = Cond::CannotStore { array, value };
                    checks.push(Check { exception: "java.lang.ArrayStoreException", cond, span });
                }
            }
            StmtKind::NewArray { lengths, .. } => {
                let negative = lengths.iter().filter(|length| constant(length).is_none_or(|length| length < 0));
                checks.extend(negative.map(|length| Check {
                    exception: "java.lang.NegativeArraySizeException",
                    cond: Cond::IsNegative(length),
                    span,
                }));
            }
            _ => {}
        }
        checks.into_iter().fold(ends, |ends, check| self.check(check, ends))
    }

    /// A receiver must not be null.
    pub(crate) fn check_receiver(&mut self, receiver: &'p Expr, span: Span, ends: Ends) -> Ends {
        let mut checks = Vec::new();
        self.null_check(receiver, span, &mut checks);
        checks.into_iter().fold(ends, |ends, check| self.check(check, ends))
    }

    fn check(&mut self, check: Check<'p>, ends: Ends) -> Ends {
        self.raise_if(check.cond, check.exception, check.span, ends)
    }

    fn checks_of(&mut self, expr: &'p Expr, checks: &mut Vec<Check<'p>>) {
        match &expr.kind {
            // In the body of a model method. It binds variables of its own: what is inside is not
            // checked one by one.
            _ if is_formula(expr) => {
                let cond = Cond::Throws(expr);
                checks.push(Check { exception: "java.lang.RuntimeException", cond, span: expr.span });
            }
            ExprKind::Logical { op, left, right } => {
                self.checks_of(left, checks);
                let condition = match op {
                    LogicalOp::Or => Cond::Not(Box::new(Cond::Expr(left))),
                    LogicalOp::And | LogicalOp::Implies => Cond::Expr(left),
                };
                self.checks_under(&condition, right, checks);
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                self.checks_of(cond, checks);
                self.checks_under(&Cond::Expr(cond), then, checks);
                self.checks_under(&Cond::Not(Box::new(Cond::Expr(cond))), otherwise, checks);
            }
            _ => {
                operands(expr).into_iter().for_each(|operand| self.checks_of(operand, checks));
                self.own_checks(expr, checks);
            }
        }
    }

    fn checks_under(&mut self, condition: &Cond<'p>, expr: &'p Expr, checks: &mut Vec<Check<'p>>) {
        let mut inner = Vec::new();
        self.checks_of(expr, &mut inner);
        checks.extend(
            inner.into_iter().map(|check| Check { cond: Cond::And(vec![condition.clone(), check.cond]), ..check }),
        );
    }

    /// Of the operation itself, after its operands.
    fn own_checks(&mut self, expr: &'p Expr, checks: &mut Vec<Check<'p>>) {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Field { object, .. } => self.null_check(object, span, checks),
            ExprKind::Length(array) => self.null_check(array, span, checks),
            ExprKind::Element { array, index } => self.element_checks(array, index, span, checks),
            ExprKind::Binary { op: BinaryOp::Divide | BinaryOp::Remainder, right, .. }
                if constant(right).is_none_or(|divisor| divisor == 0) =>
            {
                let cond = Cond::IsZero(right);
                checks.push(Check { exception: "java.lang.ArithmeticException", cond, span });
            }
            ExprKind::Cast(operand) if !self.always_fits(operand, expr.ty) => {
                let cond = Cond::IsNotInstance { operand, ty: expr.ty };
                checks.push(Check { exception: "java.lang.ClassCastException", cond, span });
            }
            _ => {}
        }
    }

    fn element_checks(&mut self, array: &'p Expr, index: &'p Expr, span: Span, checks: &mut Vec<Check<'p>>) {
        self.null_check(array, span, checks);
        let cond = Cond::IsOutside { array, index };
        checks.push(Check { exception: "java.lang.ArrayIndexOutOfBoundsException", cond, span });
    }

    fn null_check(&mut self, object: &'p Expr, span: Span, checks: &mut Vec<Check<'p>>) {
        if !self.is_this(object) {
            checks.push(Check { exception: NULL_POINTER, cond: Cond::IsNull(object), span });
        }
    }

    fn is_this(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Local(local) => {
                let locals = &self.here().body.locals;
                locals.get(local.index()).is_some_and(|local| local.kind == LocalKind::This)
            }
            _ => false,
        }
    }

    /// A cast to a superclass, or to `Object`.
    fn always_fits(&self, operand: &Expr, ty: Type) -> bool {
        operand.ty == ty
            || operand.ty == Type::NULL
            || match (operand.ty.as_class(), ty.as_class()) {
                (Some(from), Some(to)) => self.program.is_subclass(from, to),
                _ => false,
            }
    }
}

/// An operator that only formulas have.
fn is_formula(expr: &Expr) -> bool {
    !matches!(
        expr.kind,
        ExprKind::Constant(_)
            | ExprKind::Local(_)
            | ExprKind::Field { .. }
            | ExprKind::StaticField(_)
            | ExprKind::Element { .. }
            | ExprKind::Length(_)
            | ExprKind::Unary { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Logical { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Convert(_)
            | ExprKind::Cast(_)
            | ExprKind::InstanceOf { .. }
            | ExprKind::Concat(_)
    )
}

fn constant(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Constant(Constant::Int(value)) => Some(i64::from(*value)),
        ExprKind::Constant(Constant::Long(value)) => Some(*value),
        _ => None,
    }
}
