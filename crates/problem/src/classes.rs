//! Which classes can have objects in a heap, and which of them the method can be called on.

use crate::Subject;
use std::collections::HashSet;
use tightrope_heap::Layouts;
use tightrope_program::reach::Reached;
use tightrope_program::{BaseType, ClassId, ClassKind, ClassOrigin, FieldId, MethodKind, Program, Type};

/// The types of the receiver, the parameters and the result.
pub(crate) fn root_types(program: &Program, subject: Subject) -> Vec<Type> {
    match subject {
        Subject::Structures(class) => vec![Type::class(class)],
        Subject::Method(method) => {
            let declared = program.method(method);
            let this = (!declared.is_static).then(|| Type::class(declared.class));
            let params = declared.params.iter().map(|param| Type::of(param.ty.base));
            // What it may allocate and return has invariants too.
            let result = declared.return_type.map(|ty| Type::of(ty.base));
            this.into_iter().chain(params).chain(result).chain(thrown_types(program)).collect()
        }
    }
}

/// The exceptions of the user: what they lead to is seen by whoever catches them.
fn thrown_types(program: &Program) -> impl Iterator<Item = Type> {
    let throwable = program.class_named("java.lang.Throwable");
    let is_thrown = move |class: &ClassId| {
        let is_user = program.class(*class).origin == ClassOrigin::User;
        is_user && throwable.is_some_and(|throwable| program.is_subclass(*class, throwable))
    };
    program.class_ids().filter(is_thrown).map(Type::class)
}

/// The types of the static fields that the method can reach: what it stores there can be seen.
pub(crate) fn static_types(program: &Program, reached: &Reached) -> Vec<Type> {
    let is_telling = |field: &&FieldId| {
        let declared = program.field(**field);
        let class = program.class(declared.class);
        let is_constant = declared.is_final && class.kind == ClassKind::Enum;
        declared.is_static && declared.ty.is_reference() && class.origin == ClassOrigin::User && !is_constant
    };
    let fields = reached.static_fields.iter().filter(is_telling);
    fields.map(|field| Type::of(program.field(*field).ty.base)).collect()
}

/// The classes whose objects a heap can have that is reached from these types: those below the
/// types themselves, below the types of their fields, and so on.
pub(crate) fn heap_classes(program: &Program, roots: impl IntoIterator<Item = Type>) -> Vec<ClassId> {
    let mut found: Vec<ClassId> = Vec::new();
    let mut pending: Vec<Type> = roots.into_iter().collect();
    let mut seen: HashSet<Type> = pending.iter().copied().collect();
    let layouts = Layouts::new(program);
    while let Some(ty) = pending.pop() {
        let BaseType::Class(base) = ty.base else { continue };
        for class in program.class_ids().filter(|class| program.is_subclass(*class, base)) {
            let declared = program.class(class);
            let is_any = program.class(base).name == "java.lang.Object" && declared.origin != ClassOrigin::User;
            if found.contains(&class) || is_any && class != base {
                continue;
            }
            found.push(class);
            for field in layouts.fields(class) {
                let ty = Type::of(program.field(*field).ty.base);
                if seen.insert(ty) {
                    pending.push(ty);
                }
            }
        }
    }
    found.sort_unstable();
    found
}

/// The concrete classes whose objects run this very method.
pub(crate) fn receiver_classes(program: &Program, subject: Subject) -> Vec<ClassId> {
    let is_made = |class: &ClassId| {
        let declared = program.class(*class);
        let is_concrete = matches!(declared.kind, ClassKind::Class | ClassKind::Record | ClassKind::Enum);
        is_concrete && !declared.is_abstract && declared.origin == ClassOrigin::User
    };
    match subject {
        Subject::Structures(class) => vec![class].into_iter().filter(is_made).collect(),
        Subject::Method(method) => {
            let owner = program.method(method).class;
            let is_constructor = program.method(method).kind == MethodKind::Constructor;
            let runs_it = |class: &ClassId| {
                program.is_subclass(*class, owner)
                    && (*class == owner || !is_constructor && program.implementation(*class, method) == Some(method))
            };
            program.class_ids().filter(is_made).filter(runs_it).collect()
        }
    }
}
