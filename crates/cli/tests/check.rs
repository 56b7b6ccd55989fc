//! `tightrope check`: the traps of bounded checking, each with the right answer, and the command
//! from outside.
//!
//! Every `corpus/check/name.java` is checked with the options of its first line (`// tightrope:
//! --scope 4`), and what comes out is compared with `name.expected`: the exit code, then all that
//! is printed. It must be the same for any number of threads, and JSON must tell the same and keep
//! to its schema. `TIGHTROPE_BLESS=1` accepts the actual output, `TIGHTROPE_CASE=part` runs only
//! the cases whose name contains `part`.

#[path = "../../report/tests/schema/mod.rs"]
mod schema;
mod support;

use clap::Parser;
use schema::Schema;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Mutex;
use support::{PATIENCE, expect, files_below, no_complaints, project, run, run_within, scratch, transcript, write};
use tightrope_cli::arguments::{Arguments, Command};
use tightrope_cli::output::Output;

const OPTIONS: &str = "// tightrope:";

#[test]
fn every_trap_has_the_right_answer() {
    let folder = project().join("corpus/check");
    let filter = std::env::var("TIGHTROPE_CASE").unwrap_or_default();
    let is_case = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == "java")
            && path.file_stem().is_some_and(|name| name.to_string_lossy().contains(&filter))
    };
    let cases: Vec<PathBuf> = files_below(&folder).into_iter().filter(is_case).collect();
    assert!(!cases.is_empty(), "no case matches");
    // Outputs name files as `aliasing.java`. The other tests of this process name whole paths.
    std::env::set_current_dir(&folder).expect("there is a folder of cases");
    let schema = Schema::read();
    let pending = Mutex::new(cases.iter());
    let complaints = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let worker = || {
                loop {
                    let next = pending.lock().expect("no worker panics with the lock").next();
                    let Some(case) = next else { break };
                    let found = std::panic::catch_unwind(|| complaints_of(case, &schema));
                    let found = found.unwrap_or_else(|_| vec![format!("{}: the check panicked", case.display())]);
                    complaints.lock().expect("no worker panics with the lock").extend(found);
                }
            };
            let builder = std::thread::Builder::new().stack_size(tightrope_syntax::STACK_SIZE);
            builder.spawn_scoped(scope, worker).expect("a thread can be started");
        }
    });
    let mut complaints = complaints.into_inner().expect("no worker panics with the lock");
    complaints.sort();
    no_complaints(&complaints);
}

fn complaints_of(case: &Path, schema: &Schema) -> Vec<String> {
    let name = case.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut complaints = Vec::new();
    let alone = checked(case, &name, &["-j", "1"]);
    let together = checked(case, &name, &["-j", "2"]);
    if alone != together {
        complaints
            .push(format!("{name} depends on the number of threads:\n{}", support::difference(&alone, &together)));
    }
    complaints.extend(expect(&case.with_extension("expected"), &alone).err());
    let json = checked(case, &name, &["-j", "2", "--format", "json"]);
    complaints.extend(complaints_of_json(&name, &alone, &json, schema));
    complaints
}

/// Exit code and output of a check in this process.
fn checked(case: &Path, name: &str, more: &[&str]) -> String {
    let source = fs::read_to_string(case).unwrap_or_default();
    let options = source.lines().next().and_then(|first| first.strip_prefix(OPTIONS)).unwrap_or_default().to_owned();
    // The cases are about heaps; those about calls say so.
    let from: &[&str] = if options.contains("--from") { &[] } else { &["--from", "any"] };
    let words = ["tightrope", "check", "--full", "--timeout", "10m"].into_iter().chain(options.split_whitespace());
    let words = words.chain(from.iter().copied());
    let words = words.chain(more.iter().copied()).chain([name]);
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(error) => return error.to_string(),
    };
    let Command::Check(check) = arguments.command else { return "the options belong to `check`".to_owned() };
    let (mut results, mut messages) = (Vec::new(), Vec::new());
    let mut output = Output {
        results: &mut results,
        messages: &mut messages,
        colored_results: false,
        colored_messages: false,
        quiet: true,
        max_diagnostics: 0,
        repository: None,
        width: tightrope_report::WIDTH,
    };
    let exit = tightrope_cli::check::run(&check, &mut output).expect("a buffer can be written");
    format!("exit: {}\n{}", exit.code(), String::from_utf8_lossy(&results))
}

