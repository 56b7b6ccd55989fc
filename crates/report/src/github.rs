//! A report as commands for GitHub's runners, which become annotations at the lines of a change.

use crate::draw::escape::without_turns;
use crate::sarif::{message, place};
use crate::{Place, RunReport, Verdict};
use std::fmt::Write;

/// One command a line. Ends with a newline, unless there is nothing to say.
pub fn run_as_github(report: &RunReport) -> String {
    let mut text = String::new();
    for problem in &report.diagnostics {
        let level = if problem.severity == "error" { "error" } else { "warning" };
        command(&mut text, level, problem.place.as_ref(), &problem.code, &problem.message);
    }
    for method in &report.methods {
        for found in &method.counterexamples {
            command(&mut text, "error", Some(place(method, found)), &found.title, &message(&method.name(), found));
        }
        let undecided = match &method.verdict {
            Verdict::Holds | Verdict::Violated => None,
            Verdict::Vacuous { reason } | Verdict::Unknown { reason, .. } => Some(reason),
            Verdict::Unsupported { what, .. } => Some(what),
        };
        if let Some(reason) = undecided {
            let said = format!("{}: {reason}", method.name());
            command(&mut text, "warning", Some(&method.place), method.verdict.word(), &said);
        }
        for warning in &method.warnings {
            let place = warning.place.as_ref().unwrap_or(&method.place);
            let level = if warning.kind.is_note() { "notice" } else { "warning" };
            command(&mut text, level, Some(place), "contract", &warning.message);
        }
    }
    text
}

fn command(text: &mut String, level: &str, place: Option<&Place>, title: &str, message: &str) {
    let place = place.map(|place| format!("file={},line={},", property(&place.file), place.line)).unwrap_or_default();
    let _ = writeln!(text, "::{level} {place}title={}::{}", property(title), data(message));
}

/// As the runner unescapes it.
fn data(text: &str) -> String {
    without_turns(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
