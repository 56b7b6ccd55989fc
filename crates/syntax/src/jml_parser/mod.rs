//! From the JML comments of one place in a file to JML trees.
//!
//! A hand-written lexer makes one stream of tokens from all comments of the place, and a
//! hand-written recursive-descent parser (with precedence climbing for operators) reads it. Follows
//! the JML Reference Manual, with the additions of TACO, OpenJML and KeY where they do not
//! contradict it. Time is linear in the length of the comments; nesting is bounded.

mod bodies;
mod clauses;
mod declarations;
mod expressions;
mod jml_expressions;
mod keywords;
mod lexer;
mod literals;
mod members;
mod parser;
mod specifications;
mod statements;
mod store_refs;
#[cfg(test)]
mod tests;
mod types;

pub(crate) use keywords::starts_annotation;

use crate::{jml, tree};
use parser::Parser;
use std::ops::Range;
use tightrope_source::{Diagnostic, FileId, Name};

/// Whole comments, `//@` and `/*@` included, in source order. All comments of one group make one
/// token stream.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JmlRegions<'a> {
    pub file: FileId,
    pub text: &'a str,
    pub comments: &'a [Range<usize>],
}

/// What stands between members of a class body, and before a type declaration.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct JmlMembers {
    pub clauses: Vec<jml::TypeClause>,
    /// Ghost and model declarations, with their own specifications.
    pub members: Vec<tree::Member>,
    /// Of the method that follows.
    pub spec: Option<jml::MethodSpec>,
    /// Of the declaration that follows.
    pub modifiers: tree::Modifiers,
    /// `model import a.b.C;` at file level.
    pub imports: Vec<tree::Import>,
}

/// What stands among statements.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct JmlStatements {
    pub stmts: Vec<tree::Stmt>,
    /// Of the loop that follows.
    pub loop_clauses: Vec<jml::LoopClause>,
    /// Of the local declaration that follows.
    pub modifiers: tree::Modifiers,
}

/// The identifiers and keywords of the comments.
pub(crate) fn words(regions: JmlRegions<'_>) -> impl Iterator<Item = Name> {
    let tokens = lexer::tokenize(regions, &mut Vec::new()).into_iter();
    let words = tokens.filter(|token| token.kind == lexer::TokenKind::Word);
    words.filter_map(move |token| regions.text.get(token.start..token.end).map(Name::new))
}

/// Between members of a class body, and before a type declaration.
pub(crate) fn parse_members(regions: JmlRegions<'_>, diagnostics: &mut Vec<Diagnostic>) -> JmlMembers {
    parser(regions, diagnostics).members()
}

/// Inside a signature, a parameter or a local declaration: `/*@ nullable @*/`.
pub(crate) fn parse_modifiers(regions: JmlRegions<'_>, diagnostics: &mut Vec<Diagnostic>) -> tree::Modifiers {
    parser(regions, diagnostics).only_modifiers()
}

/// Among statements.
pub(crate) fn parse_statements(regions: JmlRegions<'_>, diagnostics: &mut Vec<Diagnostic>) -> JmlStatements {
    parser(regions, diagnostics).statements()
}

fn parser<'a>(regions: JmlRegions<'a>, diagnostics: &'a mut Vec<Diagnostic>) -> Parser<'a> {
    let tokens = lexer::tokenize(regions, diagnostics);
    Parser::new(regions.file, regions.text, tokens, diagnostics)
}
