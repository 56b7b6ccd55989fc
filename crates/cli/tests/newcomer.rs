//! The mistakes that everybody makes once, and the answers: `corpus/newcomer`.
//!
//! Each folder has Java files and a file `commands`; what the commands print is compared with
//! `expected`. `TIGHTROPE_BLESS=1` accepts the actual output: read it aloud before you commit it.
//!
//! And what the tool says to do next is done: every `next:` line of the corpus is a command that
//! runs, looks at what was asked for, and does not lead back to itself.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use support::{expect, files_below, no_complaints, project, run, run_within, transcript};

#[test]
fn mistakes_of_newcomers_are_answered() {
    let filter = std::env::var("TIGHTROPE_CASE").unwrap_or_default();
    let folder = project().join("corpus/newcomer");
    let mut complaints = Vec::new();
    let cases = files_below(&folder).into_iter().filter(|path| path.ends_with("commands"));
    for commands in cases.filter(|path| path.to_string_lossy().contains(&filter)) {
        let case = commands.parent().expect("a file lies in a folder");
        let mut text = String::new();
        for command in fs::read_to_string(&commands).expect("it was found").lines() {
            let words = words_of(command);
            let arguments: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
            text.push_str(&transcript(&arguments, &run(case, &arguments)));
            text.push('\n');
        }
        complaints.extend(expect(&case.join("expected"), &without_times(&text)).err());
    }
    no_complaints(&complaints);
}

/// JSON says how long it took.
fn without_times(text: &str) -> String {
    let line = |line: &str| match line.trim_start().starts_with("\"seconds\"") {
        true => "  (seconds)\n".to_owned(),
        false => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// As a shell reads them: words in single quotes are one.
fn words_of(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in command.split('\'').enumerate() {
        match index % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// The commands that outputs of a folder name, each with the folder that it runs in.
fn next_commands() -> BTreeMap<(PathBuf, String), String> {
    let mut found = BTreeMap::new();
    for path in files_below(&project().join("corpus")) {
        let is_output = path.extension().is_some_and(|end| end == "expected") || path.ends_with("expected");
        let text = if is_output { fs::read_to_string(&path).unwrap_or_default() } else { String::new() };
        let folder = path.parent().expect("a file lies in a folder").to_owned();
        for line in text.lines().filter_map(|line| line.strip_prefix("next: ")) {
            if let Some(start) = line.find("tightrope ") {
                found.insert((folder.clone(), line[start..].to_owned()), line.to_owned());
            }
        }
    }
    found
}

#[test]
fn every_next_line_is_a_command_that_leads_further() {
    let commands = next_commands();
    assert!(commands.len() > 50, "the corpus has only {} of them", commands.len());
    let mut complaints = Vec::new();
    for ((folder, command), line) in commands {
        let words = words_of(&command);
        let mut arguments: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        let is_check = arguments.first() == Some(&"check");
        if is_check && !arguments.contains(&"--timeout") {
            // Nobody waits for more than a look.
            arguments.extend(["--timeout", "5s"]);
        }
        complaints.extend(complaint(&folder, &arguments, &line));
    }
    no_complaints(&complaints);
}

/// What the test above would not notice is no test.
#[test]
fn a_line_that_leads_nowhere_is_a_complaint() {
    let folder = project().join("corpus/check");
    let list = "see what stands in the way: tightrope list --summary api_random.java";
    let check = ["check", "api_random.java", "--from", "api=6", "-j", "1"];
    assert_eq!(complaint(&folder, &check, "try longer sequences"), None);
    assert!(complaint(&folder, &check, list).is_some_and(|said| said.contains("circles: true")));
    assert!(complaint(&folder, &["check", "Nobody.knows", "api_random.java"], list).is_some());
    assert!(complaint(&folder, &["check", "nowhere.java"], list).is_some());
}

fn complaint(folder: &Path, arguments: &[&str], line: &str) -> Option<String> {
    let output = run_within(folder, arguments, Duration::from_secs(400));
    let code = output.status.code();
    let text = String::from_utf8_lossy(&output.stdout);
    let next = text.lines().find_map(|line| line.strip_prefix("next: "));
    // Whoever has not fixed it is told the same again.
    let goes_in_circles = next == Some(line) && !line.starts_with("fix it");
    let is_answer = matches!(code, Some(0 | 1 | 3)) && !text.is_empty();
    (!is_answer || goes_in_circles).then(|| {
        let said = String::from_utf8_lossy(&output.stderr);
        format!("{line}\n  exit {code:?}, circles: {goes_in_circles}\n{said}")
    })
}
