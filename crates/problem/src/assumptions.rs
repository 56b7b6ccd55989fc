//! What a verdict of any engine rests on besides the contract: said, because nobody checked it.

use crate::Problem;
use tightrope_program::contract::Origin;
use tightrope_program::effective::{Invariant, InvariantKind, class_invariants, invariants_concern};
use tightrope_program::names::simple_name;
use tightrope_program::preconditions;
use tightrope_program::reach::reach;
use tightrope_program::{ClassOrigin, FieldId, MethodId, MethodKind, Program};

impl Problem<'_> {
    /// For engines that do not compile the program: what is said of all that a run can reach.
    pub fn assumptions_of_code(&self) -> Vec<String> {
        let program = self.program;
        let reached = reach(program, self.entries.iter().copied());
        let of = |origin: ClassOrigin| {
            let methods = reached.methods.iter().copied();
            methods.filter(|method| program.class(program.method(*method).class).origin == origin).collect::<Vec<_>>()
        };
        let fields: Vec<FieldId> = reached.static_fields.iter().copied().collect();
        let mut said = of_variables(program, &fields);
        said.extend(of_hash_tables(program, &of(ClassOrigin::Library)));
        let calls = self.method().map(|method| of_calls(program, method, &of(ClassOrigin::User)));
        said.extend(calls.into_iter().flatten());
        said
    }
}

/// The models of hash tables hash nothing, and keep the order of insertion.
pub fn of_hash_tables(program: &Program, methods: &[MethodId]) -> Vec<String> {
    const HASHED: [&str; 3] = ["java.util.HashMap", "java.util.HashSet", "java.util.LinkedEntries"];
    const ITERATING: [&str; 7] = ["iterator", "keySet", "values", "entrySet", "toArray", "toString", "forEach"];
    let is_hashed = |method: &MethodId| HASHED.contains(&program.class(program.method(*method).class).name.as_str());
    let used: Vec<MethodId> = methods.iter().copied().filter(is_hashed).collect();
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
pub fn of_variables(program: &Program, fields: &[FieldId]) -> Vec<String> {
    let is_variable = |field: &&FieldId| {
        let declared = program.field(**field);
        let is_library = program.class(declared.class).origin != ClassOrigin::User;
        !declared.is_final && !is_library
    };
    let shown = fields.iter().filter(is_variable).map(|field| {
        let declared = program.field(*field);
        let class = simple_name(program, declared.class);
        format!("static field `{class}.{}` starts with its initial value", declared.name)
    });
    shown.collect()
}

/// What a caller owes to the methods that it calls, as far as it is not checked: invariants where
/// they are called, and what they require if a contract calls them or it is not modelled.
pub fn of_calls(program: &Program, entry: MethodId, methods: &[MethodId]) -> Vec<String> {
    let finds_invariants = |method: &MethodId| {
        let declared = program.method(*method);
        let is_called = *method != entry && !declared.is_pure && declared.kind == MethodKind::Method;
        let is_seen = !declared.is_static && !declared.is_private;
        let invariants = class_invariants(program, declared.class);
        is_called && is_seen && invariants_concern(program, *method) && invariants.iter().any(is_written)
    };
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
