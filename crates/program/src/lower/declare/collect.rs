//! Finds every class, field and method, in source order, and the scopes that they stand in. Types
//! are not looked at yet.
//!
//! Names of local and anonymous classes are `javac`'s: the class around, `$`, the first free
//! number, the simple name.

use super::nullness;
use super::walk::{Body, walk_block, walk_exprs, walk_initializer};
use crate::contract::Contract;
use crate::lower::declarations::{
    ClassDeclaration, Declarations, Extends, FieldDeclaration, FieldSyntax, Header, MethodDeclaration, MethodSyntax,
    Place, Scope, TypeParameter,
};
use crate::lower::scopes::dotted;
use crate::lower::types::{JavaType, TypeVariable};
use crate::program::{
    Class, ClassId, ClassKind, ClassOrigin, Code as MethodCode, Field, FieldId, FieldKind, Method, MethodId,
    MethodKind, Nullity, Type,
};
use std::collections::HashMap;
use std::rc::Rc;
use tightrope_source::{Code, Diagnostic, Name, Span};
use tightrope_syntax::jml::Modifier;
use tightrope_syntax::tree;
use tightrope_syntax::tree::{
    CompilationUnit, Declarator, EnumConstant, FieldDecl, Member, MethodDecl, Modifiers, Param, TypeDecl, TypeDeclKind,
    TypeParam,
};

/// Declares all units; the first `user` ones are the user's.
pub(super) fn collect(declarations: &mut Declarations<'_>, user: usize) {
    for (index, unit) in declarations.units.clone().into_iter().enumerate() {
        let origin = match index < user {
            true if declarations.compiled.contains_key(&unit.file) => ClassOrigin::ClassFile,
            true => ClassOrigin::User,
            false => ClassOrigin::Library,
        };
        let package = Name::from(unit.package.as_ref().map_or(String::new(), dotted));
        let non_null_by_default = index < user && has_jml(unit);
        if non_null_by_default {
            declarations.files_with_jml.insert(unit.file);
        }
        let mut collector =
            Collector { declarations: &mut *declarations, origin, package, local_numbers: HashMap::new() };
        let scope = Rc::new(Scope::Unit(index));
        for decl in &unit.types {
            collector.top_level(decl, &scope, non_null_by_default);
        }
    }
}

/// JML's non-null default only holds in files that use JML. (Library files say where null is not
/// allowed.)
fn has_jml(unit: &CompilationUnit) -> bool {
    unit.types.iter().any(type_has_jml)
}

fn type_has_jml(decl: &TypeDecl) -> bool {
    !decl.clauses.is_empty() || !decl.modifiers.jml.is_empty() || decl.members.iter().any(member_has_jml)
}

fn member_has_jml(member: &Member) -> bool {
    match member {
        Member::Field(field) => !field.modifiers.jml.is_empty(),
        Member::Method(method) => {
            let on_parameters = method.params.iter().any(|param| !param.modifiers.jml.is_empty());
            method.spec.is_some() || !method.modifiers.jml.is_empty() || on_parameters
        }
        Member::Initializer(_) => false,
        Member::Type(decl) => type_has_jml(decl),
    }
}

/// Declares the classes of one unit.
pub(super) struct Collector<'d, 'a> {
    declarations: &'d mut Declarations<'a>,
    origin: ClassOrigin,
    package: Name,
    /// The last number given to a local class, by the name of the class around it and its own.
    local_numbers: HashMap<(ClassId, Name), u32>,
}

/// What a class gets from the place where it is declared.
struct Surroundings<'a> {
    place: Place,
    name: Name,
    scope: Rc<Scope>,
    extends: Extends<'a>,
    non_null_by_default: bool,
}

