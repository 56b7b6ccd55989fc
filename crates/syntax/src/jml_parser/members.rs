//! JML between the members of a class, before a type, and inside signatures: which part belongs to
//! what.

use super::keywords;
use super::lexer::TokenKind;
use super::parser::{Failed, Parser};
use super::specifications::SpecBuilder;
use super::{JmlMembers, jml_expressions};
use crate::jml::{Behavior, Modifier};
use crate::tree::Modifiers;
use tightrope_source::{Code, Diagnostic, Span};

impl Parser<'_> {
    /// Everything up to the end of the stream.
    pub(super) fn members(&mut self) -> JmlMembers {
        let mut found = JmlMembers::default();
        let mut spec: Option<SpecBuilder> = None;
        while !self.at_end() {
            let first = self.position();
            self.next_member(first, &mut found, &mut spec);
            if self.position() == first {
                self.bump();
            }
        }
        found.spec = self.finish_specification(spec);
        found
    }

    fn next_member(&mut self, first: usize, found: &mut JmlMembers, spec: &mut Option<SpecBuilder>) {
        if self.eat(";") {
            return;
        }
        let start = self.span();
        let Ok(modifiers) = self.modifiers() else { return self.skip_clause(first) };
        let is_specification_only = modifiers.has(Modifier::Ghost) || modifiers.has(Modifier::Model);
        // `//@ spec_public;`: a `;` after modifiers is none of JML's, but common.
        if self.at_end() || !is_specification_only && self.eat(";") {
            found.modifiers.add(modifiers);
        } else if self.at_word("import") {
            found.imports.extend(self.model_import(first, start));
        } else if is_specification_only {
            let spec = self.finish_specification(spec.take());
            match self.ghost_or_model_member(first, start, modifiers, spec) {
                Ok(member) => found.members.push(member),
                Err(Failed) => self.skip_clause(first),
            }
        } else if self.at_specification() {
            let builder = spec.get_or_insert_with(|| SpecBuilder::new(start, Behavior::Lightweight));
            let code = self.code_modifier(&modifiers);
            self.specification_part(builder);
            if let Some(span) = code {
                self.code_case(builder, jml_expressions::keyword_ident("code", span));
            }
            found.modifiers.add(without_those_of_a_case(modifiers, code));
        } else if self.word().is_some_and(keywords::is_type_clause) {
            let (of_clause, of_next) = split_clause_modifiers(modifiers);
            found.clauses.push(self.type_clause(start, of_clause));
            found.modifiers.add(of_next);
        } else {
            found.modifiers.add(modifiers);
            self.unknown_member();
            self.skip_clause(first);
        }
    }

    fn code_modifier(&self, modifiers: &Modifiers) -> Option<Span> {
        let is_code =
            |span: &Span| self.text.get(span.start as usize..span.end as usize).is_some_and(|text| text == "code");
        modifiers.jml.iter().map(|(_, span)| *span).find(is_code)
    }

    fn unknown_member(&mut self) {
        let is_declaration = self.scan_type(self.position()).is_some_and(|behind| {
            let name = self.token_at(behind);
            let follower = self.token_at(behind + 1).kind;
            name.kind == TokenKind::Word && matches!(follower, TokenKind::Symbol(";" | "=" | "(" | "," | "["))
        });
        let is_misspelled = self.word().is_some_and(|word| {
            self.may_suggest()
                && tightrope_source::most_similar(word, keywords::member_words()).is_some()
                && super::types::primitive(word).is_none()
        });
        if self.kind() != TokenKind::Word {
            let _: Result<(), Failed> = self.expected("a JML clause, modifier or declaration");
        } else if is_declaration && !is_misspelled {
            let span = self.span();
            let message = "a declaration inside a JML annotation must be `ghost` or `model`";
            let hint = "write `ghost` or `model` before it, or move it out of the annotation";
            self.report(Diagnostic::new(Code::JmlSyntax, span, message).hint(hint));
        } else {
            let hint = "between members, JML allows clauses such as `invariant`, `requires` and `ensures`, modifiers \
                        such as `pure` and `nullable`, and `ghost` and `model` declarations";
            self.unknown_keyword(&keywords::member_words(), "keyword", hint);
        }
    }

    /// Only modifiers, up to the end of the stream: inside a signature nothing else has a meaning.
    pub(super) fn only_modifiers(&mut self) -> Modifiers {
        let Ok(modifiers) = self.modifiers() else { return Modifiers::default() };
        self.eat(";");
        let Some(word) = self.word().filter(|word| keywords::starts_clause(word)) else {
            self.report_no_modifier();
            return modifiers;
        };
        let message = format!("a `{word}` clause has no meaning here, and is ignored");
        let diagnostic = Diagnostic::new(Code::JmlMisplaced, self.span(), message);
        self.report(diagnostic.hint("method contracts stand before the method, statements inside its body"));
        modifiers
    }

    fn report_no_modifier(&mut self) {
        match self.kind() {
            TokenKind::End | TokenKind::Unclosed => {}
            TokenKind::Word => {
                let hint = "here JML allows modifiers such as `nullable`, `non_null` and `pure`";
                self.unknown_keyword(&keywords::modifier_words(), "modifier", hint);
            }
            _ => {
                let _: Result<(), Failed> = self.expected("a JML modifier");
            }
        }
    }
}

/// Visibility and `code` belong to the case; what else was written before it, to the declaration
/// that follows.
fn without_those_of_a_case(mut modifiers: Modifiers, code: Option<Span>) -> Modifiers {
    modifiers.public = false;
    modifiers.protected = false;
    modifiers.private = false;
    modifiers.jml.retain(|(_, span)| Some(*span) != code);
    modifiers
}

/// Visibility, `static`, `final` and `instance` belong to the clause; what else was written before
/// it, to the declaration that follows.
fn split_clause_modifiers(mut modifiers: Modifiers) -> (Modifiers, Modifiers) {
    let (instance, others) = modifiers.jml.drain(..).partition(|(modifier, _)| *modifier == Modifier::Instance);
    let annotations = std::mem::take(&mut modifiers.annotations);
    let of_next = Modifiers { jml: others, annotations, ..Modifiers::default() };
    modifiers.jml = instance;
    (modifiers, of_next)
}
