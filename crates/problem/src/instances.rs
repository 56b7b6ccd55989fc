//! Classes with type arguments: `Node<Integer>` is another kind of object than `Node<String>`, as
//! far as its content goes.
//!
//! Found by a walk over the declared types: the parameters, the fields of all classes whose
//! objects a heap may have, and the fields of the instances themselves.

use tightrope_heap::Layouts;
use tightrope_program::generics::{Generic, TypeArgument};
use tightrope_program::{ClassId, ClassKind, ClassOrigin, Program};

use crate::Subject;
use crate::classes::is_built_from_library;

/// A class of which an initial heap may have objects with these type arguments. At least one of
/// them says something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    pub class: ClassId,
    pub args: Vec<TypeArgument>,
}

/// A row of [`crate::Problem::instances`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct InstanceId(pub u32);

impl InstanceId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// With more of them than this, type arguments are not followed: every object may be anywhere.
const MOST_INSTANCES: usize = 48;

/// All of them. `None`: there are too many.
pub(crate) fn instances(program: &Program, subject: Subject, classes: &[ClassId]) -> Option<Vec<Instance>> {
    let layouts = Layouts::new(program);
    let mut found: Vec<Instance> = Vec::new();
    let mut pending: Vec<Generic> = Vec::new();
    if let Subject::Method(method) = subject {
        let count = program.method(method).params.len();
        pending.extend((0..count).map(|index| program.param_generic(method, index)));
    }
    let users = classes.iter().copied().filter(|class| program.class(*class).origin == ClassOrigin::User);
    for class in users {
        pending.extend(layouts.fields(class).iter().map(|field| program.field_type_in(class, &[], *field)));
    }
    while let Some(ty) = pending.pop() {
        let (class, args) = match ty {
            Generic::Array(element) => {
                pending.push(*element);
                continue;
            }
            Generic::Class { class, args } if args.iter().any(|arg| arg.is_telling(program)) => (class, args),
            _ => continue,
        };
        for below in program.class_ids().filter(|below| can_be_made(program, *below)) {
            if !program.is_subclass(below, class) {
                continue;
            }
            let instance = Instance { class: below, args: program.arguments_below(below, class, &args) };
            let is_telling = instance.args.iter().any(|arg| arg.is_telling(program));
            if !is_telling || found.contains(&instance) {
                continue;
            }
            if found.len() == MOST_INSTANCES {
                return None;
            }
            let fields = layouts.fields(below).iter();
            pending.extend(fields.map(|field| program.field_type_in(below, &instance.args, *field)));
            found.push(instance);
        }
    }
    found.sort_by(|one, other| (one.class, &one.args).cmp(&(other.class, &other.args)));
    Some(found)
}

fn can_be_made(program: &Program, class: ClassId) -> bool {
    let declared = program.class(class);
    let is_concrete = matches!(declared.kind, ClassKind::Class | ClassKind::Record) && !declared.is_abstract;
    let is_at_hand = match declared.origin {
        ClassOrigin::User => true,
        ClassOrigin::Library => is_built_from_library(program, class),
        ClassOrigin::Missing => false,
    };
    is_concrete && is_at_hand
}
