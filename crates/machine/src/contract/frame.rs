//! `assignable`: which slots of initial objects a method may change.
//!
//! Follows JML's reference manual, section 9.9.9, with TACO's reading of assignment: a slot is
//! assigned if it holds another value than before. Locations are evaluated in the heap before the
//! method; one whose evaluation throws (`root.left` without a root) names nothing.

use super::in_old;
use crate::compile::Executable;
use crate::formula::{Evaluation, FormulaId, Halt, Shortcuts, Value};
use crate::initial_heap::{SlotChange, reference_to};
use crate::outcome::{Budget, Question};
use crate::state::State;
use crate::word::Word;
use tightrope_program::body::{Expr, ExprKind, Local, LocalKind};
use tightrope_program::contract::{Formula, LocationKind};
use tightrope_program::effective::Frame;
use tightrope_program::visit::for_each_expr_mut;
use tightrope_program::{ClassId, ClassOrigin, FieldId, LocalId, MethodId, Type};
use tightrope_source::{Name, Span};

/// What may change.
#[derive(Clone, Debug)]
pub enum CompiledFrame {
    Everything,
    Only { span: Span, places: Vec<Place> },
}

/// A set of slots.
#[derive(Clone, Debug)]
pub enum Place {
    Field {
        object: FormulaId,
        field: FieldId,
    },
    StaticField(FieldId),
    AllFields(FormulaId),
    AllStaticFields(ClassId),
    Elements {
        array: FormulaId,
        from: FormulaId,
        to: FormulaId,
    },
    AllElements(FormulaId),
    /// The formula's last local is the object in question.
    FieldsOfSet(FormulaId),
}

/// Does something belong to a frame?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Permission {
    Granted,
    /// For all slots of the object.
    OfAll,
    Denied,
    Open(Question),
}

