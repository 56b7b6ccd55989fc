//! `--baseline FILE`: findings that are known, so that old code can be checked for new ones.
//!
//! A line names a finding by the method, the rule and what is said of it. Lines of the program and
//! numbers of heaps are not in it, so that it stays the same when other code changes. The file is
//! meant to be read and edited: whatever stands in it is known.

use crate::deliver;
use std::collections::BTreeSet;
use std::path::Path;
use tightrope_report::{Counterexample, MethodReport, Rule, RunReport};
use tightrope_source::{Code, Diagnostic};

const HEADING: &str = "# Findings of `tightrope check` that are known. Remove a line to have its finding reported.\n";

/// Takes the known findings out of a report; writes the file if it does not exist.
pub(crate) fn apply(path: &Path, report: &mut RunReport) -> Result<(), Box<Diagnostic>> {
    let found: BTreeSet<String> = report.methods.iter().flat_map(keys).collect();
    let known = match path.exists() {
        true => read(path)?,
        // What was not looked at would be new the next time.
        false if report.interrupted => {
            report.notes.push(format!("{} was not written: not everything was checked", path.display()));
            return Ok(());
        }
        false => {
            deliver::write(path, &written(&found))?;
            report.notes.push(format!("{} written to {}", counted(found.len()), path.display()));
            found.clone()
        }
    };
    for method in &mut report.methods {
        take(method, &known);
    }
    // A method that was not checked this time says nothing.
    let checked: BTreeSet<String> = report.methods.iter().map(|method| format!("{} ", name(method))).collect();
    let gone = known.iter().filter(|key| checked.iter().any(|name| key.starts_with(name.as_str())));
    let gone = gone.filter(|key| !found.contains(*key)).count();
    if gone > 0 {
        let (are, lines) = if gone == 1 { ("is", "its line") } else { ("are", "their lines") };
        let findings = counted(gone);
        report.notes.push(format!("{findings} of {} {are} no longer found: remove {lines}", path.display()));
    }
    Ok(())
}

fn counted(findings: usize) -> String {
    format!("{findings} known finding{}", if findings == 1 { "" } else { "s" })
}

fn read(path: &Path) -> Result<BTreeSet<String>, Box<Diagnostic>> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        let message = format!("the baseline `{}` cannot be read: {error}", path.display());
        Box::new(Diagnostic::without_place(Code::BadArgument, message))
    })?;
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(index, line)| if is_key(line) { Ok(line.to_owned()) } else { Err(no_key(path, index + 1)) }).collect()
}

/// `Stack.push(int) exception …`
fn is_key(line: &str) -> bool {
    let mut words = line.split(' ');
    let is_method = words.next().is_some_and(|word| word.contains('(') && word.ends_with(')'));
    is_method && words.next().is_some_and(|word| Rule::ALL.iter().any(|rule| rule.id() == word))
}

fn no_key(path: &Path, line: usize) -> Box<Diagnostic> {
    let message = format!("line {line} of the baseline `{}` does not name a finding", path.display());
    let hint = "remove the line, or remove the file to have it written anew";
    Box::new(Diagnostic::without_place(Code::BadArgument, message).hint(hint))
}

fn written(keys: &BTreeSet<String>) -> String {
    keys.iter().fold(HEADING.to_owned(), |text, key| text + key + "\n")
}

fn take(method: &mut MethodReport, known: &BTreeSet<String>) {
    let name = name(method);
    let before = method.counterexamples.len();
    method.counterexamples.retain(|found| !known.contains(&key(&name, found)));
    method.known = before - method.counterexamples.len();
}

fn keys(method: &MethodReport) -> Vec<String> {
    let name = name(method);
    method.counterexamples.iter().map(|found| key(&name, found)).collect()
}

/// `Stack.push(int)`
fn name(method: &MethodReport) -> String {
    let params = method.signature.find('(').and_then(|start| method.signature.get(start..)).unwrap_or("()");
    format!("{}{}", method.name(), params.replace(' ', ""))
}

fn key(method: &str, found: &Counterexample) -> String {
    // Of an exception, the line that throws it.
    let line = found.path.last().map(|line| line.text.as_str());
    let what = found.clause.as_ref().map(|clause| clause.text.as_str()).or(line);
    let what = what.map(|what| format!(": {what}")).unwrap_or_default();
    let key = format!("{method} {} {}{what}", found.rule.id(), found.title);
    // One line, however the clause is laid out.
    key.split_whitespace().collect::<Vec<_>>().join(" ")
}
