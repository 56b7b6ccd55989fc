//! JML among statements: assertions, ghost variables and their updates, and what stands before a
//! loop.
//!
//! Follows the JML Reference Manual, chapter 13.

use super::JmlStatements;
use super::keywords;
use super::lexer::TokenKind;
use super::parser::{Failed, Parser};
use crate::jml::{LoopClause, LoopClauseKind, Modifier, Statement, StatementKind};
use crate::tree::{Stmt, StmtKind};
use tightrope_source::{Code, Diagnostic, Span};

impl Parser<'_> {
    /// Everything up to the end of the stream.
    pub(super) fn statements(&mut self) -> JmlStatements {
        let mut found = JmlStatements::default();
        while !self.at_end() {
            let first = self.position();
            self.next_statement(first, &mut found);
            if self.position() == first {
                self.bump();
            }
        }
        found
    }

    fn next_statement(&mut self, first: usize, found: &mut JmlStatements) {
        if self.eat(";") {
            return;
        }
        let start = self.span();
        let Ok(modifiers) = self.modifiers() else { return self.skip_clause(first) };
        if modifiers.has(Modifier::Ghost) || modifiers.has(Modifier::Model) {
            match self.variables(first, start, modifiers) {
                Ok(mut variables) => {
                    self.end_clause(first, "the declaration");
                    variables.span = self.since(start);
                    found.stmts.push(Stmt { span: variables.span, kind: StmtKind::Local(variables) });
                }
                Err(Failed) => self.skip_clause(first),
            }
            return;
        }
        let has_modifiers = self.position() > first;
        found.modifiers.add(modifiers);
        match self.word() {
            None if self.at_end() || has_modifiers && self.eat(";") => {}
            Some(word) if keywords::is_loop_clause(word) => found.loop_clauses.push(self.loop_clause()),
            Some(word) if keywords::is_statement(word) => found.stmts.push(self.jml_statement(word)),
            _ => {
                self.unknown_statement();
                self.skip_clause(first);
            }
        }
    }

    /// Requires: at a keyword of [`keywords::LOOP_CLAUSES`].
    pub(super) fn loop_clause(&mut self) -> LoopClause {
        let first = self.position();
        let keyword = self.bump_ident();
        let start = keyword.span;
        let what = format!("the `{}` clause", keyword.name);
        let kind = match keyword.name.as_str() {
            "loop_invariant" | "loop_inv" | "maintaining" => LoopClauseKind::Invariant(self.clause_expression(first)),
            "decreases" | "decreasing" | "loop_decreases" => LoopClauseKind::Decreases(self.clause_expression(first)),
            _ => {
                self.skip_to_semicolon();
                LoopClauseKind::Unchecked { keyword }
            }
        };
        self.end_clause(first, &what);
        LoopClause { span: self.since(start), kind }
    }

    /// Requires: at `word`, a keyword of [`keywords::STATEMENTS`].
    pub(super) fn jml_statement(&mut self, word: &str) -> Stmt {
        let first = self.position();
        let keyword = self.bump_ident();
        let start = keyword.span;
        let kind = match word {
            "assert" => StatementKind::Assert(self.claim(first)),
            "assume" => StatementKind::Assume(self.claim(first)),
            "set" => StatementKind::Set(self.clause_expression(first)),
            "unreachable" => StatementKind::Unreachable,
            _ => StatementKind::Unchecked { keyword },
        };
        self.end_statement(first, word, matches!(kind, StatementKind::Unchecked { .. }));
        self.wrap(start, kind)
    }

    fn wrap(&self, start: Span, kind: StatementKind) -> Stmt {
        let span = self.since(start);
        Stmt { span, kind: StmtKind::Jml(Box::new(Statement { span, kind })) }
    }

    /// A predicate, and perhaps a message for people behind a colon.
    fn claim(&mut self, first: usize) -> crate::tree::Expr {
        let claim = self.clause_expression(first);
        if self.eat(":") {
            self.clause_expression(first);
        }
        claim
    }

    fn end_statement(&mut self, first: usize, word: &str, is_unread: bool) {
        let needs_no_semicolon = word == "unreachable"
            || keywords::is_case(word)
            || matches!(word, "refining" | "begin" | "end" | "split" | "halt" | "inlined_loop" | "reachable");
        if needs_no_semicolon {
            self.eat(";");
            return;
        }
        if is_unread {
            self.skip_to_semicolon();
        }
        self.end_clause(first, &format!("the `{word}` statement"));
    }

    fn unknown_statement(&mut self) {
        let is_update = matches!(self.nth(1).kind, TokenKind::Symbol("=" | "." | "++" | "--" | "+=" | "-=" | "["));
        if self.kind() != TokenKind::Word {
            let _: Result<(), Failed> = self.expected("a JML statement");
        } else if is_update {
            let message = "an assignment inside a JML annotation needs the keyword `set`";
            let hint = format!("write `set {} …;`", self.text_of(self.nth(0)));
            let span = self.span();
            self.report(Diagnostic::new(Code::JmlSyntax, span, message).hint(hint));
        } else {
            let hint = "among statements, JML allows `assert`, `assume`, `set`, `ghost` variables, `unreachable`, and \
                        `loop_invariant` and `decreases` before a loop";
            self.unknown_keyword(&keywords::statement_words(), "keyword", hint);
        }
    }
}
