//! What a class hands out: iterators, cursors, views. Nobody can make such an object but the class
//! itself, so it is called where a call has handed it out.
//!
//! A client that has an iterator does not touch the collection until it has done with the iterator,
//! asks `hasNext` before `next`, and removes only what `next` has just returned: the documentation
//! of `java.util.Iterator` promises nothing to anybody else.

use crate::api::{api_of, methods_of};
use crate::walk::Limits;
use tightrope_program::body::StmtKind;
use tightrope_program::{ClassId, ClassKind, ClassOrigin, Code, MethodId, Program, Type, visit};

/// A class whose objects another one hands out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Handed {
    pub(crate) class: ClassId,
    /// What a client can call on such an object, by the type that it is returned as.
    pub(crate) methods: Vec<MethodId>,
}

/// The class that hands out objects of this one, which nobody else can make.
pub fn host_of(program: &Program, class: ClassId) -> Option<ClassId> {
    let declared = program.class(class);
    let is_inner = declared.outer_instance.is_some() || !declared.captures.is_empty();
    let is_users = declared.origin == ClassOrigin::User && declared.kind == ClassKind::Class;
    if !is_users || !(is_inner || declared.is_private) {
        return None;
    }
    let mut next = declared.outer;
    while let Some(outer) = next {
        if !given_by(program, outer, class).is_empty() {
            return Some(outer);
        }
        next = program.class(outer).outer;
    }
    None
}

/// Can a client call the method on an object that the class around it hands out?
pub fn is_called_on_handle(program: &Program, method: MethodId) -> bool {
    let class = program.method(method).class;
    host_of(program, class).is_some_and(|host| handle_methods(program, host, class).contains(&method))
}

/// What a class hands out.
pub(crate) fn handed_out(program: &Program, host: ClassId, limits: &Limits) -> Vec<Handed> {
    if !limits.handles {
        return Vec::new();
    }
    let is_given = |class: &ClassId| host_of(program, *class) == Some(host);
    let handed = |class| Handed { class, methods: handle_methods(program, host, class) };
    program.class_ids().filter(is_given).map(handed).collect()
}

fn handle_methods(program: &Program, host: ClassId, class: ClassId) -> Vec<MethodId> {
    let given = given_by(program, host, class);
    let is_seen = |method: &MethodId| {
        let overrides = &program.method(*method).overrides;
        given.iter().any(|returned| {
            *returned == class || overrides.iter().any(|it| program.is_subclass(*returned, program.method(*it).class))
        })
    };
    methods_of(program, class).into_iter().filter(is_seen).collect()
}

/// The types as which calls return new objects of the class.
fn given_by(program: &Program, host: ClassId, class: ClassId) -> Vec<ClassId> {
    let Some(api) = api_of(program, host).filter(|api| !api.makers.is_empty()) else { return Vec::new() };
    let given = |method: MethodId| {
        let returned = program.method(method).return_type.and_then(Type::as_class)?;
        let is_made = makes(program, method, class) && program.is_subclass(class, returned);
        is_made.then_some(returned)
    };
    api.methods.into_iter().filter_map(given).collect()
}

fn makes(program: &Program, method: MethodId, class: ClassId) -> bool {
    let Code::Body(body) = &program.method(method).code else { return false };
    let mut is_made = false;
    visit::for_each_stmt(&body.block, &mut |stmt| {
        is_made |= matches!(stmt.kind, StmtKind::New { class: made, .. } if made == class);
    });
    is_made
}
