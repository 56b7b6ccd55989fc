//! Modifiers, and the declarations that JML adds: ghost and model fields, model methods, model
//! imports.
//!
//! Follows the JML Reference Manual, chapters 6 to 8. Model classes are not supported.

use super::keywords;
use super::parser::{Failed, Parsed, Parser};
use super::types::array_of;
use crate::jml::{MethodSpec, Modifier};
use crate::tree::{
    Block, Declarator, Expr, ExprKind, FieldDecl, Import, Member, MethodDecl, MethodKind, Modifiers, Param,
    QualifiedName, Stmt, StmtKind, TypeParam, TypeRef,
};
use tightrope_source::{Code, Diagnostic, Name, Span};

fn set_java_modifier(modifiers: &mut Modifiers, word: &str) {
    let flag = match word {
        "public" => &mut modifiers.public,
        "protected" => &mut modifiers.protected,
        "private" => &mut modifiers.private,
        "static" => &mut modifiers.is_static,
        "abstract" => &mut modifiers.is_abstract,
        "final" => &mut modifiers.is_final,
        "default" => &mut modifiers.is_default,
        "native" => &mut modifiers.native,
        "synchronized" => &mut modifiers.synchronized,
        "strictfp" => &mut modifiers.strictfp,
        "transient" => &mut modifiers.transient,
        "volatile" => &mut modifiers.volatile,
        _ => &mut modifiers.sealed,
    };
    *flag = true;
}

