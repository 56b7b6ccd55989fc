//! Statements: each to its own function.

use super::Flattener;
use super::jumps::Target;
use super::loops::clause_of;
use crate::body::{Expr, ExprKind, Stmt, StmtKind};
use crate::lower::typed::{Place, SpecExpr, TypedExpr, TypedExprKind, TypedStmt, TypedStmtKind};
use crate::program::{Constant, LabelId};
use tightrope_source::Span;

impl Flattener<'_, '_> {
    pub(super) fn statements(&mut self, stmts: &[TypedStmt]) {
        stmts.iter().for_each(|stmt| self.statement(stmt));
    }

    /// What is not modelled in the initialiser of one static field says nothing of the others: the
    /// field gets an unsupported value, and the next one is initialised.
    pub(super) fn static_initializer(&mut self, stmts: &[TypedStmt]) {
        for stmt in stmts {
            self.statement(stmt);
            if !self.code.completes
                && let TypedStmtKind::Expr(TypedExpr { kind: TypedExprKind::Assign { place, .. }, .. }) = &stmt.kind
                && let Place::Static(field) = place
                && let Some(Stmt { span, kind: StmtKind::Unsupported(what) }) =
                    self.code.stmts.pop_if(|last| matches!(last.kind, StmtKind::Unsupported(_)))
            {
                let value = Expr { kind: ExprKind::Unsupported(what), ty: self.program().field(*field).ty, span };
                self.code.completes = true;
                self.push(span, StmtKind::SetStatic { field: *field, value });
            }
        }
    }

    pub(super) fn statement(&mut self, stmt: &TypedStmt) {
        let span = stmt.span;
        // What follows a jump cannot run.
        if !self.code.completes {
            return;
        }
        match &stmt.kind {
            TypedStmtKind::Block(body) => self.statements(body),
            TypedStmtKind::Local { local, value: Some(value) } => self.assign_typed(*local, value, span),
            TypedStmtKind::Local { value: None, .. } | TypedStmtKind::Empty => {}
            TypedStmtKind::Expr(expr) | TypedStmtKind::SpecSet(expr) => self.effect(expr),
            TypedStmtKind::ConstructorCall { call, .. } => self.effect(call),
            TypedStmtKind::If { cond, then, otherwise } => self.if_statement(cond, then, otherwise.as_deref(), span),
            TypedStmtKind::Labelled { label, body } => self.labelled(*label, body, span),
            TypedStmtKind::Switch(switch) => self.switch_statement(switch, span),
            TypedStmtKind::Return(value) => self.return_statement(value.as_ref(), span),
            TypedStmtKind::Break(label) => self.jump(Target::Break(*label), None, span),
            TypedStmtKind::Continue(label) => self.jump(Target::Continue(*label), None, span),
            TypedStmtKind::Yield { label, value } => self.yield_statement(*label, value, span),
            TypedStmtKind::Throw(value) => self.throw_statement(value, span),
            TypedStmtKind::Try(typed) => self.try_statement(typed, span),
            TypedStmtKind::Synchronized { lock, body } => {
                let lock_value = self.value(lock);
                self.not_null(lock_value, lock.span);
                self.statements(body);
            }
            TypedStmtKind::Assert { cond, error } => self.assert_statement(cond, error, span),
            TypedStmtKind::SpecAssert(spec) => self.spec_assert(spec),
            TypedStmtKind::SpecAssume(spec) => {
                let clause = self.clause(spec);
                self.push(span, StmtKind::SpecAssume(clause));
            }
            TypedStmtKind::SpecUnreachable => self.spec_unreachable(span),
            TypedStmtKind::Unsupported(unsupported) => self.unsupported(unsupported.clone()),
            TypedStmtKind::Loop(_) | TypedStmtKind::ForEachArray { .. } | TypedStmtKind::ForEachIterable { .. } => {
                self.any_loop(stmt);
            }
        }
    }

    fn any_loop(&mut self, stmt: &TypedStmt) {
        let span = stmt.span;
        match &stmt.kind {
            TypedStmtKind::Loop(typed) => self.loop_statement(typed, span),
            TypedStmtKind::ForEachArray { label, header, clauses, local, array, element, convert, body } => {
                self.for_each_array(*label, *header, clauses, *local, array, *element, convert, body, span);
            }
            TypedStmtKind::ForEachIterable {
                label,
                header,
                clauses,
                local,
                iterator,
                iterator_local,
                has_next,
                next,
                body,
            } => {
                let iterator = (*iterator_local, iterator);
                self.for_each_iterable(*label, *header, clauses, *local, iterator, has_next, next, body, span);
            }
            _ => {}
        }
    }

    fn if_statement(&mut self, cond: &TypedExpr, then: &TypedStmt, otherwise: Option<&TypedStmt>, span: Span) {
        let cond = self.value(cond);
        // A branch that a constant condition rules out is not lowered: its jumps do not exist.
        let skipped = |value: bool| cond.kind == ExprKind::Constant(Constant::Boolean(!value));
        let (skip_then, skip_otherwise) = (skipped(true), skipped(false));
        let ((), then) = self.branch(|this| {
            if !skip_then {
                this.statement(then);
            }
        });
        let ((), otherwise) = self.branch(|this| {
            if !skip_otherwise {
                otherwise.iter().for_each(|otherwise| this.statement(otherwise));
            }
        });
        self.push_if(span, cond, then, otherwise);
    }

    fn labelled(&mut self, label: LabelId, body: &TypedStmt, span: Span) {
        self.enter_label(label);
        let ((), code) = self.branch(|this| this.statement(body));
        self.push_block(label, code, span);
    }

    /// A block that is left by a jump to its label; just its statements if there is no such jump.
    pub(super) fn push_block(&mut self, label: LabelId, code: super::Code, span: Span) {
        if self.is_broken(label) {
            self.push(span, StmtKind::Block { label, body: code.stmts });
        } else {
            self.append(code);
        }
    }

    fn return_statement(&mut self, value: Option<&TypedExpr>, span: Span) {
        let value = value.map(|value| self.value(value));
        self.jump(Target::Return, value, span);
    }

    fn yield_statement(&mut self, label: LabelId, value: &TypedExpr, span: Span) {
        let value = self.value(value);
        if let Some(result) = self.labels.get(label.index()).and_then(|state| state.result) {
            self.assign(result, value, span);
        }
        self.jump(Target::Break(label), None, span);
    }

    fn throw_statement(&mut self, value: &TypedExpr, span: Span) {
        let value = self.value(value);
        self.push_ending(span, StmtKind::Throw(value), false);
    }

    fn spec_assert(&mut self, spec: &SpecExpr) {
        let clause = self.clause(spec);
        self.push(spec.span, StmtKind::SpecAssert(clause));
    }

    /// JML's `unreachable` is `assert false`.
    fn spec_unreachable(&mut self, span: Span) {
        let clause = clause_of(span, super::boolean(false, span));
        self.push(span, StmtKind::SpecAssert(clause));
    }
}
