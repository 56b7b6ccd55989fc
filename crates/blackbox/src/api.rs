//! The API of a class: the ways to make an object of it, and the calls that a client may make on
//! it.
//!
//! A client is code in the same package: everything that is not private counts. Whoever wants to
//! protect a structure from its own package says so in an invariant, and then this crate is not
//! asked.

use tightrope_program::{ClassId, ClassKind, ClassOrigin, Code, MethodId, MethodKind, Program, Type};

/// What a client of a class can do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Api {
    /// Constructors, or static methods that return an object of the class where there are none; or
    /// those that return one as something more general; or methods of a builder.
    pub makers: Vec<MethodId>,
    /// The methods that can be called on an object of the class.
    pub methods: Vec<MethodId>,
}

/// The API of a class that has objects of its own; `None` for interfaces, abstract classes, enums
/// and inner classes, which nobody can make without something else.
pub fn api_of(program: &Program, class: ClassId) -> Option<Api> {
    let declared = program.class(class);
    let has_objects = matches!(declared.kind, ClassKind::Class | ClassKind::Record) && !declared.is_abstract;
    if !has_objects || declared.outer_instance.is_some() || !declared.captures.is_empty() {
        return None;
    }
    let is_open = |method: &MethodId| {
        let method = program.method(*method);
        // Nobody writes a default constructor, and everybody calls it.
        let is_written = !method.is_synthetic || method.kind == MethodKind::Constructor;
        !method.is_private && is_written && matches!(method.code, Code::Body(_))
    };
    let own = declared.methods.iter().copied().filter(is_open);
    let constructors: Vec<MethodId> =
        own.clone().filter(|method| program.method(*method).kind == MethodKind::Constructor).collect();
    let returned = |method: &MethodId| {
        let method = program.method(*method);
        let is_static = method.is_static && method.kind == MethodKind::Method;
        method.return_type.filter(|_| is_static).and_then(Type::as_class)
    };
    let exact: Vec<MethodId> = own.clone().filter(|method| returned(method) == Some(class)).collect();
    // `static List of(…)` may give an object of the class: what it gives is looked at. `Object` is
    // above everything, and a method that returns one says nothing.
    let general = own.filter(|method| {
        let is_above = |above: ClassId| program.class(above).superclass.is_some() || is_interface(program, above);
        returned(method).is_some_and(|above| above != class && is_above(above) && program.is_subclass(class, above))
    });
    let makers = match (constructors.is_empty(), exact.is_empty()) {
        (false, _) => constructors,
        (true, false) => exact,
        (true, true) => {
            let general: Vec<MethodId> = general.collect();
            if general.is_empty() { builders(program, class) } else { general }
        }
    };
    Some(Api { makers, methods: methods_of(program, class) })
}

/// `new Builder(…).build()`: methods without parameters of a class that everybody can make, which
/// return an object of the class.
fn builders(program: &Program, class: ClassId) -> Vec<MethodId> {
    let is_made = |builder: &ClassId| {
        let declared = program.class(*builder);
        let is_plain = declared.origin == ClassOrigin::User && !declared.is_abstract && !declared.is_private;
        let is_open = |method: &MethodId| {
            let method = program.method(*method);
            method.kind == MethodKind::Constructor && !method.is_private
        };
        *builder != class && is_plain && declared.outer_instance.is_none() && declared.methods.iter().any(is_open)
    };
    let builds = |method: &MethodId| {
        let method = program.method(*method);
        let is_call = method.kind == MethodKind::Method && !method.is_static && !method.is_private;
        is_call && method.params.is_empty() && method.return_type == Some(Type::class(class))
    };
    let methods = program.class_ids().filter(is_made).flat_map(|builder| program.class(builder).methods.iter());
    methods.copied().filter(builds).collect()
}

fn is_interface(program: &Program, class: ClassId) -> bool {
    program.class(class).kind == ClassKind::Interface
}

/// What can be called on an object of the class: its own methods, then those that it inherits from
/// classes of the user. The `repOk`s are questions of ours, not calls of a client.
pub(crate) fn methods_of(program: &Program, class: ClassId) -> Vec<MethodId> {
    let mut found = Vec::new();
    let mut next = Some(class);
    while let Some(ancestor) = next {
        let declared = program.class(ancestor);
        if declared.origin != ClassOrigin::User {
            break;
        }
        let is_called = |method: &MethodId| {
            let id = *method;
            let method = program.method(id);
            let is_open = !method.is_static && !method.is_private && !method.is_synthetic;
            let is_plain = method.kind == MethodKind::Method && matches!(method.code, Code::Body(_));
            is_open
                && is_plain
                && program.implementation(class, id) == Some(id)
                && program.class(method.class).rep_ok != Some(id)
        };
        found.extend(declared.methods.iter().copied().filter(is_called));
        next = declared.superclass;
    }
    found
}
