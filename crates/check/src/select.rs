//! Which methods are checked when nobody named one.
//!
//! Those that somebody outside of the class can call, and those that say what they promise. A
//! private helper without a contract is called with whatever its class made sure of, which is
//! written nowhere: to check it by itself would raise false alarms. It is checked where it is
//! called.

use tightrope_program::effective::{class_invariants, invariants_concern};
use tightrope_program::names::is_listed;
use tightrope_program::{ClassOrigin, Code, MethodId, MethodKind, Program};

/// The methods of a program, divided.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    pub checked: Vec<MethodId>,
    /// Private, or a helper, and without a contract of its own.
    pub left_out: Vec<MethodId>,
}

/// Divides the user's methods, in source order.
pub fn select(program: &Program) -> Selection {
    let mut selection = Selection::default();
    for class in program.class_ids().filter(|class| program.class(*class).origin == ClassOrigin::User) {
        for method in &program.class(class).methods {
            match kind_of(program, *method) {
                Kind::Checked => selection.checked.push(*method),
                Kind::LeftOut => selection.left_out.push(*method),
                Kind::Nothing => {}
            }
        }
    }
    selection
}

enum Kind {
    Checked,
    LeftOut,
    /// There is nothing to check: no code, an invariant itself, something that the lowering made.
    Nothing,
}

fn kind_of(program: &Program, id: MethodId) -> Kind {
    let method = program.method(id);
    let has_code = matches!(method.code, Code::Body(_));
    let is_own = is_listed(method) && method.kind != MethodKind::Model || is_implicit_constructor(program, id);
    let has_contract = !method.contract.cases.is_empty() || !method.overrides.is_empty();
    let is_invariant = !method.is_helper && !invariants_concern(program, id);
    if !has_code || !is_own || is_invariant {
        return Kind::Nothing;
    }
    let is_inside = method.is_private || method.is_helper || is_private_class(program, id);
    if is_inside && !has_contract { Kind::LeftOut } else { Kind::Checked }
}

/// The constructor that nobody wrote has to establish the invariant as well.
fn is_implicit_constructor(program: &Program, id: MethodId) -> bool {
    let method = program.method(id);
    let class = program.class(method.class);
    let promises = !class_invariants(program, method.class).is_empty() || !class.initially.is_empty();
    method.kind == MethodKind::Constructor && method.is_synthetic && promises && !class.is_abstract
}

/// A private nested class, or a nested class without a contract or invariant of its own, is a part
/// of the class around it.
fn is_private_class(program: &Program, id: MethodId) -> bool {
    let class = program.class(program.method(id).class);
    class.is_private
}
