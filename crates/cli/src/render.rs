//! Diagnostics as text, in the style of rustc.
//!
//! Only the lines that a diagnostic speaks of are handed to the renderer, and of a very long line
//! only the part around the place: so the cost does not depend on the size of the file, and
//! generated code does not flood the screen.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use std::collections::BTreeMap;
use std::ops::Range;
use tightrope_source::{Code, Diagnostic, Label, Severity, SourceFile, SourceMap, Span};

/// Labels that are at most this many lines apart share a snippet.
const SNIPPET_LINES: usize = 30;
/// A span of more lines is shown by its first line alone.
const SPAN_LINES: usize = 8;
/// A longer line is cut around the place.
const LINE_BYTES: usize = 400;
const BYTES_BEFORE: usize = 60;
const BYTES_AFTER: usize = 120;
/// Stands for what is left out of a line.
const CUT: &str = "…";

/// One diagnostic, without a newline at its end.
pub fn diagnostic(sources: &SourceMap, diagnostic: &Diagnostic, colored: bool) -> String {
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.number()));
    let parts = parts(sources, &diagnostic.labels);
    for part in &parts {
        group = part.add_to(group);
    }
    for hint in &diagnostic.hints {
        group = group.element(Level::HELP.message(hint.as_str()));
    }
    let renderer = if colored { Renderer::styled() } else { Renderer::plain() };
    parts.iter().fold(renderer.render(&[group]), |rendered, part| part.correct_column(rendered))
}

/// An excerpt of one file with the labels that fall into it.
struct Part<'a> {
    file: &'a SourceFile,
    /// Bytes of the file.
    excerpt: Range<usize>,
    /// The excerpt is a piece of one long line.
    is_cut: bool,
    labels: Vec<PartLabel<'a>>,
}

struct PartLabel<'a> {
    /// Bytes of the file.
    range: Range<usize>,
    text: &'a str,
    kind: AnnotationKind,
}

fn parts<'a>(sources: &'a SourceMap, labels: &'a [Label]) -> Vec<Part<'a>> {
    let mut parts: Vec<Part<'a>> = Vec::new();
    for (index, label) in labels.iter().enumerate() {
        let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let part = single_part(sources.file(label.span.file), label, kind);
        match parts.iter_mut().find(|other| other.is_near(&part)) {
            Some(other) => other.join(part),
            None => parts.push(part),
        }
    }
    parts
}

fn single_part<'a>(file: &'a SourceFile, label: &'a Label, kind: AnnotationKind) -> Part<'a> {
    let range = shown_range(file, label.span);
    let line_start = file.text[..range.start].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = file.text[range.end..].find('\n').map_or(file.text.len(), |newline| range.end + newline);
    let longest = file.text[line_start..line_end].split('\n').map(str::len).max().unwrap_or(0);
    let is_cut = longest > LINE_BYTES;
    let (excerpt, range) = if is_cut { cut(file, line_start..line_end, range) } else { (line_start..line_end, range) };
    Part { file, excerpt, is_cut, labels: vec![PartLabel { range, text: &label.text, kind }] }
}

/// The bytes of a span, clipped to the text and to character boundaries; of a long one, its first
/// line.
fn shown_range(file: &SourceFile, span: Span) -> Range<usize> {
    let start = floor_boundary(&file.text, span.start as usize);
    let end = floor_boundary(&file.text, (span.end as usize).max(start));
    let covered = &file.text[start..end];
    let is_long = covered.bytes().filter(|byte| *byte == b'\n').nth(SPAN_LINES - 1).is_some();
    match covered.find('\n') {
        Some(newline) if is_long => start..start + newline,
        _ => start..end,
    }
}

/// A piece of a long line (the first one of `lines`) around `range`.
fn cut(file: &SourceFile, lines: Range<usize>, range: Range<usize>) -> (Range<usize>, Range<usize>) {
    let line_end = file.text[range.start..].find('\n').map_or(lines.end, |newline| range.start + newline);
    let start = floor_boundary(&file.text, range.start.saturating_sub(BYTES_BEFORE)).max(lines.start);
    let end = floor_boundary(&file.text, (range.start + BYTES_AFTER).min(line_end)).max(range.start);
    (start..end, range.start..range.end.min(end))
}

fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

impl<'a> Part<'a> {
    fn is_near(&self, other: &Part<'a>) -> bool {
        if self.is_cut || other.is_cut || !std::ptr::eq(self.file, other.file) {
            return false;
        }
        let all = self.excerpt.start.min(other.excerpt.start)..self.excerpt.end.max(other.excerpt.end);
        self.file.text[all].split('\n').take(SNIPPET_LINES + 1).enumerate().all(|(index, line)| {
            // A folded line in between is printed too if it lies next to a labelled one.
            index < SNIPPET_LINES && line.len() <= LINE_BYTES
        })
    }

    fn join(&mut self, other: Part<'a>) {
        self.excerpt = self.excerpt.start.min(other.excerpt.start)..self.excerpt.end.max(other.excerpt.end);
        self.labels.extend(other.labels);
    }

    /// What is left out of a cut line is marked.
    fn text(&self) -> (String, usize) {
        let text = &self.file.text[self.excerpt.clone()];
        let starts_line = self.file.text[..self.excerpt.start].ends_with('\n') || self.excerpt.start == 0;
        let ends_line =
            self.file.text[self.excerpt.end..].starts_with('\n') || self.excerpt.end == self.file.text.len();
        let before = if starts_line { "" } else { CUT };
        let after = if ends_line { "" } else { CUT };
        (format!("{before}{text}{after}"), before.len())
    }

    fn add_to(&self, group: Group<'a>) -> Group<'a> {
        let (text, shift) = self.text();
        let annotations = self.labels.iter().map(|label| {
            let start = label.range.start - self.excerpt.start + shift;
            let annotation = label.kind.span(start..start + label.range.len());
            if label.text.is_empty() { annotation } else { annotation.label(label.text) }
        });
        let line = self.file.position(self.excerpt.start as u32).line;
        let snippet: Snippet<'a, Annotation<'a>> =
            Snippet::source(text).line_start(line).annotations(annotations.collect::<Vec<_>>());
        group.element(snippet.path(self.file.path.display().to_string()))
    }

    /// The renderer counts columns from the start of the excerpt: of a cut line, that is wrong.
    fn correct_column(&self, rendered: String) -> String {
        let Some(label) = self.labels.first().filter(|_| self.is_cut) else { return rendered };
        let (text, shift) = self.text();
        let in_excerpt = &text[..label.range.start - self.excerpt.start + shift];
        let place = self.file.position(label.range.start as u32);
        let start = format!("{}:{}:", self.file.path.display(), place.line);
        let wrong = format!("{start}{}", in_excerpt.chars().count() + 1);
        rendered.replacen(&wrong, &format!("{start}{}", place.column), 1)
    }
}

/// At most `limit` diagnostics (0: all), errors before warnings, but in their original order.
pub fn choose<'d>(diagnostics: &[&'d Diagnostic], limit: usize) -> Vec<&'d Diagnostic> {
    if limit == 0 || diagnostics.len() <= limit {
        return diagnostics.to_vec();
    }
    let errors = diagnostics.iter().filter(|each| each.severity() == Severity::Error).count();
    let mut left_errors = errors.min(limit);
    let mut left_warnings = limit - left_errors;
    let mut chosen = Vec::new();
    for diagnostic in diagnostics {
        let left = if diagnostic.severity() == Severity::Error { &mut left_errors } else { &mut left_warnings };
        if *left > 0 {
            *left -= 1;
            chosen.push(*diagnostic);
        }
    }
    chosen
}

/// The last line: how many there are, and where to read more. `None` if there are none.
pub fn summary(diagnostics: &[&Diagnostic], limit: usize) -> Option<String> {
    let first = diagnostics.iter().min_by_key(|each| each.severity())?;
    let errors = diagnostics.iter().filter(|each| each.severity() == Severity::Error).count();
    let warnings = diagnostics.len() - errors;
    let mut counts = Vec::new();
    if errors > 0 {
        counts.push(count(errors, "error", "errors"));
    }
    if warnings > 0 {
        counts.push(count(warnings, "warning", "warnings"));
    }
    let more = format!("{}; `tightrope explain {}` says more", counts.join(", "), first.code.number());
    if limit == 0 || diagnostics.len() <= limit {
        return Some(more);
    }
    Some(format!("{}\n{more}", hidden(diagnostics, limit)))
}

