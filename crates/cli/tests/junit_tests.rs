//! The JUnit tests that are written for findings: for the seeded bugs of the benchmarks they fail
//! on the JVM as they should, and pass on the correct class.
//!
//! One JVM compiles and runs them all. Without a JDK or JUnit (Debian's package `junit5`) nothing
//! is run, which `.ci/run` does not accept.

#[path = "support/checking.rs"]
mod checking;
mod support;

use checking::{Effort, Subject, benchmarks, read, with_stack};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use support::{expect, files_below, no_complaints, project, run, scratch};
use tightrope_report::{Rule, Verdict};

#[derive(Deserialize)]
struct Bugs {
    bug: Vec<Bug>,
}

#[derive(Deserialize)]
struct Bug {
    name: String,
    files: Vec<String>,
    method: String,
    find: String,
    replace: String,
    nodes: usize,
}

fn all_bugs() -> Vec<Bug> {
    let folder = std::fs::read_dir(benchmarks().join("bugs")).expect("the folder can be read");
    let mut names: Vec<String> =
        folder.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    let bugs = |name: &String| toml::from_str::<Bugs>(&read(&format!("bugs/{name}"))).expect("bugs").bug;
    names.iter().flat_map(bugs).collect()
}

/// A bug with its test, written to folders: with the bug, and without.
struct Written {
    title: String,
    buggy: PathBuf,
    correct: PathBuf,
    /// The simple name of what the test must fail with.
    expected: String,
    /// And not by reflection.
    is_built_by_calls: bool,
}

fn write(folder: &Path, files: &[(&str, &str)]) {
    if folder.exists() {
        std::fs::remove_dir_all(folder).expect("the old folder can be removed");
    }
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        std::fs::write(path, text).expect("a file can be written");
    }
}

/// `Err`: why there is no test.
fn written(bug: &Bug, file: &str) -> Result<Written, String> {
    let title = format!("{file}: {}", bug.name);
    let text = read(file);
    let broken = text.replace(&bug.find, &bug.replace);
    let subject = Subject::new(file, &broken);
    let method = subject.method(&bug.method);
    let effort = Effort { threads: 1, timeout: Duration::from_secs(100) };
    let report = subject.check_reachable(method, &bug.nodes.max(2).to_string(), effort);
    assert_eq!(report.verdict, Verdict::Violated, "{title}");
    let test = subject.junit_test(method, &report).map_err(|reason| format!("{title}: {reason}"))?;
    let found = &report.counterexamples[0];
    let is_built_by_calls = test.text.contains("The heap is built by public calls");
    assert!(!is_built_by_calls || !found.calls.is_empty(), "{title}");
    // A clause whose evaluation throws is false; in Java, the test ends with that exception.
    let thrown_by_clause = test.text.split("its evaluation throws ").nth(1).and_then(|rest| rest.split(' ').next());
    let expected = match (found.rule, &found.exception) {
        _ if let Some(thrown) = thrown_by_clause => thrown.to_owned(),
        (Rule::Exception, Some(thrown)) => thrown.class.clone(),
        (Rule::StackOverflow, _) => "StackOverflowError".to_owned(),
        _ => "AssertionFailedError".to_owned(),
    };
    let top = Path::new(env!("CARGO_TARGET_TMPDIR")).join("junit").join(file.replace(['/', '.'], "_")).join(&bug.name);
    let class = file.rsplit('/').next().expect("a name");
    let (buggy, correct) = (top.join("buggy"), top.join("correct"));
    write(&buggy, &[(class, &broken), (&test.path, &test.text)]);
    write(&correct, &[(class, &text), (&test.path, &test.text)]);
    Ok(Written { title, buggy, correct, expected, is_built_by_calls })
}

fn class_path() -> Option<String> {
    const JARS: &[&str] = &["junit-jupiter-api", "junit-platform-commons", "opentest4j", "apiguardian-api"];
    let jars: Vec<String> = JARS.iter().map(|name| format!("/usr/share/java/{name}.jar")).collect();
    let has_java = Command::new("javac").arg("-version").output().is_ok();
    (has_java && jars.iter().all(|jar| Path::new(jar).exists())).then(|| jars.join(":"))
}