impl<'a> Collector<'_, 'a> {
    fn top_level(&mut self, decl: &'a TypeDecl, scope: &Rc<Scope>, non_null_by_default: bool) {
        let name = qualified(&self.package, &decl.name.name);
        if self.is_declared_already(&name, decl) {
            return;
        }
        let scope = scope.clone();
        let id = self.declare_class(
            decl,
            Surroundings {
                place: Place::TopLevel,
                name: name.clone(),
                scope,
                extends: Extends::Clauses,
                non_null_by_default,
            },
        );
        self.declarations.by_name.entry(name).or_insert(id);
    }

    fn is_declared_already(&mut self, name: &Name, decl: &TypeDecl) -> bool {
        let Some(first) = self.declarations.by_name.get(name) else { return false };
        let first = self.declarations.program.class(*first);
        let (first_name, span) = (first.name.clone(), self.declarations.classes_name_span(first.span, decl));
        let message = format!("`{first_name}` is declared twice");
        let diagnostic = Diagnostic::new(Code::DuplicateDeclaration, decl.name.span, message);
        let diagnostic = diagnostic.label(span, "first declared here");
        self.declarations.report(match span.file == decl.name.span.file {
            true => diagnostic,
            false => diagnostic.hint("if both are meant to be there, give the path of one of them only"),
        });
        true
    }

    fn member_class(&mut self, decl: &'a TypeDecl, outer: ClassId) {
        let around = &self.declarations.classes[outer.index()];
        let (scope, non_null_by_default) = (around.scope.clone(), around.non_null_by_default);
        let name = Name::from(format!("{}.{}", self.declarations.program.class(outer).name, decl.name.name));
        if self.is_declared_already(&name, decl) {
            return;
        }
        let place = Place::Member(outer);
        let extends = Extends::Clauses;
        // Before its members: they may name it.
        let id = self.next_class();
        self.declarations.by_name.insert(name.clone(), id);
        self.declarations.classes[outer.index()].member_classes.insert(decl.name.name.clone(), id);
        self.declare_class(decl, Surroundings { place, name, scope, extends, non_null_by_default });
    }

    /// A class in a body. Returns the scope that sees it.
    pub(super) fn local_class(&mut self, decl: &'a TypeDecl, body: &Body) -> Rc<Scope> {
        let parent = body.scope.clone();
        let scope = Rc::new(Scope::LocalClass { name: decl.name.name.clone(), class: self.next_class(), parent });
        self.body_class(decl, body, scope.clone(), Extends::Clauses);
        scope
    }

    pub(super) fn anonymous_class(&mut self, decl: &'a TypeDecl, body: &Body, extends: Extends<'a>) {
        self.body_class(decl, body, body.scope.clone(), extends);
    }

    fn body_class(&mut self, decl: &'a TypeDecl, body: &Body, scope: Rc<Scope>, extends: Extends<'a>) {
        let simple = &decl.name.name;
        let number = self.local_numbers.entry((body.class, simple.clone())).or_insert(0);
        *number += 1;
        let around = self.declarations.program.class(body.class);
        let name = Name::from(format!("{}${number}{simple}", around.name));
        // Local records, enums and interfaces do not see the variables and the instance around
        // them.
        let is_static = body.is_static || decl.kind != TypeDeclKind::Class;
        let place = Place::Local { class: body.class, is_static };
        let non_null_by_default = self.declarations.classes[body.class.index()].non_null_by_default;
        self.declare_class(decl, Surroundings { place, name, scope, extends, non_null_by_default });
    }

    fn next_class(&self) -> ClassId {
        ClassId(self.declarations.program.classes.len() as u32)
    }

    fn declare_class(&mut self, decl: &'a TypeDecl, around: Surroundings<'a>) -> ClassId {
        let id = self.next_class();
        let outer = outer_of(&around.place);
        let is_inner = self.is_inner(decl, &around.place);
        let own_params = self.type_parameters(&decl.type_params);
        let header_scope = with_type_parameters(&around.scope, &own_params);
        let mut type_params = Vec::new();
        if let (Place::Member(outer), true) = (&around.place, is_inner) {
            type_params.extend(self.declarations.classes[outer.index()].type_params.iter().cloned());
        }
        type_params.extend(own_params);
        self.declarations.classes.push(ClassDeclaration {
            syntax: Some(decl),
            place: around.place,
            package: self.package.clone(),
            scope: Rc::new(Scope::Class { class: id, parent: header_scope.clone() }),
            type_params,
            superclass: None,
            interfaces: Vec::new(),
            member_classes: HashMap::new(),
            fields: HashMap::new(),
            methods: HashMap::new(),
            constructors: Vec::new(),
            is_inner,
            is_function: false,
            has_missing_ancestor: false,
            non_null_by_default: nullness::is_default(&decl.modifiers, around.non_null_by_default),
            captured: Vec::new(),
        });
        let class = self.class_data(decl, around.name, outer);
        self.declarations.program.classes.push(class);
        self.declarations.headers.insert(id, Header { scope: header_scope, extends: around.extends });
        self.declarations.by_span.insert(decl.span, id);
        self.declare_members(decl, id);
        id
    }

    fn class_data(&self, decl: &TypeDecl, name: Name, outer: Option<ClassId>) -> Class {
        let kind = class_kind(decl.kind);
        let is_interface = matches!(kind, ClassKind::Interface | ClassKind::Annotation);
        let has_constant_bodies = decl.enum_constants.iter().any(|constant| constant.body.is_some());
        let is_local = self.declarations.classes.last().is_some_and(|class| matches!(class.place, Place::Local { .. }));
        Class {
            name,
            simple_name: decl.name.name.clone(),
            span: decl.span,
            kind,
            origin: self.origin,
            is_abstract: is_interface || decl.modifiers.is_abstract,
            is_final: decl.modifiers.is_final
                || kind == ClassKind::Record
                || (kind == ClassKind::Enum && !has_constant_bodies),
            is_private: decl.modifiers.private || is_local,
            is_public: decl.modifiers.public || outer.is_some_and(|outer| self.declarations.is_interface(outer)),
            is_unknown: false,
            superclass: None,
            interfaces: Vec::new(),
            outer,
            outer_instance: None,
            captures: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            inherited_implementations: Vec::new(),
            static_initializer: None,
            enum_constants: Vec::new(),
            invariants: Vec::new(),
            rep_ok: None,
            constraints: Vec::new(),
            initially: Vec::new(),
            axioms: Vec::new(),
            unchecked: Vec::new(),
        }
    }

    /// Does the class have an enclosing instance (JLS 8.1.3)?
    fn is_inner(&self, decl: &TypeDecl, place: &Place) -> bool {
        let is_class = decl.kind == TypeDeclKind::Class;
        match place {
            Place::TopLevel => false,
            Place::Member(outer) => is_class && !decl.modifiers.is_static && !self.declarations.is_interface(*outer),
            Place::Local { is_static, .. } => is_class && !is_static,
        }
    }

    /// New variables; their bounds are looked up when all classes are known.
    fn type_parameters(&mut self, params: &[TypeParam]) -> Vec<TypeParameter> {
        let mut declared = Vec::new();
        for param in params {
            let id = self.declarations.variable_bounds.len() as u32;
            self.declarations.variable_bounds.push(Vec::new());
            let variable = TypeVariable { name: param.name.name.clone(), id };
            declared.push(TypeParameter { variable, bounds: Vec::new() });
        }
        declared
    }
}

