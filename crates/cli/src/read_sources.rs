//! From the paths of the command line to the texts of Java files.
//!
//! A file is read as it is, a folder is searched in the order of names. Below a folder with a build
//! file (Maven, Gradle) that has a `src/main/java`, only that is read: tests and build output are
//! no part of the program; what was left out is counted and said. A file that cannot be read is an
//! error of its own; the others are still read.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tightrope_source::{Code, Diagnostic, FileId, SourceMap, most_similar};
use tightrope_syntax::java_text;

/// Larger files are not written by people, and positions are kept in 32 bits.
pub const MAX_FILE_SIZE: u64 = 64 << 20;

/// A file whose presence makes a folder a module of a project.
pub const BUILD_FILES: &[&str] =
    &["pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];

/// Folders of a module that hold what the build makes. Elsewhere these are ordinary names of
/// packages.
const BUILD_OUTPUT: &[&str] = &["target", "build", "out", "bin"];

/// What was read, and what was not.
#[derive(Debug, Default)]
pub struct Sources {
    pub map: SourceMap,
    pub files: Vec<FileId>,
    pub diagnostics: Vec<Diagnostic>,
    /// What was left out on purpose.
    pub notes: Vec<String>,
    /// Real paths, so that a file or folder that is reached in two ways is read once.
    seen: HashSet<PathBuf>,
}

impl Sources {
    /// Reads one more file, unless it was read already or cannot be read.
    pub fn read_another(&mut self, path: &Path) -> Option<FileId> {
        let real_path = fs::canonicalize(path).ok()?;
        let text = self.seen.insert(real_path).then(|| read_text(path).ok())??;
        Some(self.map.add(path, text))
    }

    /// Adds a text that somebody else has read, unless it is there already.
    pub fn add(&mut self, path: &Path, text: &str) -> Option<FileId> {
        self.seen.insert(path.to_owned()).then(|| self.map.add(path, java_text(text).as_ref()))
    }
}

pub fn read_sources(paths: &[PathBuf]) -> Sources {
    let mut reader = Reader::default();
    for path in paths {
        reader.read_argument(path);
    }
    reader.sources
}

#[derive(Debug, Default)]
struct Reader {
    sources: Sources,
}

/// What the search of one folder of the command line has met.
#[derive(Debug, Default)]
struct Search {
    found: usize,
    /// Java files outside `src/main/java` in modules that have one.
    skipped: usize,
    skipped_example: Option<PathBuf>,
    /// The real paths of the folders that we are in, to notice loops.
    parents: Vec<PathBuf>,
}

/// How the files of a folder are to be treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// Read them.
    Program,
    /// A module with a `src/main/java`, outside of that: count them.
    OutsideProgram,
}

impl Reader {
    fn read_argument(&mut self, path: &Path) {
        match fs::metadata(path) {
            Err(error) => self.cannot_read(path, &error),
            Ok(metadata) if metadata.is_dir() => self.read_folder_argument(path),
            Ok(_) => self.read_file(path),
        }
    }

    fn read_folder_argument(&mut self, path: &Path) {
        let errors_before = self.sources.diagnostics.len();
        let place = if is_sources_folder_of_module(path) { Place::OutsideProgram } else { Place::Program };
        let mut search = Search::default();
        self.search_folder(path, place, &mut search);
        if search.skipped > 0 {
            self.sources.notes.push(describe_skipped(path, &search));
        }
        if search.found == 0 && self.sources.diagnostics.len() == errors_before {
            self.sources.diagnostics.push(nothing_found(path, &search));
        }
    }

