//! What a verdict rests on besides the contract: said, because nobody checked it.

use tightrope_machine::{Executable, State};
use tightrope_program::contract::Origin;
use tightrope_program::effective::{Invariant, InvariantKind, class_invariants, invariants_concern};
use tightrope_program::names::simple_name;
use tightrope_program::preconditions;
use tightrope_program::{ClassId, ClassOrigin, FieldId, MethodId, MethodKind, Program, Type};

/// Of static fields: each holds what its initialiser gave it, and what it leads to is as it was
/// then.
pub(crate) fn of_statics(program: &Program, executable: &Executable<'_>, start: &State) -> Vec<String> {
    let mut said = of_variables(program, executable);
    said.extend(of_constants(program, executable, start));
    said
}

/// What constants lead to is as the initialisers left it: said where code could have changed it
/// since.
fn of_constants(program: &Program, executable: &Executable<'_>, start: &State) -> Vec<String> {
    let is_constant = |field: &FieldId| {
        let declared = program.field(*field);
        declared.is_final && program.class(declared.class).origin == ClassOrigin::User
    };
    let can_change = |ty: Type, object: usize| match ty.as_class() {
        Some(class) if !ty.is_array() => {
            // What is open is in any state.
            executable.slots_of_class(class).any(|(field, slot)| {
                let declared = program.field(field);
                !declared.is_final && !start.is_open(object, slot as usize, declared.ty.is_wide())
            })
        }
        _ => start.object_length(object) > 0,
    };
    let mut shown = Vec::new();
    for (field, value) in executable.static_values(start).into_iter().filter(|(field, _)| is_constant(field)) {
        let declared = program.field(field);
        let reached = executable.reachable(start, declared.ty.is_reference().then_some(value));
        let mut objects = reached.iter().enumerate().filter(|(_, is_reached)| **is_reached).map(|(object, _)| object);
        if objects.any(|object| executable.object_type(start, object).is_some_and(|ty| can_change(ty, object))) {
            let class = simple_name(program, declared.class);
            shown.push(format!("what static field `{class}.{}` leads to is in its initial state", declared.name));
        }
    }
    shown
}

/// The models of hash tables hash nothing, and keep the order of insertion.
pub(crate) fn of_hash_tables(program: &Program, executable: &Executable<'_>) -> Vec<String> {
    const HASHED: [&str; 3] = ["java.util.HashMap", "java.util.HashSet", "java.util.LinkedEntries"];
    const ITERATING: [&str; 7] = ["iterator", "keySet", "values", "entrySet", "toArray", "toString", "forEach"];
    let is_hashed = |method: &MethodId| HASHED.contains(&program.class(program.method(*method).class).name.as_str());
    let used: Vec<MethodId> = executable.library_methods().into_iter().filter(is_hashed).collect();
    let has_equals = program.class_ids().any(|class| {
        let declared = program.class(class);
        let is_equals =
            |method: &MethodId| program.method(*method).name == "equals" && !program.method(*method).is_static;
        declared.origin == ClassOrigin::User && declared.methods.iter().any(is_equals)
    });
    let iterates = used.iter().any(|method| ITERATING.contains(&program.method(*method).name.as_str()));
    let said = [
        (has_equals, "keys of hash tables have a `hashCode` that agrees with `equals`, and do not change"),
        (iterates, "hash tables iterate in the order of insertion, and make their views anew"),
    ];
    said.into_iter().filter(|(applies, _)| *applies && !used.is_empty()).map(|(_, text)| text.to_owned()).collect()
}

/// Static fields keep what their initialisers gave them: said, since another method may have
/// changed them.
fn of_variables(program: &Program, executable: &Executable<'_>) -> Vec<String> {
    let is_variable = |field: &FieldId| {
        let declared = program.field(*field);
        let is_library = program.class(declared.class).origin != ClassOrigin::User;
        !declared.is_final && !is_library
    };
    let fields = executable.static_fields().into_iter().filter(is_variable);
    let shown = fields.map(|field| {
        let declared = program.field(field);
        let class = simple_name(program, declared.class);
        format!("static field `{class}.{}` starts with its initial value", declared.name)
    });
    shown.collect()
}

/// What is not known of static initialisers.
pub(crate) fn of_initializers(
    program: &Program,
    executable: &Executable<'_>,
    lazy: &[ClassId],
    early: &[ClassId],
) -> Vec<String> {
    let names = |classes: &[ClassId]| {
        classes.iter().map(|class| format!("`{}`", simple_name(program, *class))).collect::<Vec<_>>().join(", ")
    };
    let mut said = Vec::new();
    if lazy.len() > 1 {
        said.push(format!("of the classes {}, all are initialised before the call, or none", names(lazy)));
    }
    if !early.is_empty() {
        said.push(format!("initialised before the call: {}", names(early)));
    }
    for (field, what) in executable.spoilt_fields() {
        let declared = program.field(field);
        let class = simple_name(program, declared.class);
        if program.class(declared.class).origin == ClassOrigin::User {
            let reason = if what.detail.is_empty() { what.construct.title() } else { what.detail.as_str() };
            said.push(format!(
                "the initialiser of static field `{class}.{}` changes nothing else; its value is not modelled ({reason})",
                declared.name
            ));
        }
    }
    said
}

/// What a caller owes to the methods that it calls, as far as it is not checked: invariants where
/// they are called, and what they require if a contract calls them or it is not modelled.
pub(crate) fn of_calls(program: &Program, entry: MethodId, executable: &Executable<'_>) -> Vec<String> {
    let finds_invariants = |method: &MethodId| {
        let declared = program.method(*method);
        let is_called = *method != entry && !declared.is_pure && declared.kind == MethodKind::Method;
        let is_seen = !declared.is_static && !declared.is_private;
        let invariants = class_invariants(program, declared.class);
        is_called && is_seen && invariants_concern(program, *method) && invariants.iter().any(is_written)
    };
    let methods = executable.user_methods();
    let intact = methods.iter().copied().filter(finds_invariants);
    let required = preconditions::unchecked(program, methods.iter().copied());
    let said = [
        ("called methods find invariants intact", names(program, intact)),
        ("called methods get what they require", names(program, required.into_iter())),
    ];
    let said = said.into_iter().filter(|(_, names)| !names.is_empty());
    said.map(|(text, names)| format!("{text} (not checked for {})", names.join(", "))).collect()
}

fn names(program: &Program, methods: impl Iterator<Item = MethodId>) -> Vec<String> {
    let name = |method: MethodId| {
        let declared = program.method(method);
        let name = if declared.kind == MethodKind::Constructor { "new" } else { declared.name.as_str() };
        format!("{}.{name}", simple_name(program, declared.class))
    };
    let mut names: Vec<String> = methods.map(name).collect();
    names.dedup();
    names
}

/// An invariant that somebody has written, unlike that a field is non-null.
fn is_written(invariant: &Invariant<'_>) -> bool {
    match invariant.kind {
        InvariantKind::Clause(clause) => clause.origin == Origin::Written,
        InvariantKind::RepOk(_) => true,
    }
}