/// Members.
impl<'a> Collector<'_, 'a> {
    fn declare_members(&mut self, decl: &'a TypeDecl, class: ClassId) {
        for constant in &decl.enum_constants {
            self.enum_constant(constant, class);
        }
        for component in &decl.record_components {
            self.record_component(component, class);
        }
        for member in &decl.members {
            self.declare_member(member, class);
        }
    }

    fn declare_member(&mut self, member: &'a Member, class: ClassId) {
        match member {
            Member::Field(field) => self.field_declaration(field, class),
            Member::Method(method) => self.method(method, class),
            Member::Initializer(initializer) => {
                let scope = self.declarations.classes[class.index()].scope.clone();
                walk_block(self, &initializer.body, &Body { class, is_static: initializer.is_static, scope });
            }
            Member::Type(decl) => self.member_class(decl, class),
        }
    }

    fn enum_constant(&mut self, constant: &'a EnumConstant, class: ClassId) {
        let is_static = true;
        let id = self.add_field(
            Field {
                is_static,
                is_final: true,
                // Java itself never leaves a constant null.
                nullity: Nullity::NonNull,
                ..field_data(class, &constant.name, false)
            },
            FieldSyntax::EnumConstant(constant),
        );
        self.declarations.program.classes[class.index()].enum_constants.push(id);
        let body = Body { class, is_static, scope: self.declarations.classes[class.index()].scope.clone() };
        walk_exprs(self, &constant.args, &body);
        if let Some(constant_body) = &constant.body {
            self.anonymous_class(constant_body, &body, Extends::EnumConstant(class));
        }
    }

    fn record_component(&mut self, component: &'a Param, class: ClassId) {
        let field = Field { is_final: true, ..field_data(class, &component.name, true) };
        self.add_field(field, FieldSyntax::RecordComponent(component));
    }

    fn field_declaration(&mut self, field: &'a FieldDecl, class: ClassId) {
        let modifiers = &field.modifiers;
        let in_interface = self.declarations.is_interface(class);
        let kind = field_kind(modifiers);
        let is_static = modifiers.is_static || (in_interface && !modifiers.has(Modifier::Instance));
        let is_final = modifiers.is_final || (in_interface && kind == FieldKind::Java);
        for declarator in &field.declarators {
            let data = Field { kind, is_static, is_final, ..field_data(class, &declarator.name, modifiers.private) };
            self.add_field(data, FieldSyntax::Declared(field, declarator));
            self.walk_declarator(declarator, class, is_static);
        }
    }

    fn walk_declarator(&mut self, declarator: &'a Declarator, class: ClassId, is_static: bool) {
        if let Some(init) = &declarator.init {
            let scope = self.declarations.classes[class.index()].scope.clone();
            walk_initializer(self, init, &Body { class, is_static, scope });
        }
    }

    fn add_field(&mut self, field: Field, syntax: FieldSyntax<'a>) -> FieldId {
        let id = FieldId(self.declarations.program.fields.len() as u32);
        let class = field.class;
        let name = field.name.clone();
        let span = field.span;
        self.declarations.program.fields.push(field);
        self.declarations.fields.push(FieldDeclaration { ty: JavaType::Unknown, syntax });
        self.declarations.program.classes[class.index()].fields.push(id);
        let first = *self.declarations.classes[class.index()].fields.entry(name.clone()).or_insert(id);
        if first != id {
            let first_span = self.declarations.program.field(first).span;
            let message = format!("the field `{name}` is declared twice");
            let diagnostic = Diagnostic::new(Code::DuplicateDeclaration, span, message);
            self.declarations.report(diagnostic.label(first_span, "first declared here"));
        }
        id
    }

    fn method(&mut self, method: &'a MethodDecl, class: ClassId) {
        let type_params = self.type_parameters(&method.type_params);
        let scope = with_type_parameters(&self.declarations.classes[class.index()].scope, &type_params);
        let data = self.method_data(method, class);
        let is_static = data.is_static;
        let syntax = match method.kind {
            tree::MethodKind::CompactConstructor => MethodSyntax::CanonicalConstructor(Some(method)),
            _ => MethodSyntax::Declared(method),
        };
        let declaration = MethodDeclaration {
            syntax,
            scope: scope.clone(),
            type_params,
            params: Vec::new(),
            return_type: JavaType::Void,
        };
        self.declarations.add_method(data, declaration);
        if let Some(body) = &method.body {
            walk_block(self, body, &Body { class, is_static, scope });
        }
    }

    fn method_data(&self, method: &MethodDecl, class: ClassId) -> Method {
        let modifiers = &method.modifiers;
        let in_interface = self.declarations.is_interface(class);
        let is_constructor = method.kind != tree::MethodKind::Method;
        let kind = match method.kind {
            tree::MethodKind::Method if modifiers.has(Modifier::Model) => MethodKind::Model,
            tree::MethodKind::Method => MethodKind::Method,
            _ => MethodKind::Constructor,
        };
        let is_pure = |modifiers: &Modifiers| modifiers.has(Modifier::Pure) || modifiers.has(Modifier::SpecPure);
        let class_modifiers = self.declarations.classes[class.index()].syntax.map(|syntax| &syntax.modifiers);
        Method {
            name: if is_constructor { Name::new("<init>") } else { method.name.name.clone() },
            name_span: method.name.span,
            kind,
            is_static: modifiers.is_static && !is_constructor,
            is_abstract: super::bodies::is_abstract(method, in_interface),
            is_final: modifiers.is_final,
            is_private: modifiers.private,
            is_public: modifiers.public || (in_interface && !modifiers.private),
            is_pure: is_pure(modifiers) || class_modifiers.is_some_and(is_pure),
            is_helper: modifiers.has(Modifier::Helper),
            is_varargs: method.params.last().is_some_and(|param| param.varargs),
            ..empty_method(class, method.span)
        }
    }
}

