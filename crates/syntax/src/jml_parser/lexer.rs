//! Tokens of JML: one stream from the comments of one place.
//!
//! Follows JLS 3 for the shape of tokens, and the JML Reference Manual, chapter 4, for what is
//! white space inside an annotation: the comment marks, `@` at the start of a line, the run of `@`
//! before the closing mark, Java comments inside, and the marks of a nested `//@`. An informal
//! predicate `(* … *)` is one token.
//!
//! Departs from Java's lexer in `>`: it is always a token of its own, so that `Map<K, List<V>>`
//! needs no splitting; the expression parser joins neighbours to `>>`, `>>>` and `>=` again.
//! Likewise `<-` is never one token, because `a <-1` compares.

use super::JmlRegions;
use tightrope_source::{Code, Diagnostic, Span};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    /// An identifier or a keyword of Java or JML: only the parser knows which.
    Word,
    /// `\forall` and the like, the backslash included.
    Backslash,
    Number,
    Char,
    Text,
    Informal,
    Symbol(&'static str),
    /// A character that belongs to no token.
    Unknown,
    /// A literal or informal predicate without an end; it has been reported.
    Unclosed,
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Nothing but white space stands before it on its line: where clauses usually start, and
    /// recovery may resume.
    pub(super) first_on_line: bool,
}

/// Longer symbols before their prefixes.
const SYMBOLS: &[&str] = &[
    "<=!=>", "<==>", "<==", "==>", "<<=", "<#=", "...", "<=", "<<", "<:", "<#", "==", "!=", "&&", "||", "{|", "|}",
    "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->", "::", "..", "(", ")", "[", "]", "{", "}", ";",
    ",", ".", "=", "<", ">", "!", "~", "?", ":", "+", "-", "*", "/", "%", "&", "|", "^", "@",
];

/// All tokens of the comments, closed by one [`TokenKind::End`].
pub(super) fn tokenize(regions: JmlRegions<'_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token> {
    let mut lexer = Lexer {
        regions,
        region: 0,
        position: 0,
        end: 0,
        is_line_comment: false,
        at_line_start: true,
        informal_end_is_missing: false,
        tokens: Vec::new(),
        diagnostics,
    };
    while lexer.region < regions.comments.len() {
        lexer.enter_region();
        lexer.read_region();
        lexer.region += 1;
    }
    let end = regions.comments.last().map_or(0, |range| range.end);
    lexer.tokens.push(Token { kind: TokenKind::End, start: end, end, first_on_line: true });
    lexer.tokens
}

