//! The documentation says what is true: its examples are run, its tables are generated, the paths
//! in it exist.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use support::{expect, files_below, no_complaints, project, run};
use tightrope_program::constructs::{CONSTRUCTS, Language, Support};
use tightrope_program::documentation;
use tightrope_source::Code;

/// A line of an example that stands for any number of lines.
const ELLIPSIS: &str = "…";

#[test]
fn the_tables_of_constructs_are_generated() {
    let docs = project().join("docs");
    let java = expect(&docs.join("supported-java.md"), &documentation::supported(Language::Java));
    let jml = expect(&docs.join("supported-jml.md"), &documentation::supported(Language::Jml));
    let library = expect(&docs.join("supported-library.md"), &documentation::supported_library());
    no_complaints(&[java, jml, library].into_iter().filter_map(Result::err).collect::<Vec<_>>());
}

#[test]
fn every_construct_has_a_case() {
    let corpus = project().join("corpus");
    let mut complaints = Vec::new();
    for row in CONSTRUCTS {
        let file = corpus.join(format!("{}.java", row.case));
        let folder = corpus.join(format!("{}.case", row.case));
        if !file.is_file() && !folder.is_dir() {
            complaints.push(format!("{}: there is no corpus/{}.java", row.title, row.case));
        }
    }
    no_complaints(&complaints);
}

/// What the table says is shown by two methods for each row, named after it: one that holds because
/// of the construct, and one that breaks what it says.
#[test]
fn every_row_of_jml_is_checked() {
    rows_are_checked(Language::Jml, &["jml_methods", "jml_classes", "jml_expressions"]);
}

#[test]
fn every_row_of_java_is_checked() {
    let cases = ["java_types", "java_declarations", "java_modules", "java_statements", "java_expressions"];
    rows_are_checked(Language::Java, &cases);
}

fn rows_are_checked(language: Language, cases: &[&str]) {
    let mut answers = String::new();
    for name in cases {
        let path = project().join(format!("corpus/check/{name}.expected"));
        answers.push_str(&fs::read_to_string(path).expect("the case is there"));
    }
    let is_checked = |verdict: &str, name: &str| {
        answers.lines().any(|line| {
            let mut words = line.split_whitespace();
            let is_verdict = words.next() == Some(verdict);
            let of_method =
                |method: &str| method.rsplit('.').next() == Some(name) || constructor_of(method) == Some(name);
            is_verdict && words.next().is_some_and(of_method)
        })
    };
    let mut complaints = Vec::new();
    let is_meant = |support: Support| matches!(support, Support::Full | Support::Assumed);
    for row in CONSTRUCTS.iter().filter(|row| row.language == language && is_meant(row.support)) {
        let name = format!("{:?}", row.construct);
        let method = format!("{}{}", name[..1].to_lowercase(), &name[1..]);
        for (verdict, end) in [("holds", "Kept"), ("violated", "Broken")] {
            if !is_checked(verdict, &format!("{method}{end}")) && !is_checked(verdict, &format!("{name}{end}")) {
                complaints.push(format!("{}: no `{method}{end}` of {cases:?} {verdict}", row.title));
            }
        }
    }
    no_complaints(&complaints);
}

/// `Ring.new` shows something of the class `Ring`.
fn constructor_of(method: &str) -> Option<&str> {
    method.strip_suffix(".new")
}

/// What a place can hold, and what is judged: each row has a program whose answer would be another
/// one if the row were not true.
#[test]
fn every_row_about_the_world_has_a_case() {
    let text = fs::read_to_string(project().join("docs/world.md")).expect("it is written");
    let is_row = |line: &&str| line.starts_with("| ") && !line.starts_with("| ---") && !line.ends_with("| example |");
    let rows: Vec<&str> = text.lines().filter(is_row).collect();
    assert!(rows.len() > 20, "the tables are there");
    let mut complaints = Vec::new();
    for row in rows {
        let case = row.rsplit_once("](../").and_then(|(_, end)| end.strip_suffix(") |"));
        let is_case = |case: &str| {
            let path = project().join(case);
            case.starts_with("corpus/check/") && path.is_file() && path.with_extension("expected").is_file()
        };
        if !case.is_some_and(is_case) {
            complaints.push(format!("no case of corpus/check: {row}"));
        }
    }
    no_complaints(&complaints);
}

#[test]
fn every_code_is_explained() {
    let mut complaints = Vec::new();
    for code in Code::ALL {
        let text = code.explanation();
        if text.contains("to be written") || text.trim().len() < 120 {
            complaints.push(format!("{} has no explanation", code.number()));
        }
    }
    no_complaints(&complaints);
}

