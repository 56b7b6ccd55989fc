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
        let ty = match ty {
            Generic::Array(element) => {
                pending.push(*element);
                continue;
            }
            ty => ty,
        };
        for instance in standing_in(program, &ty) {
            let below = instance.class;
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

/// The classes, with their arguments, whose objects stand in places of this type. An interface or
/// abstract class of the user's that no class at hand implements with these arguments stands for
/// one that nobody knows.
fn standing_in(program: &Program, place: &Generic) -> Vec<Instance> {
    let Generic::Class { class, args } = place else { return Vec::new() };
    if !args.iter().any(|arg| arg.is_telling(program)) {
        return Vec::new();
    }
    let below = program.class_ids().filter(|below| is_candidate(program, *below, *class));
    let below = below.map(|below| Instance { class: below, args: program.arguments_below(below, *class, args) });
    let mut found: Vec<Instance> = below.collect();
    let declared = program.class(*class);
    let is_open = declared.kind == ClassKind::Interface || declared.is_abstract;
    let is_admitted = |instance: &Instance| program.admits(place, instance.class, &instance.args);
    if declared.origin == ClassOrigin::User && is_open && !found.iter().any(is_admitted) {
        found.push(Instance { class: *class, args: args.clone() });
    }
    found
}

/// Are objects of the class tried in places of the other one?
fn is_candidate(program: &Program, below: ClassId, class: ClassId) -> bool {
    let declared = program.class(below);
    let is_concrete = matches!(declared.kind, ClassKind::Class | ClassKind::Record) && !declared.is_abstract;
    let is_at_hand = match declared.origin {
        ClassOrigin::User => program.may_be_there(below),
        // Such objects may stand there, too, even if nobody can make them.
        ClassOrigin::Library => is_built_from_library(program, below) || is_plain_library(program, class),
        ClassOrigin::ClassFile | ClassOrigin::Missing => false,
    };
    is_concrete && is_at_hand && program.is_subclass(below, class)
}

/// A class of the library that says more than that it is one.
pub(crate) fn is_plain_library(program: &Program, class: ClassId) -> bool {
    let declared = program.class(class);
    let is_telling = declared.kind == ClassKind::Class && declared.name != "java.lang.Object";
    declared.origin == ClassOrigin::Library && is_telling
}

/// The types of places in the user's classes that may have to hold an object with type arguments
/// that nothing at hand has: a class that nobody knows, or one of the library that cannot be made.
pub fn types_without_objects(program: &Program) -> Vec<ClassId> {
    let is_users = |class: ClassId| program.class(class).origin == ClassOrigin::User;
    let own = program.class_ids().filter(|class| is_users(*class)).flat_map(|class| &program.class(class).fields);
    let fields = own.map(|field| program.field_generic(*field));
    let methods = program.method_ids().filter(|method| is_users(program.method(*method).class));
    let params = methods.flat_map(|method| {
        (0..program.method(method).params.len()).map(move |index| program.param_generic(method, index))
    });
    let mut found: Vec<ClassId> = fields.chain(params).filter_map(|place| without_objects(program, place)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn without_objects(program: &Program, place: Generic) -> Option<ClassId> {
    let place = match place {
        Generic::Array(element) => return without_objects(program, *element),
        place => place,
    };
    let Generic::Class { class, args } = &place else { return None };
    let is_made = |instance: &Instance| {
        let declared = program.class(instance.class);
        let is_concrete = declared.kind != ClassKind::Interface && !declared.is_abstract;
        let can_be_made = declared.origin == ClassOrigin::User || is_built_from_library(program, instance.class);
        is_concrete && can_be_made && program.admits(&place, instance.class, &instance.args)
    };
    let is_telling = args.iter().any(|arg| arg.is_telling(program));
    (is_telling && !standing_in(program, &place).iter().any(is_made)).then_some(*class)
}
