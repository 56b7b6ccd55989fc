//! Which method overrides which (JLS 8.4.8.1, 9.4.1.1), purity that is inherited, and methods that
//! serve as invariants.
//!
//! `overrides` is transitive and nearest first. A method that implements an interface only in a
//! subclass of its own class (`class B { void f() {} }`, `class C extends B implements I`) does not
//! override the interface's method in general; the subclass lists the pair among its
//! `inherited_implementations`.

use crate::lower::Options;
use crate::lower::asserted::SUFFIX;
use crate::lower::declarations::Declarations;
use crate::lower::id_map::IdMap;
use crate::lower::types::{Bindings, ClassType, JavaType, TypeArgument};
use crate::program::{BaseType, ClassId, Method, MethodId, MethodKind, Type};
use tightrope_source::{Code, Diagnostic, Name};

/// Names of invariant methods, in lower case.
const INVARIANT_METHODS: [&str; 2] = ["repok", "checkrep"];

pub(super) fn resolve(declarations: &mut Declarations<'_>, options: &Options) {
    let classes: Vec<ClassId> = declarations.program.class_ids().collect();
    for class in &classes {
        class_overrides(declarations, *class);
    }
    for class in &classes {
        inherited_implementations(declarations, *class);
    }
    inherit_purity(declarations);
    for class in &classes {
        invariant_method(declarations, *class, options);
    }
}

fn class_overrides(declarations: &mut Declarations<'_>, class: ClassId) {
    let mut methods = declarations.program.class(class).methods.clone();
    methods.retain(|method| can_override(declarations, *method));
    if !methods.is_empty() {
        let ancestors = declarations.ancestors(class);
        let views = declarations.views_of_this(class);
        for method in methods {
            let overridden = overridden_methods(declarations, &ancestors[1..], &views, method);
            declarations.program.methods[method.index()].overrides = overridden;
        }
    }
}

fn can_override(declarations: &Declarations<'_>, method: MethodId) -> bool {
    let data = declarations.program.method(method);
    matches!(data.kind, MethodKind::Method | MethodKind::Model) && !data.is_static && !data.is_private
}

/// A class as each of its ancestors.
type Views = IdMap<ClassId, ClassType>;

fn overridden_methods(
    declarations: &Declarations<'_>,
    ancestors: &[ClassId],
    views: &Views,
    method: MethodId,
) -> Vec<MethodId> {
    let data = declarations.program.method(method);
    let named = ancestors.iter().filter_map(|ancestor| declarations.classes[ancestor.index()].methods.get(&data.name));
    let visible =
        |above: &MethodId| can_override(declarations, *above) && declarations.is_method_inherited(*above, data.class);
    named
        .flatten()
        .copied()
        .filter(|above| visible(above) && same_signature(declarations, views, method, *above))
        .collect()
}

/// Have two methods the same parameters, as members of a class that has both?
fn same_signature(declarations: &Declarations<'_>, views: &Views, method: MethodId, other: MethodId) -> bool {
    let (own, above) = (&declarations.methods[method.index()], &declarations.methods[other.index()]);
    if own.params.len() != above.params.len() {
        return false;
    }
    if own.params.is_empty() {
        return true;
    }
    let owner = declarations.program.method(method).class;
    let owner_above = declarations.program.method(other).class;
    // The variables of a generic method are those of the method that overrides it.
    let variables: Vec<TypeArgument> =
        own.type_params.iter().map(|param| TypeArgument::Type(JavaType::Variable(param.variable.clone()))).collect();
    let same_variables = own.type_params.len() == above.type_params.len();
    own.params.iter().zip(&above.params).all(|(param, param_above)| {
        let seen = declarations.seen_through(views.get(&owner_above), owner_above, param_above);
        let seen = match same_variables {
            true => declarations.substitute(&seen, Bindings { params: &above.type_params, args: &variables }),
            false => seen,
        };
        let own = declarations.seen_through(views.get(&owner), owner, param);
        same_type(declarations.erase(&own), declarations.erase(&seen))
    })
}

/// Finds what superclasses implement of the interfaces that a class adds to them.
fn inherited_implementations(declarations: &mut Declarations<'_>, class: ClassId) {
    if declarations.is_interface(class) || declarations.program.class(class).interfaces.is_empty() {
        return;
    }
    let (interfaces, superclasses): (Vec<ClassId>, Vec<ClassId>) =
        declarations.ancestors(class).into_iter().partition(|ancestor| declarations.is_interface(*ancestor));
    let Some(direct_superclass) = declarations.program.class(class).superclass else { return };
    let views = declarations.views_of_this(class);
    let mut found = Vec::new();
    for interface in interfaces {
        if declarations.is_subclass(direct_superclass, interface) {
            continue;
        }
        for method in &declarations.program.class(interface).methods {
            if can_override(declarations, *method) {
                let implementation = superclass_implementation(declarations, class, &superclasses, &views, *method);
                found.extend(implementation.map(|implementation| (*method, implementation)));
            }
        }
    }
    declarations.program.classes[class.index()].inherited_implementations = found;
}

/// The method of the nearest superclass with this signature, unless the class itself declares one
/// or the method is known to override it.
fn superclass_implementation(
    declarations: &Declarations<'_>,
    class: ClassId,
    superclasses: &[ClassId],
    views: &Views,
    method: MethodId,
) -> Option<MethodId> {
    let name = &declarations.program.method(method).name;
    let named = superclasses.iter().filter_map(|ancestor| declarations.classes[ancestor.index()].methods.get(name));
    let fits = |found: &MethodId| {
        let inherited =
            declarations.program.method(*found).class == class || declarations.is_method_inherited(*found, class);
        can_override(declarations, *found) && inherited && same_signature(declarations, views, *found, method)
    };
    let found = named.flatten().copied().find(fits)?;
    let data = declarations.program.method(found);
    (data.class != class && !data.overrides.contains(&method)).then_some(found)
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
    if let Some(method) = chosen {
        show_as_asserted(&mut declarations.program.methods[method.index()]);
    }
    if chosen.is_none()
        && let Some(method) = found.first()
    {
        report_bad_invariant_method(declarations, *method);
    }
}

/// A method that answers for one that asserts has its name wherever it is shown.
fn show_as_asserted(method: &mut Method) {
    if let Some(name) = method.name.strip_suffix(SUFFIX) {
        method.name = Name::new(name);
        method.is_synthetic = true;
    }
}

pub(crate) fn is_invariant_name(name: &Name, options: &Options) -> bool {
    let name = name.strip_suffix(SUFFIX).unwrap_or(name);
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
