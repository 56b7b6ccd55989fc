//! A report that a person can read at once: one line for each cause, the worst first, and one for
//! each kind of verdict.
//!
//! Findings that break the same clause, or throw the same exception at the same place or after the
//! same call, have one cause, whatever methods lead there. What contradicts a contract or an
//! assertion comes before what never ends, and that before exceptions; what a few public calls
//! reach comes before what needs a null, or a heap that nobody may ever build.

use super::style::{Style, TextOptions, counted, pad, shortened};
use super::summary;
use crate::next;
use crate::{AfterCall, Counterexample, MethodReport, Place, Rule, RunReport, Verdict};
use std::collections::BTreeMap;

/// Longer names push their line out instead of all lines.
const MOST_NAME: usize = 46;

/// More names would push each other out.
const MOST_SUSPECTS: usize = 2;

/// One cause of findings.
struct Cause<'r> {
    title: &'r str,
    place: Place,
    method: &'r MethodReport,
    found: &'r Counterexample,
    /// The methods that show it, besides the first.
    others: usize,
}

/// The whole report. Ends with a newline.
pub fn run_in_brief(report: &RunReport, options: TextOptions) -> String {
    let causes = causes(report);
    let mut lines = Vec::new();
    if !causes.is_empty() {
        let findings = counted(causes.len() as u64, "finding", "findings, worst first");
        lines.push(options.paint(Style::Strong, &format!("{findings}:")));
        lines.extend(rows(&causes, options));
        lines.push(String::new());
    }
    lines.extend(others(report));
    let step = match causes.first() {
        Some(worst) => Some(next::look(report, worst.method)),
        None => next::next(report, report.totals()),
    };
    lines.extend(summary::end(report, step, options));
    lines.into_iter().map(|line| line.trim_end().to_owned() + "\n").collect()
}

fn causes(report: &RunReport) -> Vec<Cause<'_>> {
    let all = report.methods.iter().flat_map(|method| method.counterexamples.iter().map(move |found| (method, found)));
    let mut causes: Vec<Cause<'_>> = Vec::new();
    let mut all: Vec<(&MethodReport, &Counterexample)> = all.collect();
    all.sort_by_key(|(_, found)| rank(found));
    for (method, found) in all {
        let (title, place) = (found.title.as_str(), place_of(method, found));
        let same_suspect = |cause: &Cause<'_>| {
            let suspect = |found: &Counterexample| found.after_calls.first().map(|call| call.method.clone());
            cause.method.class == method.class
                && suspect(cause.found).is_some()
                && suspect(cause.found) == suspect(found)
        };
        let is_same = |cause: &&mut Cause<'_>| cause.title == title && (cause.place == place || same_suspect(cause));
        match causes.iter_mut().find(is_same) {
            Some(cause) if cause.method.name() == method.name() => {}
            Some(cause) => cause.others += 1,
            None => causes.push(Cause { title, place, method, found, others: 0 }),
        }
    }
    causes
}

/// Where the cause is: the place of the exception, the clause, or the method.
fn place_of(method: &MethodReport, found: &Counterexample) -> Place {
    let thrown = found.exception.as_ref().and_then(|thrown| thrown.place.clone());
    let clause = found.clause.as_ref().and_then(|clause| clause.place.clone());
    thrown.or(clause).unwrap_or_else(|| method.place.clone())
}

/// The worst first: see above.
fn rank(found: &Counterexample) -> (u8, bool, bool, usize, usize) {
    let kind = match found.rule {
        Rule::Exception if found.title == "AssertionError" => 0,
        Rule::Exception => 2,
        Rule::NeverReturns | Rule::StackOverflow => 1,
        _ => 0,
    };
    let needs_null = found.calls.iter().any(|call| call.contains("null"));
    (kind, found.calls.is_empty(), needs_null, found.calls.len(), found.objects)
}

fn rows(causes: &[Cause<'_>], options: TextOptions) -> Vec<String> {
    let names: Vec<String> = causes.iter().map(Cause::name).collect();
    let fits = names.iter().map(|name| name.chars().count()).filter(|width| *width <= MOST_NAME);
    let widest = fits.max().unwrap_or(0);
    let row = |(cause, name): (&Cause<'_>, &String)| {
        let name = pad(name, widest);
        let what = format!("  {name}  {} at {}", cause.title, short(&cause.place));
        let (what, way) = match cause.way() {
            // Whom to suspect is worth a line of its own.
            way if !way.is_empty() && what.chars().count() + way.chars().count() > options.width => {
                (what, Some(format!("{}{way}", " ".repeat(widest + 5))))
            }
            way => (what + &way, None),
        };
        let line = shortened(&what, options.width);
        let line = match (line.get(2..name.len() + 2), line.get(name.len() + 2..)) {
            (Some(name), Some(rest)) => format!("  {}{rest}", options.paint(Style::Bad, name)),
            _ => line,
        };
        [Some(line), way.map(|way| shortened(&way, options.width))].into_iter().flatten()
    };
    causes.iter().zip(&names).flat_map(row).collect()
}

impl Cause<'_> {
    fn name(&self) -> String {
        match self.others {
            0 => self.method.name(),
            others => format!("{} + {others}", self.method.name()),
        }
    }

    /// The calls of which one may be to blame: ` after setHead, deleteDuplicates`.
    fn way(&self) -> String {
        match self.found.after_calls.as_slice() {
            [] => String::new(),
            calls => format!(" after {}", methods(calls, MOST_SUSPECTS)),
        }
    }
}

/// `add, remove and 2 more`
pub(super) fn methods(calls: &[AfterCall], most: usize) -> String {
    let shown: Vec<&str> = calls.iter().take(most).map(|call| call.method.as_str()).collect();
    match calls.len() - shown.len() {
        0 => shown.join(", "),
        others => format!("{} and {others} more", shown.join(", ")),
    }
}

/// File and line, without the folders.
fn short(place: &Place) -> String {
    let file = place.file.rsplit(['/', '\\']).next().unwrap_or(&place.file);
    format!("{file}:{}", place.line)
}

/// A line for each kind of note and for what was not decided.
fn others(report: &RunReport) -> Vec<String> {
    let mut lines = Vec::new();
    let mut notes: BTreeMap<&str, usize> = BTreeMap::new();
    for warning in report.methods.iter().flat_map(|method| &method.warnings) {
        *notes.entry(warning.kind.in_brief()).or_default() += 1;
    }
    for (what, count) in notes {
        lines.push(format!("{count} × {what}"));
    }
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for method in &report.methods {
        if let Verdict::Unsupported { what, .. } = &method.verdict {
            *reasons.entry(what).or_default() += 1;
        }
    }
    let mut reasons: Vec<(&str, usize)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(what, count)| (std::cmp::Reverse(*count), *what));
    let most: Vec<String> = reasons.iter().take(3).map(|(what, count)| format!("{what} ({count})")).collect();
    if !most.is_empty() {
        lines.push(format!("not modelled, most often: {}", most.join(", ")));
    }
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines
}
