//! Clauses: of classes (JML Reference Manual, chapter 8) and of method specifications (section
//! 9.9).
//!
//! A clause is kept even if its predicate does not parse: it then holds an `Error` node, so that
//! later stages neither miss it nor complain about it. `…_redundantly` clauses follow from the
//! others by the author's own word and are `Unchecked`.

use super::keywords;
use super::parser::{Parsed, Parser};
use crate::jml::{MethodClause, MethodClauseKind, Predicate, StoreRef, StoreRefKind, TypeClause, TypeClauseKind};
use crate::tree::{Expr, ExprKind, FieldDecl, Ident, Modifiers, TypeRef, TypeRefKind};
use tightrope_source::Span;

impl Parser<'_> {
    // Of classes

    /// Requires: at a keyword of [`keywords::TYPE_CLAUSES`]. `start` is where its modifiers start.
    pub(super) fn type_clause(&mut self, start: Span, modifiers: Modifiers) -> TypeClause {
        let first = self.position();
        let keyword = self.bump_ident();
        let kind = match keyword.name.as_str() {
            "invariant" => TypeClauseKind::Invariant(self.clause_expression(first)),
            "constraint" => self.constraint(first, keyword.clone()),
            "initially" => TypeClauseKind::Initially(self.clause_expression(first)),
            "axiom" => TypeClauseKind::Axiom(self.clause_expression(first)),
            "represents" => self.represents(first),
            _ => {
                self.skip_to_semicolon();
                TypeClauseKind::Unchecked { keyword: keyword.clone() }
            }
        };
        match keyword.name.as_str() {
            "initializer" | "static_initializer" => {
                self.eat(";");
            }
            word => self.end_clause(first, &format!("the `{word}` clause")),
        }
        TypeClause { span: self.since(start), modifiers, kind }
    }

    fn constraint(&mut self, first: usize, keyword: Ident) -> TypeClauseKind {
        let predicate = self.clause_expression(first);
        if !self.eat_word("for") {
            return TypeClauseKind::Constraint(predicate);
        }
        let for_all_methods = self.at_backslash("everything");
        self.skip_to_semicolon();
        if for_all_methods { TypeClauseKind::Constraint(predicate) } else { TypeClauseKind::Unchecked { keyword } }
    }

    fn represents(&mut self, first: usize) -> TypeClauseKind {
        let start = self.span();
        let parsed = self.in_clause(first, Self::represents_parts);
        parsed.unwrap_or_else(|| {
            let error = |span| Expr { span, kind: ExprKind::Error };
            TypeClauseKind::Represents { target: error(start), value: error(self.since(start)) }
        })
    }

    fn represents_parts(&mut self) -> Parsed<TypeClauseKind> {
        let target = self.measured(Self::model_location)?;
        if self.nth_backslash(0) == Some("such_that") {
            self.bump();
            let predicate = self.expression()?;
            return Ok(TypeClauseKind::RepresentsSuchThat { target, predicate });
        }
        if self.at("<") && self.nth_is(1, "-") && self.is_joined(0) {
            self.bump();
            self.bump();
        } else if !self.eat("=") {
            return self.expected("`=`, `<-` or `\\such_that` after the model field of the `represents` clause");
        }
        let value = self.expression()?;
        Ok(TypeClauseKind::Represents { target, value })
    }

    /// `size`, `this.size`, `super.size`
    fn model_location(&mut self) -> Parsed<Expr> {
        let mut target = self.primary()?;
        while let Some(longer) = self.postfix_step(&mut target)? {
            target = longer;
        }
        Ok(target)
    }

    // Of methods

    /// Requires: at a keyword of [`keywords::METHOD_CLAUSES`].
    pub(super) fn method_clause(&mut self) -> MethodClause {
        let first = self.position();
        let keyword = self.bump_ident();
        let kind = match keyword.name.as_str() {
            "requires" | "pre" => MethodClauseKind::Requires(self.predicate(first)),
            "ensures" | "post" => MethodClauseKind::Ensures(self.predicate(first)),
            "diverges" => MethodClauseKind::Diverges(self.predicate(first)),
            "signals" | "exsures" => self.signals(first),
            "signals_only" => self.signals_only(first),
            "assignable" | "modifies" | "modifiable" | "assigns" | "writes" => self.assignable(first),
            "old" => self.old_variable(first),
            _ => {
                self.skip_to_semicolon();
                MethodClauseKind::Unchecked
            }
        };
        self.end_clause(first, &format!("the `{}` clause", keyword.name));
        MethodClause { span: self.since(keyword.span), keyword, kind }
    }

    fn predicate(&mut self, first: usize) -> Predicate {
        let word = if self.at_whole_predicate() {
            match self.nth_backslash(0) {
                Some("not_specified") => Some(Predicate::NotSpecified),
                Some("same") => Some(Predicate::Same),
                _ => None,
            }
        } else {
            None
        };
        match word {
            Some(predicate) => {
                self.bump();
                predicate
            }
            None => Predicate::Expr(self.clause_expression(first)),
        }
    }

    /// One token, then the end of the clause.
    fn at_whole_predicate(&self) -> bool {
        self.nth_is(1, ";")
    }

    fn signals(&mut self, first: usize) -> MethodClauseKind {
        let start = self.span();
        let header = self.in_clause(first, Self::signals_header);
        let has_predicate = header.is_some() && !self.at(";") && !self.at_end();
        let (exception, name) = header.unwrap_or_else(|| (self.error_type(start), None));
        let predicate = has_predicate.then(|| self.predicate(first));
        MethodClauseKind::Signals { exception, name, predicate }
    }

    /// `(Exception e)`
    fn signals_header(&mut self) -> Parsed<(TypeRef, Option<Ident>)> {
        if !self.at("(") {
            return self.expected("an exception in parentheses, as in `signals (Exception e) P;`");
        }
        let opening = self.expect("(")?;
        self.modifiers()?;
        let exception = self.type_reference()?;
        let name = if self.at(")") { None } else { Some(self.identifier("a name for the exception")?) };
        self.close(opening, ")")?;
        Ok((exception, name))
    }

    fn signals_only(&mut self, first: usize) -> MethodClauseKind {
        match self.nth_backslash(0) {
            Some("nothing") => {
                self.bump();
                MethodClauseKind::SignalsOnly(Vec::new())
            }
            Some("not_specified") => {
                self.bump();
                MethodClauseKind::Unchecked
            }
            _ => {
                let start = self.span();
                let types = self.in_clause(first, Self::type_list);
                MethodClauseKind::SignalsOnly(types.unwrap_or_else(|| vec![self.error_type(start)]))
            }
        }
    }

    /// In place of a type that did not parse.
    fn error_type(&self, start: Span) -> TypeRef {
        TypeRef { span: self.since(start), kind: TypeRefKind::Error }
    }

    /// At least one type, separated by commas.
    pub(super) fn type_list(&mut self) -> Parsed<Vec<TypeRef>> {
        let mut types = vec![self.type_reference()?];
        while self.eat(",") {
            types.push(self.type_reference()?);
        }
        Ok(types)
    }

    fn assignable(&mut self, first: usize) -> MethodClauseKind {
        let start = self.span();
        let found = self.in_clause(first, Self::store_refs);
        MethodClauseKind::Assignable(found.unwrap_or_else(|| {
            let span = self.since(start);
            vec![StoreRef { span, kind: StoreRefKind::Location(Expr { span, kind: ExprKind::Error }) }]
        }))
    }

    /// `old T x = e, y = f;`
    fn old_variable(&mut self, first: usize) -> MethodClauseKind {
        let start = self.span();
        let parsed = self.in_clause(first, |parser| {
            let modifiers = parser.modifiers()?;
            parser.variables(first, start, modifiers)
        });
        MethodClauseKind::OldVariable(Box::new(parsed.unwrap_or_else(|| FieldDecl {
            span: self.since(start),
            modifiers: Modifiers::default(),
            ty: self.error_type(start),
            declarators: Vec::new(),
        })))
    }

    pub(super) fn at_method_clause(&self) -> bool {
        self.word().is_some_and(keywords::is_method_clause)
    }
}
