//! Model fields: each `represents x = e;` becomes a pure method that computes `x`.
//!
//! Follows the JML Reference Manual, section 8.4. A model field has one method in the class that
//! declares it; a `represents` clause in a subclass overrides it there, so that a read of the field
//! (a virtual call) takes the clause of the object's own class. Where no clause gives a value,
//! reading the field is not modelled: a class without objects of its own then has an abstract
//! method, and the classes below it that no clause speaks of have one that is not modelled.

use super::classes::{class_context, this_local};
use super::{formulas_of, unchecked};
use crate::body::{Body, Stmt, StmtKind, Unsupported};
use crate::constructs::Construct;
use crate::contract::Contract;
use crate::lower::attribute::spec::attribute_represents;
use crate::lower::declarations::{Declarations, MethodDeclaration, MethodSyntax};
use crate::lower::lookup::Lookup;
use crate::program::{ClassId, Code as MethodCode, FieldId, FieldKind, Method, MethodId, MethodKind, Nullity};
use tightrope_source::{Code, Diagnostic, Name, Span};
use tightrope_syntax::jml::TypeClauseKind;
use tightrope_syntax::tree::{Expr, ExprKind, Ident};

/// A `represents` clause whose target has been found.
struct Found<'a> {
    class: ClassId,
    field: FieldId,
    value: &'a Expr,
    span: Span,
}

/// Adds the methods that compute model fields. Their bodies come later, with
/// [`super::lower_contracts`].
pub(crate) fn declare_represents(declarations: &mut Declarations<'_>) {
    let found = find_clauses(declarations);
    for field in 0..declarations.program.fields.len() {
        let field = FieldId(field as u32);
        let mut clauses: Vec<&Found<'_>> = found.iter().filter(|clause| clause.field == field).collect();
        if !clauses.is_empty() {
            declare_field(declarations, field, &mut clauses);
        }
    }
}

fn find_clauses<'a>(declarations: &mut Declarations<'a>) -> Vec<Found<'a>> {
    let mut found: Vec<Found<'a>> = Vec::new();
    for class in declarations.program.class_ids() {
        let Some(syntax) = declarations.classes[class.index()].syntax else { continue };
        for clause in &syntax.clauses {
            let TypeClauseKind::Represents { target, value } = &clause.kind else { continue };
            let Some(field) = find_target(declarations, class, target) else { continue };
            let twice = found.iter().find(|other| other.class == class && other.field == field);
            match twice.map(|other| other.span) {
                None => found.push(Found { class, field, value, span: clause.span }),
                Some(first) => report_twice(declarations, field, clause.span, first),
            }
        }
    }
    found
}

fn report_twice(declarations: &mut Declarations<'_>, field: FieldId, span: Span, first: Span) {
    let name = &declarations.program.field(field).name;
    let diagnostic = Diagnostic::new(Code::BadRepresents, span, format!("`{name}` is represented twice in one class"))
        .label(first, "first here");
    declarations.report(diagnostic);
}

/// The model field that a `represents` clause of `class` speaks of; reported if there is none.
pub(super) fn find_target(declarations: &mut Declarations<'_>, class: ClassId, target: &Expr) -> Option<FieldId> {
    let Some(name) = target_name(target) else {
        let message = "a `represents` clause starts with the name of a model field";
        declarations.report(Diagnostic::new(Code::BadRepresents, target.span, message));
        return None;
    };
    match declarations.find_field(class, &name.name) {
        Lookup::Found(field) if declarations.program.field(field).kind == FieldKind::Model => Some(field),
        Lookup::Found(field) => {
            let declared = declarations.program.field(field).span;
            let message = format!("`{}` is not a model field: it has its own value", name.name);
            let diagnostic = Diagnostic::new(Code::BadRepresents, name.span, message)
                .label(declared, "declared here")
                .hint("declare it with `//@ model`, or state the relation as an `invariant`");
            declarations.report(diagnostic);
            None
        }
        Lookup::MaybeMissing => {
            // A class that is not at hand may declare it.
            let entry = unchecked(declarations, Construct::MissingClass, "represents", target.span);
            let known = &mut declarations.program.classes[class.index()].unchecked;
            if !known.contains(&entry) {
                known.push(entry);
            }
            None
        }
        Lookup::NotFound | Lookup::Ambiguous(_) => {
            report_unknown_target(declarations, class, name);
            None
        }
    }
}

fn report_unknown_target(declarations: &mut Declarations<'_>, class: ClassId, name: &Ident) {
    let message = format!("`{}` has no model field `{}`", declarations.program.class(class).simple_name, name.name);
    let mut diagnostic = Diagnostic::new(Code::BadRepresents, name.span, message);
    if let Some(near) = declarations.similar_name(&name.name, |declarations| declarations.field_names(class)) {
        diagnostic = diagnostic.hint(format!("did you mean `{near}`?"));
    }
    declarations.report(diagnostic);
}

/// `x`, `this.x`
fn target_name(target: &Expr) -> Option<&Ident> {
    match &target.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Field { target, name } if matches!(target.kind, ExprKind::This { qualifier: None }) => Some(name),
        _ => None,
    }
}

