//! Which methods have a body, and which must not (JLS 8.4.3.1, 8.4.7, 9.4).
//!
//! A method that should have a body and has none gets one that is `Unsupported` (in `attribute`),
//! and one that is `abstract` where that makes no sense is not: the program stays well-formed,
//! whatever was written.

use crate::lower::declarations::{Declarations, MethodSyntax};
use crate::program::{ClassKind, ClassOrigin, MethodId, MethodKind};
use tightrope_source::{Code, Diagnostic};
use tightrope_syntax::tree::{self, MethodDecl, Modifiers};

/// Does a declaration leave its code to subclasses?
pub(super) fn is_abstract(method: &MethodDecl, in_interface: bool) -> bool {
    let modifiers = &method.modifiers;
    let implicitly = in_interface && !modifiers.is_default;
    (modifiers.is_abstract || implicitly) && method.body.is_none() && excludes_abstract(method).is_none()
}

/// What makes it impossible to override a method, or to have no code.
fn excludes_abstract(method: &MethodDecl) -> Option<&'static str> {
    let Modifiers { is_static, private, native, .. } = method.modifiers;
    match method.kind {
        tree::MethodKind::Constructor | tree::MethodKind::CompactConstructor => Some("a constructor"),
        tree::MethodKind::Method if is_static => Some("`static`"),
        tree::MethodKind::Method if private => Some("`private`"),
        tree::MethodKind::Method if native => Some("`native`"),
        tree::MethodKind::Method => None,
    }
}

/// Reports bodies that are missing or too many, in the user's classes.
pub(super) fn check(declarations: &mut Declarations<'_>) {
    let methods: Vec<MethodId> = declarations.program.method_ids().collect();
    for method in methods {
        let class = declarations.program.method(method).class;
        let is_user = declarations.program.class(class).origin == ClassOrigin::User;
        if let MethodSyntax::Declared(syntax) = declarations.methods[method.index()].syntax
            && is_user
            && let Some(diagnostic) = problem(declarations, method, syntax)
        {
            declarations.report(diagnostic);
        }
    }
}

fn problem(declarations: &Declarations<'_>, method: MethodId, syntax: &MethodDecl) -> Option<Diagnostic> {
    let report = |message: String| Diagnostic::new(Code::MethodBody, syntax.name.span, message);
    let name = &syntax.name.name;
    let data = declarations.program.method(method);
    let class = declarations.program.class(data.class);
    if data.kind == MethodKind::Constructor && syntax.modifiers.is_static && !name.is_empty() {
        return Some(report("a constructor cannot be `static`".to_string()).hint("remove `static`"));
    }
    if syntax.modifiers.is_abstract {
        if let Some(other) = excludes_abstract(syntax) {
            return Some(report(format!("`{name}` cannot be `abstract`: it is {other}")).hint("remove `abstract`"));
        }
        if syntax.body.is_some() {
            let hint = "remove the body and end with `;`, or remove `abstract`";
            return Some(report(format!("`{name}` is `abstract` and has a body")).hint(hint));
        }
        if matches!(class.kind, ClassKind::Class | ClassKind::Record) && !class.is_abstract {
            let message = format!("`{name}` is `abstract`, but its class `{}` is not", class.simple_name);
            return Some(report(message).hint("give it a body, or make the class `abstract`"));
        }
    }
    // A model method may be described by its contract alone.
    let may_lack_body = data.is_abstract || syntax.modifiers.native || data.kind == MethodKind::Model;
    if syntax.body.is_some() || may_lack_body || name.is_empty() || syntax.has_syntax_error {
        return None;
    }
    let hint = match class.kind {
        _ if data.kind == MethodKind::Constructor => "write `{ … }` instead of `;`",
        ClassKind::Interface | ClassKind::Annotation => "write `{ … }` instead of `;`, or remove the modifier",
        _ => "write `{ … }` instead of `;`, or add `abstract` or `native`",
    };
    Some(report(format!("`{name}` has no body")).hint(hint))
}
