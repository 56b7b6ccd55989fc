//! The real JVM is the judge: the same programs run there, on the machine and on the naive interpreter.
//!
//! Every file of `corpus/run/` has static methods `test…()` without parameters that return a number, a boolean, a character or a
//! string. `javac` compiles the file, the JVM calls each method and prints its result, or the exception and its line; the machine and
//! the interpreter do the same on the lowered program. Without a JDK the test fails and says what to install, unless
//! `TIGHTROPE_WITHOUT_JDK` is set, which skips it loudly.

mod naive;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use tightrope_machine::{Budget, Executable, Outcome, State};
use tightrope_program::{MethodId, Options, Program, lower, well_formed};
use tightrope_source::{Severity, SourceMap};
use tightrope_syntax::{STACK_SIZE, parse_file};

const DRIVER: &str = r#"
import java.lang.reflect.*;
import java.util.*;

public class Driver {
    public static void main(String[] names) throws Exception {
        for (String name : names) {
            Method[] methods = Class.forName(name).getDeclaredMethods();
            Arrays.sort(methods, Comparator.comparing(Method::getName));
            for (Method method : methods) {
                if (!Modifier.isStatic(method.getModifiers()) || method.getParameterCount() > 0
                        || !method.getName().startsWith("test")) continue;
                method.setAccessible(true);
                String result;
                try {
                    Object value = method.invoke(null);
                    result = method.getReturnType() == void.class ? "void" : String.valueOf(value);
                } catch (InvocationTargetException wrapped) {
                    Throwable thrown = wrapped.getCause();
                    StackTraceElement[] trace = thrown.getStackTrace();
                    int line = 0;
                    for (StackTraceElement element : trace) {
                        if (element.getFileName() != null && element.getClassName().indexOf("java.") != 0
                                && element.getClassName().indexOf("jdk.") != 0) { line = element.getLineNumber(); break; }
                    }
                    result = thrown.getClass().getName() + " at line " + line;
                }
                System.out.println(name + "." + method.getName() + " = " + result.replace("\n", "\\n"));
            }
        }
    }
}
"#;

#[test]
fn the_jvm_and_the_lowered_program_agree() {
    if Command::new("javac").arg("-version").output().is_err() {
        assert!(
            std::env::var_os("TIGHTROPE_WITHOUT_JDK").is_some(),
            "javac is missing: install a JDK (Debian: openjdk-17-jdk-headless), or set TIGHTROPE_WITHOUT_JDK to skip this test"
        );
        return;
    }
    let cases = run_cases();
    assert!(!cases.is_empty(), "corpus/run has no programs");
    let expected = run_on_the_jvm(&cases);
    let mut differences = Vec::new();
    let mut compared = 0;
    for case in &cases {
        for (witness, found) in run_here(case) {
            for (name, result) in &found {
                compared += 1;
                let wanted = expected.get(name);
                if wanted != Some(result) {
                    differences.push(format!("{name}: the JVM says {wanted:?}, the {witness} says {result}"));
                }
            }
            let prefix = format!("{}.", class_name(case));
            let missing = expected.keys().filter(|name| name.starts_with(&prefix) && !found.contains_key(*name));
            differences.extend(missing.map(|name| format!("{name} did not run on the {witness}")));
        }
    }
    assert!(differences.is_empty(), "{} of {compared} differ:\n{}", differences.len(), differences.join("\n"));
    assert!(compared > 50, "only {compared} methods were compared");
}

fn run_cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/run");
    let mut cases: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "java"))
        .collect();
    cases.sort();
    cases
}

fn class_name(case: &Path) -> String {
    case.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn run_on_the_jvm(cases: &[PathBuf]) -> BTreeMap<String, String> {
    let folder = std::env::temp_dir().join(format!("tightrope-jvm-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let driver = folder.join("Driver.java");
    std::fs::write(&driver, DRIVER).expect("the driver is written");
    let compiled = Command::new("javac").arg("-nowarn").arg("-d").arg(&folder).arg(&driver).args(cases).output();
    let compiled = compiled.expect("javac runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let names = cases.iter().map(|case| class_name(case));
    let ran = Command::new("java").args(["-ea", "-Xss512k", "-cp"]).arg(&folder).arg("Driver").args(names).output();
    let ran = ran.expect("java runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    std::fs::remove_dir_all(&folder).expect("the temporary folder goes away");
    let text = String::from_utf8_lossy(&ran.stdout).into_owned();
    text.lines().filter_map(|line| line.split_once(" = ")).map(|(name, result)| (name.into(), result.into())).collect()
}

/// What each witness says of each method.
type Results = BTreeMap<String, String>;

fn run_here(case: &Path) -> Vec<(&'static str, Results)> {
    let case = case.to_owned();
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(move || run_both(&case));
    worker.expect("a thread starts").join().expect("the runs end")
}

fn run_both(case: &Path) -> Vec<(&'static str, Results)> {
    let text = std::fs::read_to_string(case).expect("the case is readable");
    let mut sources = SourceMap::new();
    let file = sources.add(case, text.clone());
    let parsed = parse_file(file, &text);
    let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
    for diagnostic in parsed.diagnostics.iter().chain(&lowered.diagnostics) {
        let place = diagnostic.primary().map(|span| sources.place(span)).unwrap_or_default();
        assert!(diagnostic.severity() != Severity::Error, "{place}: {}", diagnostic.message);
    }
    assert_eq!(well_formed::check(&lowered.program), Vec::<String>::new(), "{}", case.display());
    let program = &lowered.program;
    let mut methods: Vec<MethodId> = program
        .method_ids()
        .filter(|method| naive::is_entry(program, *method))
        .filter(|method| program.class(program.method(*method).class).name == class_name(case).as_str())
        .collect();
    methods.sort_by_key(|method| program.method(*method).name.clone());

    let mut interpreter = naive::Interpreter::new(program, &sources);
    let interpreted = results(program, &methods, |method| interpreter.outcome(method));
    let executable = Executable::new(program, methods.iter().copied());
    let mut state = State::default();
    let executed = results(program, &methods, |method| execute(&executable, program, &sources, &mut state, method));
    vec![("interpreter", interpreted), ("machine", executed)]
}

fn results(program: &Program, methods: &[MethodId], mut run: impl FnMut(MethodId) -> String) -> Results {
    let name = |method: MethodId| {
        let found = program.method(method);
        format!("{}.{}", program.class(found.class).name, found.name)
    };
    methods.iter().map(|method| (name(*method), run(*method).replace('\n', "\\n"))).collect()
}

/// Static state lives on from one method to the next, as it does in the JVM.
fn execute(
    executable: &Executable<'_>,
    program: &Program,
    sources: &SourceMap,
    state: &mut State,
    method: MethodId,
) -> String {
    assert!(executable.start(state, method, &[]));
    match executable.run(state, &mut Budget::default()) {
        Outcome::Returned(None) => "void".to_owned(),
        Outcome::Returned(Some(value)) => {
            executable.show(state, value, program.method(method).return_type.expect("a result"))
        }
        Outcome::Thrown(thrown) => {
            format!("{} at line {}", program.class(thrown.class).name, sources.start(thrown.span).line)
        }
        other => format!("{other:?}"),
    }
}
