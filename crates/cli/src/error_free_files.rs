//! Which files an error in another file leaves alone.
//!
//! What a file says can be checked if there is no error in it, nor in any file that it depends on.
//! Dependence is decided by names, and rather found too often than missed: a file depends on every
//! file that declares a type whose simple name occurs in its code or its JML; and on every file
//! that names one of its types and extends or implements something, because objects of a subclass
//! may stand wherever those of the class do. What is used without being named (the type of a
//! result) is named in a file in between.

use crate::load::{ContractPlace, Loaded};
use std::collections::HashSet;
use tightrope_program::MethodId;
use tightrope_source::{Diagnostic, FileId, Name, Severity, Span};
use tightrope_syntax::tree::{Member, TypeDecl};
use tightrope_syntax::{FileParser, java_text};

/// The user's files that no error concerns.
pub fn sound_files(loaded: &Loaded) -> HashSet<FileId> {
    let read = loaded.files.iter().chain(&loaded.neighbours);
    if errors(loaded).next().is_none() {
        return read.copied().collect();
    }
    let mut parser = FileParser::default();
    let files: Vec<File> = read.map(|id| File::of(loaded, *id, &mut parser)).collect();
    let errors = errors(loaded).filter(|error| contract_of(loaded, error).is_none());
    let mut concerned: HashSet<FileId> = errors.flat_map(|error| &error.labels).map(|label| label.span.file).collect();
    loop {
        let (spoilt, sound): (Vec<&File>, Vec<&File>) = files.iter().partition(|file| concerned.contains(&file.id));
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

/// Does no error concern this method?
pub fn is_sound(loaded: &Loaded, method: MethodId) -> bool {
    let file = loaded.program.method(method).name_span.file;
    !spoilt_methods(loaded).contains(&method) && sound_files(loaded).contains(&file)
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

struct File {
    id: FileId,
    /// All that its code and its JML name.
    names: HashSet<Name>,
    /// The types that it declares. What could not be read may declare the type that the file is
    /// named after.
    declares: HashSet<Name>,
    has_subclasses: bool,
}

impl File {
    fn of(loaded: &Loaded, id: FileId, parser: &mut FileParser) -> File {
        let file = loaded.sources.file(id);
        let types = loaded.units.iter().filter(|unit| unit.file == id).flat_map(|unit| &unit.types);
        let types: Vec<&TypeDecl> = types.flat_map(with_inner).collect();
        let named = types.iter().map(|decl| decl.name.name.clone());
        let stem = file.path.file_stem().map(|stem| Name::new(stem.to_string_lossy()));
        File {
            id,
            names: parser.names(id, &java_text(&file.text)),
            declares: named.chain(stem).collect(),
            has_subclasses: types.iter().any(|decl| decl.superclass.is_some() || !decl.interfaces.is_empty()),
        }
    }

    fn depends_on(&self, other: &File) -> bool {
        let names = |file: &File, other: &File| other.declares.iter().any(|name| file.names.contains(name));
        names(self, other) || other.has_subclasses && names(other, self)
    }
}

/// A type, and those that are declared in it.
fn with_inner(decl: &TypeDecl) -> Vec<&TypeDecl> {
    let inner = decl.members.iter().filter_map(|member| match member {
        Member::Type(inner) => Some(inner),
        _ => None,
    });
    [decl].into_iter().chain(inner.flat_map(with_inner)).collect()
}
