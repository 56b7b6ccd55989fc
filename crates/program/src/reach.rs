//! What code can get to: the methods that may run, and the static fields that they touch.
//!
//! A call reaches the method that it names; a virtual call reaches the implementation in every
//! class below the one that declares the method, whatever the receiver's static type is. The first
//! use of a class runs its static initialisers. Formulas inside a body count like code, because
//! they are evaluated where they stand. The result is what an engine has to be ready for: it may
//! name more than ever runs, never less.

use crate::body::{Body, Call, Dispatch, Expr, ExprKind, Stmt, StmtKind};
use crate::effective::{InvariantKind, class_invariants};
use crate::natives::{Native, find_native};
use crate::program::{ClassId, Code, FieldId, MethodId, Program};
use crate::visit;
use std::collections::BTreeSet;

/// What was reached, in ascending order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reached {
    pub methods: BTreeSet<MethodId>,
    pub static_fields: BTreeSet<FieldId>,
}

/// Everything that a call of these methods can run.
pub fn reach(program: &Program, entries: impl IntoIterator<Item = MethodId>) -> Reached {
    let mut walk = Walk { program, found: Reached::default(), pending: Vec::new(), classes: BTreeSet::new() };
    for entry in entries {
        walk.add_method(entry);
        walk.add_initializers(program.method(entry).class);
    }
    while let Some(method) = walk.pending.pop() {
        match &program.method(method).code {
            Code::Body(body) => walk.add_body(body),
            Code::Library => walk.add_native(method),
            Code::None => {}
        }
    }
    walk.found
}

struct Walk<'p> {
    program: &'p Program,
    found: Reached,
    pending: Vec<MethodId>,
    /// Those whose invariants are evaluated.
    classes: BTreeSet<ClassId>,
}

impl Walk<'_> {
    fn add_method(&mut self, method: MethodId) {
        if self.found.methods.insert(method) {
            self.pending.push(method);
        }
    }

    fn add_body(&mut self, body: &Body) {
        visit::for_each_stmt(&body.block, &mut |stmt| self.add_stmt(stmt));
        let clauses = body.loops.iter().flat_map(|info| info.invariants.iter().chain(&info.decreases));
        clauses.for_each(|clause| self.add_expr(&clause.formula.expr));
    }

    fn add_stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Call { call, .. } => self.add_call(call),
            StmtKind::SetStatic { field, .. } => drop(self.found.static_fields.insert(*field)),
            StmtKind::InitializeClass(class) => self.add_initializers(*class),
            _ => {}
        }
        visit::exprs(stmt).into_iter().for_each(|expr| self.add_expr(expr));
        if let Some(clause) = visit::clause(stmt) {
            self.add_expr(&clause.formula.expr);
        }
    }

    fn add_expr(&mut self, expr: &Expr) {
        visit::for_each_expr(expr, &mut |expr| match &expr.kind {
            ExprKind::Call(call) => self.add_call(call),
            ExprKind::StaticField(field) => drop(self.found.static_fields.insert(*field)),
            ExprKind::InvariantFor(object) => self.add_invariants(object),
            _ => {}
        });
    }

    fn add_invariants(&mut self, object: &Expr) {
        let Some(base) = object.ty.as_class() else { return };
        let program = self.program;
        for class in program.subclasses(base).iter().copied() {
            if !self.classes.insert(class) {
                continue;
            }
            for invariant in class_invariants(program, class) {
                match invariant.kind {
                    InvariantKind::Clause(clause) => self.add_expr(&clause.formula.expr),
                    InvariantKind::RepOk(method) => {
                        program.implementation(class, method).into_iter().for_each(|code| self.add_method(code));
                    }
                }
            }
        }
    }

    fn add_initializers(&mut self, class: ClassId) {
        for class in self.program.initialization_order(class) {
            self.program.class(class).static_initializer.into_iter().for_each(|method| self.add_method(method));
        }
    }

    fn add_call(&mut self, call: &Call) {
        match call.dispatch {
            Dispatch::Virtual => self.add_overriders(call.method),
            Dispatch::Static | Dispatch::Exact => self.add_method(call.method),
        }
    }

    fn add_overriders(&mut self, method: MethodId) {
        self.add_method(method);
        self.program.code_of_calls(method).iter().for_each(|code| self.add_method(*code));
    }

    /// Natives that look for equal elements have to know whether anybody overrides `equals`.
    fn add_native(&mut self, method: MethodId) {
        if !matches!(find_native(self.program, method), Some(Native::HasSame | Native::InsertSame)) {
            return;
        }
        let object = self.program.class_named("java.lang.Object");
        let methods = object.map_or(&[][..], |object| &self.program.class(object).methods);
        let is_equals = |method: &&MethodId| find_native(self.program, **method) == Some(Native::ObjectEquals);
        if let Some(equals) = methods.iter().find(is_equals) {
            self.add_overriders(*equals);
        }
    }
}
