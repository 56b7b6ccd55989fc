//! Which files an error in another file leaves alone.
//!
//! What a file says can be checked if there is no error in it, nor in any file that it depends on. Dependence is decided by names, and rather found too often than
//! missed: a file depends on every file that declares a type whose simple name occurs in it, be it in a comment; and on every file that names one of its
//! types and extends or implements something, because objects of a subclass may stand wherever those of the class do. What is used without being named (the type
//! of a result) is named in a file in between.

use crate::load::Loaded;
use std::collections::HashSet;
use tightrope_source::{FileId, Severity};

/// The user's files that no error concerns.
pub fn sound_files(loaded: &Loaded) -> HashSet<FileId> {
    let read = loaded.files.iter().chain(&loaded.neighbours);
    let files: Vec<File<'_>> = read.map(|id| File::of(*id, &loaded.sources.file(*id).text)).collect();
    let errors = loaded.diagnostics.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error);
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
