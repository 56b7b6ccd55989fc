//! JML beside Java: hands groups of comments to the JML parser, and joins what comes back with the
//! Java tree.

use super::Converter;
use crate::jml::{LoopClause, MethodSpec};
use crate::jml_parser::{self, JmlMembers, JmlRegions, JmlStatements};
use crate::tree::Modifiers;
use std::ops::Range;
use tightrope_source::{Code, Diagnostic, Span};

impl Converter<'_> {
    /// The JML that starts in `range`, as what may stand between members.
    pub(super) fn jml_members(&mut self, range: Range<usize>) -> JmlMembers {
        let comments = self.comments.claim(range);
        if comments.is_empty() {
            return JmlMembers::default();
        }
        let regions = JmlRegions { file: self.file, text: self.text, comments: &comments };
        jml_parser::parse_members(regions, &mut self.diagnostics)
    }

    /// The JML that starts in `range`, as modifiers.
    pub(super) fn jml_modifiers(&mut self, range: Range<usize>) -> Modifiers {
        let comments = self.comments.claim(range);
        if comments.is_empty() {
            return Modifiers::default();
        }
        let regions = JmlRegions { file: self.file, text: self.text, comments: &comments };
        jml_parser::parse_modifiers(regions, &mut self.diagnostics)
    }

    /// The JML that starts in `range`, as what may stand among statements.
    pub(super) fn jml_statements(&mut self, range: Range<usize>) -> JmlStatements {
        let comments = self.comments.claim(range);
        if comments.is_empty() {
            return JmlStatements::default();
        }
        let regions = JmlRegions { file: self.file, text: self.text, comments: &comments };
        jml_parser::parse_statements(regions, &mut self.diagnostics)
    }

    /// Modifiers that no declaration takes.
    pub(super) fn report_leftover_modifiers(&mut self, modifiers: &Modifiers) {
        for (_, span) in &modifiers.jml {
            let diagnostic = Diagnostic::new(Code::JmlMisplaced, *span, "this JML modifier belongs to no declaration");
            self.diagnostics.push(diagnostic.hint("a JML modifier stands before the declaration that it is about"));
        }
    }

    /// A specification that no method takes.
    pub(super) fn report_leftover_spec(&mut self, spec: Option<&MethodSpec>, followed_by: &str) {
        let Some(spec) = spec else { return };
        let message = format!("this method specification is followed by {followed_by}, not by a method");
        let diagnostic = Diagnostic::new(Code::SpecWithoutMethod, spec.span, message);
        self.diagnostics.push(diagnostic.hint("move it directly before the method that it is about"));
    }

    /// Clauses of a loop that no loop takes.
    pub(super) fn report_leftover_loop_clauses(&mut self, clauses: &[LoopClause]) {
        if let Some(first) = clauses.first() {
            let message = "this loop specification is not followed by a loop";
            let diagnostic = Diagnostic::new(Code::JmlMisplaced, first.span, message);
            self.diagnostics.push(diagnostic.hint("move it directly before the loop that it is about"));
        }
    }

    pub(super) fn report_misplaced(&mut self, span: Span, what: &str) {
        let message = format!("{what} must stand inside of a class");
        self.report(Code::JmlMisplaced, span, message);
    }
}

/// One specification from the part before a method and the part after its parameters.
pub(super) fn join_specs(before: Option<MethodSpec>, after: Option<MethodSpec>) -> Option<MethodSpec> {
    match (before, after) {
        (Some(mut before), Some(after)) => {
            before.span = before.span.to(after.span);
            before.cases.extend(after.cases);
            Some(before)
        }
        (before, after) => before.or(after),
    }
}