    fn search_folder(&mut self, path: &Path, place: Place, search: &mut Search) {
        let real_path = match fs::canonicalize(path) {
            Ok(real_path) => real_path,
            Err(error) => return self.cannot_read(path, &error),
        };
        if search.parents.contains(&real_path) {
            return self.sources.diagnostics.push(link_loop(path, &real_path));
        }
        if !self.sources.seen.insert(real_path.clone()) {
            search.found += 1; // by the argument that came first
            return;
        }
        let entries = match sorted_entries(path) {
            Ok(entries) => entries,
            Err(error) => return self.cannot_read(path, &error),
        };
        let is_module = entries.iter().any(|name| BUILD_FILES.iter().any(|file| name == file));
        let place = if is_module { place_in_module(path) } else { place_below(path, place) };
        search.parents.push(real_path);
        for name in entries {
            let is_output = is_module && BUILD_OUTPUT.iter().any(|folder| name == *folder);
            if !is_output && !is_hidden(&name) {
                self.search_entry(&join(path, &name), place, search);
            }
        }
        search.parents.pop();
    }

    fn search_entry(&mut self, path: &Path, place: Place, search: &mut Search) {
        let is_java = path.extension().is_some_and(|extension| extension == "java");
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => self.search_folder(path, place, search),
            Ok(_) if is_java && place == Place::Program => {
                search.found += 1;
                self.read_file(path);
            }
            Ok(_) if is_java => {
                search.skipped += 1;
                search.skipped_example.get_or_insert_with(|| path.to_owned());
            }
            // A dangling link or the like matters only if it could have been part of the program.
            Err(error) if is_java => self.cannot_read(path, &error),
            _ => {}
        }
    }

    fn read_file(&mut self, path: &Path) {
        if let Ok(real_path) = fs::canonicalize(path)
            && !self.sources.seen.insert(real_path)
        {
            return;
        }
        match read_text(path) {
            Ok(text) => self.sources.files.push(self.sources.map.add(path, java_text(&text).as_ref())),
            Err(diagnostic) => self.sources.diagnostics.push(*diagnostic),
        }
    }

    fn cannot_read(&mut self, path: &Path, error: &io::Error) {
        self.sources.diagnostics.push(cannot_read(path, error));
    }
}

fn sorted_entries(path: &Path) -> io::Result<Vec<std::ffi::OsString>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path)? {
        names.push(entry?.file_name());
    }
    names.sort();
    Ok(names)
}

