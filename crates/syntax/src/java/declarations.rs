//! Files, types and their members (JLS 7 to 9), with the JML before and inside them.
//!
//! Attachment: the comments between the member before and the type (or name) of a member are one
//! group with its modifiers; those up to its name are modifiers; those between a method's
//! parameters and its body belong to its specification. Clauses belong to the type in whose body
//! they stand; before a type of the file, to that type.

use super::Converter;
use super::concrete::{Field, Kind, Node};
use super::specifications::join_specs;
use crate::jml::TypeClause;
use crate::jml_parser::JmlMembers;
use crate::tree::{
    Block, CompilationUnit, Declarator, EnumConstant, FieldDecl, Ident, Import, Initializer, Member, MethodDecl,
    MethodKind, Modifiers, Param, TypeDecl, TypeDeclKind,
};
use tightrope_source::{Code, Diagnostic, Name, Span};

impl<'t> Converter<'t> {
    pub(super) fn compilation_unit(&mut self, root: Node<'t>) -> CompilationUnit {
        let mut unit = super::empty_unit(self.file);
        let mut previous_end = 0;
        // With the braces out of balance, what stands outside of classes is no news.
        let mut outside_reported = self.diagnostics.iter().any(|diagnostic| diagnostic.code == Code::JavaSyntax);
        for node in root.children() {
            let jml = self.jml_members(previous_end..after_modifiers(node));
            previous_end = node.end();
            match node.kind() {
                Kind::PackageDeclaration => unit.package = self.package_name(node),
                Kind::ImportDeclaration => unit.imports.extend(self.import(node)),
                Kind::ModuleDeclaration => unit.is_module = true,
                Kind::Semicolon | Kind::Error => {}
                kind if is_type_declaration(kind) => {
                    self.top_level_type(node, jml, &mut unit);
                    continue;
                }
                _ if outside_reported => {}
                _ => {
                    outside_reported = true;
                    self.report_outside_class(node);
                }
            }
            self.file_level_jml(jml, &mut unit);
        }
        let jml = self.jml_members(previous_end..self.text.len());
        self.file_level_jml(jml, &mut unit);
        unit
    }

    fn report_outside_class(&mut self, node: Node<'t>) {
        let first_line = self.text_of(node).lines().next().unwrap_or("").len();
        let span = self.span_between(node.start(), node.start() + first_line);
        let diagnostic = Diagnostic::new(Code::JavaSyntax, span, "this stands outside of any class")
            .hint("put it into a class, or look for a `}` too many above it");
        self.diagnostics.push(diagnostic);
    }

    fn package_name(&self, node: Node<'t>) -> Option<crate::tree::QualifiedName> {
        node.children().find(|child| is_name(child.kind())).map(|name| self.qualified_name(name))
    }

    fn import(&mut self, node: Node<'t>) -> Option<Import> {
        let is_module = node.child(Kind::KeywordModule).is_some();
        let path = node.children().find(|child| is_name(child.kind()))?;
        Some(Import {
            span: self.span(node),
            path: self.qualified_name(path),
            is_static: node.child(Kind::KeywordStatic).is_some(),
            on_demand: is_module || node.child(Kind::Asterisk).is_some(),
            is_module,
        })
    }

    fn top_level_type(&mut self, node: Node<'t>, jml: JmlMembers, unit: &mut CompilationUnit) {
        unit.imports.extend(jml.imports);
        self.report_leftover_spec(jml.spec.as_ref(), "a class");
        let mut members = jml.members;
        let mut decl = self.type_decl(node, jml.modifiers);
        decl.clauses.splice(0..0, jml.clauses);
        members.append(&mut decl.members);
        decl.members = members;
        unit.types.push(decl);
    }

    /// JML of the file that no class follows.
    fn file_level_jml(&mut self, jml: JmlMembers, unit: &mut CompilationUnit) {
        unit.imports.extend(jml.imports);
        for clause in &jml.clauses {
            self.report_misplaced(clause.span, "this clause");
        }
        for member in &jml.members {
            self.report_misplaced(member_span(member), "this JML declaration");
        }
        self.report_leftover_spec(jml.spec.as_ref(), "no declaration");
        self.report_leftover_modifiers(&jml.modifiers);
    }