impl<'a> Declarations<'a> {
    /// Adds a method to its class, by its name too.
    pub(crate) fn add_method(&mut self, method: Method, declaration: MethodDeclaration<'a>) -> MethodId {
        let id = MethodId(self.program.methods.len() as u32);
        let class = &mut self.classes[method.class.index()];
        match method.kind {
            MethodKind::Constructor => class.constructors.push(id),
            _ => class.methods.entry(method.name.clone()).or_default().push(id),
        }
        self.program.classes[method.class.index()].methods.push(id);
        self.program.methods.push(method);
        self.methods.push(declaration);
        id
    }

    /// The place of a class's name, where its declaration is at hand.
    fn classes_name_span(&self, span: Span, otherwise: &TypeDecl) -> Span {
        let class = self.by_span.get(&span).and_then(|class| self.classes[class.index()].syntax);
        class.map_or(otherwise.name.span, |syntax| syntax.name.span)
    }
}

/// A method with nothing said about it.
pub(crate) fn empty_method(class: ClassId, span: Span) -> Method {
    Method {
        class,
        name: Name::default(),
        span,
        name_span: span,
        kind: MethodKind::Method,
        is_static: false,
        is_abstract: false,
        is_final: false,
        is_private: false,
        is_public: false,
        is_pure: false,
        is_helper: false,
        is_synthetic: false,
        is_varargs: false,
        params: Vec::new(),
        return_type: None,
        return_nullity: Nullity::Nullable,
        throws: Vec::new(),
        overrides: Vec::new(),
        code: MethodCode::None,
        contract: Contract::default(),
    }
}

