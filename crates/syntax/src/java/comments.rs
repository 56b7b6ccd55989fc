//! Which comments are JML, and who has taken them.
//!
//! JML Reference Manual, section 4.2: a comment is JML if `@` directly follows its opening.
//! Departures: comments with keys (`//+ESC@`) are read by no one and reported; and a `//@Override`,
//! which is far more often a Java annotation that somebody commented out than JML, is reported and
//! left alone (no JML word starts with a capital letter).

use crate::jml_parser::starts_annotation;
use std::ops::Range;
use tightrope_source::{Code, Diagnostic, FileId, Span};

/// The JML comments of a file by position. Each is handed out once; what nobody claims is reported.
#[derive(Debug, Default)]
pub(super) struct JmlComments {
    /// In the order of the text.
    comments: Vec<Range<usize>>,
    claimed: Vec<bool>,
}

impl JmlComments {
    /// The comments that start in `range` and that nobody has claimed yet.
    pub(super) fn claim(&mut self, range: Range<usize>) -> Vec<Range<usize>> {
        let first = self.comments.partition_point(|comment| comment.start < range.start);
        let mut found = Vec::new();
        for (comment, claimed) in self.comments.iter().zip(&mut self.claimed).skip(first) {
            if comment.start >= range.end {
                break;
            }
            if !*claimed {
                *claimed = true;
                found.push(comment.clone());
            }
        }
        found
    }

    pub(super) fn unclaimed(&self) -> impl Iterator<Item = &Range<usize>> {
        self.comments.iter().zip(&self.claimed).filter(|(_, claimed)| !**claimed).map(|(comment, _)| comment)
    }
}

/// What a comment is to us.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CommentKind<'a> {
    Plain,
    Jml,
    /// A blank before the `@`, and a word of JML after it.
    BlankBeforeAt(&'a str),
    /// `//+ESC@`
    Keyed,
    /// `//@Override`
    JavaAnnotation(&'a str),
}

/// Sorts out the JML among `comments`, and reports those that only look like it.
pub(super) fn sort_out(
    file: FileId,
    text: &str,
    comments: &[Range<usize>],
    diagnostics: &mut Vec<Diagnostic>,
) -> JmlComments {
    let mut jml = Vec::new();
    for comment in comments {
        let comment_text = text.get(comment.clone()).unwrap_or("");
        let span = Span::new(file, comment.start, comment.end);
        match kind_of_comment(comment_text) {
            CommentKind::Plain => {}
            CommentKind::Jml => jml.push(comment.clone()),
            CommentKind::BlankBeforeAt(word) => diagnostics.push(blank_before_at(span, word)),
            CommentKind::Keyed => diagnostics.push(keyed(span)),
            CommentKind::JavaAnnotation(word) => diagnostics.push(java_annotation(span, word)),
        }
    }
    let claimed = vec![false; jml.len()];
    JmlComments { comments: jml, claimed }
}

fn kind_of_comment(comment: &str) -> CommentKind<'_> {
    // `//` and `/*` are two bytes each.
    let body = comment.get(2..).unwrap_or("");
    if let Some(after_at) = body.strip_prefix('@') {
        return match after_at.starts_with(|first: char| first.is_ascii_uppercase()) {
            true => CommentKind::JavaAnnotation(first_word(after_at)),
            false if is_shape(after_at) => CommentKind::Plain,
            false => CommentKind::Jml,
        };
    }
    if body.starts_with(['+', '-']) && has_keys(body) {
        return CommentKind::Keyed;
    }
    let Some(after_at) = body.trim_start().strip_prefix('@') else { return CommentKind::Plain };
    let word = first_word(after_at.trim_start_matches('@').trim_start());
    let ends_with_semicolon = after_at.trim_end_matches(['*', '/', '@']).trim_end().ends_with(';');
    match starts_annotation(word, ends_with_semicolon) {
        true => CommentKind::BlankBeforeAt(word),
        false => CommentKind::Plain,
    }
}

/// A shape predicate, which whoever computes field bounds reads.
fn is_shape(after_at: &str) -> bool {
    let inside = after_at.trim_start_matches('@').trim_start();
    inside.strip_prefix("shape").is_some_and(|rest| rest.starts_with(char::is_whitespace))
}

/// `+ESC@`, `-RAC+ESC@`: keys up to an `@`.
fn has_keys(body: &str) -> bool {
    let keys = body.trim_start_matches(|c: char| c == '+' || c == '-' || c == '_' || c.is_ascii_alphanumeric());
    keys.starts_with('@')
}

fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| !(c == '_' || c.is_ascii_alphanumeric())).unwrap_or(text.len());
    &text[..end]
}

fn blank_before_at(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::LooksLikeJml, span, format!("this comment looks like JML (`{word}`) but is not read as JML"))
        .saying("a blank stands before the `@`")
        .hint("JML starts with `//@` or `/*@`, without a blank before the `@`")
}

fn keyed(span: Span) -> Diagnostic {
    Diagnostic::new(Code::LooksLikeJml, span, "JML with a key is not read")
        .saying("only some tools read this comment")
        .hint("write `//@` or `/*@` without a key to have it read")
}

fn java_annotation(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::LooksLikeJml, span, format!("`@{word}` in a comment is not read as JML"))
        .saying("a Java annotation in a comment")
        .hint("put a blank before the `@` if this is no JML, or write the JML modifier in lower case: `//@ nullable`")
}