#[test]
fn every_code_has_a_case() {
    let mut outputs = String::new();
    for folder in [project().join("corpus"), project().join("crates/cli/tests/commands")] {
        for path in files_below(&folder) {
            let is_output = path.extension().is_none_or(|end| end == "expected");
            if is_output {
                outputs.push_str(&String::from_utf8_lossy(&fs::read(path).expect("it was found")));
            }
        }
    }
    let is_shown = |code: &&Code| outputs.contains(&format!("[{}]: ", code.number()));
    let missing: Vec<&str> = Code::ALL.iter().filter(|code| !is_shown(code)).map(|code| code.number()).collect();
    assert!(missing.is_empty(), "no corpus case and no test of the command shows {missing:?}");
}

#[test]
fn the_examples_in_the_documents_are_true() {
    let mut complaints = Vec::new();
    let mut examples = 0;
    for path in documents() {
        let text = fs::read_to_string(&path).expect("it was found");
        let mut actual = Vec::new();
        for part in split(&text) {
            match part {
                Part::Text(lines) => actual.extend(lines.iter().map(|line| (*line).to_owned())),
                Part::Example { command, output } => {
                    examples += 1;
                    actual.push(format!("$ {command}"));
                    actual.extend(actual_output(command, &output));
                }
            }
        }
        complaints.extend(expect(&path, &(actual.join("\n") + "\n")).err());
    }
    no_complaints(&complaints);
    assert!(examples > 0, "the documents show no example");
}

fn documents() -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = files_below(&project().join("docs"));
    paths.retain(|path| path.extension().is_some_and(|end| end == "md"));
    paths.extend(["README.md", "ARCHITECTURE.md"].map(|name| project().join(name)));
    paths
}

enum Part<'t> {
    Text(Vec<&'t str>),
    /// `$ tightrope …` in a fenced block, and what is shown below it.
    Example {
        command: &'t str,
        output: Vec<&'t str>,
    },
}

fn split(text: &str) -> Vec<Part<'_>> {
    let mut parts = vec![Part::Text(Vec::new())];
    for line in text.lines() {
        let is_fence = line.starts_with("```");
        match (line.strip_prefix("$ "), parts.last_mut()) {
            (Some(command), _) if command.starts_with("tightrope ") => {
                parts.push(Part::Example { command, output: Vec::new() });
            }
            (None, Some(Part::Example { output, .. })) if !is_fence => output.push(line),
            (_, Some(Part::Text(lines))) => lines.push(line),
            _ => parts.push(Part::Text(vec![line])),
        }
    }
    parts
}

/// What the command prints; what the document shows, if that fits.
fn actual_output(command: &str, shown: &[&str]) -> Vec<String> {
    let words: Vec<String> = command.split_whitespace().skip(1).map(|word| word.replace('\'', "")).collect();
    let arguments: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = run(&project(), &arguments);
    let actual = [output.stdout, output.stderr].concat();
    let actual = String::from_utf8_lossy(&actual);
    let lines: Vec<&str> = actual.trim_end().lines().collect();
    let chosen = if fits(shown, &lines) { shown } else { &lines };
    chosen.iter().map(|line| (*line).to_owned()).collect()
}

fn fits(pattern: &[&str], lines: &[&str]) -> bool {
    match (pattern, lines) {
        ([], []) => true,
        ([first, rest @ ..], _) if first.trim() == ELLIPSIS => (0..=lines.len()).any(|skip| fits(rest, &lines[skip..])),
        ([first, rest @ ..], [line, others @ ..]) => first.trim_end() == line.trim_end() && fits(rest, others),
        _ => false,
    }
}

#[test]
fn the_paths_in_the_documents_exist() {
    let mut complaints = Vec::new();
    for path in documents() {
        let text = fs::read_to_string(&path).expect("it was found");
        for name in text.split('`').skip(1).step_by(2).filter(|code| is_path(code)) {
            if !project().join(name.trim_end_matches('/')).exists() {
                complaints.push(format!("{}: `{name}` does not exist", shown(&path)));
            }
        }
    }
    no_complaints(&complaints);
}

/// Inline code that looks like a path of this project, without blanks and patterns.
fn is_path(code: &str) -> bool {
    let tops = ["crates/", "corpus/", "docs/", "examples/", "fuzz/", ".ci/", "benchmarks/"];
    tops.iter().any(|top| code.starts_with(top))
        && !code.contains([' ', '*', '<', '…', '\n', '{'])
        && !code.chars().any(|character| character.is_uppercase() && code.contains("NAME"))
}

fn shown(path: &Path) -> String {
    path.strip_prefix(project()).unwrap_or(path).display().to_string()
}