/// The exit code is the same, the document keeps to its schema, and every verdict is that of the
/// text.
fn complaints_of_json(name: &str, text: &str, json: &str, schema: &Schema) -> Vec<String> {
    let ((text_exit, text), (json_exit, json)) = (split_exit(text), split_exit(json));
    if text_exit != json_exit {
        return vec![format!("{name}: as text {text_exit}, as JSON {json_exit}")];
    }
    let document: Value = match serde_json::from_str(json) {
        Ok(document) => document,
        // Input with errors has no report.
        Err(_) if text.is_empty() && json.is_empty() => return Vec::new(),
        Err(error) => return vec![format!("{name}: no JSON: {error}")],
    };
    let mut complaints: Vec<String> =
        schema.complaints(&document).into_iter().map(|complaint| format!("{name}: {complaint}")).collect();
    let (in_text, in_json) = (verdicts_of_text(text), verdicts_of_json(&document));
    if in_text != in_json {
        complaints.push(format!("{name}: the verdicts are {in_text:?} in the text and {in_json:?} in JSON"));
    }
    complaints
}

fn split_exit(output: &str) -> (&str, &str) {
    output.split_once('\n').unwrap_or((output, ""))
}

const VERDICTS: [&str; 5] = ["holds", "violated", "vacuous", "unknown", "unsupported"];

fn verdicts_of_text(text: &str) -> BTreeMap<String, usize> {
    let lines = text.lines().take_while(|line| !line.is_empty());
    let lines = lines.filter(|line| !line.starts_with(' '));
    // What holds up to a smaller scope is not decided.
    let word = |line: &'_ str| match line.starts_with("holds ≤") {
        true => "unknown".to_owned(),
        false => line.split_whitespace().next().unwrap_or_default().to_owned(),
    };
    let words: Vec<String> = lines.map(word).collect();
    count(words.iter().map(String::as_str).filter(|word| VERDICTS.contains(word)))
}

fn verdicts_of_json(document: &Value) -> BTreeMap<String, usize> {
    let methods = document["methods"].as_array().map(Vec::as_slice).unwrap_or_default();
    count(methods.iter().filter_map(|method| method["verdict"].as_str()))
}

fn count<'a>(words: impl Iterator<Item = &'a str>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    words.for_each(|word| *counts.entry(word.to_owned()).or_insert(0) += 1);
    counts
}

const COUNTER: &str = "\
class Counter {
    int count;

    //@ ensures count != 4;
    void set(int value) {
        count = value;
    }

    //@ ensures \\result == count;
    int get() {
        return count;
    }

    //@ requires count < 0 && count > 0;
    void never() {
    }

    void endless() {
        long steps = 0;
        while (true) {
            steps++;
        }
    }
}
";

/// A search that takes longer than anybody waits, but whose first rungs are quick.
const TREE: &str = "\
class Tree {
    Tree left;
    Tree right;
    Tree other;

    boolean repOk() {
        return visit(this, new Tree[20], 0) >= 0;
    }

    private static int visit(Tree tree, Tree[] seen, int count) {
        if (tree == null) {
            return count;
        }
        for (int i = 0; i < count; i++) {
            if (seen[i] == tree) {
                return -1;
            }
        }
        seen[count] = tree;
        int after = visit(tree.left, seen, count + 1);
        after = after < 0 ? after : visit(tree.right, seen, after);
        return after < 0 ? after : visit(tree.other, seen, after);
    }

    void touch() {
    }
}
";

fn code(folder: &Path, arguments: &[&str]) -> Option<i32> {
    run(folder, arguments).status.code()
}

