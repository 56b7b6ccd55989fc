//! Rules about the project's own text that no compiler checks.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use support::{files_below, no_complaints, project};

/// The crate graph: each crate (there or to come), and the crates of ours that it uses.
/// `ARCHITECTURE.md` has the same table.
const CRATES: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("syntax", &["source"]),
    ("alloy", &["source"]),
    ("program", &["alloy", "source", "syntax"]),
    ("heap", &["program", "source"]),
    ("order", &[]),
    ("machine", &["heap", "order", "problem", "program", "source"]),
    ("problem", &["heap", "program", "source"]),
    ("report", &["heap", "program", "source"]),
    ("engine", &["heap", "problem", "program", "source"]),
    ("confirm", &["engine", "heap", "machine", "problem", "program", "source"]),
    ("diagram", &[]),
    ("explore", &["diagram", "engine", "heap", "machine", "problem", "program", "source"]),
    ("graph", &["program", "source"]),
    ("symbolic", &["bounds", "circuit", "engine", "graph", "heap", "problem", "program", "source"]),
    ("blackbox", &["heap", "machine", "program", "source"]),
    ("work", &[]),
    ("cluster", &["work"]),
    ("proof", &[]),
    ("circuit", &["proof"]),
    ("classfile", &[]),
    ("bounds", &["circuit", "heap", "program", "proof", "source"]),
    (
        "check",
        &[
            "blackbox", "bounds", "circuit", "confirm", "engine", "explore", "heap", "machine", "problem", "program",
            "proof", "report", "source", "symbolic", "work",
        ],
    ),
    ("doctor", &["blackbox", "check", "heap", "machine", "program", "report", "source", "syntax"]),
    ("mutate", &["check", "program", "report", "source", "syntax", "work"]),
    (
        "cli",
        &[
            "alloy",
            "bounds",
            "check",
            "classfile",
            "cluster",
            "doctor",
            "engine",
            "heap",
            "machine",
            "mutate",
            "problem",
            "program",
            "report",
            "source",
            "syntax",
            "work",
        ],
    ),
];

/// All that may lie in the top folder.
const TOP: &[&str] = &[
    ".cargo",
    ".ci",
    ".dockerignore",
    ".git",
    ".github",
    ".gitignore",
    ".pre-commit-hooks.yaml",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "Dockerfile",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "action.yml",
    "benchmarks",
    "corpus",
    "crates",
    "docs",
    "examples",
    "fuzz",
    "rustfmt.toml",
    "target",
];

/// How wide a comment may be.
const COMMENT_COLUMNS: usize = 100;

/// A function with more lines does more than one thing.
const FUNCTION_LINES: usize = 80;

fn rust_files() -> Vec<PathBuf> {
    let folders = ["crates", "fuzz"].map(|folder| project().join(folder));
    let files = folders.iter().flat_map(|folder| files_below(folder));
    let ours = files.filter(|path| !path.components().any(|part| part.as_os_str() == "target"));
    ours.filter(|path| path.extension().is_some_and(|end| end == "rs")).collect()
}

/// Everything of ours that is text, by the names of its files.
fn text_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for name in TOP.iter().filter(|name| !["target", ".git", "Cargo.lock"].contains(name)) {
        let path = project().join(name);
        if path.is_file() { files.push(path) } else { files.extend(files_below(&path)) }
    }
    let skipped = |path: &PathBuf| {
        // What fuzzing leaves behind is no part of the project.
        let fuzzed = ["fuzz/corpus", "fuzz/artifacts"].iter().any(|folder| path.starts_with(project().join(folder)));
        fuzzed || path.components().any(|part| part.as_os_str() == "target" || part.as_os_str() == "Cargo.lock")
    };
    files.retain(|path| !skipped(path));
    files
}

fn shown(path: &Path) -> String {
    path.strip_prefix(project()).unwrap_or(path).display().to_string()
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))).into_owned()
}

#[test]
fn every_rust_file_says_what_it_does() {
    let silent = rust_files().into_iter().filter(|path| !read(path).starts_with("//! "));
    no_complaints(&silent.map(|path| format!("{} does not start with `//! `", shown(&path))).collect::<Vec<_>>());
}

#[test]
fn functions_are_short() {
    let mut complaints = Vec::new();
    for path in rust_files() {
        for (name, line, length) in functions(&read(&path)) {
            if length > FUNCTION_LINES {
                complaints.push(format!("{}:{line}: function `{name}` has {length} lines", shown(&path)));
            }
        }
    }
    no_complaints(&complaints);
}

/// Name, first line and number of lines of each function. rustfmt puts the end of a function under
/// its start.
fn functions(text: &str) -> Vec<(String, usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let Some(name) = function_name(line) else { continue };
        let indent = line.len() - line.trim_start().len();
        let is_end = |line: &&str| {
            line.starts_with(&format!("{}}}", " ".repeat(indent)))
                || line.trim_end().ends_with(';') && line.len() - line.trim_start().len() == indent
        };
        let length = lines[start..].iter().position(is_end).map_or(0, |end| end + 1);
        found.push((name.to_owned(), start + 1, length));
    }
    found
}

fn function_name(line: &str) -> Option<&str> {
    let words = line.trim_start().strip_prefix("pub ").unwrap_or(line.trim_start());
    let words = words.strip_prefix("pub(crate) ").or(words.strip_prefix("pub(super) ")).unwrap_or(words);
    let words = words.strip_prefix("const ").unwrap_or(words);
    let rest = words.strip_prefix("fn ")?;
    rest.split(['(', '<']).next()
}

