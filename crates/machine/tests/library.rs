//! The library holds only what is modelled: a method without a body is one that the machine runs
//! itself.

use tightrope_program::natives::find_native;
use tightrope_program::{ClassOrigin, Code, Options, lower};
use tightrope_source::SourceMap;
use tightrope_syntax::{STACK_SIZE, parse_file};

/// Floating point is not modelled. These classes are declared because the types of expressions need
/// them.
const DECLARED_ONLY: &[&str] = &["java.lang.Float", "java.lang.Double"];

#[test]
fn every_native_method_of_the_library_is_the_machines() {
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(unmodelled_methods);
    let unmodelled = worker.expect("a thread starts").join().expect("the library is lowered");
    assert!(unmodelled.is_empty(), "declared, but nobody runs it:\n{}", unmodelled.join("\n"));
}

fn unmodelled_methods() -> Vec<String> {
    // A file that mentions every class of the library, if only in a text, brings all of it in.
    let names: Vec<String> = library_files().iter().map(|path| file_stem(path)).collect();
    let text = format!("class Everything {{ String all = \"{}\"; }}", names.join(" "));
    let mut sources = SourceMap::new();
    let file = sources.add("Everything.java", text.clone());
    let lowered = lower(&[parse_file(file, &text).unit], &mut sources, &Options::default());
    let program = &lowered.program;
    let loaded = program.class_ids().filter(|class| program.class(*class).origin == ClassOrigin::Library).count();
    assert!(loaded >= names.len(), "only {loaded} of {} classes were loaded", names.len());
    let without_code = program.method_ids().filter(|id| program.method(*id).code == Code::Library);
    let unmodelled = without_code.filter(|id| find_native(program, *id).is_none());
    let named = unmodelled.map(|id| (&program.class(program.method(id).class).name, &program.method(id).name));
    named
        .filter(|(class, _)| !DECLARED_ONLY.contains(&class.as_str()))
        .map(|(class, method)| format!("{class}.{method}"))
        .collect()
}

fn library_files() -> Vec<std::path::PathBuf> {
    let mut pending = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../program/library/java")];
    let mut files = Vec::new();
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(folder).expect("the library is readable").flatten() {
            match entry.path() {
                path if path.is_dir() => pending.push(path),
                path => files.push(path),
            }
        }
    }
    files
}

fn file_stem(path: &std::path::Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