#[test]
fn exit_codes_tell_what_was_found() {
    let folder = scratch("check_exit");
    write(&folder, "Counter.java", COUNTER);
    write(&folder, "Broken.java", "class Broken { int x = ; }");
    write(&folder, "Wrong.java", "class Wrong { //@ ensures missing;\n void touch() { } }");
    let cases: [(i32, &[&str]); 12] = [
        (0, &["Counter.get"]),
        (1, &["Counter.set"]),
        (1, &["Counter.set", "Counter.never"]),
        (3, &["Counter.never"]),
        (3, &["Counter.endless", "--max-steps", "1000"]),
        (3, &["Counter.get", "Counter.never"]),
        (2, &["Counter.missing"]),
        (2, &["--scope", "many"]),
        (2, &["--no-such-option"]),
        (4, &["missing/Counter.java"]),
        (4, &["Broken.java"]),
        (4, &["Wrong.java"]),
    ];
    let mut complaints = Vec::new();
    for (expected, arguments) in cases {
        for format in ["text", "json"] {
            let mut words = vec!["check", "--format", format];
            if !arguments.iter().any(|word| word.ends_with(".java")) {
                words.push("Counter.java");
            }
            words.extend(arguments);
            let actual = code(&folder, &words);
            if actual != Some(expected) {
                complaints.push(format!("{words:?}: exit {actual:?} instead of {expected}"));
            }
        }
    }
    no_complaints(&complaints);
}

#[test]
fn results_go_to_stdout_and_everything_else_to_stderr() {
    let folder = scratch("check_streams");
    write(&folder, "Counter.java", COUNTER);
    let output = run(&folder, &["check", "Counter.java", "Counter.set", "--format", "json"]);
    let document: Value = serde_json::from_slice(&output.stdout).expect("stdout is nothing but JSON");
    assert_eq!(document["methods"][0]["verdict"], "violated");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let output = run(&folder, &["check", "Counter.java", "Counter.missing", "--format", "json"]);
    let document: Value = serde_json::from_slice(&output.stdout).expect("a refusal is JSON as well");
    assert!(document["methods"].as_array().is_none_or(Vec::is_empty), "there is no result: {document}");
}

#[test]
fn the_last_complete_scope_is_a_result_when_time_runs_out() {
    let folder = scratch("check_timeout");
    write(&folder, "Tree.java", TREE);
    let arguments = ["check", "Tree.java", "Tree.touch", "--scope", "19", "--timeout", "2s", "--format", "json"];
    let output = run_within(&folder, &arguments, PATIENCE);
    assert_eq!(output.status.code(), Some(3));
    let document: Value = serde_json::from_slice(&output.stdout).expect("stdout is JSON");
    let verdict = &document["methods"][0]["verdict"];
    assert_eq!(verdict, "unknown");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("out of time"), "{text}");
    let scope =
        document["methods"][0]["because"]["last_complete_scope"].as_str().and_then(|scope| scope.parse::<usize>().ok());
    assert!(scope.is_some_and(|scope| (1..19).contains(&scope)), "{text}");
    let rungs = document["methods"][0]["coverage"]["rungs"].as_array().map(Vec::len);
    assert_eq!(rungs, scope, "all rungs up to the last complete one are told");
}

#[test]
fn the_limit_of_memory_ends_in_unknown() {
    let folder = scratch("check_memory");
    write(&folder, "Tree.java", TREE);
    let arguments = ["check", "Tree.java", "Tree.touch", "--scope", "19", "--timeout", "50s", "--memory", "1M"];
    let output = run_within(&folder, &arguments, PATIENCE);
    assert_eq!(output.status.code(), Some(3));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("out of memory"), "{text}");
}