    /// A type declaration anywhere; `jml` are the JML modifiers found before it.
    pub(super) fn type_decl(&mut self, node: Node<'t>, jml: Modifiers) -> TypeDecl {
        let name = self.ident_or_empty(node.at(Field::Name), node);
        let mut modifiers = self.modifiers(node.child(Kind::Modifiers));
        modifiers.add(jml);
        let between = self.jml_modifiers(node.start()..name.span.start as usize);
        modifiers.add(between);
        let mut decl = TypeDecl {
            modifiers,
            type_params: self.type_parameters(node.at(Field::TypeParameters)),
            superclass: node.at(Field::Superclass).and_then(|clause| self.types_in(clause).into_iter().next()),
            interfaces: self.type_list(node.at(Field::Interfaces).or_else(|| node.child(Kind::ExtendsInterfaces))),
            permits: self.type_list(node.at(Field::Permits)),
            record_components: node.at(Field::Parameters).map_or_else(Vec::new, |list| self.parameters(list)),
            ..empty_type(self.span(node), kind_of_type(node.kind()), name)
        };
        if let Some(body) = node.at(Field::Body) {
            self.nested(body, |this| this.type_body(body, &mut decl));
        }
        decl
    }

    /// The body of an anonymous class or of an enum constant: a class without a name, at `place`.
    pub(super) fn anonymous_class(&mut self, body: Node<'t>, place: Span) -> TypeDecl {
        let name = Ident { name: Name::default(), span: place };
        let mut decl = empty_type(self.span(body), TypeDeclKind::Class, name);
        self.nested(body, |this| this.type_body(body, &mut decl));
        decl
    }

    fn type_body(&mut self, body: Node<'t>, decl: &mut TypeDecl) {
        if !body.is(Kind::EnumBody) {
            return self.members(body, body.start() + 1, decl);
        }
        let mut constants_end = body.start() + 1;
        for constant in body.children().filter(|child| child.is(Kind::EnumConstant)) {
            decl.enum_constants.push(self.enum_constant(constant));
            constants_end = constant.end();
        }
        match body.child(Kind::EnumBodyDeclarations) {
            Some(declarations) => {
                self.members(declarations, declarations.start() + 1, decl);
                self.end_of_body(declarations.end()..body.end(), decl);
            }
            None => self.end_of_body(constants_end..body.end(), decl),
        }
    }

    fn enum_constant(&mut self, node: Node<'t>) -> EnumConstant {
        let name = self.ident_or_empty(node.at(Field::Name), node);
        let args = node.child(Kind::ArgumentList).map_or_else(Vec::new, |list| self.arguments(list));
        let body = node.child(Kind::ClassBody).map(|body| Box::new(self.anonymous_class(body, name.span)));
        EnumConstant { span: self.span(node), name, args, body }
    }

    fn members(&mut self, body: Node<'t>, start: usize, decl: &mut TypeDecl) {
        let mut previous_end = start;
        for node in body.children() {
            if matches!(node.kind(), Kind::Semicolon | Kind::Error) {
                continue;
            }
            let mut jml = self.jml_members(previous_end..after_modifiers(node));
            previous_end = node.end();
            decl.members.append(&mut jml.members);
            decl.clauses.append(&mut jml.clauses);
            self.misplaced_imports(&jml);
            let member = self.member(node, jml);
            decl.members.extend(member);
        }
        self.end_of_body(previous_end..body.end(), decl);
    }

    /// JML after the last member.
    fn end_of_body(&mut self, range: std::ops::Range<usize>, decl: &mut TypeDecl) {
        let jml = self.jml_members(range);
        self.misplaced_imports(&jml);
        self.report_leftover_spec(jml.spec.as_ref(), "the end of the class");
        self.report_leftover_modifiers(&jml.modifiers);
        decl.members.extend(jml.members);
        decl.clauses.extend::<Vec<TypeClause>>(jml.clauses);
    }

    fn misplaced_imports(&mut self, jml: &JmlMembers) {
        for import in &jml.imports {
            self.report(
                Code::JmlMisplaced,
                import.span,
                "a model import must stand before the first class of the file",
            );
        }
    }

    fn member(&mut self, node: Node<'t>, jml: JmlMembers) -> Option<Member> {
        match node.kind() {
            Kind::MethodDeclaration
            | Kind::ConstructorDeclaration
            | Kind::CompactConstructor
            | Kind::AnnotationElement => return Some(Member::Method(Box::new(self.method(node, jml)))),
            _ => self.report_leftover_spec(jml.spec.as_ref(), description(node.kind())),
        }
        match node.kind() {
            Kind::FieldDeclaration | Kind::ConstantDeclaration => {
                Some(Member::Field(self.variables(node, jml.modifiers)))
            }
            Kind::Block | Kind::StaticInitializer => {
                self.report_leftover_modifiers(&jml.modifiers);
                Some(Member::Initializer(self.initializer(node)))
            }
            kind if is_type_declaration(kind) => Some(Member::Type(self.type_decl(node, jml.modifiers))),
            _ => None,
        }
    }

    fn initializer(&mut self, node: Node<'t>) -> Initializer {
        let is_static = node.is(Kind::StaticInitializer);
        let block = if is_static { node.child(Kind::Block) } else { Some(node) };
        let empty = Block { span: self.span(node), stmts: Vec::new() };
        let body = block.map_or(empty, |block| self.block(block));
        Initializer { span: self.span(node), is_static, body }
    }

