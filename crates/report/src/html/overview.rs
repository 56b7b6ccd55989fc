//! The top of the page: what was asked, how it ended, and one row for each method.

use super::findings;
use crate::text::{covered_briefly, duration};
use crate::{MethodReport, RunReport, Totals, Verdict};
use maud::{Markup, html};

pub(super) fn title(report: &RunReport) -> String {
    let totals = report.totals();
    match (totals.violated, totals.methods) {
        (0, methods) if totals.holds == methods => format!("Tightrope: {methods} of {methods} methods hold in scope"),
        (0, methods) => format!("Tightrope: {} of {methods} methods hold in scope", totals.holds),
        (violated, methods) => format!("Tightrope: {violated} of {methods} methods violated"),
    }
}

pub(super) fn header(report: &RunReport) -> Markup {
    html! {
        header {
            div.bar {
                h1 { "Tightrope" }
                button #theme type="button" aria-label="Switch between dark and light" title="Dark or light" { "◐" }
            }
            p.totals { @for (count, word) in counts(report.totals()) { span class=(format!("chip {word}")) { b { (count) } " " (word) } } }
            p.facts {
                "scope " (report.scope) ", " (duration(report.seconds))
                @if report.interrupted { ", " strong { "interrupted: this is what was known then" } }
            }
        }
    }
}

fn counts(totals: Totals) -> Vec<(usize, &'static str)> {
    let all = [
        (totals.violated, "violated"),
        (totals.holds, "holds"),
        (totals.vacuous, "vacuous"),
        (totals.unknown, "unknown"),
        (totals.unsupported, "unsupported"),
    ];
    all.into_iter().filter(|(count, _)| *count > 0).collect()
}

pub(super) fn table(report: &RunReport) -> Markup {
    html! {
        div.scroll {
            table {
                caption { "All methods" }
                thead {
                    tr {
                        th scope="col" { "verdict" }
                        th scope="col" { "method" }
                        th scope="col" { "scope" }
                        th.number scope="col" { "heaps" }
                        th.number scope="col" { "runs" }
                        th.number scope="col" { "time" }
                        th scope="col" { "bounds used up" }
                        th scope="col" { "what is said" }
                    }
                }
                tbody { @for method in &report.methods { (row(report, method)) } }
            }
        }
    }
}

fn row(report: &RunReport, method: &MethodReport) -> Markup {
    let word = method.verdict.word();
    let coverage = method.coverage.as_ref();
    let number = findings(report).find(|(_, other, _)| std::ptr::eq(*other, method)).map(|(number, ..)| number);
    html! {
        tr {
            td { span class=(format!("chip {word}")) { (word) } }
            th scope="row" {
                @match number {
                    Some(number) => a href=(format!("#finding-{number}")) { (method.name()) },
                    None => (method.name()),
                }
                span.place { (method.place) }
            }
            td { (coverage.map_or("–", |it| it.scope.as_str())) }
            td.number { (coverage.map_or("–".to_owned(), |it| it.counted_heaps())) }
            td.number { (coverage.map_or("–".to_owned(), |it| it.counted_runs())) }
            td.number { (duration(method.seconds)) }
            td { (used_up(method)) }
            td { (said(method)) }
        }
    }
}

fn used_up(method: &MethodReport) -> String {
    let bounds = method.coverage.iter().flat_map(|coverage| &coverage.bounds).filter(|bound| bound.touched);
    let names: Vec<&str> = bounds.map(|bound| bound.class.as_str()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn said(method: &MethodReport) -> Markup {
    let titles: Vec<&str> = method.counterexamples.iter().map(|found| found.title.as_str()).collect();
    html! {
        @match &method.verdict {
            Verdict::Holds => (method.coverage.as_ref().map(covered_briefly).unwrap_or_default()),
            Verdict::Violated => (titles.join("; ")),
            Verdict::Vacuous { reason } | Verdict::Unknown { reason, .. } => (reason),
            Verdict::Unsupported { what, place, .. } => { (what) @if let Some(place) = place { " at " (place) } },
        }
        @for warning in &method.warnings {
            p class=(if warning.kind.is_note() { "warning note" } else { "warning" }) {
                strong { @if warning.kind.is_note() { "note: " } @else { "warning: " } } (warning.message) @if let Some(place) = &warning.place { " (" (place) ")" }
            }
        }
    }
}

/// What verdicts rest on, and what is to be said about the run as a whole.
pub(super) fn notes(report: &RunReport) -> Markup {
    let assumed = report.methods.iter().flat_map(|method| method.assumptions.iter().map(move |it| (method, it)));
    let unchecked = report.methods.iter().flat_map(|method| method.unchecked.iter().map(move |it| (method, it)));
    let assumed: Vec<_> = assumed.collect();
    let unchecked: Vec<_> = unchecked.collect();
    html! {
        @if !(assumed.is_empty() && unchecked.is_empty() && report.notes.is_empty()) {
            details.notes {
                summary { "What the verdicts rest on" }
                ul {
                    @for note in &report.notes { li { (note) } }
                    @for (method, text) in assumed { li { "assumed for " (method.name()) ": " (text) } }
                    @for (method, it) in unchecked {
                        li { "not checked for " (method.name()) ": " (it.what) @if let Some(place) = &it.place { " (" (place) ")" } }
                    }
                }
            }
        }
    }
}
