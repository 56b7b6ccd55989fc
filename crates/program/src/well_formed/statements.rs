//! Statements: operands that fit, labels in scope, no way past the end.

use super::expressions::{check_call, check_expr};
use super::{Place, fits};
use crate::body::{Body, Expr, Handler, LocalKind, Stmt, StmtKind};
use crate::contract::Clause;
use crate::program::{ClassId, FieldId, LabelId, LocalId, MethodId, MethodKind, Program, Type};
use crate::visit;
use std::collections::HashSet;

pub(super) fn check_body(program: &Program, id: MethodId, body: &Body, problems: &mut Vec<String>) {
    let method = program.method(id);
    // The value of a model field, and what a model method computes, are formulas.
    let is_formula = matches!(method.kind, MethodKind::Represents | MethodKind::Model);
    let name = super::super::print::method_name(program, id);
    let place = Place { program, name, locals: &body.locals, is_formula, result: None };
    let mut broken = HashSet::new();
    visit::for_each_stmt(&body.block, &mut |stmt| {
        if let StmtKind::Break(label) = stmt.kind {
            broken.insert(label);
        }
    });
    super::declarations::check_prefix(&place, &super::declarations::parameters(method), problems);
    let mut checker = Checker {
        body,
        return_type: method.return_type,
        place,
        labels: Vec::new(),
        declared: HashSet::new(),
        broken,
        problems,
    };
    checker.locals();
    if checker.block(&body.block) {
        checker.report("control can get past its end");
    }
    for clause in body.loops.iter().flat_map(|info| &info.invariants) {
        checker.clause(clause, Some(Type::BOOLEAN));
    }
    for clause in body.loops.iter().flat_map(|info| &info.decreases) {
        checker.clause(clause, None);
    }
}

struct Checker<'p, 'r> {
    body: &'p Body,
    return_type: Option<Type>,
    place: Place<'p>,
    /// The labels around the current statement, and whether each is a loop's.
    labels: Vec<(LabelId, bool)>,
    declared: HashSet<LabelId>,
    broken: HashSet<LabelId>,
    problems: &'r mut Vec<String>,
}

impl Checker<'_, '_> {
    fn report(&mut self, message: impl AsRef<str>) {
        self.place.report(self.problems, message);
    }

    fn require(&mut self, holds: bool, message: &str) {
        if !holds {
            self.report(message);
        }
    }

    fn locals(&mut self) {
        for local in &self.body.locals {
            let in_formula = matches!(local.kind, LocalKind::Bound | LocalKind::Ghost) || self.place.is_formula;
            if super::declarations::is_formula_type(local.ty) && !in_formula {
                self.report(format!("{} has a type of formulas", local.name));
            }
        }
    }

    fn program(&self) -> &Program {
        self.place.program
    }

    /// Can control get to the end of the block?
    fn block(&mut self, block: &[Stmt]) -> bool {
        let mut completes = true;
        for stmt in block {
            completes = self.stmt(stmt);
        }
        completes
    }

    fn stmt(&mut self, stmt: &Stmt) -> bool {
        for expr in visit::exprs(stmt) {
            check_expr(&self.place, expr, self.problems);
        }
        match &stmt.kind {
            StmtKind::If { cond, then, otherwise } => {
                self.require(cond.ty == Type::BOOLEAN, "condition that is not boolean");
                let (then, otherwise) = (self.block(then), self.block(otherwise));
                then || otherwise
            }
            StmtKind::Loop { id, label, body } => {
                self.require(id.index() < self.body.loops.len(), "no such loop");
                self.labelled(*label, true, body);
                self.broken.contains(label)
            }
            StmtKind::Block { label, body } => {
                let completes = self.labelled(*label, false, body);
                completes || self.broken.contains(label)
            }
            StmtKind::Try { body, handlers } => {
                let body = self.block(body);
                handlers.iter().fold(body, |completes, handler| self.handler(handler) || completes)
            }
            StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Return(_) | StmtKind::Throw(_) => {
                self.jump(stmt);
                false
            }
            StmtKind::Unsupported(_) => false,
            _ => {
                self.simple(stmt);
                true
            }
        }
    }

    fn labelled(&mut self, label: LabelId, is_loop: bool, body: &[Stmt]) -> bool {
        self.require(label.0 < self.body.labels, "label out of range");
        let is_new = self.declared.insert(label);
        self.require(is_new, "label declared twice");
        self.labels.push((label, is_loop));
        let completes = self.block(body);
        self.labels.pop();
        completes
    }

    fn handler(&mut self, handler: &Handler) -> bool {
        let throwable = self.program().class_named("java.lang.Throwable");
        let ty = self.local(handler.local);
        for class in handler.classes.iter().copied().chain(if handler.classes.is_empty() { throwable } else { None }) {
            let fits = self.has_class(class) && fits(self.place.program, Type::class(class), ty);
            self.require(fits, "handler whose variable does not fit its class");
        }
        self.block(&handler.body)
    }