impl Executable<'_> {
    pub(super) fn add_frame(&mut self, method: MethodId, frame: Frame<'_>) -> CompiledFrame {
        let span = self.program.method(method).name_span;
        let assignable = match frame {
            Frame::Everything => return CompiledFrame::Everything,
            Frame::NothingBecausePure | Frame::NewObjectBecausePure => {
                return CompiledFrame::Only { span, places: Vec::new() };
            }
            Frame::Written(assignable) => assignable,
        };
        let mut places = Vec::new();
        for location in &assignable.locations {
            match self.add_place(method, &location.kind) {
                Some(place) => places.push(place),
                None => return CompiledFrame::Everything,
            }
        }
        CompiledFrame::Only { span: assignable.span, places }
    }

    /// `None`: anything may change. A model field stands for whatever its value is computed from.
    fn add_place(&mut self, method: MethodId, kind: &LocationKind) -> Option<Place> {
        Some(match kind {
            LocationKind::Everything => return None,
            LocationKind::Field { field, .. } if self.types.slot(*field).is_none() => return None,
            LocationKind::Field { object, field } => Place::Field { object: self.add_old(object), field: *field },
            LocationKind::StaticField(field) => Place::StaticField(*field),
            LocationKind::AllFields(object) => Place::AllFields(self.add_old(object)),
            LocationKind::AllStaticFields(class) => Place::AllStaticFields(*class),
            LocationKind::Elements { array, from, to } => {
                Place::Elements { array: self.add_old(array), from: self.add_old(from), to: self.add_old(to) }
            }
            LocationKind::AllElements(array) => Place::AllElements(self.add_old(array)),
            LocationKind::FieldsOfSet(set) => Place::FieldsOfSet(self.add_membership(method, set)),
        })
    }

    fn add_old(&mut self, formula: &Formula) -> FormulaId {
        self.add_formula(&in_old(formula))
    }

    /// `\old(set).has(x)`, where `x` comes after receiver and arguments.
    fn add_membership(&mut self, method: MethodId, set: &Formula) -> FormulaId {
        let declared = self.program.method(method);
        let args = declared.params.len() + usize::from(!declared.is_static);
        let span = set.expr.span;
        let object = Local { name: Name::new("x"), ty: Type::UNKNOWN, kind: LocalKind::Bound, span };
        // What the set itself binds moves one up.
        let mut set = in_old(set);
        shift_locals(&mut set.expr, args as u32);
        let mut locals = set.locals.clone();
        locals.insert(args.min(locals.len()), object);
        let element = Expr { kind: ExprKind::Local(LocalId(args as u32)), ty: Type::UNKNOWN, span };
        let kind = ExprKind::Contains { set: Box::new(set.expr), element: Box::new(element) };
        self.add_formula(&Formula { locals, expr: Expr { kind, ty: Type::BOOLEAN, span } })
    }

    /// May the slot change? `args`: receiver and arguments, and the object with the slot.
    pub(super) fn permits<S: Shortcuts>(
        &self,
        frame: &CompiledFrame,
        evaluations: &mut Evaluation<'_, '_, S>,
        args: &[Word],
        change: &SlotChange,
        budget: &mut Budget,
    ) -> Result<Permission, Halt> {
        let CompiledFrame::Only { places, .. } = frame else { return Ok(Permission::Granted) };
        let mut open = None;
        for place in places {
            match self.covers(place, evaluations, args, change, budget)? {
                granted @ (Permission::Granted | Permission::OfAll) => return Ok(granted),
                Permission::Open(question) => open = open.or(Some(question)),
                Permission::Denied => {}
            }
        }
        Ok(open.map_or(Permission::Denied, Permission::Open))
    }

    fn covers<S: Shortcuts>(
        &self,
        place: &Place,
        evaluations: &mut Evaluation<'_, '_, S>,
        args: &[Word],
        change: &SlotChange,
        budget: &mut Budget,
    ) -> Result<Permission, Halt> {
        let reference = reference_to(change.object);
        let state = evaluations.original();
        let is_array = self.object_type(state, change.object).is_some_and(Type::is_array);
        let locations = &args[..args.len() - 1];
        let mut value = |formula: FormulaId| evaluations.evaluate_integer(formula, locations, budget);
        Ok(match place {
            Place::Field { object, field } => {
                let is_field = !is_array && self.types.slot(*field).map(u32::from) == Some(change.slot);
                if !is_field || !self.has_field(state, change.object, *field) {
                    return Ok(Permission::Denied);
                }
                permission(value(*object)?, |object| object == reference)
            }
            Place::AllFields(object) => permission(value(*object)?, |object| object == reference),
            Place::AllElements(array) if is_array => permission(value(*array)?, |array| array == reference),
            Place::Elements { array, from, to } if is_array => {
                let of_array = permission(value(*array)?, |array| array == reference);
                if of_array != Permission::Granted {
                    return Ok(of_array);
                }
                let index = Word::from(change.slot);
                match permission(value(*from)?, |from| from <= index) {
                    Permission::Granted => permission(value(*to)?, |to| index <= to),
                    other => other,
                }
            }
            Place::FieldsOfSet(set) => {
                let truth = evaluations.evaluate(*set, args, None, budget)?;
                match truth.open {
                    Some(question) if !truth.is_decided() => Permission::Open(question),
                    _ if truth.is_true() => Permission::OfAll,
                    _ => Permission::Denied,
                }
            }
            Place::StaticField(_) | Place::AllStaticFields(_) | Place::AllElements(_) | Place::Elements { .. } => {
                Permission::Denied
            }
        })
    }

    fn has_field(&self, state: &State, object: usize, field: FieldId) -> bool {
        let class = self.object_type(state, object).and_then(Type::as_class);
        class.is_some_and(|class| self.layouts.fields(class).contains(&field) && self.types.slot(field).is_some())
    }

    pub(super) fn permits_static(&self, frame: &CompiledFrame, field: FieldId) -> bool {
        let CompiledFrame::Only { places, .. } = frame else { return true };
        // How many random numbers were drawn is nobody's business.
        if self.program.class(self.program.field(field).class).origin == ClassOrigin::Library {
            return true;
        }
        places.iter().any(|place| match place {
            Place::StaticField(permitted) => *permitted == field,
            Place::AllStaticFields(class) => self.program.field(field).class == *class,
            _ => false,
        })
    }
}

fn permission(value: Value<Word>, test: impl FnOnce(Word) -> bool) -> Permission {
    match value {
        Value::Known(word) if test(word) => Permission::Granted,
        Value::Known(_) | Value::Throws(_) => Permission::Denied,
        Value::Open(open) => Permission::Open(open.question),
    }
}

/// Makes room for one more local at `at`.
fn shift_locals(expr: &mut Expr, at: u32) {
    let shift = |local: &mut LocalId| {
        if local.0 >= at {
            local.0 += 1;
        }
    };
    for_each_expr_mut(expr, &mut |part| match &mut part.kind {
        ExprKind::Local(local) | ExprKind::Comprehension { binder: local, .. } => shift(local),
        ExprKind::Quantified(quantified) => quantified.binders.iter_mut().for_each(shift),
        _ => {}
    });
}