    /// A field or a local variable; `jml` are the JML modifiers found before it.
    pub(super) fn variables(&mut self, node: Node<'t>, jml: Modifiers) -> FieldDecl {
        let mut modifiers = self.modifiers(node.child(Kind::Modifiers));
        modifiers.add(jml);
        // Types stand before the comments inside of them are asked for as modifiers, so that those
        // stay out.
        let ty_node = node.at(Field::Type);
        let ty = self.type_or_error(ty_node, node);
        let name_start = node.at(Field::Declarator).map_or(node.start(), Node::start);
        let between = self.signature_modifiers(node, ty_node, name_start);
        modifiers.add(between);
        let declarators = node.all_at(Field::Declarator).map(|declarator| self.declarator(declarator)).collect();
        FieldDecl { span: self.span(node), modifiers, ty, declarators }
    }

    /// JML modifiers between the start of a declaration and its name, but not inside of its type.
    fn signature_modifiers(&mut self, node: Node<'t>, ty: Option<Node<'t>>, name_start: usize) -> Modifiers {
        let Some(ty) = ty else { return self.jml_modifiers(node.start()..name_start) };
        let mut modifiers = self.jml_modifiers(node.start()..ty.start());
        let after = self.jml_modifiers(ty.end()..name_start);
        modifiers.add(after);
        modifiers
    }

    fn declarator(&mut self, node: Node<'t>) -> Declarator {
        let name = self.ident_or_empty(node.at(Field::Name), node);
        let dims = self.dimensions(node.at(Field::Dimensions));
        let init = node.at(Field::Value).map(|value| self.expression(value));
        Declarator { name, dims, init }
    }

    fn method(&mut self, node: Node<'t>, jml: JmlMembers) -> MethodDecl {
        let mut modifiers = self.modifiers(node.child(Kind::Modifiers));
        modifiers.add(jml.modifiers);
        let name = self.ident_or_empty(node.at(Field::Name), node);
        let ty = node.at(Field::Type);
        let between = self.signature_modifiers(node, ty, name.span.start as usize);
        modifiers.add(between);
        let parameters = node.at(Field::Parameters);
        let params = parameters.map_or_else(Vec::new, |list| self.parameters(list));
        let body = node.at(Field::Body);
        let header_end = parameters.map_or(name.span.end as usize, Node::end);
        let after = self.jml_members(header_end..body.map_or(node.end(), Node::start));
        modifiers.add(after.modifiers);
        for clause in &after.clauses {
            self.report(Code::JmlMisplaced, clause.span, "a clause of the class cannot stand inside of a method");
        }
        MethodDecl {
            span: self.span(node),
            kind: kind_of_method(node.kind()),
            modifiers,
            type_params: self.type_parameters(node.at(Field::TypeParameters)),
            return_type: ty.map(|ty| self.return_type(ty, node)),
            name,
            params,
            throws: node.child(Kind::Throws).map_or_else(Vec::new, |throws| self.types_in(throws)),
            body: body.map(|body| self.block(body)),
            spec: join_specs(jml.spec, after.spec),
            has_syntax_error: node.holds_error(),
        }
    }

    /// `int f()[]` is an old way to return an array (JLS 8.4).
    fn return_type(&mut self, ty: Node<'t>, method: Node<'t>) -> crate::tree::TypeRef {
        let element = self.type_ref(ty);
        let dims = self.dimensions(method.at(Field::Dimensions));
        let span = element.span;
        self.array_of(element, dims, span)
    }

    pub(super) fn parameters(&mut self, list: Node<'t>) -> Vec<Param> {
        let mut params = Vec::new();
        let mut previous_end = list.start();
        for node in list.children() {
            match node.kind() {
                Kind::FormalParameter => params.push(self.parameter(node, previous_end)),
                Kind::SpreadParameter => params.push(self.spread_parameter(node, previous_end)),
                _ => {}
            }
            previous_end = node.end();
        }
        params
    }

    /// A parameter, or what looks like one: the variable of a `for`, a resource.
    pub(super) fn parameter(&mut self, node: Node<'t>, previous_end: usize) -> Param {
        let name = self.ident_or_empty(node.at(Field::Name), node);
        let ty_node = node.at(Field::Type);
        let element = self.type_or_error(ty_node, node);
        let dims = self.dimensions(node.at(Field::Dimensions));
        let ty_span = element.span;
        let modifiers = self.parameter_modifiers(node, ty_node, previous_end, name.span.start as usize);
        let ty = self.array_of(element, dims, ty_span);
        Param { span: self.span(node), modifiers, ty, name, varargs: false }
    }

