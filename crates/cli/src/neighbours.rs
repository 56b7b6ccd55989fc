//! The files that the given files need and nobody named.
//!
//! `javac` finds a class by its package: `a.b.C` is `a/b/C.java` below a source root. The package
//! of a given file and its path say where that root is; a Maven or Gradle layout says where the
//! roots of the same module and of its sibling modules are. Files are read on demand: those that an
//! import names, those of a package that an import opens, and those whose class the lowering
//! misses. They are read, not checked. What has no source here may be on the class path
//! ([`crate::class_path`]).

use crate::class_path::demand::is_of_java;
use crate::class_path::entries_around;
use crate::read_sources::BUILD_FILES;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use tightrope_source::{Code, Diagnostic, SourceMap};
use tightrope_syntax::tree::CompilationUnit;

/// Folders of source roots that a build has written, relative to a module.
const GENERATED: &[&str] = &["target/generated-sources", "build/generated/sources/annotationProcessor/java"];

/// Where the classes of one file may be.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Surroundings {
    /// The folder of the file: its own package.
    folder: PathBuf,
    /// Folders that packages start in, nearest first.
    roots: Vec<PathBuf>,
}

/// The files that the imports of a unit name. Those that are known already are among them.
pub fn imported(unit: &CompilationUnit, sources: &SourceMap) -> BTreeSet<PathBuf> {
    let around = surroundings(unit, sources);
    let mut found = BTreeSet::new();
    for import in &unit.imports {
        let parts: Vec<&str> = import.path.parts.iter().map(|part| part.name.as_str()).collect();
        if parts.first().is_some_and(|first| is_of_java(first)) {
            continue;
        }
        if import.on_demand && !import.is_static {
            let package = around.roots.iter().map(|root| join(root, &parts)).find(|folder| folder.is_dir());
            found.extend(package.map(|folder| java_files(&folder)).unwrap_or_default());
        }
        found.extend(class_file(&around.roots, &parts));
    }
    found
}

/// The files of classes that the lowering missed in this unit.
pub fn missed(unit: &CompilationUnit, sources: &SourceMap, diagnostics: &[Diagnostic]) -> BTreeSet<PathBuf> {
    let around = surroundings(unit, sources);
    let spans = diagnostics.iter().filter(|diagnostic| names_a_class(diagnostic)).filter_map(Diagnostic::primary);
    let mut found = BTreeSet::new();
    for span in spans.filter(|span| span.file == unit.file) {
        // A type with its arguments, or an array: `Stack<T>`, `Node[]`.
        let name = sources.text(span).split(['<', '[']).next().unwrap_or_default();
        let parts: Vec<&str> = name.split('.').map(str::trim).collect();
        let own =
            parts.first().map(|name| join(&around.folder, &[&format!("{name}.java")])).filter(|path| path.is_file());
        found.extend(own.or_else(|| class_file(&around.roots, &parts)));
    }
    found
}

/// Is the source of this class in a source root of the unit?
pub fn has_source(unit: &CompilationUnit, sources: &SourceMap, class: &str) -> bool {
    class_file(&surroundings(unit, sources).roots, &class.split('.').collect::<Vec<_>>()).is_some()
}

/// The nearest source root of a unit, or the folder that it is in.
pub fn nearest_root(unit: &CompilationUnit, sources: &SourceMap) -> PathBuf {
    let around = surroundings(unit, sources);
    around.roots.into_iter().next().unwrap_or(around.folder)
}

/// Where the class files are that go with a source root.
pub fn class_path_around(root: &Path) -> Vec<PathBuf> {
    let module = module_of(root);
    let siblings = module.as_deref().map(sibling_modules).unwrap_or_default();
    entries_around(root, module.as_deref(), &siblings)
}

/// May the place that it speaks of be the name of a class in another file?
pub fn names_a_class(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.code, Code::UnknownType | Code::UnknownVariable)
}

