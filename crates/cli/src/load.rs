//! The front end, from paths to the typed program.

use crate::arguments::ReadingArguments;
use crate::output::Output;
use crate::read_sources::read_sources;
use std::io;
use std::path::PathBuf;
use tightrope_program::{Options, Program};
use tightrope_source::{Diagnostic, FileId, Name, Severity, SourceMap};

/// All that is known of the input.
#[derive(Debug)]
pub struct Loaded {
    pub sources: SourceMap,
    /// The user's files, in the order in which they were read.
    pub files: Vec<FileId>,
    pub program: Program,
    /// About paths first, then in source order.
    pub diagnostics: Vec<Diagnostic>,
    pub notes: Vec<String>,
}

pub fn load(paths: &[PathBuf], arguments: &ReadingArguments) -> Loaded {
    let read = read_sources(paths);
    let mut sources = read.map;
    let mut diagnostics = read.diagnostics;
    let mut units = Vec::with_capacity(read.files.len());
    let mut findings = Vec::new();
    for file in &read.files {
        let text = sources.file(*file).text.clone();
        let parsed = tightrope_syntax::parse_file(*file, &text);
        units.push(parsed.unit);
        findings.extend(parsed.diagnostics);
    }
    let options = Options { invariant_methods: arguments.invariant_method.iter().map(Name::new).collect() };
    let lowered = tightrope_program::lower(&units, &mut sources, &options);
    findings.extend(lowered.diagnostics);
    findings.sort_by_key(Diagnostic::primary);
    diagnostics.extend(findings);
    Loaded { sources, files: read.files, program: lowered.program, diagnostics, notes: read.notes }
}

impl Loaded {
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error)
    }

    /// Says what is to be said about the input, after the results.
    pub fn report(&self, output: &mut Output<'_>) -> io::Result<()> {
        for note in &self.notes {
            output.note(note)?;
        }
        output.diagnostics(&self.sources, &self.diagnostics)
    }
}
