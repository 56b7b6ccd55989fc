//! Whatever is lowered is well-formed: every file of the corpus, also those with errors, one by
//! one.

use std::path::{Path, PathBuf};
use tightrope_program::support::support;
use tightrope_program::{ClassOrigin, Options, lower, print, well_formed};
use tightrope_source::SourceMap;
use tightrope_syntax::{STACK_SIZE, parse_file};

fn java_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            java_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "java") {
            found.push(path);
        }
    }
}

/// What is wrong with the program that a file becomes.
fn problems(path: &Path) -> Vec<String> {
    let Ok(text) = std::fs::read_to_string(path) else { return Vec::new() };
    let mut sources = SourceMap::new();
    let file = sources.add(path, text.as_str());
    let unit = parse_file(file, &text).unit;
    let program = lower(&[unit], &mut sources, &Options::default()).program;
    let problems = well_formed::check(&program);
    // Printing and asking for support must work on everything, too.
    assert!(!print::print_program(&program, &sources, |class| class.origin == ClassOrigin::User).contains("(?"));
    let report = support(&program);
    for method in program.method_ids() {
        assert_eq!(report.is_supported_for_all_objects(method), report.reasons(method).is_empty());
    }
    problems
}

#[test]
fn the_corpus_lowers_to_well_formed_programs() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut files = Vec::new();
    java_files(&corpus, &mut files);
    files.sort();
    assert!(!files.is_empty());
    let check = move || {
        let mut found = Vec::new();
        for file in &files {
            found.extend(problems(file).into_iter().map(|problem| format!("{}: {problem}", file.display())));
        }
        found
    };
    let found = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(check).unwrap().join().unwrap();
    assert!(found.is_empty(), "{}", found.join("\n"));
}
