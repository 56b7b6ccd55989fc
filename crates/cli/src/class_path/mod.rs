//! The class path: where classes come from that no source root declares.
//!
//! Its entries are those of `--class-path`, then what a Maven or Gradle project builds and depends
//! on ([`project`]). Each entry is a folder or a jar. Of a class with a source (beside the class
//! file, or in `a-sources.jar` beside `a.jar`) the source is read; of any other, what its class
//! file declares, as a text without code ([`tightrope_classfile`]). Entries are opened when a class
//! is missing, not before. What cannot be read is a note: the class is then not at hand.

mod archive;
pub mod demand;
mod maven;
mod project;

use crate::read_sources::MAX_FILE_SIZE;
use archive::Archive;
pub use project::entries_around;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use tightrope_program::COMPILED;

/// Separates entries on the command line, as for `javac`.
pub const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// A class of the class path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// `lib/a.jar/org/example/A.class`: also where it is in an archive.
    pub path: PathBuf,
    pub text: String,
    /// What the class extends, for one that is declared by its class file.
    pub supertypes: Vec<String>,
}

impl Found {
    /// Is it the text of a class file?
    pub fn is_compiled(&self) -> bool {
        self.path.extension().is_some_and(|end| end == COMPILED)
    }
}

#[derive(Debug, Default)]
pub struct ClassPath {
    entries: Vec<Entry>,
    known: HashSet<PathBuf>,
    /// Classes whose sources are of no use.
    without_source: HashSet<String>,
    /// Entries and files that could not be read.
    notes: Vec<String>,
}

/// One place where classes are.
#[derive(Debug)]
struct Entry {
    classes: Container,
    /// `a-sources.jar`
    sources: Option<Container>,
}

#[derive(Debug)]
enum Container {
    Folder(PathBuf),
    Archive(Archive),
}

impl Container {
    /// The content of a file of the container; `Err`: it is there and cannot be read.
    fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, String> {
        match self {
            Container::Folder(folder) => read_file(&folder.join(name)),
            Container::Archive(archive) => archive.read(name),
        }
    }

    fn has(&mut self, name: &str) -> bool {
        match self {
            Container::Folder(folder) => folder.join(name).is_file(),
            Container::Archive(archive) => archive.has(name),
        }
    }

    fn is_damaged(&self) -> bool {
        matches!(self, Container::Archive(archive) if archive.is_damaged())
    }

    fn path(&self) -> &Path {
        match self {
            Container::Folder(path) => path,
            Container::Archive(archive) => archive.path(),
        }
    }
}

fn read_file(path: &Path) -> Result<Option<Vec<u8>>, String> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() && metadata.len() <= MAX_FILE_SIZE => {
            fs::read(path).map(Some).map_err(|error| error.to_string())
        }
        Ok(metadata) if metadata.is_file() => Err("it is too large".to_owned()),
        _ => Ok(None),
    }
}

impl ClassPath {
    /// The entries that the user has given: folders, jars, and `folder/*` for all jars of a folder.
    pub fn new(given: &[String]) -> ClassPath {
        let mut class_path = ClassPath::default();
        for entry in given.iter().flat_map(|entries| entries.split(SEPARATOR)).filter(|entry| !entry.is_empty()) {
            let path = Path::new(entry);
            match path.file_name().is_some_and(|name| name == "*") {
                true => class_path.add_all(project::jars_in(path.parent().unwrap_or(Path::new(".")))),
                false if path.exists() => class_path.add(path),
                false => class_path.notes.push(format!("the class path names `{entry}`, and there is no such file")),
            }
        }
        class_path
    }

    /// What could not be read.
    pub fn notes(&self) -> Vec<String> {
        let containers = self.entries.iter().flat_map(|entry| entry.sources.iter().chain([&entry.classes]));
        let damaged = containers.filter(|container| container.is_damaged());
        let damaged = damaged.map(|container| format!("`{}` cannot be read as a jar", container.path().display()));
        self.notes.iter().cloned().chain(damaged).collect()
    }

    pub fn add_all(&mut self, paths: Vec<PathBuf>) {
        paths.iter().for_each(|path| self.add(path));
    }

    fn add(&mut self, path: &Path) {
        let path = path.strip_prefix(".").unwrap_or(path);
        let real_path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if !self.known.insert(real_path) {
            return;
        }
        let classes = match path.is_dir() {
            true => Container::Folder(path.to_owned()),
            false => Container::Archive(Archive::new(path)),
        };
        let sources = project::sources_of(path).map(|path| Container::Archive(Archive::new(&path)));
        self.entries.push(Entry { classes, sources });
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// From now on, take this class from its class file.
    pub fn leave_out_source(&mut self, class: &str) {
        self.without_source.insert(class.to_owned());
    }

    /// Is there a top-level class of this name?
    pub fn has(&mut self, class: &str) -> bool {
        let stem = class.replace('.', "/");
        let names = [format!("{stem}.java"), format!("{stem}.class")];
        let containers = self.entries.iter_mut().flat_map(|entry| entry.sources.iter_mut().chain([&mut entry.classes]));
        let mut containers = containers;
        containers.any(|container| names.iter().any(|name| container.has(name)))
    }

    /// The file of the class `a.b.C`, or of the class around it: `a.b.C.D` is declared with
    /// `a.b.C`. With the name of what was found.
    pub fn find(&mut self, class: &str) -> Option<(String, Found)> {
        let ends = class.match_indices('.').map(|(end, _)| end).chain([class.len()]);
        let names: Vec<&str> = ends.map(|end| &class[..end]).collect();
        names.into_iter().rev().find_map(|name| Some((name.to_owned(), self.find_top_level(name)?)))
    }

    fn find_top_level(&mut self, class: &str) -> Option<Found> {
        let wants_source = !self.without_source.contains(class);
        let stem = class.replace('.', "/");
        let ClassPath { entries, notes, .. } = self;
        entries.iter_mut().find_map(|entry| entry.find(&stem, wants_source, notes))
    }
}

impl Entry {
    fn find(&mut self, stem: &str, wants_source: bool, notes: &mut Vec<String>) -> Option<Found> {
        let source = format!("{stem}.java");
        let with_sources = self.sources.iter_mut().chain([&mut self.classes]);
        for container in with_sources.filter(|_| wants_source) {
            let path = container.path().join(&source);
            let text = noted(container.read(&source), &path, notes).and_then(|bytes| String::from_utf8(bytes).ok());
            if let Some(text) = text {
                return Some(Found { path, text, supertypes: Vec::new() });
            }
        }
        self.find_class_file(stem, notes)
    }

    fn find_class_file(&mut self, stem: &str, notes: &mut Vec<String>) -> Option<Found> {
        let name = format!("{stem}.{COMPILED}");
        let path = self.classes.path().join(&name);
        let bytes = noted(self.classes.read(&name), &path, notes)?;
        let mut member = |internal: &str| self.classes.read(&format!("{internal}.{COMPILED}")).ok().flatten();
        let declared = tightrope_classfile::declare(&bytes, &mut member).map_err(|damaged| damaged.0.to_owned());
        let declared = noted(declared.map(Some), &path, notes)?;
        let supertypes = declared.supertypes.iter().map(|name| name.replace('/', ".")).collect();
        Some(Found { path, text: declared.text, supertypes })
    }
}

/// What was read; what went wrong is told once.
fn noted<T>(read: Result<Option<T>, String>, path: &Path, notes: &mut Vec<String>) -> Option<T> {
    read.unwrap_or_else(|reason| {
        let note = format!("`{}` is not read: {reason}", path.display());
        if !notes.contains(&note) {
            notes.push(note);
        }
        None
    })
}