/// What a limited output leaves out, by code.
fn hidden(diagnostics: &[&Diagnostic], limit: usize) -> String {
    let mut by_code: BTreeMap<Code, usize> = BTreeMap::new();
    for diagnostic in diagnostics {
        *by_code.entry(diagnostic.code).or_default() += 1;
    }
    for shown in choose(diagnostics, limit) {
        by_code.entry(shown.code).and_modify(|left| *left -= 1);
    }
    by_code.retain(|_, left| *left > 0);
    let codes: Vec<String> = by_code.iter().map(|(code, left)| format!("{} {}", left, code.number())).collect();
    let left = diagnostics.len() - limit;
    format!("… and {left} more ({}); --max-diagnostics 0 prints all", codes.join(", "))
}

/// `1 error`, `2 errors`.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::{choose, diagnostic, summary};
    use tightrope_source::{Code, Diagnostic, FileId, SourceMap, Span};

    fn sources(text: &str) -> (SourceMap, FileId) {
        let mut sources = SourceMap::new();
        let file = sources.add("A.java", text);
        (sources, file)
    }

    fn span_of(sources: &SourceMap, file: FileId, needle: &str) -> Span {
        let start = sources.file(file).text.find(needle).unwrap_or(0);
        Span::new(file, start, start + needle.len())
    }

    #[test]
    fn shows_the_line_the_labels_and_the_hints() {
        let (sources, file) = sources("class A {\n\tNod next;\n}\n");
        let finding = Diagnostic::new(Code::UnknownType, span_of(&sources, file, "Nod"), "unknown type `Nod`")
            .saying("not found")
            .label(span_of(&sources, file, "class A"), "in this class")
            .hint("did you mean `Node`?");
        let expected = "\
error[E0301]: unknown type `Nod`
 --> A.java:2:2
  |
1 | class A {
  | ------- in this class
2 |     Nod next;
  |     ^^^ not found
  |
  = help: did you mean `Node`?";
        assert_eq!(diagnostic(&sources, &finding, false), expected);
    }

    #[test]
    fn cuts_long_lines_and_keeps_their_columns() {
        let long = format!("class A {{}} /* {} */ Nod x; /* {} */\n", "ä".repeat(50_000), "y".repeat(1_000_000));
        let (sources, file) = sources(&long);
        let finding = Diagnostic::new(Code::UnknownType, span_of(&sources, file, "Nod"), "unknown type `Nod`");
        let text = diagnostic(&sources, &finding, false);
        assert!(text.contains("--> A.java:1:50019"), "{text}");
        assert!(text.contains("Nod x;"), "{text}");
        assert!(text.len() < 1000, "{} bytes", text.len());
    }

    #[test]
    fn survives_spans_that_fit_no_text() {
        let (sources, file) = sources("é");
        for (start, end) in [(0, 0), (1, 1), (1, 2), (2, 1), (2, 900), (900, 901)] {
            let finding = Diagnostic::new(Code::JavaSyntax, Span::new(file, start, end), "wrong");
            assert!(diagnostic(&sources, &finding, false).starts_with("error[E0101]: wrong"));
        }
    }

    #[test]
    fn a_limit_shows_errors_first_and_says_what_it_hides() {
        let warning = Diagnostic::without_place(Code::LinkLoop, "loop");
        let error = Diagnostic::without_place(Code::CannotRead, "unreadable");
        let all = [&warning, &error, &warning];
        assert_eq!(choose(&all, 2), [&warning, &error]);
        assert_eq!(choose(&all, 1), [&error]);
        let text = "… and 2 more (2 W0005); --max-diagnostics 0 prints all\n1 error, 2 warnings; `tightrope explain E0001` says more";
        assert_eq!(summary(&all, 1).as_deref(), Some(text));
        assert_eq!(summary(&[], 1), None);
    }
}
