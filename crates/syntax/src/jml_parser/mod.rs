//! From the JML comments of one place in a file to JML trees.

use crate::{jml, tree};
use std::ops::Range;
use tightrope_source::{Diagnostic, FileId};

/// Whole comments, `//@` and `/*@` included, in source order. All comments of one group make one token stream.
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

/// Between members of a class body, and before a type declaration.
pub(crate) fn parse_members(_regions: JmlRegions<'_>, _diagnostics: &mut Vec<Diagnostic>) -> JmlMembers {
    JmlMembers::default()
}

/// Inside a signature, a parameter or a local declaration: `/*@ nullable @*/`.
pub(crate) fn parse_modifiers(_regions: JmlRegions<'_>, _diagnostics: &mut Vec<Diagnostic>) -> tree::Modifiers {
    tree::Modifiers::default()
}

/// Among statements.
pub(crate) fn parse_statements(_regions: JmlRegions<'_>, _diagnostics: &mut Vec<Diagnostic>) -> JmlStatements {
    JmlStatements::default()
}