fn declare_field<'a>(declarations: &mut Declarations<'a>, field: FieldId, clauses: &mut Vec<&Found<'a>>) {
    let home = declarations.program.field(field).class;
    // Superclasses first, so that what is overridden exists already.
    clauses.sort_by_key(|clause| (depth(declarations, clause.class), clause.class));
    let own = clauses.iter().position(|clause| clause.class == home).map(|at| clauses.remove(at));
    // The method of a class without a clause has no parts: nothing gives the field a value there.
    let syntax = own.map_or(MethodSyntax::Initializer(Vec::new()), |own| MethodSyntax::Represents(own.value));
    let span = own.map_or(declarations.program.field(field).span, |own| own.span);
    let root = add_method(declarations, home, field, span, syntax, Vec::new());
    declarations.program.fields[field.index()].represents = Some(root);
    let mut methods = vec![root];
    for clause in clauses.iter() {
        let overrides = methods.iter().rev().copied().filter(|above| {
            let above = declarations.program.method(*above).class;
            declarations.is_subclass(clause.class, above)
        });
        let overrides = overrides.collect();
        let syntax = MethodSyntax::Represents(clause.value);
        methods.push(add_method(declarations, clause.class, field, clause.span, syntax, overrides));
    }
    if own.is_none() && declarations.program.class(home).is_abstract {
        declarations.program.methods[root.index()].is_abstract = true;
        declare_without_value(declarations, field, root, &methods);
    }
}

/// The classes with objects that no clause gives a value for.
fn declare_without_value(declarations: &mut Declarations<'_>, field: FieldId, root: MethodId, methods: &[MethodId]) {
    let home = declarations.program.field(field).class;
    let mut represented: Vec<ClassId> =
        methods.iter().map(|id| declarations.program.method(*id).class).filter(|class| *class != home).collect();
    let mut below: Vec<ClassId> = declarations.program.class_ids().collect();
    below.retain(|class| !declarations.program.class(*class).is_abstract && declarations.is_subclass(*class, home));
    below.sort_by_key(|class| depth(declarations, *class));
    for class in below {
        if represented.iter().any(|above| declarations.is_subclass(class, *above)) {
            continue;
        }
        let span = declarations.program.field(field).span;
        add_method(declarations, class, field, span, MethodSyntax::Initializer(Vec::new()), vec![root]);
        represented.push(class);
    }
}

/// How many superclasses and interfaces are above: a subclass has more than each of its supertypes.
fn depth(declarations: &Declarations<'_>, class: ClassId) -> usize {
    declarations.program.class_ids().filter(|above| declarations.is_subclass(class, *above)).count()
}

fn add_method<'a>(
    declarations: &mut Declarations<'a>,
    class: ClassId,
    field: FieldId,
    span: Span,
    syntax: MethodSyntax<'a>,
    overrides: Vec<MethodId>,
) -> MethodId {
    let id = MethodId(declarations.program.methods.len() as u32);
    let model = declarations.program.field(field);
    let method = Method {
        class,
        name: Name::new(format!("<represents {}>", model.name)),
        span,
        name_span: span,
        kind: MethodKind::Represents,
        is_static: model.is_static,
        is_abstract: false,
        is_final: false,
        is_private: false,
        is_public: false,
        is_pure: true,
        is_helper: true,
        is_synthetic: true,
        is_varargs: false,
        params: Vec::new(),
        return_type: Some(model.ty),
        return_nullity: Nullity::Nullable,
        throws: Vec::new(),
        overrides,
        code: MethodCode::None,
        contract: Contract::default(),
    };
    declarations.program.methods.push(method);
    let scope = declarations.classes[class.index()].scope.clone();
    let return_type = declarations.fields[field.index()].ty.clone();
    declarations.methods.push(MethodDeclaration {
        syntax,
        scope,
        type_params: Vec::new(),
        params: Vec::new(),
        return_type,
    });
    declarations.program.classes[class.index()].methods.push(id);
    id
}

/// Gives every `represents` method its body: `return e;`. It is a formula, so it is made as one,
/// whatever code was made from its syntax.
pub(super) fn lower_bodies(declarations: &mut Declarations<'_>) {
    for id in declarations.program.method_ids() {
        if declarations.program.method(id).kind != MethodKind::Represents {
            continue;
        }
        let value = match &declarations.methods[id.index()].syntax {
            MethodSyntax::Represents(value) => Some(*value),
            _ => None,
        };
        if declarations.program.method(id).is_abstract {
            declarations.program.methods[id.index()].code = MethodCode::None;
            continue;
        }
        let body = match value {
            Some(value) => body(declarations, id, value),
            None => body_without_value(declarations, id),
        };
        declarations.program.methods[id.index()].code = MethodCode::Body(body);
    }
}

fn body(declarations: &mut Declarations<'_>, id: MethodId, value: &Expr) -> Body {
    let method = declarations.program.method(id);
    let context = class_context(declarations, method.class, method.is_static, false);
    let ty = declarations.methods[id.index()].return_type.clone();
    let attributed = attribute_represents(declarations, &context, value, &ty);
    match formulas_of(declarations, &context, attributed).pop() {
        Some(formula) => {
            let stmt = Stmt { span: value.span, kind: StmtKind::Return(Some(formula.expr)) };
            Body { locals: formula.locals, block: vec![stmt], ..Body::default() }
        }
        None => body_without_value(declarations, id),
    }
}

fn body_without_value(declarations: &Declarations<'_>, id: MethodId) -> Body {
    let method = declarations.program.method(id);
    let unsupported = Unsupported { construct: Construct::SuchThat, detail: method.name.clone(), span: method.span };
    let locals = if method.is_static { Vec::new() } else { vec![this_local(declarations, method.class)] };
    let stmt = Stmt { span: method.span, kind: StmtKind::Unsupported(unsupported) };
    Body { locals, block: vec![stmt], ..Body::default() }
}
