//! A report as Markdown with Mermaid figures, for the summary of a job or a comment on a change.

use crate::draw::escape::escaped;
use crate::text::{counted, covered_briefly};
use crate::{Counterexample, Drafts, MethodReport, Reachability, RunReport, Verdict, admitted_only, as_mermaid};
use std::fmt::Write;
use tightrope_heap::{Heap, Layouts};
use tightrope_program::Program;

/// Figures take room, and a page with many is slow.
const MOST_FIGURES: usize = 20;
/// GitHub refuses summaries beyond 1 MiB; a job may have other steps that say something.
const MOST_BYTES: usize = 900_000;
/// So much of it for the table.
const MOST_TABLE_BYTES: usize = 400_000;

/// The whole document. Ends with a newline.
pub fn run_as_markdown(report: &RunReport, program: &Program, layouts: &Layouts) -> String {
    let totals = report.totals();
    let mut text = format!("## Tightrope: {} of {} methods violated\n\n", totals.violated, totals.methods);
    text.push_str("| verdict | method | scope | heaps | |\n| --- | --- | --- | ---: | --- |\n");
    for (index, method) in report.methods.iter().enumerate() {
        if text.len() > MOST_TABLE_BYTES {
            left_out(&mut text, report.methods.len() - index, "method", "methods");
            break;
        }
        let coverage = method.coverage.as_ref();
        let sign = match method.verdict {
            Verdict::Holds => "✅",
            Verdict::Violated => "❌",
            _ => "⚠️",
        };
        let _ = writeln!(
            text,
            "| {sign} {} | {} | {} | {} | {} |",
            method.verdict.word(),
            code(&method.name()),
            coverage.map_or("–", |it| it.scope.as_str()),
            coverage.map_or("–".to_owned(), |it| it.counted_heaps()),
            cell(&said(method)),
        );
    }
    let findings = report.methods.iter().flat_map(|method| method.counterexamples.iter().map(move |it| (method, it)));
    let findings: Vec<(&MethodReport, &Counterexample)> = findings.collect();
    for (index, (method, found)) in findings.iter().enumerate() {
        let mut block = String::new();
        finding(&mut block, method, found);
        if index < MOST_FIGURES {
            figures(&mut block, found, program, layouts);
        }
        if text.len() + block.len() > MOST_BYTES {
            left_out(&mut text, findings.len() - index, "finding", "findings");
            break;
        }
        text.push_str(&block);
    }
    for note in &report.notes {
        let _ = writeln!(text, "\n> {}", cell(note));
    }
    text
}

fn left_out(text: &mut String, count: usize, one: &str, many: &str) {
    let _ = writeln!(text, "\n**{} left out: there is no room for more.**", counted(count as u64, one, many));
}

fn said(method: &MethodReport) -> String {
    match &method.verdict {
        Verdict::Holds => method.coverage.as_ref().map(covered_briefly).unwrap_or_default(),
        Verdict::Violated => method.counterexamples.iter().map(|it| it.title.as_str()).collect::<Vec<_>>().join("; "),
        Verdict::Vacuous { reason } | Verdict::Unknown { reason, .. } => reason.clone(),
        Verdict::Unsupported { what, .. } => what.clone(),
    }
}

/// Text inside HTML inside Markdown: nothing in it has a meaning for either.
fn cell(text: &str) -> String {
    let mut safe = String::new();
    for character in escaped(&text.split_whitespace().collect::<Vec<_>>().join(" ")).chars() {
        match character {
            '|' | '*' | '_' | '`' | '[' | ']' | '\\' | '~' | '@' | '!' | '$' => {
                let _ = write!(safe, "&#{};", u32::from(character));
            }
            other => safe.push(other),
        }
    }
    safe
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", cell(text))
}

fn finding(text: &mut String, method: &MethodReport, found: &Counterexample) {
    let _ = writeln!(text, "\n### ❌ {}: {}\n", code(&method.name()), cell(&found.title));
    match found.calls.as_slice() {
        [] => {
            let _ = writeln!(text, "- call: {}", code(&found.call));
        }
        calls => {
            let calls: Vec<String> = calls.iter().map(|call| code(call)).collect();
            let _ = writeln!(text, "- calls: {}", calls.join(" "));
        }
    }
    if let Some(Reachability::AdmittedOnly { calls }) = found.reachability {
        let _ = writeln!(text, "- heap: {}", cell(&admitted_only(calls)));
    }
    if let Some(clause) = &found.clause {
        let place = clause.place.as_ref().map(|place| format!(" ({})", cell(&place.to_string())));
        let _ = writeln!(text, "- clause: {}{}", code(&clause.text), place.unwrap_or_default());
    }
    if let Some(thrown) = &found.exception {
        let place = thrown.place.as_ref().map(|place| format!(" at {}", cell(&place.to_string())));
        let _ = writeln!(text, "- throws: {}{}", code(&thrown.class), place.unwrap_or_default());
    }
    for conjunct in &found.failing {
        let _ = writeln!(text, "- false: {}", code(&conjunct.text));
        let bindings = conjunct.bindings.iter().map(|each| (format!("for {}", each.name), &each.value));
        let values = conjunct.values.iter().map(|each| (each.name.clone(), &each.value));
        for (name, value) in bindings.chain(values) {
            let _ = writeln!(text, "  - {} is {}", code(&name), code(value));
        }
    }
    if let Some(hint) = &found.hint {
        let _ = writeln!(text, "- hint: {}", cell(hint));
    }
}

fn figures(text: &mut String, found: &Counterexample, program: &Program, layouts: &Layouts) {
    let heaps: Vec<&Heap> = [&found.before].into_iter().chain(&found.after).collect();
    let drafts = Drafts::new(program, layouts, &heaps);
    let initial = found.before.objects.len();
    let before = as_mermaid(&drafts.figure(&found.before, None, initial, 0));
    let _ = writeln!(text, "\nBefore the call:\n\n```mermaid\n{before}```");
    if let Some(after) = &found.after {
        let after = as_mermaid(&drafts.figure(after, Some(&found.before), initial, 0));
        let _ = writeln!(text, "\nAfter it:\n\n```mermaid\n{after}```");
    }
}