struct Lexer<'a> {
    regions: JmlRegions<'a>,
    region: usize,
    position: usize,
    /// The end of what counts in the current comment: its closing mark is outside.
    end: usize,
    is_line_comment: bool,
    at_line_start: bool,
    /// A search for `*)` through the later comments has failed before; a second one would too.
    informal_end_is_missing: bool,
    tokens: Vec<Token>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Lexer<'a> {
    fn enter_region(&mut self) {
        let range = self.regions.comments.get(self.region).cloned().unwrap_or(0..0);
        self.at_line_start = true;
        let Some(comment) = self.regions.text.get(range.clone()) else {
            self.position = 0;
            self.end = 0;
            return;
        };
        self.is_line_comment = comment.starts_with("//");
        let opening = opening_length(comment);
        let inside = comment.get(opening..).unwrap_or("");
        self.position = range.start + opening;
        self.end = self.position + without_closing(inside, self.is_line_comment).len();
    }

    fn rest(&self) -> &'a str {
        self.regions.text.get(self.position..self.end).unwrap_or("")
    }

    fn read_region(&mut self) {
        while let Some(next) = self.rest().chars().next() {
            if next == '\n' || next == '\r' {
                self.position += 1;
                self.skip_line_prefix();
            } else if next.is_whitespace() {
                self.position += next.len_utf8();
            } else if !self.skip_comment() {
                self.read_token(next);
            }
        }
    }

    /// White space and `@` at the start of a line.
    fn skip_line_prefix(&mut self) {
        self.at_line_start = true;
        let rest = self.rest();
        let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\u{c}']).len();
        let after = rest.get(blank..).unwrap_or("");
        self.position += blank + (after.len() - after.trim_start_matches('@').len());
    }

    /// A Java comment inside; of a nested `//@` only the mark.
    fn skip_comment(&mut self) -> bool {
        let rest = self.rest();
        if rest.starts_with("//@") || rest.starts_with("/*@") {
            self.position += rest.len() - rest.get(2..).unwrap_or("").trim_start_matches('@').len();
        } else if rest.starts_with("//") {
            self.position += rest.find(['\n', '\r']).unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            self.skip_block_comment(rest);
        } else {
            return false;
        }
        true
    }

    fn skip_block_comment(&mut self, rest: &str) {
        match rest.get(2..).and_then(|inside| inside.find("*/")) {
            Some(length) => self.position += length + 4,
            None => {
                let start = self.position;
                self.report_unclosed(start, start + 2, "this comment inside the JML annotation does not end");
                self.position = self.end;
            }
        }
    }

    fn read_token(&mut self, next: char) {
        let rest = self.rest();
        if next == '_' || next == '$' || next.is_alphabetic() {
            self.push(TokenKind::Word, word_length(rest));
        } else if next.is_ascii_digit() || (next == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit())) {
            self.push(TokenKind::Number, number_length(rest));
        } else if next == '\\' {
            self.read_backslash_word(rest);
        } else if next == '"' || next == '\'' {
            self.read_quoted(rest, next);
        } else if rest.starts_with("(*") {
            self.read_informal();
        } else if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            self.push(TokenKind::Symbol(symbol), symbol.len());
        } else {
            self.push(TokenKind::Unknown, next.len_utf8());
        }
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let start = self.position;
        self.position += length;
        self.tokens.push(Token { kind, start, end: self.position, first_on_line: self.at_line_start });
        self.at_line_start = false;
    }

    fn read_backslash_word(&mut self, rest: &str) {
        let length = word_length(rest.get(1..).unwrap_or(""));
        let kind = if length == 0 { TokenKind::Unknown } else { TokenKind::Backslash };
        self.push(kind, 1 + length);
    }

    fn read_quoted(&mut self, rest: &str, quote: char) {
        let kind = if quote == '"' { TokenKind::Text } else { TokenKind::Char };
        match quoted_length(rest, quote) {
            Some(length) => self.push(kind, length),
            None => {
                let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
                let what = if quote == '"' { "string" } else { "character" };
                let start = self.position;
                self.report_unclosed(start, start + length, &format!("this {what} literal does not end on its line"));
                self.push(TokenKind::Unclosed, length);
            }
        }
    }

    fn read_informal(&mut self) {
        let rest = self.rest();
        if let Some(length) = rest.get(2..).and_then(|inside| inside.find("*)")) {
            self.push(TokenKind::Informal, length + 4);
        } else if !self.read_informal_over_lines() {
            let start = self.position;
            self.report_unclosed(start, start + 2, "this informal predicate `(* …` does not end with `*)`");
            self.push(TokenKind::Unclosed, rest.len());
        }
    }

    /// `//@ requires (* starts here` with its `*)` in one of the next comments.
    fn read_informal_over_lines(&mut self) -> bool {
        if !self.is_line_comment || self.informal_end_is_missing {
            return false;
        }
        let start = self.position;
        let first_on_line = self.at_line_start;
        let home = self.region;
        while self.region + 1 < self.regions.comments.len() {
            self.region += 1;
            self.enter_region();
            if let Some(length) = self.rest().find("*)") {
                self.position += length + 2;
                self.tokens.push(Token { kind: TokenKind::Informal, start, end: self.position, first_on_line });
                self.at_line_start = false;
                return true;
            }
        }
        self.informal_end_is_missing = true;
        self.region = home;
        self.enter_region();
        self.position = start;
        self.at_line_start = first_on_line;
        false
    }

    fn report_unclosed(&mut self, start: usize, end: usize, message: &str) {
        let span = Span::new(self.regions.file, start, end);
        self.diagnostics.push(Diagnostic::new(Code::UnclosedJml, span, message));
    }
}

/// The length of `//@`, `/*@@`, `//+KEY@`.
fn opening_length(comment: &str) -> usize {
    let after_slashes = comment.get(2..).unwrap_or("");
    let mut after_keys = after_slashes;
    while after_keys.starts_with(['+', '-']) {
        after_keys = after_keys[1..].trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    }
    let marked = if after_keys.starts_with('@') { after_keys } else { after_slashes };
    comment.len() - marked.trim_start_matches('@').len()
}

/// Without `*/`, and without the run of `@` before it, which may stand apart: `@ */`.
fn without_closing(inside: &str, is_line_comment: bool) -> &str {
    if is_line_comment {
        return inside;
    }
    let without_mark = inside.strip_suffix("*/").or_else(|| inside.strip_suffix('/')).unwrap_or(inside);
    without_mark.trim_end().trim_end_matches('@')
}

fn word_length(rest: &str) -> usize {
    rest.find(|c: char| !(c == '_' || c == '$' || c.is_alphanumeric())).unwrap_or(rest.len())
}

/// Digits, letters, underscores, a point (but not the first of `0..5`), and the sign of an
/// exponent.
fn number_length(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let is_hexadecimal = rest.starts_with("0x") || rest.starts_with("0X");
    let mut length = 0;
    while let Some(byte) = bytes.get(length) {
        let follower = bytes.get(length + 1);
        let previous = length.checked_sub(1).and_then(|at| bytes.get(at));
        let belongs = match byte {
            b'.' => follower != Some(&b'.'),
            b'+' | b'-' => {
                matches!(previous, Some(b'p' | b'P')) || !is_hexadecimal && matches!(previous, Some(b'e' | b'E'))
            }
            _ => byte.is_ascii_alphanumeric() || *byte == b'_',
        };
        if !belongs {
            break;
        }
        length += 1;
    }
    length
}

/// The length of a literal with its quotes, if it ends on its line.
fn quoted_length(rest: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' | '\r' => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return Some(at + c.len_utf8()),
            _ => {}
        }
    }
    None
}