    fn jump(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Break(label) => {
                let in_scope = self.labels.iter().any(|(other, _)| other == label);
                self.require(in_scope, "break to a label that is not around it");
            }
            StmtKind::Continue(label) => {
                let in_scope = self.labels.contains(&(*label, true));
                self.require(in_scope, "continue to what is not a loop around it");
            }
            StmtKind::Return(value) => match (value, self.return_type) {
                (None, None) => {}
                (Some(value), Some(ty)) => self.stored(value, ty, "return"),
                _ => self.report("return with a value of a void method, or without one"),
            },
            StmtKind::Throw(value) => {
                let throwable = self.program().class_named("java.lang.Throwable");
                let fits = throwable.is_none_or(|class| fits(self.place.program, value.ty, Type::class(class)));
                self.require(fits, "throw of what is no Throwable");
            }
            _ => {}
        }
    }

    fn simple(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { local, value } => {
                let ty = self.local(*local);
                self.stored(value, ty, "assignment");
            }
            StmtKind::SetField { object, field, value } => self.set_field(Some(object), *field, value),
            StmtKind::SetStatic { field, value } => self.set_field(None, *field, value),
            StmtKind::SetElement { array, index, value } => self.set_element(array, index, value),
            StmtKind::New { result, class } => self.new_object(*result, *class),
            StmtKind::NewArray { result, ty, lengths } => self.new_array(*result, *ty, lengths),
            StmtKind::Call { result, call } => {
                if let Some(message) = check_call(&self.place, call) {
                    self.report(message);
                } else if let Some(result) = result {
                    self.result(*result, call.method);
                }
            }
            StmtKind::InitializeClass(class) => {
                let known = self.has_class(*class);
                self.require(known, "no such class");
            }
            StmtKind::SpecAssert(clause) | StmtKind::SpecAssume(clause) => self.clause(clause, Some(Type::BOOLEAN)),
            _ => {}
        }
    }

    fn has_class(&self, class: ClassId) -> bool {
        class.index() < self.program().classes.len()
    }

    /// The type of a local; a local that does not exist is reported.
    fn local(&mut self, local: LocalId) -> Type {
        match self.body.locals.get(local.index()) {
            Some(local) => local.ty,
            None => {
                self.report("no such local");
                Type::UNKNOWN
            }
        }
    }

    fn stored(&mut self, value: &Expr, ty: Type, what: &str) {
        if !fits(self.place.program, value.ty, ty) {
            let text = crate::print::print_expr(self.place.program, self.place.locals, value);
            self.report(format!("{what} of {text}: {} does not fit {}", self.place.ty(value.ty), self.place.ty(ty)));
        }
    }

    fn set_field(&mut self, object: Option<&Expr>, field: FieldId, value: &Expr) {
        let Some(field) = self.place.program.fields.get(field.index()) else { return self.report("no such field") };
        self.require(field.is_static == object.is_none(), "assignment to a field that is static, or is not");
        if let Some(object) = object {
            self.stored(object, Type::class(field.class), "object");
        }
        self.stored(value, field.ty, "assignment");
    }

    fn set_element(&mut self, array: &Expr, index: &Expr, value: &Expr) {
        self.require(matches!(index.ty, Type::INT | Type::UNKNOWN), "index that is not an int");
        match array.ty.element() {
            Some(element) => self.stored(value, element, "element"),
            None => self.require(matches!(array.ty, Type::NULL | Type::UNKNOWN), "element of what is not an array"),
        }
    }

    fn new_object(&mut self, result: LocalId, class: ClassId) {
        let Some(declared) = self.place.program.classes.get(class.index()) else { return self.report("no such class") };
        self.require(!declared.is_abstract, "new object of an abstract class");
        let ty = self.local(result);
        self.require(fits(self.place.program, Type::class(class), ty), "new object in a variable of another type");
    }

    fn new_array(&mut self, result: LocalId, ty: Type, lengths: &[Expr]) {
        self.require(
            ty.is_array() && !lengths.is_empty() && lengths.len() <= usize::from(ty.dims),
            "lengths of an array",
        );
        let all_ints = lengths.iter().all(|length| matches!(length.ty, Type::INT | Type::UNKNOWN));
        self.require(all_ints, "length that is not an int");
        let local = self.local(result);
        self.require(fits(self.place.program, ty, local), "new array in a variable of another type");
    }

    fn result(&mut self, result: LocalId, method: MethodId) {
        let local = self.local(result);
        match self.place.program.method(method).return_type {
            Some(ty) if fits(self.place.program, ty, local) => {}
            Some(_) => self.report("result of a call in a variable of another type"),
            None => self.report("result of a void method"),
        }
    }

    /// A clause sees all locals of the body.
    fn clause(&mut self, clause: &Clause, wanted: Option<Type>) {
        let ty = clause.formula.expr.ty;
        self.require(wanted.is_none_or(|wanted| ty == wanted || ty == Type::UNKNOWN), "clause of the wrong type");
        self.require(clause.formula.locals.starts_with(&self.body.locals), "clause without the locals of the body");
        let place = Place {
            program: self.place.program,
            name: self.place.name.clone(),
            locals: &clause.formula.locals,
            is_formula: true,
            result: None,
        };
        check_expr(&place, &clause.formula.expr, self.problems);
    }
}