/// A Java field with no modifier but perhaps `private`.
fn field_data(class: ClassId, name: &tree::Ident, is_private: bool) -> Field {
    Field {
        class,
        name: name.name.clone(),
        span: name.span,
        ty: Type::UNKNOWN,
        kind: FieldKind::Java,
        is_static: false,
        is_final: false,
        is_private,
        nullity: Nullity::Nullable,
        constant: None,
        represents: None,
    }
}

fn field_kind(modifiers: &Modifiers) -> FieldKind {
    if modifiers.has(Modifier::Model) {
        FieldKind::Model
    } else if modifiers.has(Modifier::Ghost) {
        FieldKind::Ghost
    } else {
        FieldKind::Java
    }
}

fn class_kind(kind: TypeDeclKind) -> ClassKind {
    match kind {
        TypeDeclKind::Class => ClassKind::Class,
        TypeDeclKind::Interface => ClassKind::Interface,
        TypeDeclKind::Enum => ClassKind::Enum,
        TypeDeclKind::Record => ClassKind::Record,
        TypeDeclKind::Annotation => ClassKind::Annotation,
    }
}

fn outer_of(place: &Place) -> Option<ClassId> {
    match place {
        Place::TopLevel => None,
        Place::Member(outer) => Some(*outer),
        Place::Local { class, .. } => Some(*class),
    }
}

fn with_type_parameters(parent: &Rc<Scope>, params: &[TypeParameter]) -> Rc<Scope> {
    if params.is_empty() {
        return parent.clone();
    }
    let params = params.iter().map(|param| param.variable.clone()).collect();
    Rc::new(Scope::TypeParameters { params, parent: parent.clone() })
}

fn qualified(package: &str, name: &str) -> Name {
    if package.is_empty() { Name::new(name) } else { Name::from(format!("{package}.{name}")) }
}
