//! Which classes can have objects in a heap, and which of them the method can be called on.

use crate::Subject;
use crate::collections::{is_node, layout, stands_for};
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
            let named = (0..declared.params.len()).flat_map(|index| program.param_generic(method, index).classes());
            let params = params.chain(named.map(Type::class));
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
        for class in program.subclasses(base).iter().copied() {
            let declared = program.class(class);
            let is_any = program.class(base).name == "java.lang.Object" && declared.origin != ClassOrigin::User;
            if found.contains(&class) || is_any && class != base {
                continue;
            }
            found.push(class);
            for field in layouts.fields(class) {
                let named = program.field_generic(*field).classes().into_iter().map(Type::class);
                let types = std::iter::once(Type::of(program.field(*field).ty.base)).chain(named);
                pending.extend(types.filter(|ty| seen.insert(*ty)));
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
        is_concrete && !declared.is_abstract && !declared.is_unknown && declared.origin == ClassOrigin::User
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

/// Classes of the library whose objects have no hidden state: any content is a valid one, or the
/// `repOk` of the model says which.
const BUILT_FROM_LIBRARY: &[&str] = &[
    "java.lang.Object",
    "java.lang.String",
    "java.lang.Integer",
    "java.lang.Long",
    "java.lang.Short",
    "java.lang.Byte",
    "java.lang.Character",
    "java.lang.Float",
    "java.lang.Double",
    "java.lang.Boolean",
    "java.lang.StringBuilder",
    "java.lang.StringBuffer",
    "java.util.AbstractMap.SimpleEntry",
    "java.util.Optional",
    "java.util.OptionalInt",
    "java.util.UUID",
    "java.util.concurrent.atomic.AtomicBoolean",
    "java.util.concurrent.atomic.AtomicInteger",
    "java.util.concurrent.atomic.AtomicLong",
    "java.util.concurrent.atomic.AtomicReference",
    "java.util.concurrent.locks.ReentrantLock",
];

/// Is it a class of the library whose objects can be made, whatever they hold?
pub(crate) fn is_built_from_library(program: &Program, class: ClassId) -> bool {
    let is_plain = BUILT_FROM_LIBRARY.contains(&program.class(class).name.as_str());
    is_plain || is_node(program, class) || layout(program, class).is_some()
}

/// Is there a class in the given files whose objects the method can be called on?
pub fn has_receiver(program: &Program, method: tightrope_program::MethodId) -> bool {
    let class = program.class(program.method(method).class);
    let is_concrete = class.kind != ClassKind::Interface && !class.is_abstract && class.origin == ClassOrigin::User;
    is_concrete || !receiver_classes(program, Subject::Method(method)).is_empty()
}

/// A class or interface of the library, or one that is not at hand: may a place of this type have
/// to hold an object that nobody can make?
pub fn may_lack_objects(program: &Program, class: ClassId) -> bool {
    let declared = program.class(class);
    if declared.origin == ClassOrigin::User || is_built_from_library(program, class) {
        return false;
    }
    let is_below = |name: &str| program.class_named(name).is_some_and(|above| program.is_subclass(class, above));
    let has_integers = program.class_named("java.lang.Integer").is_some_and(|it| program.is_subclass(it, class));
    let is_tried = |other: ClassId| {
        let declared = program.class(other);
        let is_concrete = matches!(declared.kind, ClassKind::Class | ClassKind::Record) && !declared.is_abstract;
        let is_below = declared.origin == ClassOrigin::User && program.is_subclass(other, class);
        let is_users = is_below && program.may_be_there(other);
        is_concrete && (is_users || stands_for(program, other, class))
    };
    !is_below("java.lang.Throwable") && !has_integers && !program.class_ids().any(is_tried)
}