impl Parser<'_> {
    /// All modifiers that stand here, of Java and of JML alike.
    pub(super) fn modifiers(&mut self) -> Parsed<Modifiers> {
        let mut modifiers = Modifiers::default();
        loop {
            let span = self.span();
            if self.at("@") && self.nth_word(1) != Some("interface") {
                modifiers.annotations.push(self.annotation()?);
            } else if let Some(word) = self.word().filter(|word| keywords::is_java_modifier(word)) {
                self.bump();
                set_java_modifier(&mut modifiers, word);
            } else if let Some(modifier) = self.word().and_then(keywords::jml_modifier) {
                self.bump();
                modifiers.jml.push((modifier, span));
            } else if self.word() == Some("owner") && self.nth_is(1, "<") {
                self.owner_arguments(&mut modifiers)?;
            } else if matches!(self.nth_backslash(0), Some("peer" | "rep" | "readonly" | "any")) {
                self.bump();
                modifiers.jml.push((Modifier::Unchecked, span));
            } else {
                return Ok(modifiers);
            }
        }
    }

    /// `owner <this, o>`: the owner of an object, and those of its parts.
    fn owner_arguments(&mut self, modifiers: &mut Modifiers) -> Parsed<()> {
        let span = self.span();
        self.bump();
        self.bump();
        loop {
            let Some(word) = self.word() else { return self.expected("the name of an owner") };
            modifiers.owners.push(Name::new(word));
            self.bump();
            if !self.eat(",") {
                break;
            }
        }
        self.expect(">")?;
        let is_own = modifiers.owners.first().is_some_and(|owner| *owner == "this");
        modifiers.jml.push((if is_own { Modifier::Rep } else { Modifier::Owner }, span));
        Ok(())
    }

    /// `@Name`, `@a.b.Name(…)`
    pub(super) fn annotation(&mut self) -> Parsed<QualifiedName> {
        self.expect("@")?;
        let name = self.qualified_name("an annotation's name")?;
        if self.at("(") {
            self.skip_group()?;
        }
        Ok(name)
    }

    // Variables

    /// `T a = 1, b[]`, without the `;`.
    pub(super) fn variables(&mut self, first: usize, start: Span, modifiers: Modifiers) -> Parsed<FieldDecl> {
        let ty = self.type_reference()?;
        self.variables_of_type(first, start, modifiers, ty)
    }

    fn variables_of_type(&mut self, first: usize, start: Span, modifiers: Modifiers, ty: TypeRef) -> Parsed<FieldDecl> {
        let mut declarators = vec![self.declarator(first)?];
        while self.eat(",") {
            declarators.push(self.declarator(first)?);
        }
        Ok(FieldDecl { span: self.since(start), modifiers, ty, declarators })
    }

    /// A value that does not parse leaves the variable declared, so that its uses give no further
    /// errors.
    fn declarator(&mut self, first: usize) -> Parsed<Declarator> {
        let name = self.identifier("a variable name")?;
        let dims = self.dimensions()?;
        let init = if self.eat("=") { Some(self.initial_value(first)) } else { None };
        Ok(Declarator { name, dims, init })
    }

    fn initial_value(&mut self, first: usize) -> Expr {
        let start = self.span();
        let value = self.in_clause(first, Self::initializer);
        value.unwrap_or_else(|| Expr { span: self.since(start), kind: ExprKind::Error })
    }

    // Members

    /// What follows the modifiers of a ghost or model declaration. `spec` is what was written
    /// before it.
    pub(super) fn ghost_or_model_member(
        &mut self,
        first: usize,
        start: Span,
        modifiers: Modifiers,
        spec: Option<MethodSpec>,
    ) -> Parsed<Member> {
        if self.at_class_declaration() {
            return Err(self.model_class(start));
        }
        let type_params = self.type_parameters()?;
        if self.nth_is_identifier(0) && self.nth_is(1, "(") {
            let header =
                Header { start, kind: MethodKind::Constructor, modifiers, type_params, return_type: None, spec };
            return self.method(first, header);
        }
        let ty = if self.at_word("void") { self.void_type() } else { self.type_reference()? };
        if self.nth_is(1, "(") {
            let return_type = Some(ty);
            let header = Header { start, kind: MethodKind::Method, modifiers, type_params, return_type, spec };
            return self.method(first, header);
        }
        self.warn_of_lost_specification(spec.as_ref());
        let mut field = self.variables_of_type(first, start, modifiers, ty)?;
        self.end_clause(first, "the declaration");
        field.span = self.since(start);
        Ok(Member::Field(field))
    }

    fn warn_of_lost_specification(&mut self, spec: Option<&MethodSpec>) {
        if let Some(spec) = spec {
            let message = "this method contract stands before a field and belongs to no method";
            self.report(Diagnostic::new(Code::SpecWithoutMethod, spec.span, message));
        }
    }

    fn at_class_declaration(&self) -> bool {
        matches!(self.word(), Some("class" | "interface" | "enum")) || self.at("@")
    }

    fn model_class(&mut self, start: Span) -> Failed {
        let span = self.since(start).to(self.span());
        while !self.at("{") && !self.at(";") && !self.at_end() {
            self.bump();
        }
        let diagnostic = Diagnostic::new(Code::JmlSyntax, span, "model classes are not supported");
        let failed = self.report(diagnostic.hint("declare it as an ordinary class"));
        // An unclosed body would be a second complaint about what is not read anyway.
        let complaints = self.diagnostics.len();
        let _ = self.at("{") && self.skip_group().is_ok();
        self.diagnostics.truncate(complaints);
        failed
    }

    fn type_parameters(&mut self) -> Parsed<Vec<TypeParam>> {
        let mut params = Vec::new();
        if !self.eat("<") {
            return Ok(params);
        }
        loop {
            let name = self.identifier("a type parameter")?;
            let mut bounds = Vec::new();
            if self.eat_word("extends") {
                bounds.push(self.type_reference()?);
                while self.eat("&") {
                    bounds.push(self.type_reference()?);
                }
            }
            params.push(TypeParam { name, bounds });
            if !self.eat(",") {
                break;
            }
        }
        self.expect(">")?;
        Ok(params)
    }

    fn method(&mut self, first: usize, header: Header) -> Parsed<Member> {
        let name = self.identifier("a method name")?;
        let params = self.parameters()?;
        let return_type = match header.return_type {
            Some(ty) => Some(self.with_dimensions(ty)?),
            None => None,
        };
        let throws = if self.eat_word("throws") { self.type_list()? } else { Vec::new() };
        let body = if self.at("{") { Some(self.method_body()?) } else { None };
        if body.is_none() {
            self.end_clause(first, &format!("the declaration of `{}`", name.name));
        }
        Ok(Member::Method(Box::new(MethodDecl {
            span: self.since(header.start),
            kind: header.kind,
            modifiers: header.modifiers,
            type_params: header.type_params,
            return_type,
            name,
            params,
            throws,
            body,
            spec: header.spec,
            has_syntax_error: false,
        })))
    }

    /// A body that does not parse is one `Error` statement.
    fn method_body(&mut self) -> Parsed<Block> {
        let first = self.position();
        let start = self.span();
        match self.block() {
            Ok(block) => Ok(block),
            Err(Failed) => {
                self.rewind(first);
                self.skip_group()?;
                let span = self.since(start);
                Ok(Block { span, stmts: vec![Stmt { span, kind: StmtKind::Error }] })
            }
        }
    }

    fn parameters(&mut self) -> Parsed<Vec<Param>> {
        let opening = self.expect("(")?;
        let mut params = Vec::new();
        while !self.at(")") {
            params.push(self.parameter()?);
            if !self.eat(",") {
                break;
            }
        }
        self.close(opening, ")")?;
        Ok(params)
    }

    pub(super) fn parameter(&mut self) -> Parsed<Param> {
        let start = self.span();
        let modifiers = self.modifiers()?;
        let ty = self.type_reference()?;
        let varargs = self.eat("...");
        let ty = if varargs { array_of(ty, self.since(start)) } else { ty };
        let name = self.identifier("a parameter name")?;
        let ty = self.with_dimensions(ty)?;
        Ok(Param { span: self.since(start), modifiers, ty, name, varargs })
    }

    /// After `model`: `import static a.b.*;`
    pub(super) fn model_import(&mut self, first: usize, start: Span) -> Option<Import> {
        self.bump();
        let parsed = self.in_clause(first, |parser| {
            let is_static = parser.eat_word("static");
            let path = parser.qualified_name("a name to import")?;
            let on_demand = parser.at(".") && parser.nth_is(1, "*");
            if on_demand {
                parser.bump();
                parser.bump();
            }
            Ok((path, is_static, on_demand))
        });
        self.end_clause(first, "the import");
        let (path, is_static, on_demand) = parsed?;
        Some(Import { span: self.since(start), path, is_static, on_demand, is_module: false })
    }
}

/// What is known of a method before its name.
struct Header {
    start: Span,
    kind: MethodKind,
    modifiers: Modifiers,
    type_params: Vec<TypeParam>,
    return_type: Option<TypeRef>,
    spec: Option<MethodSpec>,
}
