//! What the invariants of an object may read besides the fields of the object itself, and which
//! objects have to be in a heap because of that though nothing leads to them.
//!
//! A run changes objects. An invariant that speaks of such an object may be that of another object,
//! which no run and no contract has looked at. [`Reads`] says which fields an invariant may depend
//! on, so that such objects are looked for only where that can matter. It names more than is ever
//! read, never less.
//!
//! Objects that nothing leads to are of two kinds (after the visibility technique of Müller,
//! Poetzsch-Heffter and Leavens, "Modular invariants for layered object structures", 2006):
//! - A quantifier that names no set ranges over all objects of its type: any number of them may
//!   exist ([`quantified_classes`]).
//! - Whoever changes a field answers for the invariants that the class of this field itself states
//!   about the field of *other* objects: one such object may exist ([`observers`]). Fields of other
//!   classes are taken to be owned: a list's invariant speaks of its nodes, but a method of `Node`
//!   is not judged by lists that nobody gave to it.

use crate::classes::heap_classes;
use std::collections::BTreeSet;
use tightrope_heap::Layouts;
use tightrope_program::body::{Call, Dispatch, Expr, ExprKind, Local, StmtKind};
use tightrope_program::contract::Formula;
use tightrope_program::effective::{EffectiveContract, Invariant, InvariantKind, class_invariants};
use tightrope_program::quantifiers::{conjuncts, set_of, without_set};
use tightrope_program::reach::Reached;
use tightrope_program::{ClassId, ClassKind, ClassOrigin, Code, FieldId, LocalId, MethodId, Program, Type, visit};

/// What an invariant may read: of the object that it is about, and of others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reads {
    /// Fields of the object itself.
    pub own: BTreeSet<FieldId>,
    /// Fields of other objects, and static fields.
    pub fields: BTreeSet<FieldId>,
    /// Elements of arrays.
    pub has_elements: bool,
    /// Which objects there are.
    pub has_all_objects: bool,
}

impl Reads {
    /// Nothing is read but the fields of the object itself.
    pub fn is_own_alone(&self) -> bool {
        self.fields.is_empty() && !self.has_elements && !self.has_all_objects
    }
}

