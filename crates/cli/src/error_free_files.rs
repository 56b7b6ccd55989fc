//! Which files an error in another file leaves alone.
//!
//! What a file says can be checked if there is no error in it, nor in any file that it depends on.
//! Dependence is decided by names, and rather found too often than missed: a file depends on every
//! file that declares a type whose simple name occurs in it, be it in a comment; and on every file
//! that names one of its types and extends or implements something, because objects of a subclass
//! may stand wherever those of the class do. What is used without being named (the type of a
//! result) is named in a file in between.

use crate::load::{ContractPlace, Loaded};
use std::collections::HashSet;
use tightrope_program::MethodId;
use tightrope_source::{Diagnostic, FileId, Severity, Span};

/// The user's files that no error concerns.
pub fn sound_files(loaded: &Loaded) -> HashSet<FileId> {
    let read = loaded.files.iter().chain(&loaded.neighbours);
    let files: Vec<File<'_>> = read.map(|id| File::of(*id, &loaded.sources.file(*id).text)).collect();
    let errors = errors(loaded).filter(|error| contract_of(loaded, error).is_none());
    let mut concerned: HashSet<FileId> = errors.flat_map(|error| &error.labels).map(|label| label.span.file).collect();
    loop {
        let (spoilt, sound): (Vec<&File<'_>>, Vec<&File<'_>>) =
            files.iter().partition(|file| concerned.contains(&file.id));
        let new = sound.iter().filter(|file| spoilt.iter().any(|other| file.depends_on(other)));
        let new: Vec<FileId> = new.map(|file| file.id).collect();
        if new.is_empty() {
            return sound.into_iter().map(|file| file.id).collect();
        }
        concerned.extend(new);
    }
}

/// The methods whose contracts have errors: they themselves, and those that inherit from them.
/// Nobody else reads a contract, so that the rest of the file is as good as before.
pub fn spoilt_methods(loaded: &Loaded) -> HashSet<MethodId> {
    let program = &loaded.program;
    let spoilt: HashSet<Span> = errors(loaded).filter_map(|error| contract_of(loaded, error)).collect();
    let is_spoilt = |method: &MethodId| spoilt.contains(&program.method(*method).name_span);
    let inherits = |method: &MethodId| program.method(*method).overrides.iter().any(is_spoilt);
    program.method_ids().filter(|method| is_spoilt(method) || inherits(method)).collect()
}

fn errors(loaded: &Loaded) -> impl Iterator<Item = &Diagnostic> {
    loaded.diagnostics.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error)
}

/// The name of the method whose contract has the error, if that is all that it concerns.
fn contract_of(loaded: &Loaded, error: &Diagnostic) -> Option<Span> {
    let is_around =
        |outer: Span, inner: Span| outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end;
    let has_all = |contract: &&ContractPlace| error.labels.iter().all(|label| is_around(contract.spec, label.span));
    let found = loaded.contracts.iter().find(has_all).filter(|_| !error.labels.is_empty());
    found.map(|contract| contract.method)
}

struct File<'t> {
    id: FileId,
    words: HashSet<&'t str>,
    declares: HashSet<&'t str>,
    has_subclasses: bool,
}

impl<'t> File<'t> {
    fn of(id: FileId, text: &'t str) -> File<'t> {
        let is_part = |character: char| character.is_alphanumeric() || character == '_' || character == '$';
        let words: Vec<&str> = text.split(|character| !is_part(character)).filter(|word| !word.is_empty()).collect();
        let declares = |pair: &[&'t str]| match pair {
            ["class" | "interface" | "enum" | "record", name] => Some(*name),
            _ => None,
        };
        let declares: HashSet<&str> = words.windows(2).filter_map(declares).collect();
        let words: HashSet<&str> = words.into_iter().collect();
        let has_subclasses = words.contains("extends") || words.contains("implements");
        File { id, words, declares, has_subclasses }
    }

    fn names(&self, other: &File<'_>) -> bool {
        other.declares.iter().any(|name| self.words.contains(name))
    }

    fn depends_on(&self, other: &File<'_>) -> bool {
        self.names(other) || other.has_subclasses && other.names(self)
    }
}