/// What each folder's test does, in order.
fn outcomes(class_path: &str, folders: &[&Path]) -> Vec<String> {
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/JUnitDriver.java");
    let classes = Path::new(env!("CARGO_TARGET_TMPDIR")).join("junit-driver");
    let compiled = Command::new("javac").args(["-cp", class_path, "-d"]).arg(&classes).arg(&driver).output();
    assert!(compiled.as_ref().is_ok_and(|output| output.status.success()), "{compiled:?}");
    let path = format!("{}:{class_path}", classes.display());
    let output = Command::new("java").args(["-cp", &path, "JUnitDriver"]).args(folders).output().expect("java runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    lines.lines().map(|line| line.split_once('\t').expect("folder and outcome").1.to_owned()).collect()
}

fn tests_tell_bugs_from_correct_classes(is_wanted: impl Fn(&Bug, &str) -> bool) {
    let Some(class_path) = class_path() else {
        let is_required = std::env::var_os("TIGHTROPE_BROWSER").is_some_and(|value| value == "required");
        assert!(!is_required, "there is no javac, or no JUnit");
        return;
    };
    let (mut tests, mut refused) = (Vec::new(), Vec::new());
    // The correct contract does not admit the heaps of one that lacks a precondition: such a test
    // says nothing about the code.
    let bugs = all_bugs().into_iter().filter(|bug| !bug.find.contains("requires"));
    for bug in bugs {
        for file in bug.files.iter().filter(|file| is_wanted(&bug, file)) {
            match with_stack(|| written(&bug, file)) {
                Ok(test) => tests.push(test),
                Err(reason) => refused.push(reason),
            }
        }
    }
    let folders: Vec<&Path> = tests.iter().flat_map(|test| [test.buggy.as_path(), test.correct.as_path()]).collect();
    let found = outcomes(&class_path, &folders);
    let mut complaints = Vec::new();
    for (test, outcome) in tests.iter().zip(found.chunks(2)) {
        let expected = [format!("fails with {}", test.expected), "passes".to_owned()];
        if outcome != expected.as_slice() {
            complaints.push(format!("{}: {outcome:?} instead of {expected:?} ({})", test.title, test.buggy.display()));
        }
    }
    assert!(complaints.is_empty(), "of {} tests:\n{}", tests.len(), complaints.join("\n"));
    let by_calls = tests.iter().filter(|test| test.is_built_by_calls).count();
    assert!(4 * by_calls >= tests.len(), "of {} tests only {by_calls} build their heap by calls", tests.len());
    // Few findings cannot be asserted from outside.
    assert!(tests.len() >= 3 * refused.len(), "{} tests, and none for:\n{}", tests.len(), refused.join("\n"));
    assert!(tests.len() > 10);
}

#[test]
fn tests_of_small_bugs_fail_on_the_jvm_and_pass_on_the_correct_class() {
    tests_tell_bugs_from_correct_classes(|bug, file| bug.nodes <= 1 || bug.nodes == 2 && file.starts_with("jml"));
}

#[test]
#[ignore = "minutes: run it in release"]
fn tests_of_all_bugs_fail_on_the_jvm_and_pass_on_the_correct_class() {
    tests_tell_bugs_from_correct_classes(|bug, _| bug.nodes <= 8);
}

/// Every method breaks its contract only if boxes are the right ones: shared, or not.
const BOXES: &str = "class Boxes {
    /*@ nullable @*/ Integer a;
    /*@ nullable @*/ Integer b;

    //@ requires a != null && b != null && a.equals(b) && a.intValue() == 5;
    //@ ensures \\result;
    boolean equalIsSame() { return a == b; }

    //@ requires a != null && a.intValue() == 5;
    //@ ensures \\result;
    boolean isShared() { return a == Integer.valueOf(5); }

    //@ requires a != null && a.intValue() == 5;
    //@ ensures !\\result;
    boolean isNotShared() { return a == Integer.valueOf(5); }

    //@ ensures \\result;
    static boolean isOneOfTwo(Boolean c) { return c == Boolean.TRUE || c == Boolean.FALSE; }

    //@ ensures !\\result;
    static boolean isLetter(Character c) { return c == Character.valueOf('a'); }
}
";

