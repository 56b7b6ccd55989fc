//! Operands: evaluated left to right (JLS 15.7), each once.
//!
//! A value is kept in a temporary when something that runs before its use could change it, or when
//! evaluating it can throw and so must not move behind something else that happens.

use super::{Code, Flattener};
use crate::body::{BinaryOp, Expr, ExprKind, LocalKind, StmtKind};
use crate::lower::typed::TypedExpr;
use crate::program::LocalId;
use tightrope_source::Span;

impl Flattener<'_, '_> {
    /// The values of operands that are used together after the last of them.
    pub(super) fn operands<'e>(&mut self, exprs: impl IntoIterator<Item = &'e TypedExpr>) -> Vec<Expr> {
        let mut completes = true;
        let mut lowered: Vec<(Expr, Code)> = Vec::new();
        for expr in exprs {
            let (value, code) = match completes {
                true => self.aside(|this| this.value(expr)),
                false => (self.no_value(expr.ty, expr.span), Code::new()),
            };
            completes &= code.completes;
            lowered.push((value, code));
        }
        let last_with_statements = lowered.iter().rposition(|(_, code)| !code.is_empty()).unwrap_or(0);
        let mut values = Vec::with_capacity(lowered.len());
        for (position, (value, code)) in lowered.into_iter().enumerate() {
            self.append(code);
            values.push(if position < last_with_statements { self.keep(value) } else { value });
        }
        values
    }

    /// Two operands.
    pub(super) fn pair(&mut self, left: &TypedExpr, right: &TypedExpr) -> (Box<Expr>, Box<Expr>) {
        let mut values = self.operands([left, right]).into_iter();
        let mut next = |expr: &TypedExpr| Box::new(values.next().unwrap_or_else(|| self.no_value(expr.ty, expr.span)));
        (next(left), next(right))
    }

    /// The same value, in a form that whatever runs next cannot change.
    pub(super) fn keep(&mut self, value: Expr) -> Expr {
        if self.is_fixed(&value) || !self.code.completes {
            return value;
        }
        let span = value.span;
        let local = self.temporary(value.ty, span);
        self.assign(local, value, span);
        self.local(local, span)
    }

    pub(super) fn keep_all(&mut self, values: Vec<Expr>) -> Vec<Expr> {
        values.into_iter().map(|value| self.keep(value)).collect()
    }

    /// As `keep`, and cheap to evaluate several times.
    pub(super) fn keep_simple(&mut self, value: Expr) -> Expr {
        if matches!(value.kind, ExprKind::Constant(_) | ExprKind::Local(_)) {
            return self.keep(value);
        }
        let span = value.span;
        let local = self.temporary(value.ty, span);
        self.assign(local, value, span);
        self.local(local, span)
    }

    /// Is the value independent of the state, and can it not throw?
    fn is_fixed(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Constant(_) => true,
            ExprKind::Local(local) => self.is_fixed_local(*local),
            ExprKind::Unary { operand, .. } | ExprKind::Convert(operand) | ExprKind::InstanceOf { operand, .. } => {
                self.is_fixed(operand)
            }
            ExprKind::Binary { op, left, right } => {
                !matches!(op, BinaryOp::Divide | BinaryOp::Remainder) && self.is_fixed(left) && self.is_fixed(right)
            }
            _ => false,
        }
    }

    pub(super) fn is_fixed_local(&self, local: LocalId) -> bool {
        let reassigned = self.reassigned.get(local.index()).copied().unwrap_or(false);
        match self.locals.get(local.index()).map(|local| local.kind) {
            Some(LocalKind::This | LocalKind::Temporary) => true,
            Some(_) => !reassigned,
            None => false,
        }
    }

    /// Was the local made here, to hold a value until its only use? Variables of the typed tree may
    /// be read again.
    pub(super) fn is_own_temporary(&self, local: LocalId) -> bool {
        local.index() >= self.reassigned.len()
    }

    /// Stores a value. A call whose result is only moved on stores it right away.
    pub(super) fn assign(&mut self, local: LocalId, value: Expr, span: Span) {
        if !self.code.completes {
            return;
        }
        match value.kind {
            ExprKind::Local(source) if source == local => {}
            ExprKind::Local(source) if self.redirect_result(source, local) => {}
            _ => self.push(span, StmtKind::Assign { local, value }),
        }
    }

    /// If the last statement is the one that computes the temporary `source` (so nothing has used
    /// it yet), lets it store to `target` instead. Objects are left alone: their constructor still
    /// needs them.
    fn redirect_result(&mut self, source: LocalId, target: LocalId) -> bool {
        if !self.is_own_temporary(source) {
            return false;
        }
        let result = match self.code.stmts.last_mut().map(|stmt| &mut stmt.kind) {
            Some(StmtKind::Call { result: Some(result), .. } | StmtKind::NewArray { result, .. }) => result,
            _ => return false,
        };
        if *result != source {
            return false;
        }
        *result = target;
        true
    }

    /// Evaluates a value for what it may throw.
    pub(super) fn discard(&mut self, value: Expr) {
        if can_throw(&value) && self.code.completes {
            let span = value.span;
            let local = self.temporary(value.ty, span);
            self.push(span, StmtKind::Assign { local, value });
        }
    }
}

fn can_throw(value: &Expr) -> bool {
    let mut found = false;
    crate::visit::for_each_expr(value, &mut |expr| {
        found |= match &expr.kind {
            ExprKind::Field { .. } | ExprKind::Element { .. } | ExprKind::Length(_) | ExprKind::Cast(_) => true,
            ExprKind::Binary { op, .. } => matches!(op, BinaryOp::Divide | BinaryOp::Remainder),
            ExprKind::Call(_) | ExprKind::Unsupported(_) => true,
            _ => false,
        }
    });
    found
}
