//! Types of fields, signatures of methods, and the members that Java adds to classes, enums and
//! records.
//!
//! Follows JLS 8.3, 8.4, 8.8.9 (default constructors), 8.9.3 (enum members), 8.10.3 and 8.10.4
//! (record members), 15.9.5.1 (anonymous constructors); nullity follows the JML Reference Manual.
//! Departures:
//! - an inner class's constructor has the enclosing instance as its first parameter, `this$0`;
//! - `static final` fields that are initialised by literals alone are constants and take no part in
//!   `<clinit>`.

use super::collect::empty_method;
use super::nullness::{self, Written};
use crate::lower::declarations::{
    Declarations, FieldSyntax, InitializerPart, MethodDeclaration, MethodSyntax, TypeParameter,
};
use crate::lower::types::JavaType;
use crate::program::{
    ClassId, ClassKind, ClassOrigin, Code as MethodCode, FieldId, FieldKind, Method, MethodId, MethodKind, Nullity,
    ParamInfo, Type,
};
use std::collections::{HashMap, HashSet};
use tightrope_source::{Code, Diagnostic, Name, Span};
use tightrope_syntax::jml::Modifier;
use tightrope_syntax::tree::{Expr, ExprKind, Literal, Member, MethodDecl, Modifiers, Param, TypeDecl};

pub(super) fn resolve(declarations: &mut Declarations<'_>) {
    let classes: Vec<ClassId> = declarations.program.class_ids().collect();
    for class in &classes {
        if let Some(syntax) = declarations.classes[class.index()].syntax {
            class_modifiers(declarations, syntax);
            enclosing_instance(declarations, *class);
            field_types(declarations, *class);
            signatures(declarations, *class);
            added_members(declarations, *class, syntax);
            duplicate_methods(declarations, *class);
        }
    }
}

fn class_modifiers(declarations: &mut Declarations<'_>, syntax: &TypeDecl) {
    contradiction(declarations, &syntax.modifiers, Modifier::NullableByDefault, Modifier::NonNullByDefault);
}

/// Reports two JML modifiers that exclude each other.
fn contradiction(declarations: &mut Declarations<'_>, modifiers: &Modifiers, one: Modifier, other: Modifier) -> bool {
    let place = |wanted: Modifier| modifiers.jml.iter().find(|(found, _)| *found == wanted).map(|(_, span)| *span);
    let (Some(first), Some(second)) = (place(one), place(other)) else { return false };
    let message = "these two modifiers contradict each other";
    let (first, second) = (first.min(second), first.max(second));
    declarations.report(
        Diagnostic::new(Code::ContradictoryModifiers, second, message)
            .label(first, "the other one")
            .hint("remove one of them"),
    );
    true
}

fn nullity(declarations: &mut Declarations<'_>, class: ClassId, modifiers: &Modifiers, ty: &JavaType) -> Nullity {
    if contradiction(declarations, modifiers, Modifier::Nullable, Modifier::NonNull) {
        return Nullity::Nullable;
    }
    let is_reference = matches!(ty, JavaType::Class(_) | JavaType::Variable(_) | JavaType::Array(_));
    match nullness::written(modifiers) {
        _ if !is_reference => Nullity::Nullable,
        Written::NonNull => Nullity::NonNull,
        Written::Nullable => Nullity::Nullable,
        Written::Nothing if declarations.classes[class.index()].non_null_by_default => Nullity::NonNullByDefault,
        Written::Nothing if declarations.files_with_jml.contains(&declarations.program.class(class).span.file) => {
            Nullity::Nullable
        }
        Written::Nothing => Nullity::Unsaid,
    }
}

/// An inner class keeps its enclosing instance in a field.
fn enclosing_instance(declarations: &mut Declarations<'_>, class: ClassId) {
    if let Some(ty) = enclosing_type(declarations, class) {
        let span = declarations.program.class(class).span.before();
        let field = declarations.add_synthetic_field(class, Name::new("this$0"), ty, span);
        declarations.program.classes[class.index()].outer_instance = Some(field);
    }
}

fn enclosing_type(declarations: &Declarations<'_>, class: ClassId) -> Option<JavaType> {
    let outer = declarations.program.class(class).outer?;
    declarations.classes[class.index()].is_inner.then(|| JavaType::Class(declarations.this_type(outer)))
}

