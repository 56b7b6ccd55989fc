//! What a program can reach, found by a walk over it, covers what the compiler compiles for a run.

use std::path::Path;
use tightrope_machine::Executable;
use tightrope_program::reach::reach;
use tightrope_program::{ClassOrigin, Code, Options, lower};
use tightrope_source::SourceMap;

#[test]
fn the_walk_finds_all_static_fields_and_library_methods_that_are_compiled() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/check");
    let mut compared = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|end| end != "java") {
            continue;
        }
        let source = std::fs::read_to_string(&path).expect("a text");
        let mut sources = SourceMap::new();
        let file = sources.add(&path, source.as_str());
        let lowered = lower(&[tightrope_syntax::parse_file(file, &source).unit], &mut sources, &Options::default());
        let program = &lowered.program;
        let is_user = |method: &tightrope_program::MethodId| {
            let declared = program.method(*method);
            program.class(declared.class).origin == ClassOrigin::User && matches!(declared.code, Code::Body(_))
        };
        for method in program.method_ids().filter(is_user) {
            let executable = Executable::new(program, [method]);
            let reached = reach(program, [method]);
            for field in executable.static_fields() {
                assert!(reached.static_fields.contains(&field), "{}: {}", path.display(), program.field(field).name);
                compared += 1;
            }
            for library in executable.library_methods() {
                assert!(reached.methods.contains(&library), "{}: {}", path.display(), program.method(library).name);
                compared += 1;
            }
        }
    }
    assert!(compared > 200, "{compared}");
}
