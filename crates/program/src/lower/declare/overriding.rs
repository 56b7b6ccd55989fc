//! Which method overrides which (JLS 8.4.8.1, 9.4.1.1), purity that is inherited, and methods that serve as invariants.
//!
//! `overrides` is transitive and nearest first. A method that implements an interface only in a subclass of its own class (`class B { void f() {} }`,
//! `class C extends B implements I`) overrides nothing by this table; [`crate::program::Program::implementation`] finds it by its signature.

use crate::lower::Options;
use crate::lower::declarations::Declarations;
use crate::lower::types::{Bindings, JavaType, TypeArgument};
use crate::program::{BaseType, ClassId, MethodId, MethodKind, Type};
use tightrope_source::{Code, Diagnostic, Name};

/// Names of invariant methods, in lower case.
const INVARIANT_METHODS: [&str; 2] = ["repok", "checkrep"];

pub(super) fn resolve(declarations: &mut Declarations<'_>, options: &Options) {
    let classes: Vec<ClassId> = declarations.program.class_ids().collect();
    for class in &classes {
        class_overrides(declarations, *class);
    }
    inherit_purity(declarations);
    for class in &classes {
        invariant_method(declarations, *class, options);
    }
}

fn class_overrides(declarations: &mut Declarations<'_>, class: ClassId) {
    let ancestors = declarations.ancestors(class);
    for method in declarations.program.class(class).methods.clone() {
        if can_override(declarations, method) {
            let overridden = overridden_methods(declarations, &ancestors[1..], method);
            declarations.program.methods[method.index()].overrides = overridden;
        }
    }
}

fn can_override(declarations: &Declarations<'_>, method: MethodId) -> bool {
    let data = declarations.program.method(method);
    matches!(data.kind, MethodKind::Method | MethodKind::Model) && !data.is_static && !data.is_private
}

fn overridden_methods(declarations: &Declarations<'_>, ancestors: &[ClassId], method: MethodId) -> Vec<MethodId> {
    let data = declarations.program.method(method);
    let named = ancestors.iter().filter_map(|ancestor| declarations.classes[ancestor.index()].methods.get(&data.name));
    let visible =
        |above: &MethodId| can_override(declarations, *above) && declarations.is_method_inherited(*above, data.class);
    named.flatten().copied().filter(|above| visible(above) && overrides(declarations, method, *above)).collect()
}

/// Has the method the parameters of the other one, as a member of the method's class?
fn overrides(declarations: &Declarations<'_>, method: MethodId, above: MethodId) -> bool {
    let data = declarations.program.method(method);
    let owner = declarations.program.method(above).class;
    let (own, other) = (&declarations.methods[method.index()], &declarations.methods[above.index()]);
    if own.params.len() != other.params.len() {
        return false;
    }
    if own.params.is_empty() {
        return true;
    }
    let this = JavaType::Class(declarations.this_type(data.class));
    // The variables of a generic method are those of the method that overrides it.
    let variables: Vec<TypeArgument> =
        own.type_params.iter().map(|param| TypeArgument::Type(JavaType::Variable(param.variable.clone()))).collect();
    let same_variables = own.type_params.len() == other.type_params.len();
    data.params.iter().zip(&other.params).all(|(param, other_param)| {
        let seen = declarations.member_type(&this, owner, other_param);
        let seen = match same_variables {
            true => declarations.substitute(&seen, Bindings { params: &other.type_params, args: &variables }),
            false => seen,
        };
        same_type(param.ty, declarations.erase(&seen))
    })
}

/// What is not known (the arguments of a diamond) may be any reference type.
fn same_type(a: Type, b: Type) -> bool {
    let unknown = |ty: Type| ty.base == BaseType::Unknown;
    a == b || (unknown(a) && b.is_reference()) || (unknown(b) && a.is_reference()) || (unknown(a) && unknown(b))
}

/// A method that overrides a pure one is pure.
fn inherit_purity(declarations: &mut Declarations<'_>) {
    for method in declarations.program.method_ids() {
        let overridden = &declarations.program.method(method).overrides;
        if overridden.iter().any(|above| declarations.program.method(*above).is_pure) {
            declarations.program.methods[method.index()].is_pure = true;
        }
    }
}

/// `boolean repOk()` of a class.
fn invariant_method(declarations: &mut Declarations<'_>, class: ClassId, options: &Options) {
    let mut found = Vec::new();
    for method in &declarations.program.class(class).methods {
        let data = declarations.program.method(*method);
        if matches!(data.kind, MethodKind::Method | MethodKind::Model) && is_invariant_name(&data.name, options) {
            found.push(*method);
        }
    }
    let usable = |method: &MethodId| has_invariant_shape(declarations, *method);
    let chosen = found.iter().copied().find(usable);
    declarations.program.classes[class.index()].rep_ok = chosen;
    if chosen.is_none()
        && let Some(method) = found.first()
    {
        report_bad_invariant_method(declarations, *method);
    }
}

fn is_invariant_name(name: &Name, options: &Options) -> bool {
    let is_usual = INVARIANT_METHODS.iter().any(|usual| name.eq_ignore_ascii_case(usual));
    is_usual || options.invariant_methods.iter().any(|other| name.eq_ignore_ascii_case(other))
}

fn has_invariant_shape(declarations: &Declarations<'_>, method: MethodId) -> bool {
    let data = declarations.program.method(method);
    !data.is_static && data.params.is_empty() && data.return_type == Some(Type::BOOLEAN)
}

fn report_bad_invariant_method(declarations: &mut Declarations<'_>, method: MethodId) {
    let data = declarations.program.method(method);
    let problem = if data.is_static {
        "it is static"
    } else if !data.params.is_empty() {
        "it has parameters"
    } else {
        "it does not return boolean"
    };
    let message = format!("`{}` cannot serve as the invariant of its class: {problem}", data.name);
    declarations.report(
        Diagnostic::new(Code::BadInvariantMethod, data.name_span, message)
            .hint(format!("declare it `boolean {}()`", data.name)),
    );
}
