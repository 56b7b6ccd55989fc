//! The end of a report: what all verdicts rest on, the totals, and what to do next.

use super::style::{Style, TextOptions, counted, duration, hanging};
use crate::next::next;
use crate::{RunReport, Totals, Verdict};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn lines(report: &RunReport, options: TextOptions) -> Vec<String> {
    let mut lines: Vec<String> = shared(report).iter().flat_map(|line| hanging("", line, 2, options.width)).collect();
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines.extend(end(report, next(report, report.totals()), options));
    lines
}

/// Notes about the run, the totals, and what to do next.
pub(super) fn end(report: &RunReport, next: Option<String>, options: TextOptions) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(report.notes.iter().flat_map(|note| hanging("note: ", note, 6, options.width)));
    if report.interrupted {
        lines.push("interrupted: this is what was known then".to_owned());
    }
    let totals = report.totals();
    let total = total(totals, options.times.then_some(report.seconds));
    lines.extend(hanging("", &total, 2, options.width).iter().map(|line| options.paint(Style::Strong, line)));
    lines.extend(next.map(|step| format!("next: {step}")));
    lines
}

/// What verdicts rest on, each once with the methods that it is about.
fn shared(report: &RunReport) -> Vec<String> {
    let mut about: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for method in &report.methods {
        for assumption in &method.assumptions {
            about.entry(format!("assumed: {assumption}")).or_default().push(method.name());
        }
        for unchecked in &method.unchecked {
            let place = unchecked.place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
            about.entry(format!("not checked: {}{place}", unchecked.what)).or_default().push(method.name());
        }
    }
    let mut lines: Vec<String> =
        about.into_iter().map(|(text, methods)| format!("{text}  in {}", some_of(&methods))).collect();
    lines.extend(used_up(report));
    lines
}

fn some_of(names: &[String]) -> String {
    const MOST: usize = 3;
    let shown = names.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// The bounds that methods which hold used up, and those that none of them did.
fn used_up(report: &RunReport) -> Option<String> {
    let holding = report.methods.iter().filter(|method| method.verdict == Verdict::Holds);
    let bounds: Vec<_> = holding.filter_map(|method| method.coverage.as_ref()).flat_map(|it| &it.bounds).collect();
    let touched: BTreeSet<&str> = bounds.iter().filter(|it| it.touched).map(|it| it.class.as_str()).collect();
    let all: BTreeSet<&str> = bounds.iter().map(|it| it.class.as_str()).collect();
    let slack: Vec<&str> = all.difference(&touched).copied().collect();
    let touched: Vec<&str> = touched.into_iter().collect();
    match (touched.is_empty(), slack.is_empty()) {
        (true, true) => None,
        (true, false) => Some(format!("bounds: none was used up ({})", slack.join(", "))),
        (false, true) => Some(format!("bounds: used up {}; larger scopes may differ", touched.join(", "))),
        (false, false) => Some(format!(
            "bounds: used up {}; larger scopes may differ; never used up {}",
            touched.join(", "),
            slack.join(", ")
        )),
    }
}

/// `5 methods: 3 hold in scope, 1 violated, 1 unknown; 1.2 s`.
fn total(totals: Totals, seconds: Option<f64>) -> String {
    let parts = [
        (totals.holds, if totals.holds == 1 { "holds in scope" } else { "hold in scope" }),
        (totals.violated, "violated"),
        (totals.vacuous, "vacuous"),
        (totals.partly, if totals.partly == 1 { "holds in a smaller scope" } else { "hold in a smaller scope" }),
        (totals.unknown - totals.partly, "unknown"),
        (totals.unsupported, "unsupported"),
    ];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts.map(|(count, word)| format!("{count} {word}")).collect();
    let methods = counted(totals.methods as u64, "method", "methods");
    let time = seconds.map(|seconds| format!("; {}", duration(seconds))).unwrap_or_default();
    match parts.is_empty() {
        true => "no methods were checked".to_owned(),
        false => format!("{methods}: {}{time}", parts.join(", ")),
    }
}
