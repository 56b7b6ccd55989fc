//! The words of a file: names with their primes, numbers, and signs.

use tightrope_source::{Code, Diagnostic, FileId, Name, Span};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    /// A name or a keyword; `true` if a prime follows.
    Word(Name, bool),
    Number(usize),
    /// One of [`SIGNS`].
    Sign(&'static str),
    End,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
    /// It is the first one of its line.
    pub(crate) starts_line: bool,
}

/// Longer ones first.
const SIGNS: &[&str] = &[
    "<=>", "&&", "||", "=>", "=<", "<=", ">=", "!=", "->", "++", "<:", ":>", "{", "}", "(", ")", "[", "]", ",", ":",
    "|", ".", "*", "^", "~", "+", "-", "&", "#", "=", "<", ">", "!", "/", "@", ";",
];

/// Ends with [`TokenKind::End`]. What is no sign of the language is reported and left out.
pub(crate) fn tokens(file: FileId, text: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut lexer = Lexer { file, text, at: 0, starts_line: true, tokens: Vec::new(), diagnostics: Vec::new() };
    while lexer.skip_space() {
        lexer.token();
    }
    let span = lexer.span(text.len());
    lexer.tokens.push(Token { kind: TokenKind::End, span, starts_line: true });
    (lexer.tokens, lexer.diagnostics)
}

struct Lexer<'t> {
    file: FileId,
    text: &'t str,
    at: usize,
    starts_line: bool,
    tokens: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start.min(self.at), self.at)
    }

    /// `false` at the end of the text.
    fn skip_space(&mut self) -> bool {
        loop {
            let rest = self.rest();
            let Some(next) = rest.chars().next() else { return false };
            let length = match next {
                _ if rest.starts_with("//") || rest.starts_with("--") => rest.find('\n').unwrap_or(rest.len()),
                _ if rest.starts_with("/*") => match rest.find("*/") {
                    Some(end) => end + 2,
                    None => {
                        self.report(self.at, "this comment does not end", "close it with `*/`");
                        rest.len()
                    }
                },
                _ if next.is_whitespace() => next.len_utf8(),
                _ => return true,
            };
            self.starts_line |= rest[..length].contains('\n');
            self.at += length;
        }
    }

    fn token(&mut self) {
        let (start, rest) = (self.at, self.rest());
        let length_of = |is_part: fn(char) -> bool| rest.find(|next| !is_part(next)).unwrap_or(rest.len());
        let first = rest.chars().next().unwrap_or(' ');
        let kind = if first.is_ascii_digit() {
            let digits = &rest[..length_of(|next| next.is_ascii_digit())];
            self.at += digits.len();
            TokenKind::Number(digits.parse().unwrap_or(usize::MAX))
        } else if first.is_alphabetic() || first == '_' || first == '$' {
            let word = &rest[..length_of(|next| next.is_alphanumeric() || next == '_' || next == '$')];
            self.at += word.len();
            let primes = self.rest().len() - self.rest().trim_start_matches(['\'', '’', '′']).len();
            self.at += primes;
            TokenKind::Word(Name::new(word), primes > 0)
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            self.at += sign.len();
            TokenKind::Sign(sign)
        } else {
            self.at += first.len_utf8();
            let hint = match first {
                '\'' | '’' | '′' => {
                    "a prime follows the name of a predicate or of a field at once: `F'(x)`, `x.next'`"
                }
                _ => "`tightrope explain E0601` shows the language",
            };
            return self.report(start, &format!("`{first}` is not a character of this language"), hint);
        };
        let starts_line = std::mem::take(&mut self.starts_line);
        self.tokens.push(Token { kind, span: self.span(start), starts_line });
    }

    fn report(&mut self, start: usize, message: &str, hint: &str) {
        let end = self.at.max(start + 1).min(self.text.len());
        let span = Span::new(self.file, start, end);
        self.diagnostics.push(Diagnostic::new(Code::AlloySyntax, span, message).hint(hint));
    }
}