#[test]
fn bad_arguments_are_explained() {
    let folder = scratch("check_arguments");
    write(&folder, "Counter.java", COUNTER);
    let cases: [&[&str]; 19] = [
        &["--scope", "many"],
        &["--scope", "Node="],
        &["--scope", "Node=-1"],
        &["--scope", "int=3..1"],
        &["--scope", "0"],
        &["--scope", ""],
        &["--timeout", "soon"],
        &["--timeout", "-5s"],
        &["--timeout", "5 parsecs"],
        &["--memory", "much"],
        &["--memory", "-1M"],
        &["--memory", "99999999999999G"],
        &["-j", "0"],
        &["-j", "x"],
        &["--without", "plans,rangs"],
        &["--config", "missing.toml"],
        &["Counter.java:1"],
        &["Counter.java:999"],
        &["Counter.gett"],
    ];
    let mut text = String::new();
    for case in cases {
        let arguments: Vec<&str> = ["check", "Counter.java"].into_iter().chain(case.iter().copied()).collect();
        let output = run(&folder, &arguments);
        text.push_str(&transcript(&arguments, &output));
        text.push('\n');
    }
    let complaints = expect(&project().join("crates/cli/tests/commands/check_arguments.expected"), &text).err();
    no_complaints(&complaints.into_iter().collect::<Vec<_>>());
}

#[test]
fn a_line_names_the_method_around_it() {
    let folder = scratch("check_line");
    write(&folder, "Counter.java", COUNTER);
    for (line, method) in [("5", "set"), ("6", "set"), ("10", "get"), ("14", "never")] {
        let place = format!("Counter.java:{line}");
        let output = run(&folder, &["check", &place, "--format", "json"]);
        let document: Value = serde_json::from_slice(&output.stdout).expect("stdout is JSON");
        let methods = document["methods"].as_array().map(Vec::len);
        assert_eq!((methods, &document["methods"][0]["method"]), (Some(1), &Value::from(method)), "line {line}");
    }
}

#[test]
fn the_configuration_gives_defaults_and_flags_win() {
    let folder = scratch("check_config");
    write(&folder, "src/Counter.java", COUNTER);
    write(
        &folder,
        "tightrope.toml",
        "scope = \"3\"\ntimeout = \"30s\"\njobs = 1\npaths = [\"src\"]\nskip = [\"Counter.endless\"]\n",
    );
    let scope = |more: &[&str]| {
        let arguments: Vec<&str> = ["check", "--format", "json"].into_iter().chain(more.iter().copied()).collect();
        let output = run(&folder, &arguments);
        let document: Value = serde_json::from_slice(&output.stdout).expect("stdout is JSON");
        let methods = document["methods"].as_array().map(Vec::len);
        (document["scope"].as_str().map(str::to_owned), methods)
    };
    assert_eq!(scope(&[]), (Some("3".to_owned()), Some(3)));
    assert_eq!(scope(&["--scope", "2"]), (Some("2".to_owned()), Some(3)));
    assert_eq!(scope(&["Counter.get"]), (Some("3".to_owned()), Some(1)));
    write(&folder, "other.toml", "scope = \"4\"\npaths = [\"src\"]\nselect = [\"Counter.get\"]\n");
    assert_eq!(scope(&["--config", "other.toml"]), (Some("4".to_owned()), Some(1)));
}

#[test]
fn a_bad_configuration_is_explained() {
    let folder = scratch("check_bad_config");
    write(&folder, "Counter.java", COUNTER);
    let mut text = String::new();
    let cases = [
        "scope = \"3\"\nscoop = 4\n",
        "scope = 3\n",
        "scope = \"3\n",
        "\ntimeout = \"soon\"\n",
        "skip = [\"Counter.gone\"]\n",
    ];
    for config in cases {
        write(&folder, "tightrope.toml", config);
        let arguments = ["check", "Counter.java"];
        let output = run(&folder, &arguments);
        text.push_str(config);
        text.push_str(&transcript(&arguments, &output));
        text.push('\n');
    }
    let complaints = expect(&project().join("crates/cli/tests/commands/check_bad_config.expected"), &text).err();
    no_complaints(&complaints.into_iter().collect::<Vec<_>>());
}

/// `script` gives the command a terminal; where it is missing, nothing is tried.
#[test]
fn a_terminal_shows_a_live_line_and_then_the_results() {
    let folder = scratch("check_terminal");
    write(&folder, "Tree.java", TREE);
    let tool = env!("CARGO_BIN_EXE_tightrope");
    let check = format!("timeout --foreground 60 {tool} check Tree.java Tree.touch --scope 19 --timeout 3s");
    let mut script = std::process::Command::new("script");
    script.args(["-qec", &check, "/dev/null"]).current_dir(&folder).stdin(Stdio::null());
    let Ok(output) = script.output() else { return };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("\r\u{1b}[KTree.touch, scope "), "no live line in {text}");
    assert!(text.contains("out of time"), "no result in {text}");
}

