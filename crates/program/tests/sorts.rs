//! The analysis of values copes with every program: all files of the corpus, with all methods as
//! entries.

use std::path::{Path, PathBuf};
use tightrope_program::sorts::{Sort, sorts};
use tightrope_program::{ClassOrigin, FieldId, MethodId, Options, lower};
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

/// What needs a number or an object alone needs it among others: more entries never make a field
/// more abstract.
fn entries_only_add(path: &Path) {
    let Ok(text) = std::fs::read_to_string(path) else { return };
    let mut sources = SourceMap::new();
    let file = sources.add(path, text.as_str());
    let unit = parse_file(file, &text).unit;
    let program = lower(&[unit], &mut sources, &Options::default()).program;
    let is_user = |method: &MethodId| program.class(program.method(*method).class).origin == ClassOrigin::User;
    let entries: Vec<MethodId> = program.method_ids().filter(is_user).collect();
    let all = sorts(&program, &entries);
    for entry in entries.iter().take(5) {
        let one = sorts(&program, &[*entry]);
        for field in (0..program.fields.len() as u32).map(FieldId) {
            let needed = |sort: &Sort| matches!(sort, Sort::Arithmetic(_) | Sort::Concrete(_));
            assert!(!needed(one.field(field)) || needed(all.field(field)), "{}: {field:?}", path.display());
        }
    }
}

#[test]
fn the_corpus_is_analysed() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut files = Vec::new();
    java_files(&corpus, &mut files);
    files.sort();
    assert!(!files.is_empty());
    let check = move || files.iter().for_each(|file| entries_only_add(file));
    std::thread::Builder::new().stack_size(STACK_SIZE).spawn(check).unwrap().join().unwrap();
}
