//! Gives the build a name: a digest of all sources, so that workers and clients of a cluster, on
//! whatever machines they were built, know whether they are the same tool.
#![allow(clippy::print_stdout, reason = "cargo listens to it")]

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

fn main() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new(".")).to_owned();
    let mut folders = vec![top.join("Cargo.lock")];
    for entry in fs::read_dir(top.join("crates")).into_iter().flatten().flatten() {
        folders.extend(["src", "library"].map(|name| entry.path().join(name)).into_iter().filter(|path| path.exists()));
    }
    let mut files = Vec::new();
    for folder in &folders {
        println!("cargo::rerun-if-changed={}", folder.display());
        add_files(folder, &mut files);
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        let text = fs::read(&file).unwrap_or_default();
        file.strip_prefix(&top).unwrap_or(&file).to_string_lossy().replace('\\', "/").hash(&mut hasher);
        String::from_utf8_lossy(&text).replace("\r\n", "\n").hash(&mut hasher);
    }
    println!("cargo::rustc-env=TIGHTROPE_BUILD={:016x}", hasher.finish());
}

fn add_files(path: &Path, files: &mut Vec<PathBuf>) {
    match fs::read_dir(path) {
        Ok(entries) => entries.flatten().for_each(|entry| add_files(&entry.path(), files)),
        Err(_) => files.push(path.to_owned()),
    }
}
