//! What the golden tests share: reading cases, comparing with or writing the expected files.

#![allow(dead_code)] // Each test uses its part.

use std::fs;
use std::path::{Path, PathBuf};
use tightrope_heap::{Heap, Layouts, text, validity};
use tightrope_program::{Options, Program, lower};
use tightrope_source::SourceMap;

pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

pub(crate) fn program(java: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add("Case.java", java);
    let parsed = tightrope_syntax::parse_file(file, java);
    lower(&[parsed.unit], &mut sources, &Options::default()).program
}

/// Reads a heap and insists that it fits the program.
pub(crate) fn heap(written: &str, program: &Program, layouts: &Layouts) -> Heap {
    let heap = text::parse(written, program, layouts).unwrap_or_else(|error| panic!("{error}\n{written}"));
    let problems = validity::problems(&heap, program, layouts);
    assert!(problems.is_empty(), "{problems:?}\n{written}");
    heap
}

/// Classes and heaps, from a file with the headings `== java`, `== before` and, if it has one, `==
/// after`.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) program: Program,
    pub(crate) layouts: Layouts,
    pub(crate) before: Heap,
    pub(crate) after: Option<Heap>,
}

impl Case {
    pub(crate) fn all(folder: &Path) -> Vec<Case> {
        let entries = fs::read_dir(folder).expect("the folder can be read");
        let paths = entries.map(|entry| entry.expect("the entry can be read").path());
        let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "case")).collect();
        paths.sort();
        assert!(!paths.is_empty());
        paths.iter().map(|path| Case::read(path)).collect()
    }

    fn read(path: &Path) -> Case {
        let content = fs::read_to_string(path).expect("the case can be read");
        let section = |name: &str| {
            let start = content.find(&format!("== {name}\n"))? + name.len() + 4;
            let end = content[start..].find("\n== ").map_or(content.len(), |end| start + end);
            Some(&content[start..end])
        };
        let program = program(section("java").expect("a case has classes"));
        let layouts = Layouts::new(&program);
        let before = heap(section("before").expect("a case has a heap"), &program, &layouts);
        let after = section("after").map(|written| heap(written, &program, &layouts));
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        Case { name, program, layouts, before, after }
    }
}

/// A complaint if the file does not hold this text; with `TIGHTROPE_BLESS`, writes it.
pub(crate) fn compare_or_bless(expected: &Path, text: &str) -> Option<String> {
    if std::env::var_os("TIGHTROPE_BLESS").is_some() {
        fs::write(expected, text).expect("the expected text can be written");
        return None;
    }
    let known = fs::read_to_string(expected).unwrap_or_default();
    (known != text).then(|| format!("{}:\n--- expected\n{known}\n--- is\n{text}", expected.display()))
}
