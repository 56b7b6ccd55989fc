//! `try` with its clauses (JLS 14.20), and what throws by itself: `assert` (JLS 14.10).
//!
//! `finally` without a copy of its code: every way out of the `try` notes in a local how it leaves
//! and goes to the clause; after the clause the way out is taken up again.
//! ```text
//! pending = 0
//! block before {
//!   try { … pending = 2; returned = e; break before … } catch (any thrown) { pending = 1 }
//! }
//! …the clause…
//! if (pending == 1) throw thrown
//! if (pending == 2) return returned
//! ```
//! A clause that itself jumps or throws thereby discards what was pending, as Java does.

use super::expressions::not;
use super::jumps::{FIRST_EXIT, Frame, Target};
use super::{Code, Flattener};
use crate::body::{BinaryOp, Call, Dispatch, Expr, ExprKind, Handler, Stmt, StmtKind};
use crate::lower::typed::{TypedExpr, TypedResource, TypedStmt, TypedTry};
use crate::program::{ClassKind, Constant, LocalId, MethodId, Type};
use tightrope_source::Span;

/// How a `finally` clause was reached.
const NORMALLY: i32 = 0;
const BY_EXCEPTION: i32 = 1;

/// A frame that has been left, with the exception that its `try` may have thrown.
struct LeftFrame {
    frame: Frame,
    thrown: LocalId,
    /// Can the `try` be left in the normal way?
    completes: bool,
}

impl Flattener<'_, '_> {
    pub(super) fn try_statement(&mut self, typed: &TypedTry, span: Span) {
        match &typed.finally {
            None => self.try_catch(typed, span),
            Some(finally) => {
                self.protect(span, |this| this.try_catch(typed, span), |this, _| this.statements(finally));
            }
        }
    }

    fn try_catch(&mut self, typed: &TypedTry, span: Span) {
        if typed.catches.is_empty() {
            return self.with_resources(&typed.resources, &typed.body);
        }
        let ((), body) = self.branch(|this| this.with_resources(&typed.resources, &typed.body));
        let mut completes = body.completes;
        let mut handlers = Vec::new();
        for catch in &typed.catches {
            let ((), code) = self.branch(|this| this.statements(&catch.body));
            completes |= code.completes;
            handlers.push(Handler { classes: catch.classes.clone(), local: catch.local, body: code.stmts });
        }
        self.push_ending(span, StmtKind::Try { body: body.stmts, handlers }, completes);
    }

    /// Runs `clause` after `body`, however that is left.
    fn protect(&mut self, span: Span, body: impl FnOnce(&mut Self), clause: impl FnOnce(&mut Self, &LeftFrame)) {
        let pending = self.temporary(Type::INT, span);
        let thrown = self.temporary(Type::class(self.surroundings.throwable), span);
        let label = self.new_label();
        self.assign(pending, super::int(NORMALLY, span), span);
        self.frames.push(Frame { label, pending, exits: Vec::new(), returned: None });
        let ((), code) = self.branch(body);
        let Some(frame) = self.frames.pop() else { return };
        let completes = code.completes;
        let note = StmtKind::Assign { local: pending, value: super::int(BY_EXCEPTION, span) };
        let handler = Handler { classes: Vec::new(), local: thrown, body: vec![Stmt { span, kind: note }] };
        let guarded = StmtKind::Try { body: code.stmts, handlers: vec![handler] };
        let guarded = Code { stmts: vec![Stmt { span, kind: guarded }], completes: true };
        self.push_block(label, guarded, span);
        let left = LeftFrame { frame, thrown, completes };
        clause(self, &left);
        self.take_up(left, span);
    }

    /// Goes on with what was pending before a `finally` clause. If the `try` cannot end normally,
    /// the last way out needs no test.
    fn take_up(&mut self, left: LeftFrame, span: Span) {
        let pending = left.frame.pending;
        if left.completes {
            self.take_up_exception(&left, span, true);
        }
        for (number, target) in (FIRST_EXIT..).zip(&left.frame.exits) {
            let ((), then) = self.branch(|this| this.take_up_jump(*target, &left, span));
            self.push_if(span, self.is_pending(pending, number, span), then, Code::new());
        }
        if !left.completes {
            self.take_up_exception(&left, span, false);
        }
    }

