//! The state of the JML parser: where it is, what it reports, and how it gets on after an error.
//!
//! A function that reads part of a clause returns [`Parsed`]; [`Failed`] means that the reason has
//! been reported. The clause then resynchronises once, at its `;` or at the next clause, so that
//! one slip gives one message.

use super::keywords;
use super::lexer::{Token, TokenKind};
use crate::tree::{Expr, ExprKind, Ident};
use crate::{MAX_HEIGHT, MAX_NESTING};
use tightrope_source::{Code, Diagnostic, FileId, Name, Span, most_similar};

/// What was expected did not come; a diagnostic says so already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Failed;

pub(super) type Parsed<T> = Result<T, Failed>;

pub(super) struct Parser<'a> {
    pub(super) file: FileId,
    pub(super) text: &'a str,
    tokens: Vec<Token>,
    position: usize,
    nesting: usize,
    /// How many braces of a model method's body are open: an error inside ends at the latest where
    /// its block does.
    pub(super) open_blocks: usize,
    /// At least the height of the expression read last. See [`Parser::grow`].
    pub(super) height: usize,
    /// How many comparisons in chains there were: each doubles an operand, so chains must not stand
    /// inside each other.
    pub(super) chained: usize,
    /// An error was reported and the parser moved to the end of the clause: a missing `;` is no
    /// news.
    recovered: bool,
    pub(super) diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Parser<'a> {
    /// Requires: `tokens` ends with `End`.
    pub(super) fn new(
        file: FileId,
        text: &'a str,
        tokens: Vec<Token>,
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Parser<'a> {
        Parser {
            file,
            text,
            tokens,
            position: 0,
            nesting: 0,
            open_blocks: 0,
            height: 0,
            chained: 0,
            recovered: false,
            diagnostics,
        }
    }

    // Looking

    pub(super) fn nth(&self, distance: usize) -> Token {
        self.token_at(self.position + distance)
    }

    /// The token at a position of the stream, the last one if it lies behind the end.
    pub(super) fn token_at(&self, position: usize) -> Token {
        let nowhere = Token { kind: TokenKind::End, start: 0, end: 0, first_on_line: true };
        self.tokens.get(position).or(self.tokens.last()).copied().unwrap_or(nowhere)
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    pub(super) fn kind(&self) -> TokenKind {
        self.nth(0).kind
    }

    pub(super) fn at_end(&self) -> bool {
        self.kind() == TokenKind::End
    }

    pub(super) fn text_of(&self, token: Token) -> &'a str {
        self.text.get(token.start..token.end).unwrap_or("")
    }

    /// The text of the token at this distance if it is a word, otherwise nothing.
    pub(super) fn nth_word(&self, distance: usize) -> Option<&'a str> {
        let token = self.nth(distance);
        (token.kind == TokenKind::Word).then(|| self.text_of(token))
    }

    pub(super) fn word(&self) -> Option<&'a str> {
        self.nth_word(0)
    }

    pub(super) fn nth_is(&self, distance: usize, symbol: &str) -> bool {
        matches!(self.nth(distance).kind, TokenKind::Symbol(found) if found == symbol)
    }

    pub(super) fn at(&self, symbol: &str) -> bool {
        self.nth_is(0, symbol)
    }

    pub(super) fn at_word(&self, word: &str) -> bool {
        self.word() == Some(word)
    }

    /// The word after a backslash at this distance: `forall`.
    pub(super) fn nth_backslash(&self, distance: usize) -> Option<&'a str> {
        let token = self.nth(distance);
        (token.kind == TokenKind::Backslash).then(|| self.text_of(token).trim_start_matches('\\'))
    }

    pub(super) fn at_backslash(&self, word: &str) -> bool {
        self.nth_backslash(0) == Some(word)
    }

    /// An identifier that is no reserved word of Java.
    pub(super) fn nth_is_identifier(&self, distance: usize) -> bool {
        self.nth_word(distance).is_some_and(|word| !keywords::is_java_reserved(word))
    }

    /// No white space between this token and the next.
    pub(super) fn is_joined(&self, distance: usize) -> bool {
        self.nth(distance).end == self.nth(distance + 1).start
    }

    // Moving

    pub(super) fn bump(&mut self) -> Token {
        let token = self.nth(0);
        if token.kind != TokenKind::End {
            self.position += 1;
        }
        token
    }

    /// Back to where something was tried in vain.
    pub(super) fn rewind(&mut self, position: usize) {
        self.position = position;
    }

    pub(super) fn eat(&mut self, symbol: &str) -> bool {
        let found = self.at(symbol);
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Parsed<Span> {
        if self.at(symbol) {
            let token = self.bump();
            return Ok(self.span_of(token));
        }
        self.expected(&format!("`{symbol}`"))
    }

    pub(super) fn identifier(&mut self, what: &str) -> Parsed<Ident> {
        if self.nth_is_identifier(0) {
            return Ok(self.bump_ident());
        }
        self.expected(what)
    }

    /// The current token, whatever it is, as a name with its place.
    pub(super) fn bump_ident(&mut self) -> Ident {
        let token = self.bump();
        Ident { name: Name::new(self.text_of(token)), span: self.span_of(token) }
    }

    // Places

    pub(super) fn span_of(&self, token: Token) -> Span {
        Span::new(self.file, token.start, token.end)
    }

    pub(super) fn span(&self) -> Span {
        self.span_of(self.nth(0))
    }

    pub(super) fn previous_span(&self) -> Span {
        match self.position.checked_sub(1) {
            Some(before) => self.span_of(self.token_at(before)),
            None => self.span().before(),
        }
    }

    /// From `start` to the token read last.
    pub(super) fn since(&self, start: Span) -> Span {
        start.to(self.previous_span())
    }

    // Reporting

    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> Failed {
        self.diagnostics.push(diagnostic);
        Failed
    }

    pub(super) fn syntax_error(&mut self, span: Span, message: impl Into<String>) -> Failed {
        self.report(Diagnostic::new(Code::JmlSyntax, span, message))
    }

    /// Something else than `what` stands here.
    pub(super) fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        if self.kind() == TokenKind::Unclosed {
            return Err(Failed);
        }
        let found = self.describe_current();
        let span = if self.at_end() { self.previous_span().after() } else { self.span() };
        Err(self.syntax_error(span, format!("expected {what}, found {found}")))
    }

    pub(super) fn describe_current(&self) -> String {
        let token = self.nth(0);
        match token.kind {
            TokenKind::End => "the end of the JML annotation".to_owned(),
            TokenKind::Text => "a string".to_owned(),
            TokenKind::Informal => "an informal predicate".to_owned(),
            _ => format!("`{}`", self.text_of(token)),
        }
    }

    /// Looking for a near name takes time, and nobody reads the hundredth suggestion.
    pub(super) fn may_suggest(&self) -> bool {
        self.diagnostics.len() < 100
    }

    /// A word that no keyword is spelled like.
    pub(super) fn unknown_keyword(&mut self, candidates: &[&str], kind: &str, hint: &str) -> Failed {
        let word = self.text_of(self.nth(0));
        let mut message = format!("unknown JML {kind} `{word}`");
        let near = if self.may_suggest() { most_similar(word, candidates.iter().copied()) } else { None };
        if near.is_none() && self.reads_like_prose() {
            return self.report_prose();
        }
        if let Some(near) = near {
            message.push_str(&format!("; did you mean `{near}`?"));
        }
        let diagnostic = Diagnostic::new(Code::UnknownJmlKeyword, self.span(), message);
        self.report(if near.is_none() && !hint.is_empty() { diagnostic.hint(hint) } else { diagnostic })
    }

    /// `//@ Note that this …`: no word of JML starts with a capital letter, and no three plain
    /// words follow each other in it.
    fn reads_like_prose(&self) -> bool {
        let is_plain = |word: &str| !keywords::starts_clause(word) && !keywords::is_modifier(word);
        let word = self.text_of(self.nth(0));
        word.starts_with(|first: char| first.is_uppercase())
            || (0..3).all(|distance| self.nth_word(distance).is_some_and(is_plain))
    }

    fn report_prose(&mut self) -> Failed {
        let message = format!("this comment is not read as JML: `{}` is no JML keyword", self.text_of(self.nth(0)));
        let diagnostic = Diagnostic::new(Code::LooksLikeJml, self.span(), message);
        self.report(diagnostic.hint("put a blank before the `@` if this is an ordinary comment"))
    }

    // Limits

    /// Runs `parse` one level deeper, unless that is too deep.
    pub(super) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= MAX_NESTING {
            return Err(self.too_deep(&format!("this JML text is nested more than {MAX_NESTING} levels deep")));
        }
        self.nesting += 1;
        let result = parse(self);
        self.nesting -= 1;
        result
    }

    /// One more node above what was read last.
    pub(super) fn grow(&mut self) -> Parsed<()> {
        self.height += 1;
        if self.height <= MAX_HEIGHT {
            return Ok(());
        }
        Err(self.too_deep(&format!("this expression joins more than {MAX_HEIGHT} operators or selections in a row")))
    }

    fn too_deep(&mut self, message: &str) -> Failed {
        let diagnostic = Diagnostic::new(Code::NestedTooDeep, self.span(), message);
        self.report(diagnostic.hint("split it into several clauses, or move parts of it into a pure method"))
    }

    // Clauses and recovery

    /// Reads part of the clause that started at `start`. After an error, goes on to the end of the
    /// clause.
    pub(super) fn in_clause<T>(&mut self, start: usize, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Option<T> {
        match parse(self) {
            Ok(value) => Some(value),
            Err(Failed) => {
                self.recover(start);
                None
            }
        }
    }

    /// A whole expression in the clause that started at `start`: an `Error` node where it does not
    /// parse.
    pub(super) fn clause_expression(&mut self, start: usize) -> Expr {
        let here = self.span();
        self.in_clause(start, Self::expression)
            .unwrap_or_else(|| Expr { span: self.since(here), kind: ExprKind::Error })
    }

    /// The `;` of a clause. Without it, says so at the end of what was read, and goes to where the
    /// next clause starts.
    pub(super) fn end_clause(&mut self, start: usize, what: &str) {
        if self.eat(";") || std::mem::take(&mut self.recovered) {
            self.recovered = false;
            return;
        }
        self.report_missing_semicolon(what);
        if !self.at_end() && !self.at_clause_start() {
            self.recover(start);
            self.eat(";");
            self.recovered = false;
        }
    }

    fn report_missing_semicolon(&mut self, what: &str) {
        if self.kind() == TokenKind::Unclosed {
            return;
        }
        let mut message = format!("expected `;` after {what}");
        if !self.at_end() {
            message.push_str(&format!(", found {}", self.describe_current()));
        }
        let place = if self.at_end() || self.nth(0).first_on_line { self.previous_span().after() } else { self.span() };
        let diagnostic = Diagnostic::new(Code::JmlSyntax, place, message);
        let diagnostic = if self.at(")") || self.at("]") {
            diagnostic.hint("is there one closing bracket too many?")
        } else {
            diagnostic.hint("every JML clause ends with `;`")
        };
        self.report(diagnostic);
    }

    /// Moves to the `;` that ends the clause started at token `start`, or to the next clause,
    /// whichever comes first.
    pub(super) fn recover(&mut self, start: usize) {
        self.recovered = true;
        let mut depth = 0usize;
        let mut at = start;
        loop {
            let token = self.token_at(at);
            match token.kind {
                TokenKind::End => break,
                TokenKind::Symbol("}") if depth == 0 && self.open_blocks > 0 && at >= self.position => break,
                TokenKind::Symbol("(" | "[" | "{") => depth += 1,
                TokenKind::Symbol(")" | "]" | "}") => depth = depth.saturating_sub(1),
                TokenKind::Symbol("|}") if at >= self.position => break,
                TokenKind::Symbol(";") if depth == 0 && at >= self.position => break,
                TokenKind::Word if at >= self.position && at > start && self.resumes_at(token, depth) => break,
                _ => {}
            }
            at += 1;
        }
        self.position = at.max(self.position);
    }

    /// After a failure that is not part of a clause: past the next `;`, or to the next clause.
    pub(super) fn skip_clause(&mut self, start: usize) {
        self.recover(start);
        self.eat(";");
        self.recovered = false;
    }

    fn resumes_at(&self, token: Token, depth: usize) -> bool {
        let word = self.text_of(token);
        let unmistakable = keywords::is_unmistakable(word);
        unmistakable && (depth == 0 || token.first_on_line)
            || token.first_on_line && depth == 0 && keywords::starts_clause(word)
    }

    fn at_clause_start(&self) -> bool {
        let starts = |distance: usize| self.nth_word(distance).is_some_and(keywords::starts_clause);
        let modifier = self.word().is_some_and(keywords::is_modifier);
        starts(0) || modifier || self.at("|}")
    }

    /// Passes over tokens up to a `;` outside of all brackets: what is read but not looked at.
    pub(super) fn skip_to_semicolon(&mut self) {
        let mut depth = 0usize;
        loop {
            match self.kind() {
                TokenKind::End => break,
                TokenKind::Symbol("(" | "[" | "{") => depth += 1,
                TokenKind::Symbol(")" | "]" | "}") => depth = depth.saturating_sub(1),
                TokenKind::Symbol(";") if depth == 0 => break,
                TokenKind::Symbol("|}") => break,
                TokenKind::Word if self.resumes_at(self.nth(0), depth) => break,
                _ => {}
            }
            self.bump();
        }
    }

    /// To the `;` before the next clause: those on the way separate parts of something that is
    /// already known to be wrong.
    pub(super) fn skip_inner_semicolons(&mut self) {
        while !self.at_end() {
            let next = self.nth(1);
            let starts_clause = self.nth_word(1).is_some_and(|word| {
                keywords::is_unmistakable(word) || keywords::starts_clause(word) || keywords::is_modifier(word)
            });
            if self.at(";") && (starts_clause || matches!(next.kind, TokenKind::End | TokenKind::Symbol("|}"))) {
                return;
            }
            self.bump();
        }
    }

    /// Passes over a bracketed group that starts here, to the bracket that closes it.
    pub(super) fn skip_group(&mut self) -> Parsed<()> {
        let opening = self.span();
        let mut depth = 0usize;
        while !self.at_end() {
            let token = self.bump();
            match token.kind {
                TokenKind::Symbol("(" | "[" | "{") => depth += 1,
                TokenKind::Symbol(")" | "]" | "}") => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
        Err(self.syntax_error(opening, "this bracket is never closed"))
    }
}
