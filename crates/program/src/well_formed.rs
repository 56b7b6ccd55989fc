//! The invariants of the typed program, stated as a check.
//!
//! Whatever the lowering makes, also from a file with errors in it, has to pass: every later stage
//! relies on it. [`check`] gives one line for each breach. What is checked:
//! - ids are in range, and classes, fields and methods agree on who belongs to whom; the hierarchy
//!   has no cycle;
//! - every method of the user has code or is abstract; contracts' formulas start with `this` and
//!   the parameters ([`declarations`]);
//! - every expression has the type that its operands give it, as `body.rs` says; what is only for
//!   formulas is only there ([`expressions`]);
//! - statements get operands of fitting types, jumps lead to labels around them, `Continue` to
//!   loops, and no way leads past the end of a body ([`statements`]).
//!
//! A value of unknown type fits everywhere, and so does one whose class has a missing class above
//! it: what they stand for is not at hand.

mod declarations;
mod expressions;
mod statements;

use crate::body::Local;
use crate::program::{BaseType, ClassId, ClassOrigin, Program, Type};
use std::collections::HashSet;

/// One line for each breach of an invariant; none if all is well.
pub fn check(program: &Program) -> Vec<String> {
    let mut problems = Vec::new();
    declarations::check_declarations(program, &mut problems);
    // Broken ids would make everything else meaningless.
    if problems.is_empty() {
        declarations::check_contents(program, &mut problems);
    }
    problems
}

/// What is known at some place of the program.
struct Place<'p> {
    program: &'p Program,
    /// `Node.next`
    name: String,
    locals: &'p [Local],
    /// May formulas' own expressions stand here?
    is_formula: bool,
    /// The type of `\result`, where it may stand.
    result: Option<Type>,
}

impl Place<'_> {
    fn report(&self, problems: &mut Vec<String>, message: impl AsRef<str>) {
        problems.push(format!("{}: {}", self.name, message.as_ref()));
    }

    fn ty(&self, ty: Type) -> String {
        crate::names::type_name(self.program, ty)
    }
}

/// May a value of one type be stored in a variable of the other without a conversion?
fn fits(program: &Program, from: Type, to: Type) -> bool {
    if from == to || from == Type::UNKNOWN || to == Type::UNKNOWN {
        return true;
    }
    if !from.is_reference() || !to.is_reference() {
        return false;
    }
    if from == Type::NULL || mentions_missing(program, from) || mentions_missing(program, to) {
        return true;
    }
    match (from.element(), to.element()) {
        (Some(from), Some(to)) if from.is_reference() && to.is_reference() => fits(program, from, to),
        (Some(from), Some(to)) => from == to || from == Type::UNKNOWN || to == Type::UNKNOWN,
        (Some(_), None) => to.as_class().is_some_and(|class| holds_arrays(program, class)),
        (None, Some(_)) => false,
        (None, None) => match (from.as_class(), to.as_class()) {
            (Some(from), Some(to)) => program.is_subclass(from, to),
            _ => false,
        },
    }
}

/// The supertypes of arrays (JLS 10.8).
fn holds_arrays(program: &Program, class: ClassId) -> bool {
    matches!(program.class(class).name.as_str(), "java.lang.Object" | "java.lang.Cloneable" | "java.io.Serializable")
}

fn mentions_missing(program: &Program, ty: Type) -> bool {
    match ty.base {
        BaseType::Class(class) => has_missing_ancestor(program, class),
        BaseType::Unknown => true,
        _ => false,
    }
}

fn has_missing_ancestor(program: &Program, class: ClassId) -> bool {
    let mut pending = vec![class];
    let mut seen = HashSet::from([class]);
    while let Some(next) = pending.pop() {
        let class = program.class(next);
        if class.origin == ClassOrigin::Missing {
            return true;
        }
        let parents = class.superclass.iter().chain(&class.interfaces).copied();
        pending.extend(parents.filter(|parent| seen.insert(*parent)));
    }
    false
}