    fn take_up_exception(&mut self, left: &LeftFrame, span: Span, tested: bool) {
        let thrown = self.local(left.thrown, span);
        let ((), then) = self.branch(|this| this.push_ending(span, StmtKind::Throw(thrown), false));
        match tested {
            true => self.push_if(span, self.is_pending(left.frame.pending, BY_EXCEPTION, span), then, Code::new()),
            false => self.append(then),
        }
    }

    fn take_up_jump(&mut self, target: Target, left: &LeftFrame, span: Span) {
        let returned = match target {
            Target::Return => left.frame.returned.map(|returned| self.local(returned, span)),
            Target::Break(_) | Target::Continue(_) => None,
        };
        self.jump(target, returned, span);
    }

    fn is_pending(&self, pending: LocalId, number: i32, span: Span) -> Expr {
        let (left, right) = (Box::new(self.local(pending, span)), Box::new(super::int(number, span)));
        Expr { kind: ExprKind::Binary { op: BinaryOp::Equal, left, right }, ty: Type::BOOLEAN, span }
    }

    /// JLS 14.20.3.1: each resource is closed after what follows it, if it is not null; what
    /// `close` throws is suppressed if there is an exception already.
    fn with_resources(&mut self, resources: &[TypedResource], body: &[TypedStmt]) {
        let Some((resource, rest)) = resources.split_first() else {
            return self.statements(body);
        };
        self.assign_typed(resource.local, &resource.value, resource.span);
        if self.code.completes {
            let inside = |this: &mut Self| this.with_resources(rest, body);
            self.protect(resource.span, inside, |this, left| this.close(resource, left));
        }
    }

    fn close(&mut self, resource: &TypedResource, left: &LeftFrame) {
        let span = resource.span;
        let ((), closing) = self.branch(|this| this.effect(&resource.close));
        let ((), suppressing) = self.branch(|this| {
            let ((), body) = this.branch(|this| this.effect(&resource.close));
            let suppressed = this.temporary(Type::class(this.surroundings.throwable), span);
            let ((), handling) = this.branch(|this| this.add_suppressed(left.thrown, suppressed, span));
            let handlers = vec![Handler { classes: Vec::new(), local: suppressed, body: handling.stmts }];
            this.push(span, StmtKind::Try { body: body.stmts, handlers });
        });
        let after_exception = self.is_pending(left.frame.pending, BY_EXCEPTION, span);
        let ((), then) = self.branch(|this| this.push_if(span, after_exception, suppressing, closing));
        let opened = not_equal_null(self.local(resource.local, span));
        self.push_if(span, opened, then, Code::new());
    }

    /// Nothing but `getSuppressed` can tell the difference if the library has no such method.
    fn add_suppressed(&mut self, exception: LocalId, suppressed: LocalId, span: Span) {
        let Some(method) = self.add_suppressed_method() else { return };
        let args = vec![self.local(exception, span), self.local(suppressed, span)];
        let call = Call { dispatch: Dispatch::Virtual, method, args };
        self.push(span, StmtKind::Call { result: None, call });
    }

    fn add_suppressed_method(&self) -> Option<MethodId> {
        let program = self.program();
        let methods = &program.class(self.surroundings.throwable).methods;
        methods.iter().copied().find(|method| program.method(*method).name == "addSuppressed")
    }

    /// JLS 14.10, with assertions enabled. Whether assertions are enabled javac keeps in a static
    /// field of the class (of an interface: elsewhere), so that a class whose initialisation has
    /// failed says so here.
    pub(super) fn assert_statement(&mut self, cond: &TypedExpr, error: &TypedExpr, span: Span) {
        let here = self.program().method(self.method).class;
        if self.program().class(here).kind != ClassKind::Interface {
            self.initialize_class(here, span);
        }
        let cond = self.value(cond);
        let ((), then) = self.branch(|this| {
            let error = this.value(error);
            this.push_ending(span, StmtKind::Throw(error), false);
        });
        self.push_if(span, not(cond), then, Code::new());
    }
}

fn not_equal_null(value: Expr) -> Expr {
    let span = value.span;
    let null = Expr { kind: ExprKind::Constant(Constant::Null), ty: Type::NULL, span };
    let kind = ExprKind::Binary { op: BinaryOp::NotEqual, left: Box::new(value), right: Box::new(null) };
    Expr { kind, ty: Type::BOOLEAN, span }
}