fn field_types(declarations: &mut Declarations<'_>, class: ClassId) {
    for field in declarations.program.class(class).fields.clone() {
        let scope = declarations.classes[class.index()].scope.clone();
        let (ty, modifiers) = match declarations.fields[field.index()].syntax {
            FieldSyntax::Declared(syntax, declarator) => {
                let base = declarations.resolve_type(&scope, &syntax.ty);
                (declarations.array_type(base, declarator.dims, declarator.name.span), &syntax.modifiers)
            }
            FieldSyntax::RecordComponent(component) => {
                (declarations.resolve_type(&scope, &component.ty), &component.modifiers)
            }
            FieldSyntax::EnumConstant(_) => {
                set_field_type(declarations, field, JavaType::raw(class));
                continue;
            }
            FieldSyntax::Synthetic => continue,
        };
        declarations.program.fields[field.index()].nullity = nullity(declarations, class, modifiers, &ty);
        set_field_type(declarations, field, ty);
    }
}

fn set_field_type(declarations: &mut Declarations<'_>, field: FieldId, ty: JavaType) {
    declarations.program.fields[field.index()].ty = declarations.erase(&ty);
    declarations.fields[field.index()].ty = ty;
}

fn signatures(declarations: &mut Declarations<'_>, class: ClassId) {
    for method in declarations.program.class(class).methods.clone() {
        match declarations.methods[method.index()].syntax {
            MethodSyntax::Declared(syntax) => declared_signature(declarations, method, syntax),
            MethodSyntax::CanonicalConstructor(_) => canonical_signature(declarations, method),
            _ => {}
        }
    }
}

fn declared_signature(declarations: &mut Declarations<'_>, method: MethodId, syntax: &MethodDecl) {
    let class = declarations.program.method(method).class;
    let scope = declarations.methods[method.index()].scope.clone();
    add_enclosing_parameter(declarations, method);
    for param in &syntax.params {
        let ty = declarations.resolve_type(&scope, &param.ty);
        add_written_parameter(declarations, method, param, ty);
    }
    if let Some(written) = &syntax.return_type {
        let ty = declarations.resolve_type(&scope, written);
        let nullity = nullity(declarations, class, &syntax.modifiers, &ty);
        let erased = declarations.erase_return(&ty);
        let data = &mut declarations.program.methods[method.index()];
        data.return_type = erased;
        data.return_nullity = nullity;
        declarations.methods[method.index()].return_type = ty;
    }
    let mut throws = Vec::new();
    for written in &syntax.throws {
        let ty = declarations.resolve_type(&scope, written);
        throws.extend(declarations.erase(&ty).as_class());
    }
    let is_library = declarations.program.class(class).origin == ClassOrigin::Library;
    let data = &mut declarations.program.methods[method.index()];
    data.throws = throws;
    if is_library && syntax.modifiers.native {
        data.code = MethodCode::Library;
    }
}

/// The enclosing instance comes first among the parameters of an inner class's constructors.
fn add_enclosing_parameter(declarations: &mut Declarations<'_>, method: MethodId) {
    let data = declarations.program.method(method);
    if data.kind != MethodKind::Constructor {
        return;
    }
    let span = data.name_span;
    if let Some(ty) = enclosing_type(declarations, data.class) {
        let erased = declarations.erase(&ty);
        let info = ParamInfo { name: Name::new("this$0"), span, ty: erased, nullity: Nullity::NonNull };
        declarations.program.methods[method.index()].params.push(info);
        declarations.methods[method.index()].params.push(ty);
    }
}

fn add_written_parameter(declarations: &mut Declarations<'_>, method: MethodId, param: &Param, ty: JavaType) {
    let class = declarations.program.method(method).class;
    let nullity = nullity(declarations, class, &param.modifiers, &ty);
    let erased = declarations.erase(&ty);
    let info = ParamInfo { name: param.name.name.clone(), span: param.name.span, ty: erased, nullity };
    declarations.program.methods[method.index()].params.push(info);
    declarations.methods[method.index()].params.push(ty);
}

