//! What comes from outside while a method runs: random numbers, clocks.
//!
//! The library draws them from a chain of objects that are there before the call. So they are
//! explored like any other part of a heap, and a witness records them. The bound on the objects of
//! their class says how many there may be in a run.

use super::resolve::Resolver;
use super::{FieldPlace, Fits, References, Values};
use crate::Problem;
use std::collections::BTreeSet;
use tightrope_heap::Layouts;
use tightrope_program::body::ExprKind;
use tightrope_program::generics::Generic;
use tightrope_program::natives::Native;
use tightrope_program::{ClassId, Code, FieldId, MethodId, Type, visit};

impl Resolver<'_> {
    /// Adds the fields of inputs that the method reads, if it reads any.
    pub(super) fn add_inputs(&mut self, problem: &Problem<'_>) {
        let is_open = |(_, native): &&(MethodId, Native)| *native == Native::OpenInput;
        let open = problem.natives.iter().find(is_open).map(|(method, _)| *method);
        let returned = open.and_then(|method| self.program.method(method).return_type);
        let Some(class) = returned.and_then(Type::as_class) else { return };
        let fresh = self.fresh_object(class);
        let limit = self.bounds.object_bound(fresh.bound()).limit;
        // Each is another one, and where the bound does not allow for one more there is no run.
        let fits = Fits { exactly: Vec::new(), below: None, generic: Generic::Unknown };
        let next = References {
            fits,
            may_be_null: false,
            length: None,
            is_unique: false,
            fresh: vec![fresh],
            unavailable: None,
        };
        let next = self.add(Values::References(next));
        let read = read_fields(problem, class);
        for field in Layouts::new(self.program).fields(class) {
            let is_next = self.program.field(*field).ty.is_reference();
            let values = match is_next {
                true => next,
                false if read.contains(field) => self.field(class, *field),
                false => self.add(Values::Unread),
            };
            self.bounds.fields.insert(FieldPlace { class, field: *field }, values);
        }
        let what = match self.program.has_unknown_classes() {
            true => "random numbers, clocks and calls on unknown classes",
            false => "random numbers and clocks",
        };
        self.bounds.assumptions.push(format!("{what} may give any value, at most {} in a run", limit + 1));
    }
}

/// The fields of a class that its own methods read, as far as the method can call them.
fn read_fields(problem: &Problem<'_>, class: ClassId) -> BTreeSet<FieldId> {
    let program = problem.program;
    let mut read = BTreeSet::new();
    for method in program.class(class).methods.iter().filter(|method| problem.reached.methods.contains(method)) {
        let Code::Body(body) = &program.method(*method).code else { continue };
        visit::for_each_stmt(&body.block, &mut |stmt| {
            for expr in visit::exprs(stmt) {
                visit::for_each_expr(expr, &mut |expr| {
                    if let ExprKind::Field { field, .. } = &expr.kind {
                        read.insert(*field);
                    }
                });
            }
        });
    }
    read
}