/// `a.b.C.D` is in `a/b/C.java`.
fn class_file(roots: &[PathBuf], parts: &[&str]) -> Option<PathBuf> {
    let shorter = (1..=parts.len()).rev().map(|length| &parts[..length]);
    let files = shorter.flat_map(|parts| roots.iter().map(|root| join(root, parts).with_extension("java")));
    files.into_iter().find(|path| path.is_file())
}

fn join(root: &Path, parts: &[&str]) -> PathBuf {
    // Paths are shown as the user would write them: `A.java`, not `./A.java`.
    let start = if root == Path::new(".") { PathBuf::new() } else { root.to_owned() };
    parts.iter().fold(start, |path, part| path.join(part))
}

fn java_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| path.extension().is_some_and(|end| end == "java")).collect()
}

fn surroundings(unit: &CompilationUnit, sources: &SourceMap) -> Surroundings {
    let path = sources.file(unit.file).path.as_path();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let package: Vec<&str> = unit.package.iter().flat_map(|name| &name.parts).map(|part| part.name.as_str()).collect();
    let root = source_root(folder, &package);
    let roots = root.iter().cloned().chain(root.as_deref().map(other_roots).unwrap_or_default()).collect();
    Surroundings { folder: folder.to_owned(), roots }
}

/// The folder that a file of this package in this folder is relative to; `None` if they disagree.
fn source_root(folder: &Path, package: &[&str]) -> Option<PathBuf> {
    // A relative path may be shorter than the package: `cd src/a; tightrope check X.java`.
    let is_short = folder.components().count() <= package.len();
    let real = if is_short { fs::canonicalize(folder).ok()? } else { folder.to_owned() };
    let mut names = real.components().rev();
    if !package.iter().rev().all(|part| names.next().is_some_and(|name| name.as_os_str() == *part)) {
        return None;
    }
    match is_short {
        true => Some(join(folder, &vec![".."; package.len()])).map(|root| or_here(&root)),
        false => folder.ancestors().nth(package.len()).map(or_here),
    }
}

/// The parent of `a` is the current folder, which needs a name.
fn or_here(path: &Path) -> PathBuf {
    if path.as_os_str().is_empty() { PathBuf::from(".") } else { path.to_owned() }
}

/// The other roots of a Maven or Gradle project: tests see the program, modules see their siblings.
fn other_roots(root: &Path) -> Vec<PathBuf> {
    let Some(module) = module_of(root) else { return Vec::new() };
    let mut roots = vec![module.join("src/main/java")];
    roots.extend(GENERATED.iter().flat_map(|folder| folders_in(&module.join(folder))));
    roots.extend(sibling_modules(&module).iter().map(|sibling| sibling.join("src/main/java")));
    roots.retain(|other| other != root && other.is_dir());
    roots
}

/// The other folders of the project that a module belongs to, by name.
fn sibling_modules(module: &Path) -> Vec<PathBuf> {
    let project = parent(module);
    let siblings = if has_build_file(&project) { folders_in(&project) } else { Vec::new() };
    siblings.iter().map(|sibling| sibling.strip_prefix(".").unwrap_or(sibling).to_owned()).collect()
}

fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut folders: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

fn module_of(root: &Path) -> Option<PathBuf> {
    let real = fs::canonicalize(root).ok()?;
    let is_layout = real.ends_with("src/main/java") || real.ends_with("src/test/java");
    let module = is_layout.then(|| parent(&parent(&parent(root))))?;
    has_build_file(&module).then_some(module)
}

/// The folder above, also of `.` and of `../..`.
fn parent(folder: &Path) -> PathBuf {
    match folder.components().next_back() {
        Some(Component::Normal(_)) => folder.parent().map_or_else(|| PathBuf::from(".."), or_here),
        Some(Component::CurDir) | None => PathBuf::from(".."),
        _ => folder.join(".."),
    }
}

fn has_build_file(folder: &Path) -> bool {
    BUILD_FILES.iter().any(|name| folder.join(name).is_file())
}