/// The canonical constructor of a record has the components as its parameters.
fn canonical_signature(declarations: &mut Declarations<'_>, method: MethodId) {
    let class = declarations.program.method(method).class;
    let Some(syntax) = declarations.classes[class.index()].syntax else { return };
    let scope = declarations.classes[class.index()].scope.clone();
    add_enclosing_parameter(declarations, method);
    for component in &syntax.record_components {
        // The field has reported an unknown type already, so the report is taken back.
        let reported = declarations.diagnostics.len();
        let ty = declarations.resolve_type(&scope, &component.ty);
        add_written_parameter(declarations, method, component, ty);
        declarations.diagnostics.truncate(reported);
    }
    let is_varargs = syntax.record_components.last().is_some_and(|component| component.varargs);
    declarations.program.methods[method.index()].is_varargs = is_varargs;
}

fn added_members<'a>(declarations: &mut Declarations<'a>, class: ClassId, syntax: &'a TypeDecl) {
    match declarations.program.class(class).kind {
        ClassKind::Enum => enum_members(declarations, class),
        ClassKind::Record => record_members(declarations, class, syntax),
        ClassKind::Class | ClassKind::Interface | ClassKind::Annotation => {}
    }
    default_constructor(declarations, class, syntax);
    initializers(declarations, class, syntax);
}

/// What an added method is, besides its body.
struct Added {
    name: &'static str,
    kind: MethodKind,
    is_static: bool,
    is_private: bool,
    params: Vec<(Name, JavaType, Nullity)>,
    return_type: JavaType,
}

impl Added {
    fn method(name: &'static str, return_type: JavaType) -> Added {
        Added { name, kind: MethodKind::Method, is_static: false, is_private: false, params: Vec::new(), return_type }
    }

    fn constructor() -> Added {
        Added { kind: MethodKind::Constructor, ..Added::method("<init>", JavaType::Void) }
    }
}

fn add<'a>(declarations: &mut Declarations<'a>, class: ClassId, added: Added, syntax: MethodSyntax<'a>) -> MethodId {
    let span = declarations.classes[class.index()].syntax.map_or(declarations.no_span(), |syntax| syntax.name.span);
    let is_initializer = matches!(added.kind, MethodKind::StaticInitializer | MethodKind::InstanceInitializer);
    let data = Method {
        name: Name::new(added.name),
        kind: added.kind,
        is_static: added.is_static,
        is_private: added.is_private,
        is_public: !added.is_private && !is_initializer,
        is_synthetic: true,
        return_type: declarations.erase_return(&added.return_type),
        ..empty_method(class, span)
    };
    let declaration = MethodDeclaration {
        syntax,
        scope: declarations.classes[class.index()].scope.clone(),
        type_params: Vec::<TypeParameter>::new(),
        params: Vec::new(),
        return_type: added.return_type,
    };
    let method = declarations.add_method(data, declaration);
    add_enclosing_parameter(declarations, method);
    for (name, ty, nullity) in added.params {
        let erased = declarations.erase(&ty);
        declarations.program.methods[method.index()].params.push(ParamInfo { name, span, ty: erased, nullity });
        declarations.methods[method.index()].params.push(ty);
    }
    method
}

fn enum_members(declarations: &mut Declarations<'_>, class: ClassId) {
    let own = JavaType::raw(class);
    let values = Added { is_static: true, ..Added::method("values", own.clone().array_of()) };
    let method = add(declarations, class, values, MethodSyntax::EnumValues);
    declarations.program.methods[method.index()].return_nullity = Nullity::NonNull;
    let string = JavaType::raw(declarations.well_known.string);
    let params = vec![(Name::new("name"), string, Nullity::Nullable)];
    let value_of = Added { is_static: true, params, ..Added::method("valueOf", own) };
    let method = add(declarations, class, value_of, MethodSyntax::EnumValueOf);
    declarations.program.methods[method.index()].return_nullity = Nullity::NonNull;
}