#[test]
fn errors_in_one_file_leave_the_others_alone() {
    let folder = scratch("check_errors");
    write(&folder, "Counter.java", COUNTER);
    write(&folder, "Broken.java", "class Broken { int x = ; void touch() { } }");
    write(&folder, "Uses.java", "class Uses { void touch(Broken broken) { } }");
    write(&folder, "Base.java", "class Base { void touch() { } }");
    write(&folder, "Derived.java", "class Derived extends Base { void touch() { missing = 1; } }");
    write(&folder, "UsesBase.java", "class UsesBase { void touch(Base base) { base.touch(); } }");
    let output = run(&folder, &["check", ".", "--max-steps", "1000", "--format", "json"]);
    assert_eq!(output.status.code(), Some(4), "the input has errors, whatever the rest is like");
    let document: Value = serde_json::from_slice(&output.stdout).expect("stdout is JSON");
    let methods = document["methods"].as_array().map(Vec::as_slice).unwrap_or_default();
    let classes: Vec<&str> = methods.iter().filter_map(|method| method["class"].as_str()).collect();
    assert_eq!(classes, ["Counter"; 4]);
    let notes = document["notes"].to_string();
    assert!(notes.contains("5 methods were not checked"), "{notes}");
    let alone = run(&folder, &["check", "Broken.java"]);
    assert_eq!((alone.status.code(), alone.stdout.len()), (Some(4), 0));
}

/// Without a contract, objects are made by public calls; with one, every heap that it admits is
/// tried.
/// Nothing says which objects of an inner class there are: what fails on some of them is no alarm,
/// and what holds on all of them holds.
#[test]
fn an_inner_class_without_a_contract_gives_no_alarms() {
    let folder = scratch("inner_class");
    write(
        &folder,
        "Numbers.java",
        "public class Numbers {\n\
         private int[] elements = new int[2];\n\
         private Cursor cursor() { return new Cursor(); }\n\
         public final class Cursor {\n\
         private int at;\n\
         public boolean isAtStart() { return at == 0; }\n\
         public int next() { return elements[at++]; }\n\
         }\n}\n",
    );
    let text = |arguments: &[&str]| String::from_utf8_lossy(&run(&folder, arguments).stdout).into_owned();
    let by_default = text(&["check", "Numbers.java", "--scope", "2", "-j", "1"]);
    assert!(by_default.contains("holds        Cursor.isAtStart"), "{by_default}");
    assert!(by_default.contains("unsupported  Cursor.next"), "{by_default}");
    assert!(by_default.contains("objects of an inner class without a contract"), "{by_default}");
    let on_all_heaps = text(&["check", "Cursor.next", "Numbers.java", "--scope", "2", "--from", "any"]);
    assert!(on_all_heaps.contains("violated"), "{on_all_heaps}");
}

#[test]
fn heaps_come_from_calls_where_there_is_no_contract() {
    let folder = scratch("from_api");
    write(
        &folder,
        "Plain.java",
        "class Plain { private int[] a = new int[1]; int first() { return a[0]; } }\n\
         class Valid { int[] a = new int[1]; boolean repOk() { return true; } int first() { return a[0]; } }\n",
    );
    let text = |arguments: &[&str]| String::from_utf8_lossy(&run(&folder, arguments).stdout).into_owned();
    let by_default = text(&["check", "Plain.java", "--scope", "2", "-j", "1"]);
    assert!(by_default.contains("holds     Plain.first"), "{by_default}");
    assert!(by_default.contains("violated  Valid.first"), "{by_default}");
    let on_all_heaps = text(&["check", "Plain.first", "Plain.java", "--scope", "2", "--from", "any"]);
    assert!(on_all_heaps.contains("violated"), "{on_all_heaps}");
    assert_eq!(run(&folder, &["check", "Plain.java", "--from", "nowhere"]).status.code(), Some(2));
}