/// What these invariants may read.
pub fn reads_of(program: &Program, invariants: &[Invariant<'_>]) -> Reads {
    let mut walk = Walk::new(program);
    walk.add_invariants(invariants, Object::This);
    walk.finish()
}

/// The user's classes of which one object that nothing leads to may state an invariant about a
/// field that a run can change.
pub(crate) fn observers(program: &Program, reached: &Reached) -> Vec<ClassId> {
    let written = written_fields(program, reached);
    if written.is_empty() {
        return Vec::new();
    }
    let is_observer = |class: &ClassId| {
        let mut invariants = class_invariants(program, *class);
        invariants.retain(|invariant| !crate::obligation::is_static(invariant));
        !invariants.is_empty() && {
            let reads = reads_of(program, &invariants);
            written.iter().any(|field| is_observed(program, *class, &reads, *field))
        }
    };
    program.class_ids().filter(|class| is_made(program, *class)).filter(is_observer).collect()
}

/// May an object of this class, which nothing leads to, depend on this field of another one?
pub fn is_observed(program: &Program, class: ClassId, reads: &Reads, field: FieldId) -> bool {
    let declared = program.field(field);
    let is_own = program.is_subclass(class, declared.class) && (reads.fields.contains(&field) || reads.has_all_objects);
    is_own && (declared.is_static || leads_to(program, class, declared.class))
}

/// Can a field of an object of one class lead to an object of the other?
fn leads_to(program: &Program, class: ClassId, to: ClassId) -> bool {
    let layouts = Layouts::new(program);
    let types = layouts.fields(class).iter().map(|field| Type::of(program.field(*field).ty.base));
    heap_classes(program, types).into_iter().any(|found| program.is_subclass(found, to))
}

fn is_made(program: &Program, class: ClassId) -> bool {
    let declared = program.class(class);
    let is_concrete = matches!(declared.kind, ClassKind::Class | ClassKind::Record) && !declared.is_abstract;
    let is_constant = declared.superclass.is_some_and(|parent| program.class(parent).kind == ClassKind::Enum);
    is_concrete && !is_constant && declared.origin == ClassOrigin::User
}

/// The fields that a run can write.
fn written_fields(program: &Program, reached: &Reached) -> BTreeSet<FieldId> {
    let mut written = BTreeSet::new();
    for method in &reached.methods {
        let Code::Body(body) = &program.method(*method).code else { continue };
        visit::for_each_stmt(&body.block, &mut |stmt| match &stmt.kind {
            StmtKind::SetField { field, .. } | StmtKind::SetStatic { field, .. } => drop(written.insert(*field)),
            _ => {}
        });
    }
    written
}

/// The user's classes over all of whose objects some formula of a check quantifies.
pub(crate) fn quantified_classes<'p>(
    program: &'p Program,
    contract: &EffectiveContract<'p>,
    reached: &Reached,
    invariants: &[Invariant<'p>],
) -> Vec<ClassId> {
    let mut types = BTreeSet::new();
    let mut see = |formula: &Formula| {
        visit::for_each_expr(&formula.expr, &mut |expr| {
            let all = all_objects_of(expr, &formula.locals).into_iter();
            types.extend(all.filter(|ty| !ty.is_array()).filter_map(Type::as_class));
        });
    };
    for case in &contract.cases {
        let clauses = case.requires.iter().chain(&case.ensures).chain(&case.diverges);
        clauses.for_each(|clause| see(&clause.formula));
        case.signals.iter().for_each(|signals| see(&signals.clause.formula));
    }
    let properties = contract.constraints.iter().chain(&contract.initially).chain(&contract.axioms);
    properties.for_each(|property| see(&property.clause.formula));
    let object = contract.invariants_before.iter().chain(&contract.invariants_after).chain(invariants);
    object.for_each(|invariant| {
        if let InvariantKind::Clause(clause) = invariant.kind {
            see(&clause.formula);
        }
    });
    for method in &reached.methods {
        let Code::Body(body) = &program.method(*method).code else { continue };
        visit::for_each_stmt(&body.block, &mut |stmt| visit::clause(stmt).into_iter().for_each(|it| see(&it.formula)));
        let clauses = body.loops.iter().flat_map(|info| info.invariants.iter().chain(&info.decreases));
        clauses.for_each(|clause| see(&clause.formula));
    }
    let is_meant = |class: &ClassId| types.iter().any(|general| program.is_subclass(*class, *general));
    program.class_ids().filter(|class| is_made(program, *class)).filter(is_meant).collect()
}

/// The types over all of whose objects an expression itself ranges.
fn all_objects_of(expr: &Expr, locals: &[Local]) -> Vec<Type> {
    let binders = match &expr.kind {
        ExprKind::Quantified(quantified) => without_set(quantified),
        ExprKind::Comprehension { binder, range } => {
            let has_set = set_of(*binder, &conjuncts(range), &[binder.0]).is_some();
            Some(*binder).filter(|_| !has_set).into_iter().collect()
        }
        _ => Vec::new(),
    };
    let types = binders.into_iter().filter_map(|binder| locals.get(binder.index()));
    types.map(|local| local.ty).filter(|ty| ty.is_reference()).collect()
}

/// Which object `this` is where something is read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Object {
    /// The one that the invariant is about.
    This,
    Another,
}

struct Walk<'p> {
    program: &'p Program,
    found: Reads,
    pending: Vec<(MethodId, Object)>,
    seen: BTreeSet<(MethodId, Object)>,
    /// Those whose invariants are read.
    classes: BTreeSet<(ClassId, Object)>,
}