fn record_members<'a>(declarations: &mut Declarations<'a>, class: ClassId, syntax: &'a TypeDecl) {
    let fields: Vec<FieldId> = record_fields(declarations, class);
    if !has_canonical_constructor(declarations, class, &fields) {
        let constructor = Added { is_private: false, ..Added::constructor() };
        let method = add(declarations, class, constructor, MethodSyntax::CanonicalConstructor(None));
        declarations.program.methods[method.index()].params.clear();
        declarations.methods[method.index()].params.clear();
        canonical_signature(declarations, method);
    }
    for (field, component) in fields.iter().zip(&syntax.record_components) {
        if declared_with(declarations, class, &component.name.name, &[]).is_none() {
            record_accessor(declarations, *field);
        }
    }
    let object = Type::class(declarations.well_known.object);
    let boolean = JavaType::Primitive(tightrope_syntax::tree::Primitive::Boolean);
    if declared_with(declarations, class, "equals", &[object]).is_none() {
        let params = vec![(Name::new("other"), JavaType::raw(declarations.well_known.object), Nullity::Nullable)];
        let equals = Added { params, ..Added::method("equals", boolean) };
        pure(declarations, class, equals, MethodSyntax::RecordEquals);
    }
    if declared_with(declarations, class, "hashCode", &[]).is_none() {
        let int = JavaType::Primitive(tightrope_syntax::tree::Primitive::Int);
        pure(declarations, class, Added::method("hashCode", int), MethodSyntax::RecordHashCode);
    }
    if declared_with(declarations, class, "toString", &[]).is_none() {
        let string = JavaType::raw(declarations.well_known.string);
        pure(declarations, class, Added::method("toString", string), MethodSyntax::RecordToString);
    }
}

fn pure<'a>(declarations: &mut Declarations<'a>, class: ClassId, added: Added, syntax: MethodSyntax<'a>) -> MethodId {
    let method = add(declarations, class, added, syntax);
    declarations.program.methods[method.index()].is_pure = true;
    method
}

fn record_fields(declarations: &Declarations<'_>, class: ClassId) -> Vec<FieldId> {
    let is_component =
        |field: &FieldId| matches!(declarations.fields[field.index()].syntax, FieldSyntax::RecordComponent(_));
    declarations.program.class(class).fields.iter().copied().filter(is_component).collect()
}

fn has_canonical_constructor(declarations: &Declarations<'_>, class: ClassId, fields: &[FieldId]) -> bool {
    let types: Vec<Type> = fields.iter().map(|field| declarations.program.field(*field).ty).collect();
    declarations.classes[class.index()].constructors.iter().any(|constructor| {
        let params = &declarations.program.method(*constructor).params;
        params.iter().map(|param| param.ty).eq(types.iter().copied())
    })
}

fn record_accessor(declarations: &mut Declarations<'_>, field: FieldId) {
    let data = declarations.program.field(field);
    let (class, name, nullity) = (data.class, data.name.clone(), data.nullity);
    let ty = declarations.fields[field.index()].ty.clone();
    // Its own name replaces the placeholder: names of added methods are known words otherwise.
    let method = pure(declarations, class, Added::method("", ty), MethodSyntax::RecordAccessor(field));
    declarations.program.methods[method.index()].name = name.clone();
    declarations.program.methods[method.index()].return_nullity = nullity;
    let methods = &mut declarations.classes[class.index()].methods;
    methods.remove("");
    methods.entry(name).or_default().push(method);
}

/// A method of this name and these parameter types that the class declares itself.
fn declared_with(declarations: &Declarations<'_>, class: ClassId, name: &str, params: &[Type]) -> Option<MethodId> {
    let methods = declarations.classes[class.index()].methods.get(name)?;
    methods.iter().copied().find(|method| {
        let found = &declarations.program.method(*method).params;
        found.iter().map(|param| param.ty).eq(params.iter().copied())
    })
}

fn default_constructor<'a>(declarations: &mut Declarations<'a>, class: ClassId, syntax: &'a TypeDecl) {
    let data = declarations.program.class(class);
    let can_have = matches!(data.kind, ClassKind::Class | ClassKind::Enum);
    if !can_have || !declarations.classes[class.index()].constructors.is_empty() {
        return;
    }
    let is_anonymous = syntax.name.name.is_empty();
    let kind = if is_anonymous { MethodSyntax::AnonymousConstructor } else { MethodSyntax::DefaultConstructor };
    let is_private = data.kind == ClassKind::Enum || data.is_private;
    add(declarations, class, Added { is_private, ..Added::constructor() }, kind);
}