#[test]
fn tests_build_boxes_that_are_shared_or_not() {
    let Some(class_path) = class_path() else { return };
    let top = Path::new(env!("CARGO_TARGET_TMPDIR")).join("junit").join("boxes");
    let methods = ["equalIsSame", "isShared", "isNotShared", "isOneOfTwo", "isLetter"];
    let folder = |name: &&str| {
        let (name, folder) = ((*name).to_owned(), top.join(name));
        with_stack(|| {
            let subject = Subject::new("Boxes.java", BOXES);
            let method = subject.method(&format!("Boxes.{name}"));
            let effort = Effort { threads: 1, timeout: Duration::from_secs(100) };
            let report = subject.check_reachable(method, "2", effort);
            assert_eq!(report.verdict, Verdict::Violated, "{name}");
            let test = subject.junit_test(method, &report).expect("a test");
            write(&folder, &[("Boxes.java", BOXES), (&test.path, &test.text)]);
        });
        folder
    };
    let folders: Vec<PathBuf> = methods.iter().map(folder).collect();
    let found = outcomes(&class_path, &folders.iter().map(PathBuf::as_path).collect::<Vec<_>>());
    assert_eq!(found, ["fails with AssertionFailedError"; 5], "of {methods:?}");
}

/// The tests of all findings of a file, and what was said of those that have none.
struct OddClass {
    file: PathBuf,
    notes: Vec<String>,
    /// By test: what it is, and the folder in which it is alone with the class.
    tests: Vec<(String, PathBuf)>,
}

fn odd_class(file: &Path) -> OddClass {
    let name = file.file_name().expect("a name").to_string_lossy().into_owned();
    let folder = scratch(&format!("junit-{name}"));
    let path = file.to_string_lossy().into_owned();
    let checked = run(&folder, &["check", &path, "--scope", "2", "--no-cache", "--junit-tests", "tests"]);
    let said = String::from_utf8_lossy(&checked.stderr).into_owned();
    let notes = said.lines().filter(|line| line.contains("JUnit test")).map(str::to_owned).collect();
    let class = std::fs::read_to_string(file).expect("a class");
    let mut tests = Vec::new();
    for test in files_below(&folder.join("tests")) {
        let text = std::fs::read_to_string(&test).expect("a test");
        let below = test.strip_prefix(folder.join("tests")).expect("it lies there").to_string_lossy().into_owned();
        let how = if text.contains("built by public calls") { "by calls" } else { "by reflection" };
        let title = text.lines().find_map(|line| line.strip_prefix(" * ")?.split_once(" in ")).map(|(title, _)| title);
        let world = folder.join("worlds").join(tests.len().to_string());
        write(&world, &[(&name, &class), (&below, &text)]);
        tests.push((format!("{below}, {how}: {}", title.unwrap_or_default()), world));
    }
    OddClass { file: file.to_owned(), notes, tests }
}

/// Overloads, nested classes, records, constants, `checkRep`, text, numbers of all types, …
#[test]
fn tests_of_odd_classes_fail_on_the_jvm() {
    let Some(class_path) = class_path() else { return };
    let files = files_below(&project().join("crates/cli/tests/junit"));
    let is_java = |file: &&PathBuf| file.extension().is_some_and(|end| end == "java");
    let classes: Vec<OddClass> = files.iter().filter(is_java).map(|file| odd_class(file)).collect();
    let worlds: Vec<&Path> = classes.iter().flat_map(|class| &class.tests).map(|(_, world)| world.as_path()).collect();
    let mut found = outcomes(&class_path, &worlds).into_iter();
    let mut complaints = Vec::new();
    for class in &classes {
        let told = class.tests.iter().map(|(title, _)| format!("{title}: {}", found.next().unwrap_or_default()));
        let lines: Vec<String> = class.notes.iter().cloned().chain(told).collect();
        let is_wrong = |line: &&String| line.ends_with(": passes") || line.contains("does not compile");
        complaints.extend(lines.iter().filter(is_wrong).cloned());
        complaints.extend(expect(&class.file.with_extension("expected"), &(lines.join("\n") + "\n")).err());
    }
    no_complaints(&complaints);
}