impl<'p> Walk<'p> {
    fn new(program: &'p Program) -> Walk<'p> {
        let (seen, classes) = (BTreeSet::new(), BTreeSet::new());
        Walk { program, found: Reads::default(), pending: Vec::new(), seen, classes }
    }

    fn finish(mut self) -> Reads {
        while let Some((method, on)) = self.pending.pop() {
            let declared = self.program.method(method);
            let on = if declared.is_static { Object::Another } else { on };
            match &declared.code {
                Code::Body(body) => {
                    visit::for_each_stmt(&body.block, &mut |stmt| {
                        if let StmtKind::Call { call, .. } = &stmt.kind {
                            self.add_call(call, on);
                        }
                        visit::exprs(stmt).into_iter().for_each(|expr| self.add_expr(expr, on));
                        visit::clause(stmt).into_iter().for_each(|clause| self.add_formula(&clause.formula, on));
                    });
                }
                // Copies of arrays, and the like.
                Code::Library => self.found.has_elements = true,
                Code::None => {}
            }
        }
        self.found
    }

    fn add_invariants(&mut self, invariants: &[Invariant<'_>], on: Object) {
        for invariant in invariants {
            match invariant.kind {
                InvariantKind::Clause(clause) => self.add_formula(&clause.formula, on),
                InvariantKind::RepOk(method) => self.add_overriders(method, on),
            }
        }
    }

    fn add_formula(&mut self, formula: &Formula, on: Object) {
        visit::for_each_expr(&formula.expr, &mut |expr| {
            self.found.has_all_objects |= !all_objects_of(expr, &formula.locals).is_empty();
        });
        self.add_expr(&formula.expr, on);
    }

    fn add_expr(&mut self, expr: &Expr, on: Object) {
        let program = self.program;
        visit::for_each_expr(expr, &mut |expr| match &expr.kind {
            ExprKind::Field { object, field } => match object_of(object, on) {
                Object::This => drop(self.found.own.insert(*field)),
                Object::Another => drop(self.found.fields.insert(*field)),
            },
            ExprKind::StaticField(field) => drop(self.found.fields.insert(*field)),
            ExprKind::Element { .. } | ExprKind::NonNullElements(_) => self.found.has_elements = true,
            ExprKind::Call(call) => self.add_call(call, on),
            ExprKind::Reach(reach) => {
                let is_read = |field: &FieldId| match (&reach.fields, reach.class) {
                    (Some(fields), _) => fields.contains(field),
                    (None, Some(class)) => {
                        let owner = program.field(*field).class;
                        program.is_subclass(owner, class) || program.is_subclass(class, owner)
                    }
                    (None, None) => true,
                };
                let all = program.class_ids().flat_map(|class| &program.class(class).fields);
                let links = all.filter(|field| program.field(**field).ty.is_reference() && is_read(field));
                self.found.fields.extend(links.copied());
                self.found.has_elements |= reach.fields.is_none();
            }
            ExprKind::InvariantFor(object) => self.add_invariants_for(object, object_of(object, on)),
            _ => {}
        });
    }

    fn add_invariants_for(&mut self, object: &Expr, on: Object) {
        let Some(base) = object.ty.as_class() else { return };
        let program = self.program;
        for class in program.subclasses(base).iter().copied() {
            if self.classes.insert((class, on)) {
                self.add_invariants(&class_invariants(program, class), on);
            }
        }
    }

    fn add_call(&mut self, call: &Call, on: Object) {
        let on = call.args.first().map_or(Object::Another, |receiver| object_of(receiver, on));
        match call.dispatch {
            Dispatch::Virtual => self.add_overriders(call.method, on),
            Dispatch::Static | Dispatch::Exact => self.add_method(call.method, on),
        }
    }

    fn add_overriders(&mut self, method: MethodId, on: Object) {
        self.add_method(method, on);
        self.program.code_of_calls(method).iter().for_each(|code| self.add_method(*code, on));
    }

    fn add_method(&mut self, method: MethodId, on: Object) {
        if self.seen.insert((method, on)) {
            self.pending.push((method, on));
        }
    }
}

/// `this` is the first local wherever there is one.
fn object_of(expr: &Expr, on: Object) -> Object {
    match expr.kind {
        ExprKind::Local(LocalId(0)) => on,
        _ => Object::Another,
    }
}
