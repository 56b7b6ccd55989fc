//! The files of one run, and positions in them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Which file of the [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
pub struct FileId(pub u32);

/// A range of bytes in one file. Ordered by file, then by start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// From the start of `self` to the end of `other`. Requires both in the same file.
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start, end: other.end.max(self.start) }
    }

    /// The empty span just before `self`.
    pub fn before(self) -> Span {
        Span { end: self.start, ..self }
    }

    /// The empty span just after `self`.
    pub fn after(self) -> Span {
        Span { start: self.end, ..self }
    }
}

/// Line and column as a person counts them: both from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

/// One file's text, and where its lines start.
#[derive(Clone, Debug)]
pub struct SourceFile {
    pub path: PathBuf,
    pub text: Arc<str>,
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// Requires: `text` is shorter than 4 GiB (whoever reads files enforces a smaller limit).
    fn new(path: PathBuf, text: Arc<str>) -> SourceFile {
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1);
        let line_starts = std::iter::once(0).chain(newlines).collect();
        SourceFile { path, text, line_starts }
    }

    pub fn position(&self, offset: u32) -> Position {
        let line = self.line_starts.partition_point(|start| *start <= offset);
        let start = self.line_starts[line - 1] as usize;
        let end = (offset as usize).min(self.text.len());
        let column = self.text.get(start..end).map_or(1, |before| before.chars().count() + 1);
        Position { line, column }
    }
}

/// All files of one run. A [`FileId`] or [`Span`] only makes sense with the map that it came from.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    pub fn new() -> SourceMap {
        SourceMap::default()
    }

    pub fn add(&mut self, path: impl Into<PathBuf>, text: impl Into<Arc<str>>) -> FileId {
        let id = FileId(self.files.len() as u32);
        self.files.push(SourceFile::new(path.into(), text.into()));
        id
    }

    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(index, file)| (FileId(index as u32), file))
    }

    pub fn path(&self, span: Span) -> &Path {
        &self.file(span.file).path
    }

    /// The text under a span; empty where the span does not fall on character boundaries.
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    pub fn start(&self, span: Span) -> Position {
        self.file(span.file).position(span.start)
    }

    /// `path:line`, the form in which every output names a place.
    pub fn place(&self, span: Span) -> String {
        format!("{}:{}", self.path(span).display(), self.start(span).line)
    }
}
