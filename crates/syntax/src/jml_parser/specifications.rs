//! Method specifications: cases joined by `also`, heavyweight or not, nested or not (JML Reference
//! Manual, chapter 9).
//!
//! A specification may be spread over several comments and mixed with modifiers, so it is collected
//! piece by piece. The cases of `implies_that` and `for_example` follow from the others by the
//! author's own word: they are read for their syntax, and one `Unchecked` clause stands for each
//! section. The visibility of a case only says who may read it, and is dropped.

use super::keywords;
use super::parser::{Parsed, Parser};
use crate::jml::{Behavior, MethodClause, MethodClauseKind, MethodSpec, SpecCase};
use crate::tree::Ident;
use tightrope_source::{Code, Diagnostic, Span};

/// A specification under construction.
#[derive(Debug)]
pub(super) struct SpecBuilder {
    start: Span,
    extends: bool,
    cases: Vec<SpecCase>,
    /// Cases of `implies_that` and `for_example`; only there once such a section has started.
    redundant: Option<Vec<SpecCase>>,
    /// The place of an `also` whose case has not come yet.
    open_also: Option<Span>,
    /// What cases without a `behavior` keyword are: those of a nested group have the behaviour of
    /// the case around them.
    default_behavior: Behavior,
}

impl SpecBuilder {
    pub(super) fn new(start: Span, default_behavior: Behavior) -> SpecBuilder {
        SpecBuilder { start, extends: false, cases: Vec::new(), redundant: None, open_also: None, default_behavior }
    }

    fn current_cases(&mut self) -> &mut Vec<SpecCase> {
        self.redundant.as_mut().unwrap_or(&mut self.cases)
    }

    fn start_case(&mut self, span: Span, behavior: Behavior) {
        self.open_also = None;
        self.current_cases().push(SpecCase { span, behavior, clauses: Vec::new(), nested: Vec::new() });
    }

    /// The case that a clause without a keyword of its own belongs to, made if need be.
    fn case_for_clause(&mut self, span: Span) -> Option<&mut SpecCase> {
        if self.open_also.is_some() || self.current_cases().is_empty() {
            let behavior = self.default_behavior;
            self.start_case(span, behavior);
        }
        self.current_cases().last_mut()
    }

    fn add_clause(&mut self, clause: MethodClause) {
        if let Some(case) = self.case_for_clause(clause.span) {
            case.span = case.span.to(clause.span);
            case.clauses.push(clause);
        }
    }

    /// One `Unchecked` clause that stands for a whole section, at the last case outside of all
    /// sections.
    fn start_redundant_section(&mut self, keyword: Ident) {
        self.open_also = None;
        self.redundant = None;
        let span = keyword.span;
        self.add_clause(MethodClause { span, keyword, kind: MethodClauseKind::Unchecked });
        self.redundant = Some(Vec::new());
    }

    /// `None` if nothing was collected.
    fn finish(self) -> Option<MethodSpec> {
        let end = self.cases.last().map(|case| case.span)?;
        Some(MethodSpec { span: self.start.to(end), extends: self.extends, cases: self.cases })
    }
}

impl Parser<'_> {
    pub(super) fn at_specification(&self) -> bool {
        self.at_method_clause() || self.word().is_some_and(keywords::is_case) || self.at("{|")
    }

    /// Reads one piece: an `also`, the keyword of a case or section, a clause, or a nested group.
    ///
    /// Requires: [`Parser::at_specification`].
    pub(super) fn specification_part(&mut self, builder: &mut SpecBuilder) {
        match self.word() {
            Some("also") => self.also(builder),
            Some("implies_that" | "for_example") => builder.start_redundant_section(self.bump_ident()),
            Some("model_program") => self.model_program(builder),
            Some(word) if keywords::is_case(word) => self.behavior(builder, word),
            Some(_) => builder.add_clause(self.method_clause()),
            None => self.nested_group(builder),
        }
    }

    fn also(&mut self, builder: &mut SpecBuilder) {
        let token = self.bump();
        let span = self.span_of(token);
        if builder.open_also.is_some() {
            self.syntax_error(span, "a second `also` without a specification case in between");
        }
        let is_first = builder.current_cases().is_empty() && builder.redundant.is_none();
        builder.extends |= is_first;
        builder.open_also = Some(span);
    }

    fn behavior(&mut self, builder: &mut SpecBuilder, word: &str) {
        let behavior = match word {
            "normal_behavior" | "normal_behaviour" | "normal_example" => Behavior::Normal,
            "exceptional_behavior" | "exceptional_behaviour" | "exceptional_example" => Behavior::Exceptional,
            _ => Behavior::Behavior,
        };
        let keyword = self.bump_ident();
        if builder.open_also.is_none() && !builder.current_cases().is_empty() {
            let message = format!("expected `also` before `{word}`: it starts another specification case");
            let diagnostic = Diagnostic::new(Code::JmlSyntax, keyword.span, message);
            self.report(diagnostic.hint("join the cases of one method with `also`"));
        }
        builder.start_case(keyword.span, behavior);
        if word.starts_with("feasible") {
            builder.add_clause(MethodClause { span: keyword.span, keyword, kind: MethodClauseKind::Unchecked });
        }
    }

    fn model_program(&mut self, builder: &mut SpecBuilder) {
        let keyword = self.bump_ident();
        if self.at("{") {
            // An unclosed brace has been reported, and nothing is left to read.
            let _ = self.skip_group();
        }
        let span = self.since(keyword.span);
        builder.add_clause(MethodClause { span, keyword, kind: MethodClauseKind::Unchecked });
    }

    /// `code` before a case: it binds only the code of this class, which no later stage can
    /// express.
    pub(super) fn code_case(&mut self, builder: &mut SpecBuilder, keyword: Ident) {
        builder.add_clause(MethodClause { span: keyword.span, keyword, kind: MethodClauseKind::Unchecked });
    }

    /// `{| … also … |}`
    fn nested_group(&mut self, builder: &mut SpecBuilder) {
        let first = self.position();
        let start = self.span();
        let behavior = builder.case_for_clause(start).map_or(Behavior::Lightweight, |case| case.behavior);
        let cases = self.nested(|parser| parser.group_cases(behavior));
        match (cases, builder.case_for_clause(start)) {
            (Ok(cases), Some(case)) => {
                case.span = self.since(case.span);
                case.nested.extend(cases);
            }
            _ => self.skip_clause(first),
        }
    }

    fn group_cases(&mut self, behavior: Behavior) -> Parsed<Vec<SpecCase>> {
        let opening = self.expect("{|")?;
        let mut builder = SpecBuilder::new(self.span(), behavior);
        while self.at_specification() {
            self.specification_part(&mut builder);
        }
        if let Some(also) = builder.open_also {
            self.syntax_error(also, "expected a specification case after `also`");
        }
        self.close(opening, "|}")?;
        Ok(builder.cases)
    }

    /// The specification, once the declaration that it belongs to comes.
    pub(super) fn finish_specification(&mut self, builder: Option<SpecBuilder>) -> Option<MethodSpec> {
        let builder = builder?;
        if let Some(also) = builder.open_also {
            let diagnostic = Diagnostic::new(Code::JmlSyntax, also, "expected a specification case after `also`");
            self.report(diagnostic.hint("write its clauses behind it, or remove it"));
        }
        builder.finish()
    }
}
