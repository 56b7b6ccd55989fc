//! Heap files: reading them, and saying what is wrong with them where it is wrong.

use super::{Prepared, Refusal};
use crate::exit::Exit;
use crate::load::Loaded;
use crate::read_sources::read_text;
use std::path::Path;
use tightrope_heap::text::{self, Written};
use tightrope_heap::{Layouts, validity};
use tightrope_source::{Code, Diagnostic, FileId, Span};

/// A heap whose objects fit the program. Its roots are still to be compared with what they are used
/// for.
pub(super) struct HeapFile {
    pub(super) written: Written,
    /// Of each root.
    root_spans: Vec<Span>,
}

pub(super) fn read(path: &Path, loaded: &mut Loaded, layouts: &Layouts) -> Prepared<HeapFile> {
    let content = read_text(path).map_err(|diagnostic| Refusal::of(Exit::BadInput, *diagnostic))?;
    let content = last_printed(&content);
    let file = loaded.sources.add(path, content.as_str());
    let bad = |line: usize, message: String| Diagnostic::new(Code::BadHeap, line_span(file, &content, line), message);
    let written = text::read(&content, &loaded.program, layouts)
        .map_err(|error| Refusal::of(Exit::BadInput, bad(error.line, error.message)))?;
    let problems = validity::problems_by_object(&written.heap, &written.names, &loaded.program, layouts);
    if !problems.is_empty() {
        let line = |index: usize| written.object_lines.get(index).copied().unwrap_or(1);
        let diagnostics = problems.into_iter().map(|problem| bad(line(problem.object.index()), problem.message));
        return Err(Box::new(Refusal { exit: Exit::BadInput, diagnostics: diagnostics.collect() }));
    }
    let root_spans = written.root_lines.iter().map(|line| line_span(file, &content, *line)).collect();
    Ok(HeapFile { written, root_spans })
}

/// What `run` has printed is read again: of several heaps, the last. Other lines become empty, so
/// that the rest keep their numbers.
fn last_printed(content: &str) -> String {
    let is_heading = |line: &str| matches!(line.trim(), "before:" | "after:");
    let Some(heading) = content.lines().collect::<Vec<_>>().iter().rposition(|line| is_heading(line)) else {
        return content.to_owned();
    };
    let mut has_ended = false;
    let kept = content.lines().enumerate().map(|(index, line)| {
        has_ended |= index > heading && line.trim().is_empty();
        if index > heading && !has_ended && !line.starts_with("result = ") { line } else { "" }
    });
    kept.fold(String::new(), |text, line| text + line + "\n")
}

/// A line without the blanks around it.
fn line_span(file: FileId, content: &str, line: usize) -> Span {
    let mut lines = content.split_inclusive('\n');
    let start: usize = lines.by_ref().take(line.saturating_sub(1)).map(str::len).sum();
    let line = lines.next().unwrap_or_default();
    let start = start + line.len() - line.trim_start().len();
    Span::new(file, start, start + line.trim().len())
}

impl HeapFile {
    /// The input is bad: what the file says about this root cannot be.
    pub(super) fn bad_root(&self, index: usize, message: String) -> Box<Refusal> {
        let diagnostic = match self.root_spans.get(index) {
            Some(span) => Diagnostic::new(Code::BadHeap, *span, message),
            None => Diagnostic::without_place(Code::BadHeap, message),
        };
        Refusal::of(Exit::BadInput, diagnostic)
    }
}