/// A comment as wide as the code beside it is hard to read. Contracts in Java texts, and lines that
/// cannot be broken, start with `//@` or stand indented behind the comment sign.
#[test]
fn comments_are_narrow() {
    let mut complaints = Vec::new();
    for path in rust_files() {
        for (number, line) in read(&path).lines().enumerate() {
            let text = line.trim_start();
            let is_prose = text.starts_with("// ") || text.starts_with("/// ") || text.starts_with("//! ");
            let is_laid_out = text.trim_start_matches(['/', '!']).starts_with("  ");
            if is_prose && !is_laid_out && line.chars().count() > COMMENT_COLUMNS {
                complaints.push(format!(
                    "{}:{}: a comment wider than {COMMENT_COLUMNS} columns",
                    shown(&path),
                    number + 1
                ));
            }
        }
    }
    no_complaints(&complaints);
}

#[test]
fn nothing_is_left_for_later() {
    // Built from pieces, so that this file does not complain about itself.
    let forbidden = ["to", "unimplemente", "db"].map(|start| match start {
        "to" => format!("{start}do!("),
        "db" => format!("{start}g!("),
        _ => format!("{start}d!("),
    });
    let mark = format!("TO{}", "DO");
    let mut complaints = Vec::new();
    for path in text_files() {
        let is_rust = path.extension().is_some_and(|end| end == "rs");
        for (index, line) in read(&path).lines().enumerate() {
            let is_left =
                line.contains(&mark) || (is_rust && forbidden.iter().any(|word| line.contains(word.as_str())));
            if is_left {
                complaints.push(format!("{}:{}: {}", shown(&path), index + 1, line.trim()));
            }
        }
    }
    no_complaints(&complaints);
}

#[test]
fn no_text_speaks_of_one_machine() {
    // Built from pieces, so that this file does not complain about itself.
    let forbidden: Vec<String> = [
        ["/home", "/"],
        ["/root", "/"],
        ["/work", "/"],
        ["/Users", "/"],
        ["/tmp", "/"],
        ["index.crates", ".io"],
        ["static.crates", ".io"],
        ["registry.", "npmjs"],
        ["sparse", "+http"],
    ]
    .iter()
    .map(|pieces| pieces.concat())
    .collect();
    let mut complaints = Vec::new();
    for path in text_files() {
        for (index, line) in read(&path).lines().enumerate() {
            if let Some(word) = forbidden.iter().find(|word| line.contains(word.as_str())) {
                complaints.push(format!("{}:{}: `{word}`", shown(&path), index + 1));
            }
        }
    }
    no_complaints(&complaints);
}

#[test]
fn the_top_folder_holds_what_it_should() {
    let entries = fs::read_dir(project()).expect("the project can be read");
    let names = entries.map(|entry| entry.expect("the entry can be read").file_name().to_string_lossy().into_owned());
    let strangers: Vec<String> = names.filter(|name| !TOP.contains(&name.as_str())).collect();
    assert!(strangers.is_empty(), "not expected in the top folder: {strangers:?}");
}

#[test]
fn the_crate_graph_is_the_designed_one() {
    let mut complaints = Vec::new();
    let folders = fs::read_dir(project().join("crates")).expect("there are crates");
    let found: BTreeSet<String> =
        folders.map(|entry| entry.expect("the entry can be read").file_name().to_string_lossy().into_owned()).collect();
    for name in found {
        let Some((_, allowed)) = CRATES.iter().find(|(designed, _)| *designed == name) else {
            complaints.push(format!("crates/{name} is not designed"));
            continue;
        };
        let manifest = read(&project().join("crates").join(&name).join("Cargo.toml"));
        // What only tests use does not count.
        let used = manifest.lines().take_while(|line| !line.starts_with("[dev-")).filter_map(used_crate);
        let used: BTreeSet<&str> = used.collect();
        let allowed: BTreeSet<&str> = allowed.iter().copied().collect();
        if used != allowed {
            complaints.push(format!("{name} uses {used:?}, designed is {allowed:?}"));
        }
    }
    no_complaints(&complaints);
}

/// `tightrope-source.workspace = true` -> `source`. The line `name = "tightrope-…"` is none.
fn used_crate(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("tightrope-")?;
    rest.split(['.', ' ', '=']).next()
}

#[test]
fn the_architecture_names_the_same_graph() {
    let text = read(&project().join("ARCHITECTURE.md"));
    let mut complaints = Vec::new();
    for (name, allowed) in CRATES {
        let uses = if allowed.is_empty() {
            "nothing".to_owned()
        } else {
            allowed.iter().map(|c| format!("`{c}`")).collect::<Vec<_>>().join(", ")
        };
        let start = format!("| `{name}` | {uses} |");
        if !text.lines().any(|line| line.starts_with(&start)) {
            complaints.push(format!("ARCHITECTURE.md has no row that starts with: {start}"));
        }
    }
    no_complaints(&complaints);
}

#[test]
fn no_expected_output_is_left_of_a_case_that_is_gone() {
    let expected = files_below(&project().join("corpus"))
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "expected"));
    let orphans = expected.filter(|path| !path.with_extension("java").is_file());
    no_complaints(&orphans.map(|path| format!("{} has no program", shown(&path))).collect::<Vec<_>>());
}
