//! What to say about text that is not Java: few messages, each at one place.
//!
//! tree-sitter recovers from errors: it skips tokens (an error node over them) or makes a missing
//! one up. Each outermost error node and each made-up token outside of those becomes one
//! diagnostic, except that unbalanced braces, and literals and comments that do not end, which make
//! everything after them look wrong, are reported alone.

use super::concrete::{ConcreteTree, Missing, TooLong};
use std::ops::Range;
use tightrope_source::{Code, Diagnostic, FileId, Span};

/// How many errors of one file are listed.
const MAX_ERRORS: usize = 20;

/// For a file of which nothing was read, because the parser did not come to an end.
pub(super) fn too_long(file: FileId, text: &str, reached: TooLong) -> Diagnostic {
    let at = (0..=reached.at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let message = "this file takes too long to parse";
    Diagnostic::new(Code::NestedTooDeep, Span::new(file, at, at), message)
        .saying("the time was over here")
        .hint("nothing of this file is read: thousands of syntax errors, or code that nobody writes by hand")
}

/// Reports what did not parse. Returns from where on the text was read as something else than it is
/// (code as a string, a comment as code), so that nothing said about it is worth hearing.
pub(super) fn report(file: FileId, text: &str, tree: &ConcreteTree, diagnostics: &mut Vec<Diagnostic>) -> Option<Span> {
    if tree.errors.is_empty() && tree.missing.is_empty() {
        return None;
    }
    if let Some((at, what)) = first_unclosed(text) {
        let line = text.get(at..).and_then(|rest| rest.lines().next()).unwrap_or("");
        let span = Span::new(file, at, at + line.trim_end().len());
        diagnostics.push(Diagnostic::new(Code::JavaSyntax, span, format!("this {what} does not end")));
        return Some(span);
    }
    if let Some(brace) = tree.unmatched_braces.first() {
        diagnostics.push(unmatched_brace(file, text, *brace));
        return None;
    }
    report_each(file, text, tree, diagnostics);
    None
}

fn report_each(file: FileId, text: &str, tree: &ConcreteTree, diagnostics: &mut Vec<Diagnostic>) {
    let mut found: Vec<Diagnostic> = tree.errors.iter().map(|region| unexpected(file, text, region)).collect();
    let is_inside_error = |missing: &Missing| {
        let after = tree.errors.partition_point(|region| region.start <= missing.at);
        after.checked_sub(1).and_then(|index| tree.errors.get(index)).is_some_and(|region| missing.at < region.end)
    };
    let missing = tree.missing.iter().filter(|missing| !is_inside_error(missing));
    found.extend(missing.map(|missing| expected(file, text, missing)));
    found.sort_by_key(Diagnostic::primary);
    // The second error of a line is mostly the first one's doing.
    found.dedup_by(|second, first| are_on_one_line(text, first, second));
    let left_out = found.len().saturating_sub(MAX_ERRORS);
    found.truncate(MAX_ERRORS);
    if let Some(last) = found.last_mut().filter(|_| left_out > 0) {
        last.hints.push(format!("{left_out} more syntax errors in this file are not listed"));
    }
    diagnostics.append(&mut found);
}

fn are_on_one_line(text: &str, first: &Diagnostic, second: &Diagnostic) -> bool {
    let start = |diagnostic: &Diagnostic| diagnostic.primary().map_or(0, |span| span.start as usize);
    text.get(start(first)..start(second)).is_some_and(|between| !between.contains('\n'))
}

fn unmatched_brace(file: FileId, text: &str, at: usize) -> Diagnostic {
    let span = Span::new(file, at, at + 1);
    if text.get(at..).is_some_and(|rest| rest.starts_with('{')) {
        Diagnostic::new(Code::JavaSyntax, span, "this `{` is never closed")
            .hint("a `}` is missing somewhere after it; what follows was read as well as possible")
    } else {
        Diagnostic::new(Code::JavaSyntax, span, "this `}` closes nothing")
            .hint("remove it, or look for a missing `{` before it")
    }
}

fn unexpected(file: FileId, text: &str, region: &Range<usize>) -> Diagnostic {
    let region_text = text.get(region.clone()).unwrap_or("");
    let trimmed = region_text.trim_end();
    let first_line = trimmed.lines().next().unwrap_or("");
    let span = Span::new(file, region.start, region.start + first_line.len());
    // The backslash may be the whole region, with `u0061` read as a name after it.
    if let Some(at) = unicode_escape(text.get(region.start..region.end + 1).unwrap_or(trimmed)) {
        let start = region.start + at;
        return Diagnostic::new(
            Code::JavaSyntax,
            Span::new(file, start, start + 2),
            "a Unicode escape outside of a literal",
        )
        .hint("write the character itself: only literals may hold `\\u` escapes here");
    }
    let is_call = text.get(region.end..).is_some_and(|after| after.trim_start().starts_with('('));
    if matches!(trimmed, "super" | "this") && is_call {
        let message = format!("`{trimmed}(…)` can stand only among the outermost statements of a constructor");
        return Diagnostic::new(Code::NotAStatementHere, span, message);
    }
    let message = match first_line {
        "" => "the text ends too early or something is missing here".to_owned(),
        _ if is_one_word(trimmed) => format!("unexpected `{trimmed}`"),
        _ => format!("cannot read `{}` here", shortened(first_line)),
    };
    let diagnostic = Diagnostic::new(Code::JavaSyntax, span, message);
    if may_lack_semicolon(trimmed, text.get(region.end..).unwrap_or("")) {
        return diagnostic.hint("perhaps a `;` is missing at the end of this line");
    }
    diagnostic
}

/// The error ends its line with what could end a statement.
fn may_lack_semicolon(region: &str, after: &str) -> bool {
    let ends_line = after.chars().take_while(|c| *c != '\n').all(char::is_whitespace);
    let ends_expression = |c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']' | '"' | '\'');
    ends_line && !region.contains('\n') && region.chars().next_back().is_some_and(ends_expression)
}

