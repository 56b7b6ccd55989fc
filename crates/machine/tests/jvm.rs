//! The real JVM is the judge: the same programs run there, on the machine and on the naive
//! interpreter.
//!
//! Every file of `corpus/run/` has static methods `test…()` without parameters that return a
//! number, a boolean, a character or a string. `javac` compiles the file, the JVM calls each method
//! and prints its result, or the exception and its line; the machine and the interpreter do the
//! same on the lowered program.

mod naive;
mod support;

use std::path::{Path, PathBuf};
use support::jvm_runner::{Results, VirtualMachine, jdk_is_here};
use support::witnesses::{Case, hear};

#[test]
fn the_jvm_and_the_lowered_program_agree() {
    if !jdk_is_here() {
        return;
    }
    let cases = run_cases();
    assert!(!cases.is_empty(), "corpus/run has no programs");
    let expected = run_on_the_jvm(&cases);
    let mut differences = Vec::new();
    let mut compared = 0;
    for case in &cases {
        let heard = hear(std::slice::from_ref(case)).expect("the runs end");
        assert_eq!(heard.complaints, Vec::new(), "{}", case.class);
        let prefix = format!("{}.", case.class);
        for (witness, found) in heard.results {
            for (name, result) in &found {
                compared += 1;
                let wanted = expected.get(name);
                if wanted != Some(result) {
                    differences.push(format!("{name}: the JVM says {wanted:?}, the {witness} says {result}"));
                }
            }
            let missing = expected.keys().filter(|name| name.starts_with(&prefix) && !found.contains_key(*name));
            differences.extend(missing.map(|name| format!("{name} did not run on the {witness}")));
        }
    }
    assert!(differences.is_empty(), "{} of {compared} differ:\n{}", differences.len(), differences.join("\n"));
    assert!(compared > 50, "only {compared} methods were compared");
}

fn run_cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/run");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "java"))
        .collect();
    paths.sort();
    paths.into_iter().map(read_case).collect()
}

fn read_case(path: PathBuf) -> Case {
    let class = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let text = std::fs::read_to_string(&path).expect("the case is readable");
    Case { path, class, text }
}

fn run_on_the_jvm(cases: &[Case]) -> Results {
    let answer = VirtualMachine::start("jvm", cases.len(), &[]).run(cases.iter().map(|case| Path::new(&case.path)));
    assert!(answer.refused.is_empty(), "javac refuses {:?}", answer.refused);
    answer.results
}
