//! Loops (JLS 14.12, 14.13, 14.14): one endless `Loop` with its tests written out.
//!
//! ```text
//! loop { if (!cond) break; block { body } update }
//! ```
//! `continue` leaves the inner block if there is an update (or the condition of a `do … while`) to
//! get to, and starts the next iteration otherwise; a block that nothing leaves early is not made.

use super::Flattener;
use super::expressions::not;
use super::jumps::Target;
use crate::body::{BinaryOp, Expr, ExprKind, LoopInfo, StmtKind};
use crate::contract::{Clause, Formula, Origin};
use crate::lower::typed::{LoopClauses, SpecExpr, TypedExpr, TypedLoop, TypedStmt};
use crate::program::{Constant, LabelId, LocalId, LoopId, Type};
use tightrope_source::Span;

impl Flattener<'_, '_> {
    pub(super) fn loop_statement(&mut self, typed: &TypedLoop, span: Span) {
        self.statements(&typed.init);
        let has_more = typed.cond_after || !typed.update.is_empty();
        self.repeat(typed.label, typed.header, &typed.clauses, has_more, span, |this| {
            if !typed.cond_after {
                this.leave_unless(typed.label, typed.cond.as_ref());
            }
            this.loop_body(typed.label, &typed.body);
            if typed.cond_after {
                this.leave_unless(typed.label, typed.cond.as_ref());
            }
            typed.update.iter().for_each(|update| this.effect(update));
        });
    }

    /// A `Loop` around what `make` makes. `has_more`: something stands between the body and the
    /// next iteration.
    fn repeat(
        &mut self,
        label: LabelId,
        header: Span,
        clauses: &LoopClauses,
        has_more: bool,
        span: Span,
        make: impl FnOnce(&mut Self),
    ) {
        if !self.code.completes {
            return;
        }
        let id = LoopId(self.loops.len() as u32);
        self.loops.push(LoopInfo { span: header, invariants: Vec::new(), decreases: Vec::new() });
        let invariants = self.clauses(&clauses.invariants);
        let decreases = self.clauses(&clauses.decreases);
        if let Some(info) = self.loops.get_mut(id.index()) {
            (info.invariants, info.decreases) = (invariants, decreases);
        }
        self.enter_label(label);
        let continue_block = has_more.then(|| self.new_label());
        if let Some(state) = self.labels.get_mut(label.index()) {
            state.continue_block = continue_block;
        }
        let ((), body) = self.branch(make);
        let completes = self.is_broken(label);
        self.push_ending(span, StmtKind::Loop { id, label, body: body.stmts }, completes);
    }

    /// The body, in the block that `continue` leaves if there is such a `continue`.
    fn loop_body(&mut self, label: LabelId, body: &TypedStmt) {
        let ((), code) = self.branch(|this| this.statement(body));
        match self.labels.get(label.index()).and_then(|state| state.continue_block) {
            Some(block) if self.is_broken(block) => {
                self.push(body.span, StmtKind::Block { label: block, body: code.stmts });
            }
            _ => self.append(code),
        }
    }

    /// `if (!cond) break;`
    fn leave_unless(&mut self, label: LabelId, cond: Option<&TypedExpr>) {
        let Some(cond) = cond else { return };
        let value = self.value(cond);
        self.leave_unless_value(label, value);
    }

    fn leave_unless_value(&mut self, label: LabelId, cond: Expr) {
        if cond.kind == ExprKind::Constant(Constant::Boolean(true)) {
            return;
        }
        let span = cond.span;
        let ((), then) = self.branch(|this| this.jump(Target::Break(label), None, span));
        self.push_if(span, not(cond), then, super::Code::new());
    }

    /// JLS 14.14.2, over an array: the array is evaluated once, then read by index.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn for_each_array(
        &mut self,
        label: LabelId,
        header: Span,
        clauses: &LoopClauses,
        local: LocalId,
        array: &TypedExpr,
        element: LocalId,
        convert: &TypedExpr,
        body: &TypedStmt,
        span: Span,
    ) {
        let value = self.value(array);
        let array = self.keep_simple(value);
        let index = self.temporary(Type::INT, header);
        self.assign(index, super::int(0, header), header);
        self.repeat(label, header, clauses, true, span, |this| {
            let in_range = this.binary_on_index(BinaryOp::Less, index, Err(&array), header);
            this.leave_unless_value(label, in_range);
            let read = this.element(&array, index, header);
            let value = this.value_over(element, read, convert, false, header);
            this.assign(local, value, header);
            this.loop_body(label, body);
            let next = this.binary_on_index(BinaryOp::Add, index, Ok(1), header);
            this.assign(index, next, header);
        });
    }

    fn element(&self, array: &Expr, index: LocalId, span: Span) -> Expr {
        let index = Box::new(self.local(index, span));
        let ty = array.ty.element().unwrap_or(Type::UNKNOWN);
        let kind = ExprKind::Element { array: Box::new(array.clone()), index };
        Expr { kind, ty, span }
    }

    /// The index compared with the length of an array, or added to a number.
    fn binary_on_index(&self, op: BinaryOp, index: LocalId, right: Result<i32, &Expr>, span: Span) -> Expr {
        let right = match right {
            Ok(number) => super::int(number, span),
            Err(array) => Expr { kind: ExprKind::Length(Box::new(array.clone())), ty: Type::INT, span },
        };
        let ty = if op == BinaryOp::Less { Type::BOOLEAN } else { Type::INT };
        let left = Box::new(self.local(index, span));
        Expr { kind: ExprKind::Binary { op, left, right: Box::new(right) }, ty, span }
    }

    /// JLS 14.14.2, over an `Iterable`.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn for_each_iterable(
        &mut self,
        label: LabelId,
        header: Span,
        clauses: &LoopClauses,
        local: LocalId,
        iterator: (LocalId, &TypedExpr),
        has_next: &TypedExpr,
        next: &TypedExpr,
        body: &TypedStmt,
        span: Span,
    ) {
        self.assign_typed(iterator.0, iterator.1, header);
        self.repeat(label, header, clauses, false, span, |this| {
            this.leave_unless(label, Some(has_next));
            this.assign_typed(local, next, header);
            this.loop_body(label, body);
        });
    }

    fn clauses(&mut self, clauses: &[SpecExpr]) -> Vec<Clause> {
        clauses.iter().map(|clause| self.clause(clause)).collect()
    }

    pub(super) fn clause(&mut self, spec: &SpecExpr) -> Clause {
        clause_of(spec.span, (self.formula)(spec.expr.clone()))
    }
}

/// A clause inside the body. Its locals are those of the finished body: `finish` fills them in.
pub(super) fn clause_of(span: Span, expr: Expr) -> Clause {
    Clause { span, origin: Origin::Written, is_static: false, formula: Formula { locals: Vec::new(), expr } }
}
