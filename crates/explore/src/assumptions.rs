//! What a verdict rests on besides the contract: said, because nobody checked it.

use tightrope_machine::{Executable, State};
use tightrope_problem::assumptions::of_variables;
use tightrope_program::names::simple_name;
use tightrope_program::{ClassId, ClassOrigin, FieldId, Program, Type};

/// Of static fields: each holds what its initialiser gave it, and what it leads to is as it was
/// then.
pub(crate) fn of_statics(program: &Program, executable: &Executable<'_>, start: &State) -> Vec<String> {
    let mut said = of_variables(program, &executable.static_fields());
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