fn expected(file: FileId, text: &str, missing: &Missing) -> Diagnostic {
    let before = text.get(..missing.at).unwrap_or("").trim_end();
    let span = Span::new(file, before.len(), before.len());
    let wanted = match (missing.is_token, missing.expected.as_str()) {
        (true, token) => format!("`{token}`"),
        (false, "identifier" | "type_identifier") => "a name".to_owned(),
        (false, other) => format!("a {}", other.replace('_', " ")),
    };
    let message = match last_word(before) {
        "" => format!("expected {wanted}"),
        word => format!("expected {wanted} after `{word}`"),
    };
    Diagnostic::new(Code::JavaSyntax, span, message)
}

/// Where a `\u` stands before any quote.
fn unicode_escape(text: &str) -> Option<usize> {
    let at = text.find("\\u")?;
    (!text[..at].contains(['"', '\''])).then_some(at)
}

/// The first literal or comment that does not end: where it starts and what it is.
fn first_unclosed(text: &str) -> Option<(usize, &'static str)> {
    let mut at = 0;
    while let Some(found) = text.get(at..)?.find(['"', '\'', '/']) {
        let start = at + found;
        let rest = &text[start..];
        let (what, length) = match rest {
            _ if rest.starts_with("//") => ("comment", Some(rest.find('\n').unwrap_or(rest.len()))),
            _ if rest.starts_with("/*") => ("comment", rest[2..].find("*/").map(|end| end + 4)),
            _ if rest.starts_with("\"\"\"") => ("text block", length_of_quoted(rest, "\"\"\"", true)),
            _ if rest.starts_with('"') => ("string", length_of_quoted(rest, "\"", false)),
            _ if rest.starts_with('\'') => ("character literal", length_of_quoted(rest, "'", false)),
            _ => ("", Some(1)),
        };
        match length {
            Some(length) => at = start + length,
            None => return Some((start, what)),
        }
    }
    None
}

/// The length of the literal that `text` starts with, both quotes included.
fn length_of_quoted(text: &str, quote: &str, spans_lines: bool) -> Option<usize> {
    let mut at = quote.len();
    loop {
        let rest = text.get(at..)?;
        let found = at + rest.find(['\\', '\n', '"', '\''])?;
        match text.as_bytes().get(found)? {
            b'\\' => at = found + 1 + text[found + 1..].chars().next()?.len_utf8(),
            b'\n' if !spans_lines => return None,
            _ if text[found..].starts_with(quote) => return Some(found + quote.len()),
            _ => at = found + 1,
        }
    }
}

fn is_one_word(text: &str) -> bool {
    let is_symbol = text.chars().count() <= 3 && !text.contains(char::is_whitespace);
    is_symbol || text.chars().all(|c| c.is_alphanumeric() || c == '_') && text.len() <= 40
}

fn shortened(line: &str) -> String {
    if line.chars().count() <= 40 {
        return line.to_owned();
    }
    let start: String = line.chars().take(37).collect();
    format!("{start}…")
}

/// The last token of a text, as well as can be told without reading it.
fn last_word(text: &str) -> &str {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let end_is_word = text.chars().next_back().is_some_and(is_word);
    let start = if end_is_word {
        text.trim_end_matches(is_word).len()
    } else {
        text.char_indices().next_back().map_or(0, |(at, _)| at)
    };
    &text[start..]
}
