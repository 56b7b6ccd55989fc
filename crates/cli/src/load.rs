//! The front end, from paths to the typed program.

use crate::arguments::ReadingArguments;
use crate::output::Output;
use crate::read_sources::read_sources;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use tightrope_program::{Options, Program};
use tightrope_source::{Diagnostic, FileId, Name, Severity, SourceMap};
use tightrope_syntax::{Parsed, STACK_SIZE, parse_file};

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

/// Must run on a thread with [`STACK_SIZE`] of stack.
pub fn load(paths: &[PathBuf], arguments: &ReadingArguments) -> Loaded {
    let read = read_sources(paths);
    let mut sources = read.map;
    let mut diagnostics = read.diagnostics;
    let mut units = Vec::with_capacity(read.files.len());
    let mut findings = Vec::new();
    for parsed in parse_all(&sources, &read.files) {
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

/// Parses on all cores; the result has the order of the files, whoever parsed them.
fn parse_all(sources: &SourceMap, files: &[FileId]) -> Vec<Parsed> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((index, file)) = take(&next, files) {
            done.push((index, parse_file(file, &sources.file(file).text)));
        }
        done
    };
    let others = std::thread::available_parallelism().map_or(1, usize::from).min(files.len()).saturating_sub(1);
    let mut parsed = std::thread::scope(|scope| {
        let builders = (0..others).map(|_| std::thread::Builder::new().stack_size(STACK_SIZE));
        // Fewer threads than wanted is no reason to fail: this one does the rest.
        let threads: Vec<_> = builders.filter_map(|builder| builder.spawn_scoped(scope, work).ok()).collect();
        let mut parsed = work();
        for thread in threads {
            parsed.extend(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        parsed
    });
    parsed.sort_by_key(|(index, _)| *index);
    parsed.into_iter().map(|(_, parsed)| parsed).collect()
}

fn take(next: &AtomicUsize, files: &[FileId]) -> Option<(usize, FileId)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    files.get(index).map(|file| (index, *file))
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
