//! Lists the files of `library/` for embedding: a Rust table from path to text, and the known class
//! names in order.
//!
//! Generated, so that a new library file needs no second place to be named in.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let output = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let library = package.join("library");
    let mut files = Vec::new();
    java_files(&library, &mut files)?;
    files.sort();
    fs::write(output.join("library_files.rs"), table(&library, &files))?;
    fs::write(output.join("known-classes.txt"), sorted_lines(&fs::read_to_string(library.join("known-classes.txt"))?))
}

/// Adds all `.java` files below a folder. Cargo watches the folders, so that added and removed
/// files are noticed.
fn java_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            java_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "java") {
            files.push(path);
        }
    }
    Ok(())
}

fn table(library: &Path, files: &[PathBuf]) -> String {
    let mut text = String::from("&[\n");
    for file in files {
        let parts = file.strip_prefix(library).unwrap_or(file).components();
        let name = parts.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
        let _ = writeln!(text, "    ({name:?}, include_str!({:?})),", file.display().to_string());
    }
    text.push_str("]\n");
    text
}

/// The names are found by binary search: byte order, each once.
fn sorted_lines(text: &str) -> String {
    let mut lines: Vec<&str> =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    lines.sort_unstable();
    lines.dedup();
    lines.join("\n")
}
