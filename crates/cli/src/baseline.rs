//! `--baseline FILE`: findings that are known, so that old code can be checked for new ones.
//!
//! A line names a finding by the method, the rule and what is said of it. Lines of the program and
//! numbers of heaps are not in it, so that it stays the same when other code changes. The file is
//! meant to be read and edited: whatever stands in it is known.

use crate::deliver;
use std::collections::BTreeSet;
use std::path::Path;
use tightrope_report::{Counterexample, MethodReport, RunReport};
use tightrope_source::{Code, Diagnostic};

const HEADING: &str = "# Findings of `tightrope check` that are known. Remove a line to have its finding reported.\n";

/// Takes the known findings out of a report; writes the file if it does not exist.
pub(crate) fn apply(path: &Path, report: &mut RunReport) -> Result<(), Box<Diagnostic>> {
    let found: BTreeSet<String> = report.methods.iter().flat_map(keys).collect();
    let known = match path.exists() {
        true => read(path)?,
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
        report.notes.push(format!("{} of {} no longer found: remove their lines", counted(gone), path.display()));
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
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.map(str::to_owned).collect())
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
    format!("{method} {} {}{what}", found.rule.id(), found.title)
}