/// Paths are shown as the user would write them: `A.java`, not `./A.java`.
fn join(folder: &Path, name: &OsStr) -> PathBuf {
    if folder == Path::new(".") { PathBuf::from(name) } else { folder.join(name) }
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

fn place_in_module(module: &Path) -> Place {
    if module.join("src/main/java").is_dir() { Place::OutsideProgram } else { Place::Program }
}

fn place_below(path: &Path, place: Place) -> Place {
    if path.ends_with("src/main/java") { Place::Program } else { place }
}

/// Is this the `src` (or `src/main`) of a module? Then the module's layout holds although its build
/// file lies above.
fn is_sources_folder_of_module(path: &Path) -> bool {
    let Ok(real_path) = fs::canonicalize(path) else { return false };
    let module = match real_path.file_name().and_then(OsStr::to_str) {
        Some("src") => real_path.parent(),
        Some("main") if real_path.parent().is_some_and(|parent| parent.ends_with("src")) => {
            real_path.parent().and_then(Path::parent)
        }
        _ => None,
    };
    module.is_some_and(|module| {
        BUILD_FILES.iter().any(|file| module.join(file).is_file()) && place_in_module(module) == Place::OutsideProgram
    })
}

/// The text of one file, or why there is none.
pub fn read_text(path: &Path) -> Result<String, Box<Diagnostic>> {
    let bytes = read_bytes(path)?;
    let mut text = String::from_utf8(bytes).map_err(|error| not_utf8(path, &error))?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, Box<Diagnostic>> {
    let failed = |error: io::Error| Box::new(cannot_read(path, &error));
    let metadata = fs::metadata(path).map_err(failed)?;
    // Reading a pipe or a device might never end.
    if !metadata.is_file() {
        let message = format!("cannot read `{}`: it is neither a file nor a folder", path.display());
        return Err(Box::new(Diagnostic::without_place(Code::CannotRead, message)));
    }
    let mut bytes = Vec::with_capacity(metadata.len().min(MAX_FILE_SIZE) as usize);
    let file = File::open(path).map_err(failed)?;
    file.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MAX_FILE_SIZE {
        return Err(Box::new(too_large(path, metadata.len())));
    }
    Ok(bytes)
}

fn cannot_read(path: &Path, error: &io::Error) -> Diagnostic {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    };
    let diagnostic = Diagnostic::without_place(Code::CannotRead, format!("cannot read `{}`: {reason}", path.display()));
    if path.is_symlink() {
        return diagnostic.hint("it is a symbolic link; does its target exist?");
    }
    match near_path(path).filter(|_| error.kind() == io::ErrorKind::NotFound) {
        Some(near) => diagnostic.hint(format!("did you mean `{}`?", near.display())),
        None => diagnostic,
    }
}

/// A path that does not exist, with the one that may be meant.
pub(crate) fn no_such_path(path: &Path) -> Diagnostic {
    cannot_read(path, &io::Error::from(io::ErrorKind::NotFound))
}

/// What lies in the same folder under nearly the same name.
pub(crate) fn near_path(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let names = sorted_entries(folder).ok()?;
    let names: Vec<String> = names.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    let wanted = path.file_name()?.to_string_lossy().into_owned();
    let near = most_similar(&wanted, names.iter().map(String::as_str))?;
    Some(join(folder, OsStr::new(near)))
}

fn not_utf8(path: &Path, error: &std::string::FromUtf8Error) -> Box<Diagnostic> {
    let offset = error.utf8_error().valid_up_to();
    let line = error.as_bytes().iter().take(offset).filter(|byte| **byte == b'\n').count() + 1;
    let byte = error.as_bytes().get(offset).copied().unwrap_or_default();
    let message =
        format!("`{}` is not valid UTF-8: byte 0x{byte:02X} in line {line} (at byte offset {offset})", path.display());
    let is_utf16 = matches!(error.as_bytes(), [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..]);
    let encoding = if is_utf16 { "UTF-16" } else { "ISO-8859-1" };
    let hint = format!(
        "convert the file; if it is {encoding}: iconv -f {encoding} -t UTF-8 {0} > converted && mv converted {0}",
        path.display()
    );
    Box::new(Diagnostic::without_place(Code::NotUtf8, message).hint(hint))
}

fn too_large(path: &Path, size: u64) -> Diagnostic {
    let message =
        format!("`{}` has {size} bytes; a Java file may have at most {MAX_FILE_SIZE} (64 MiB)", path.display());
    Diagnostic::without_place(Code::FileTooLarge, message).hint("leave it out, or split it")
}

fn link_loop(path: &Path, real_path: &Path) -> Diagnostic {
    let message = format!(
        "`{}` is a link to `{}`, which contains it; it is not searched again",
        path.display(),
        real_path.file_name().map_or(real_path.display(), |name| Path::new(name).display()),
    );
    Diagnostic::without_place(Code::LinkLoop, message)
}

fn nothing_found(path: &Path, search: &Search) -> Diagnostic {
    let diagnostic = Diagnostic::without_place(Code::NoJavaFiles, format!("no Java file in `{}`", path.display()));
    match &search.skipped_example {
        Some(example) => {
            let folder = example.parent().unwrap_or(example);
            diagnostic.hint(format!("name a folder outside `src/main/java` to read it: `{}`", folder.display()))
        }
        None => diagnostic.hint("only files named `*.java` are read from a folder, and no hidden ones"),
    }
}

fn describe_skipped(path: &Path, search: &Search) -> String {
    let files = if search.skipped == 1 { "file" } else { "files" };
    let example = search.skipped_example.as_deref().unwrap_or(path);
    format!(
        "`{}` is a Maven or Gradle project: read src/main/java, skipped {} Java {files} outside it (such as {})",
        path.display(),
        search.skipped,
        example.display(),
    )
}