/// `<clinit>` and `<fields>`, where there is something to run.
fn initializers<'a>(declarations: &mut Declarations<'a>, class: ClassId, syntax: &'a TypeDecl) {
    let mut parts: Vec<(Span, bool, InitializerPart<'a>)> = Vec::new();
    for field in &declarations.program.class(class).fields {
        let data = declarations.program.field(*field);
        match declarations.fields[field.index()].syntax {
            FieldSyntax::EnumConstant(constant) => {
                parts.push((constant.span, true, InitializerPart::EnumConstant(*field, constant)));
            }
            FieldSyntax::Declared(_, declarator) => {
                let init = declarator.init.as_ref().filter(|init| !is_constant_field(declarations, *field, init));
                if let Some(init) = init.filter(|_| data.kind != FieldKind::Model) {
                    parts.push((declarator.name.span, data.is_static, InitializerPart::Field(*field, init)));
                }
            }
            FieldSyntax::RecordComponent(_) | FieldSyntax::Synthetic => {}
        }
    }
    for member in &syntax.members {
        if let Member::Initializer(initializer) = member {
            parts.push((initializer.span, initializer.is_static, InitializerPart::Block(initializer)));
        }
    }
    parts.sort_by_key(|(span, _, _)| *span);
    let of = |wanted: bool| {
        parts.iter().filter(|(_, is_static, _)| *is_static == wanted).map(|(_, _, part)| *part).collect::<Vec<_>>()
    };
    let (static_parts, instance_parts) = (of(true), of(false));
    add_initializer(declarations, class, static_parts, true);
    add_initializer(declarations, class, instance_parts, false);
}

fn add_initializer<'a>(
    declarations: &mut Declarations<'a>,
    class: ClassId,
    parts: Vec<InitializerPart<'a>>,
    is_static: bool,
) {
    if parts.is_empty() {
        return;
    }
    let (name, kind) = match is_static {
        true => ("<clinit>", MethodKind::StaticInitializer),
        false => ("<fields>", MethodKind::InstanceInitializer),
    };
    let added = Added { kind, is_static, is_private: true, ..Added::method(name, JavaType::Void) };
    let method = add(declarations, class, added, MethodSyntax::Initializer(parts));
    if is_static {
        declarations.program.classes[class.index()].static_initializer = Some(method);
    }
}

/// `static final int MAX = 1 << 30;`: a constant by its looks. Every read is replaced by the value
/// (JLS 15.29).
fn is_constant_field(declarations: &Declarations<'_>, field: FieldId, init: &Expr) -> bool {
    let data = declarations.program.field(field);
    let ty = &declarations.fields[field.index()].ty;
    let is_string = *ty == JavaType::raw(declarations.well_known.string);
    data.is_static && data.is_final && (ty.is_primitive() || is_string) && has_only_literals(init)
}

fn has_only_literals(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(literal) => *literal != Literal::Null,
        ExprKind::Unary { operand, .. } => has_only_literals(operand),
        // Division may throw: then it is no constant.
        ExprKind::Binary { op, left, right } => {
            use tightrope_syntax::tree::BinaryOp::{Divide, Remainder};
            !matches!(op, Divide | Remainder) && has_only_literals(left) && has_only_literals(right)
        }
        _ => false,
    }
}

/// Two methods or constructors with the same erased parameters (E0304).
fn duplicate_methods(declarations: &mut Declarations<'_>, class: ClassId) {
    let mut seen: HashMap<(Name, Vec<Type>), Span> = HashMap::new();
    let mut found = Vec::new();
    let mut hidden = HashSet::new();
    for method in &declarations.program.class(class).methods {
        let data = declarations.program.method(*method);
        let types: Vec<Type> = data.params.iter().map(|param| param.ty).collect();
        if data.is_synthetic || types.iter().any(|ty| ty.base == Type::UNKNOWN.base) {
            continue;
        }
        let first = *seen.entry((data.name.clone(), types)).or_insert(data.name_span);
        if first != data.name_span {
            hidden.insert(*method);
            let what = match data.kind {
                MethodKind::Constructor => "this constructor".to_string(),
                _ => format!("the method `{}`", data.name),
            };
            let message = format!("{what} is declared twice with the same parameter types");
            let diagnostic = Diagnostic::new(Code::DuplicateDeclaration, data.name_span, message);
            found.push(diagnostic.label(first, "first declared here"));
        }
    }
    found.into_iter().for_each(|diagnostic| declarations.report(diagnostic));
    // Calls mean the first one: what is reported here is not reported again at every call.
    let tables = &mut declarations.classes[class.index()];
    tables.constructors.retain(|method| !hidden.contains(method));
    tables.methods.values_mut().for_each(|methods| methods.retain(|method| !hidden.contains(method)));
}