    fn spread_parameter(&mut self, node: Node<'t>, previous_end: usize) -> Param {
        let declarator = node.child(Kind::VariableDeclarator);
        let name = self.ident_or_empty(declarator.and_then(|declarator| declarator.at(Field::Name)), node);
        let ty_node = node.at(Field::Type);
        let element = self.type_or_error(ty_node, node);
        let dims = self.dimensions(declarator.and_then(|declarator| declarator.at(Field::Dimensions)));
        let ty_span = self.span_between(element.span.start as usize, name.span.start as usize);
        let modifiers = self.parameter_modifiers(node, ty_node, previous_end, name.span.start as usize);
        let ty = self.array_of(element, dims + 1, ty_span);
        Param { span: self.span(node), modifiers, ty, name, varargs: true }
    }

    fn parameter_modifiers(
        &mut self,
        node: Node<'t>,
        ty: Option<Node<'t>>,
        previous_end: usize,
        name_start: usize,
    ) -> Modifiers {
        let mut modifiers = self.modifiers(node.child(Kind::Modifiers));
        let before = self.jml_modifiers(previous_end..node.start());
        modifiers.add(before);
        let between = self.signature_modifiers(node, ty, name_start);
        modifiers.add(between);
        modifiers
    }

    pub(super) fn modifiers(&mut self, node: Option<Node<'t>>) -> Modifiers {
        let mut modifiers = Modifiers::default();
        let Some(node) = node else { return modifiers };
        for child in node.children() {
            match child.kind() {
                Kind::MarkerAnnotation | Kind::Annotation => {
                    let name = child.at(Field::Name).map(|name| self.qualified_name(name));
                    modifiers.annotations.extend(name);
                }
                _ => set_modifier(&mut modifiers, self.text_of(child)),
            }
        }
        modifiers
    }
}

fn set_modifier(modifiers: &mut Modifiers, word: &str) {
    match word {
        "public" => modifiers.public = true,
        "protected" => modifiers.protected = true,
        "private" => modifiers.private = true,
        "static" => modifiers.is_static = true,
        "abstract" => modifiers.is_abstract = true,
        "final" => modifiers.is_final = true,
        "default" => modifiers.is_default = true,
        "native" => modifiers.native = true,
        "synchronized" => modifiers.synchronized = true,
        "sealed" => modifiers.sealed = true,
        "non-sealed" => modifiers.non_sealed = true,
        "strictfp" => modifiers.strictfp = true,
        "transient" => modifiers.transient = true,
        "volatile" => modifiers.volatile = true,
        _ => {}
    }
}

fn empty_type(span: Span, kind: TypeDeclKind, name: Ident) -> TypeDecl {
    TypeDecl {
        span,
        kind,
        modifiers: Modifiers::default(),
        name,
        type_params: Vec::new(),
        superclass: None,
        interfaces: Vec::new(),
        permits: Vec::new(),
        record_components: Vec::new(),
        enum_constants: Vec::new(),
        members: Vec::new(),
        clauses: Vec::new(),
    }
}

/// Where the modifiers of a declaration, and the comments after them, end: at its type, type
/// parameters or name.
fn after_modifiers(node: Node<'_>) -> usize {
    let Some(modifiers) = node.child(Kind::Modifiers) else { return node.start() };
    let next = node.children().find(|child| child.start() >= modifiers.end());
    next.map_or(modifiers.end(), Node::start)
}

fn member_span(member: &Member) -> Span {
    match member {
        Member::Field(field) => field.span,
        Member::Method(method) => method.span,
        Member::Initializer(initializer) => initializer.span,
        Member::Type(decl) => decl.span,
    }
}

fn is_name(kind: Kind) -> bool {
    matches!(kind, Kind::Identifier | Kind::ScopedIdentifier)
}

pub(super) fn is_type_declaration(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::ClassDeclaration
            | Kind::InterfaceDeclaration
            | Kind::EnumDeclaration
            | Kind::RecordDeclaration
            | Kind::AnnotationTypeDeclaration
    )
}

fn kind_of_type(kind: Kind) -> TypeDeclKind {
    match kind {
        Kind::InterfaceDeclaration => TypeDeclKind::Interface,
        Kind::EnumDeclaration => TypeDeclKind::Enum,
        Kind::RecordDeclaration => TypeDeclKind::Record,
        Kind::AnnotationTypeDeclaration => TypeDeclKind::Annotation,
        _ => TypeDeclKind::Class,
    }
}

fn kind_of_method(kind: Kind) -> MethodKind {
    match kind {
        Kind::ConstructorDeclaration => MethodKind::Constructor,
        Kind::CompactConstructor => MethodKind::CompactConstructor,
        _ => MethodKind::Method,
    }
}

fn description(kind: Kind) -> &'static str {
    match kind {
        Kind::FieldDeclaration | Kind::ConstantDeclaration => "a field",
        Kind::Block | Kind::StaticInitializer => "an initializer",
        _ => "a class",
    }
}
