//! Expressions that only JML has: what starts with a backslash, quantifiers, labels and set
//! comprehensions.
//!
//! Follows the JML Reference Manual, sections 12.2 to 12.5. `\reach` follows TACO's dialect: with
//! one to three arguments, the fields joined by `+` (Galeotti et al., section 2); a set in braces
//! and a plain list mean the same. A word of the manual that no later stage understands becomes
//! `Unchecked`, whatever its arguments.

use super::keywords;
use super::lexer::TokenKind;
use super::parser::{Failed, Parsed, Parser};
use crate::jml::{FieldName, JmlExpr, Quantifier};
use crate::tree::{Expr, ExprKind, Ident, Modifiers, Param, QualifiedName, TypeRef};
use tightrope_source::{Code, Diagnostic, Name, Span, most_similar};

impl Parser<'_> {
    /// Something that starts with a backslash, outside of its own parentheses.
    pub(super) fn backslash_expression(&mut self) -> Parsed<ExprKind> {
        let Some(word) = self.nth_backslash(0) else { return self.expected("an expression") };
        let expr = match word {
            "result" => {
                self.bump();
                JmlExpr::Result
            }
            "old" => self.old_expression()?,
            "pre" => JmlExpr::Pre(self.only_argument("\\pre")?),
            "fresh" => JmlExpr::Fresh(self.some_arguments("\\fresh")?),
            "nonnullelements" => JmlExpr::NonNullElements(self.only_argument("\\nonnullelements")?),
            "typeof" => JmlExpr::TypeOf(self.only_argument("\\typeof")?),
            "elemtype" => JmlExpr::ElementType(self.only_argument("\\elemtype")?),
            "type" => self.type_literal()?,
            "invariant_for" => JmlExpr::InvariantFor(self.some_arguments("\\invariant_for")?),
            "reach" => self.reach()?,
            "lbl" | "lblpos" | "lblneg" => self.label_call()?,
            "max" | "min" | "sum" | "product" if self.nth_is(1, "(") => self.unchecked_expression()?,
            _ if keywords::quantifier(word).is_some() => return Err(self.bare_quantifier(word)),
            _ if keywords::is_known_backslash(word) => self.unchecked_expression()?,
            _ => return Err(self.unknown_backslash_word(word)),
        };
        Ok(ExprKind::Jml(Box::new(expr)))
    }

    fn bare_quantifier(&mut self, word: &str) -> Failed {
        let span = self.span();
        let message = format!("`\\{word}` must stand in parentheses of its own");
        let hint = format!("write `(\\{word} T x; range; body)`");
        self.skip_inner_semicolons();
        self.report(Diagnostic::new(Code::JmlSyntax, span, message).hint(hint))
    }

    fn unknown_backslash_word(&mut self, word: &str) -> Failed {
        let mut message = format!("unknown JML keyword `\\{word}`");
        let near = if self.may_suggest() { most_similar(word, keywords::backslash_words()) } else { None };
        if let Some(near) = near {
            message.push_str(&format!("; did you mean `\\{near}`?"));
        }
        let span = self.span();
        self.report(Diagnostic::new(Code::UnknownJmlKeyword, span, message))
    }

    /// The word, and its arguments unread.
    fn unchecked_expression(&mut self) -> Parsed<JmlExpr> {
        let keyword = self.bump_ident().name;
        if self.at("(") {
            self.skip_group()?;
        }
        Ok(JmlExpr::Unchecked { keyword })
    }

    fn only_argument(&mut self, keyword: &str) -> Parsed<Expr> {
        let span = self.span();
        let mut args = self.some_arguments(keyword)?;
        match (args.pop(), args.is_empty()) {
            (Some(only), true) => Ok(only),
            _ => Err(self.syntax_error(span, format!("`{keyword}` takes one argument"))),
        }
    }

    fn some_arguments(&mut self, keyword: &str) -> Parsed<Vec<Expr>> {
        let span = self.span();
        self.bump();
        if !self.at("(") {
            return self.expected(&format!("`(` after `{keyword}`"));
        }
        let args = self.arguments()?;
        if args.is_empty() {
            return Err(self.syntax_error(span, format!("`{keyword}` needs an argument")));
        }
        Ok(args)
    }

    fn old_expression(&mut self) -> Parsed<JmlExpr> {
        self.bump();
        let opening = self.expect("(")?;
        let expr = self.expression()?;
        let label = if self.eat(",") { Some(self.identifier("a label")?) } else { None };
        self.close(opening, ")")?;
        Ok(JmlExpr::Old { expr, label })
    }

    fn type_literal(&mut self) -> Parsed<JmlExpr> {
        self.bump();
        let opening = self.expect("(")?;
        let ty = if self.at_word("void") { self.void_type() } else { self.type_reference()? };
        self.close(opening, ")")?;
        Ok(JmlExpr::TypeLiteral(ty))
    }

    // \reach

    fn reach(&mut self) -> Parsed<JmlExpr> {
        self.bump();
        let opening = self.expect("(")?;
        let root = self.expression()?;
        let ty = if self.eat(",") { Some(self.type_reference()?) } else { None };
        let fields = if ty.is_some() && self.eat(",") { Some(self.reach_fields()?) } else { None };
        self.close(opening, ")")?;
        Ok(JmlExpr::Reach { root, ty, fields })
    }

    fn reach_fields(&mut self) -> Parsed<Vec<FieldName>> {
        let opening = self.span();
        let in_braces = self.eat("{");
        let mut fields = vec![self.field_name()?];
        while self.eat("+") || self.eat(",") {
            fields.push(self.field_name()?);
        }
        if in_braces {
            self.close(opening, "}")?;
        }
        Ok(fields)
    }

    /// `left`, `Node.left`, `a.b.Node.left`
    fn field_name(&mut self) -> Parsed<FieldName> {
        let mut path = self.qualified_name("a field name")?;
        let Some(name) = path.parts.pop() else { return self.expected("a field name") };
        let class = match (path.parts.first(), path.parts.last()) {
            (Some(first), Some(last)) => {
                let span = first.span.to(last.span);
                Some(super::types::named(QualifiedName { parts: path.parts, span }))
            }
            _ => None,
        };
        Ok(FieldName { class, name })
    }

    pub(super) fn qualified_name(&mut self, what: &str) -> Parsed<QualifiedName> {
        let start = self.span();
        let mut parts = vec![self.identifier(what)?];
        while self.at(".") && self.nth_is_identifier(1) {
            self.bump();
            parts.push(self.identifier(what)?);
        }
        Ok(QualifiedName { parts, span: self.since(start) })
    }

    // In parentheses

    /// `(\forall …)`, `(\lbl …)`, `(\let …)`, if such a thing starts here.
    pub(super) fn parenthesised_jml(&mut self) -> Parsed<Option<Expr>> {
        let start = self.span();
        let Some(word) = self.nth_backslash(1) else { return Ok(None) };
        let expr = if matches!(word, "lbl" | "lblpos" | "lblneg") && !self.nth_is(2, "(") {
            self.nested(Self::labelled)?
        } else if matches!(word, "let" | "choose") {
            let keyword = Name::new(format!("\\{word}"));
            self.skip_group()?;
            JmlExpr::Unchecked { keyword }
        } else if let Some(quantifier) = keywords::quantifier(word).filter(|_| !self.nth_is(2, "(")) {
            self.nested(|parser| parser.quantified(quantifier, word))?
        } else {
            return Ok(None);
        };
        Ok(Some(Expr { span: self.since(start), kind: ExprKind::Jml(Box::new(expr)) }))
    }

    /// `(\lbl name e)`
    fn labelled(&mut self) -> Parsed<JmlExpr> {
        let opening = self.expect("(")?;
        self.bump();
        let name = self.identifier("a label")?;
        let expr = self.expression()?;
        self.close(opening, ")")?;
        Ok(JmlExpr::Labelled { name, expr })
    }

    /// `\lbl(name, e)`, the newer form.
    fn label_call(&mut self) -> Parsed<JmlExpr> {
        self.bump();
        let opening = self.expect("(")?;
        let name = self.identifier("a label")?;
        self.expect(",")?;
        let expr = self.expression()?;
        self.close(opening, ")")?;
        Ok(JmlExpr::Labelled { name, expr })
    }

    fn quantified(&mut self, quantifier: Quantifier, word: &str) -> Parsed<JmlExpr> {
        let opening = self.expect("(")?;
        self.bump();
        let binders = self.binders(word)?;
        if !self.at(";") {
            return self.expected(&format!("`;` after the variables of `\\{word}`"));
        }
        self.bump();
        let first = if self.at(";") { None } else { Some(self.expression()?) };
        let (range, body) = match first {
            Some(body) if !self.at(";") => (None, body),
            range => {
                self.bump();
                (range, self.expression()?)
            }
        };
        self.close(opening, ")")?;
        Ok(JmlExpr::Quantified { quantifier, binders, range, body })
    }

    /// `nullable T x, y[]`: one type for all.
    fn binders(&mut self, word: &str) -> Parsed<Vec<Param>> {
        let start = self.span();
        let modifiers = self.modifiers()?;
        let ty = self.type_reference()?;
        let mut binders = vec![self.binder(start, &modifiers, &ty)?];
        while self.eat(",") {
            self.check_single_type(word)?;
            let name_start = self.span();
            binders.push(self.binder(name_start, &modifiers, &ty)?);
        }
        Ok(binders)
    }

    fn binder(&mut self, start: Span, modifiers: &Modifiers, ty: &TypeRef) -> Parsed<Param> {
        let name = self.identifier("a variable name")?;
        let ty = self.with_dimensions(ty.clone())?;
        Ok(Param { span: self.since(start), modifiers: modifiers.clone(), ty, name, varargs: false })
    }

    /// `int i, int j` and `int i, Node n` are not JML.
    fn check_single_type(&mut self, word: &str) -> Parsed<()> {
        let is_declaration = self.scan_type(self.position()).is_some_and(|behind| {
            let next = self.token_at(behind);
            next.kind == TokenKind::Word && !keywords::is_java_reserved(self.text_of(next))
        });
        if !is_declaration {
            return Ok(());
        }
        let message = format!("the variables of one `\\{word}` share one type");
        let hint =
            format!("write the type once (`\\{word} int i, j; …`), or nest: `(\\{word} S x; (\\{word} T y; …))`");
        let span = self.span();
        Err(self.report(Diagnostic::new(Code::JmlSyntax, span, message).hint(hint)))
    }

    /// After `new T`: `{ T x | predicate }`.
    pub(super) fn set_comprehension(&mut self) -> Parsed<ExprKind> {
        let opening = self.expect("{")?;
        let start = self.span();
        let modifiers = self.modifiers()?;
        let ty = self.type_reference()?;
        let binder = self.binder(start, &modifiers, &ty)?;
        if !self.eat("|") {
            return self.expected("`|` after the variable of the set comprehension");
        }
        let predicate = self.expression()?;
        self.close(opening, "}")?;
        Ok(ExprKind::Jml(Box::new(JmlExpr::SetComprehension { binder, predicate })))
    }
}

/// An identifier made of a word that was already read.
pub(super) fn keyword_ident(word: &str, span: Span) -> Ident {
    Ident { name: Name::new(word), span }
}
