//! One counterexample: what is broken and why, its storyboard, and the source beside it.

use super::storyboard;
use crate::text::grouped;
use crate::{Conjunct, Counterexample, Excerpt, MethodReport, Reachability, admitted_only};
use maud::{Markup, html};
use std::collections::BTreeSet;
use tightrope_heap::Layouts;
use tightrope_program::Program;

pub(super) fn article(
    number: usize,
    method: &MethodReport,
    found: &Counterexample,
    program: &Program,
    layouts: &Layouts,
) -> Markup {
    let scenes = storyboard::scenes(found, program, layouts);
    html! {
        article.finding id=(format!("finding-{number}")) aria-labelledby=(format!("heading-{number}")) {
            h2 id=(format!("heading-{number}")) { span.chip.violated { "violated" } " " code { (method.name()) } ": " (found.title) }
            (why(method, found))
            div class=(if method.source.is_empty() { "stage alone" } else { "stage" }) {
                (storyboard::element(number, &scenes, found))
                @if !method.source.is_empty() { (source(method, found)) }
            }
            @if let Some(hint) = &found.hint { p.hint { strong { "hint: " } (hint) } }
            @if found.other_heaps > 0 { p.also { "It fails in the same way " (others(method, found)) "." } }
        }
    }
}

/// `on 3 other heaps in scope`
fn others(method: &MethodReport, found: &Counterexample) -> String {
    let (count, is_one) = (grouped(found.other_heaps), found.other_heaps == 1);
    match method.coverage.as_ref().is_some_and(|coverage| coverage.calls.is_some()) {
        true => format!("after {count} other {}", if is_one { "sequence of calls" } else { "sequences of calls" }),
        false => format!("on {count} other {} in scope", if is_one { "heap" } else { "heaps" }),
    }
}

fn why(method: &MethodReport, found: &Counterexample) -> Markup {
    html! {
        dl.why {
            @if !found.calls.is_empty() {
                dt { "calls" }
                dd.calls { "these build the heap and end with the call: " @for call in &found.calls { code { (call) } " " } }
            }
            @if found.calls.last() != Some(&found.call) {
                dt { "call" } dd { code { (found.call) } }
            }
            @if let Some(Reachability::AdmittedOnly { calls }) = found.reachability {
                dt { "heap" } dd { (admitted_only(calls)) }
            }
            @if let Some(clause) = &found.clause {
                dt { "clause" }
                dd { code.clause { (clause.text) } @if let Some(place) = &clause.place { span.place { (place) } } }
            }
            @if let Some(thrown) = &found.exception {
                dt { "throws" }
                dd { code { (thrown.class) } @if let Some(place) = &thrown.place { span.place { (place) } } }
            }
            @if let Some(result) = &found.result { dt { "returns" } dd { code { (result) } } }
            @for conjunct in &found.failing { (failing(conjunct)) }
            @if let Some(line) = &found.rep_ok_line {
                dt { "decided" }
                dd { code { (line.method) } " returned " @if let Some(value) = &line.value { code { (value) } }
                    " at " code { (line.text) } span.place { (line.place) } }
            }
            @if found.clause.is_none() && found.exception.is_none() { dt { "method" } dd { code { (method.signature) } } }
        }
    }
}

/// A part of the clause that is false, with the values of what stands in it.
fn failing(conjunct: &Conjunct) -> Markup {
    html! {
        dt { "false" }
        dd {
            code.clause { (conjunct.text) }
            @if let Some(place) = &conjunct.place { span.place { (place) } }
            @if !(conjunct.bindings.is_empty() && conjunct.values.is_empty()) {
                table.values {
                    caption.hidden { "Values of the parts" }
                    tbody {
                        @for each in &conjunct.bindings { tr { th scope="row" { "for " code { (each.name) } } td { code { (each.value) } } } }
                        @for each in &conjunct.values { tr { th scope="row" { code { (each.name) } } td { code { (each.value) } } } }
                    }
                }
            }
        }
    }
}

/// The method, and what else the run came through. Lines that ran are marked.
fn source(method: &MethodReport, found: &Counterexample) -> Markup {
    let ran: BTreeSet<String> = found.path.iter().map(|line| line.place.to_string()).collect();
    let touched = |excerpt: &&Excerpt| {
        let is_first = method.source.first() == Some(excerpt);
        is_first || lines(excerpt).any(|(place, _)| ran.contains(&place))
    };
    html! {
        div.source role="region" aria-label="source" tabindex="0" {
            @for excerpt in method.source.iter().filter(touched) {
                p.file { (excerpt.first) }
                pre {
                    @for (place, text) in lines(excerpt) {
                        @let class = if ran.contains(&place) { "line ran" } else { "line" };
                        span class=(class) data-line=(place) { span.gutter { (place.rsplit(':').next().unwrap_or_default()) } (text) "\n" }
                    }
                }
            }
        }
    }
}

fn lines(excerpt: &Excerpt) -> impl Iterator<Item = (String, &str)> {
    let numbered = excerpt.lines.iter().enumerate();
    numbered.map(|(index, text)| (format!("{}:{}", excerpt.first.file, excerpt.first.line + index), text.as_str()))
}
