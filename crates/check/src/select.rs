//! Which methods are checked when nobody named one.
//!
//! Those that somebody outside of the class can call, and those that say what they promise. A
//! private helper without a contract is called with whatever its class made sure of, which is
//! written nowhere: to check it by itself would raise false alarms. It is checked where it is
//! called. The same is true of a nested class that is not public, and that objects of the class
//! around it consist of. What a class hands out to its clients, such as an iterator, is checked as
//! they call it.

use tightrope_blackbox::{api_of, is_called_on_handle};
use tightrope_problem::has_contract;
use tightrope_program::effective::{Invariant, class_invariants, invariants_concern};
use tightrope_program::generics::Generic;
use tightrope_program::names::is_listed;
use tightrope_program::{ClassId, ClassOrigin, Code, MethodId, MethodKind, Program, Type};

/// The methods of a program, divided.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    pub checked: Vec<MethodId>,
    /// Private, a helper, or of a part of another class, and without a contract of its own.
    pub left_out: Vec<MethodId>,
}

/// Divides the user's methods, in source order.
pub fn select(program: &Program) -> Selection {
    let mut selection = Selection::default();
    for class in program.class_ids().filter(|class| program.class(*class).origin == ClassOrigin::User) {
        for method in &program.class(class).methods {
            match kind_of(program, *method) {
                Kind::Checked => selection.checked.push(*method),
                Kind::LeftOut => selection.left_out.push(*method),
                Kind::Nothing => {}
            }
        }
    }
    selection
}

enum Kind {
    Checked,
    LeftOut,
    /// There is nothing to check: no code, an invariant itself, something that the lowering made.
    Nothing,
}

fn kind_of(program: &Program, id: MethodId) -> Kind {
    let method = program.method(id);
    let has_code = matches!(method.code, Code::Body(_));
    let is_own = is_listed(method) && method.kind != MethodKind::Model || is_implicit_constructor(program, id);
    let says_something = |method: &MethodId| !program.method(*method).contract.cases.is_empty();
    // Who calls a local class is not known, unless it is handed out.
    let is_local = || program.class(method.class).name.contains('$');
    let is_promised = |overridden: &MethodId| is_local() || says_something(overridden);
    let is_specified = says_something(&id) || method.overrides.iter().any(is_promised);
    let is_invariant = !method.is_helper && !invariants_concern(program, id);
    if !has_code || !is_own || is_invariant {
        return Kind::Nothing;
    }
    let is_inside =
        method.is_private || method.is_helper || is_private_class(program, id) || is_part_of_creation(program, id);
    let is_inside = is_inside && !is_called_on_handle(program, id);
    if is_inside && !is_specified { Kind::LeftOut } else { Kind::Checked }
}

/// The constructor that nobody wrote has to establish the invariant as well.
fn is_implicit_constructor(program: &Program, id: MethodId) -> bool {
    let method = program.method(id);
    let class = program.class(method.class);
    let promises =
        !class_invariants(program, method.class).iter().all(Invariant::is_derived) || !class.initially.is_empty();
    method.kind == MethodKind::Constructor && method.is_synthetic && promises && !class.is_abstract
}

/// The constructor of an abstract class: no object is made by it alone.
fn is_part_of_creation(program: &Program, id: MethodId) -> bool {
    let method = program.method(id);
    method.kind == MethodKind::Constructor && program.class(method.class).is_abstract
}

/// A private class, or one that is a part of the class around it.
fn is_private_class(program: &Program, id: MethodId) -> bool {
    let class = program.method(id).class;
    program.class(class).is_private || is_part(program, class)
}

/// Do objects of the class around it consist of such objects? A nested class that is not public,
/// and of which nobody says anything, is called with whatever the class around it made sure of.
fn is_part(program: &Program, class: ClassId) -> bool {
    let declared = program.class(class);
    let Some(outer) = declared.outer.filter(|_| !declared.is_public) else { return false };
    let is_made = || api_of(program, outer).is_some_and(|api| !api.makers.is_empty());
    is_inside(program, outer, class) && !has_contract(program, class) && is_made()
}

/// Is the class named by fields of the outer one, or of what these name inside of it?
fn is_inside(program: &Program, outer: ClassId, class: ClassId) -> bool {
    let mut found = vec![outer];
    let mut next = 0;
    while let Some(current) = found.get(next).copied() {
        next += 1;
        for field in program.class(current).fields.iter().filter(|field| !program.field(**field).is_static) {
            let mut named = Vec::new();
            named.extend(innermost(program.field(*field).ty));
            add_named(&program.field_generic(*field), &mut named);
            let nested = named.into_iter().filter(|it| program.class(*it).outer == Some(outer));
            let new: Vec<ClassId> = nested.filter(|it| !found.contains(it)).collect();
            found.extend(new);
        }
    }
    found.contains(&class)
}

/// The class that a type or the elements of an array are of.
fn innermost(ty: Type) -> Option<ClassId> {
    ty.element().map_or_else(|| ty.as_class(), innermost)
}

fn add_named(ty: &Generic, named: &mut Vec<ClassId>) {
    match ty {
        Generic::Class { class, args } => {
            named.push(*class);
            args.iter().for_each(|arg| add_named(&arg.ty, named));
        }
        Generic::Array(element) => add_named(element, named),
        Generic::Unknown | Generic::Variable(_) | Generic::Primitive(_) => {}
    }
}
