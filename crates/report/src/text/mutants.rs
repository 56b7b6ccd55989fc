//! The result of `tightrope mutate` as text: kills by scope as in TACO's Fig. 30 and Table 5, kills
//! by operator, and the survivors as diffs.

use super::style::{Style, TextOptions, counted, duration, hanging, pad};
use crate::{Fate, MutantReport, MutatedMethod, MutationReport};
use std::collections::BTreeMap;

/// The whole report. Ends with a newline.
pub fn mutants_as_text(report: &MutationReport, options: TextOptions) -> String {
    let mut lines = Vec::new();
    for method in &report.methods {
        lines.extend(of_method(method, options));
        lines.push(String::new());
    }
    lines.extend(report.notes.iter().map(|note| format!("note: {note}")));
    let mutants: usize = report.methods.iter().map(|method| method.mutants.len()).sum();
    let killed: usize = report.methods.iter().map(MutatedMethod::killed).sum();
    let time = if options.times { format!("; {}", duration(report.seconds)) } else { String::new() };
    let all = counted(mutants as u64, "mutant", "mutants");
    let unchecked: usize = report.methods.iter().map(|method| unchecked(method).count()).sum();
    let counts = match report.interrupted || unchecked > 0 {
        // Fewer were looked at than there are: the share of those killed means nothing.
        true => format!("stopped: {} of {all} checked, {killed} killed", mutants - unchecked),
        false => format!("{all}, {killed} killed"),
    };
    lines.push(format!("{counts} within scope {}{time}", report.scope));
    lines.into_iter().map(|line| line.trim_end().to_owned() + "\n").collect()
}

fn of_method(method: &MutatedMethod, options: TextOptions) -> Vec<String> {
    let name = options.paint(Style::Strong, &method.name());
    if let Some(reason) = &method.refused {
        return vec![format!("{name}: {} {reason}", options.paint(Style::Doubtful, "no mutants:"))];
    }
    let of = |part: &str| method.mutants.iter().filter(|mutant| mutant.part == part).count();
    let stillborn = match method.stillborn {
        0 => String::new(),
        some => format!(" ({some} more do not compile or cannot be evaluated)"),
    };
    let code = counted(of("code") as u64, "mutant", "mutants");
    let numbers = format!("{code} of the code, {} of the contract{stillborn}", of("contract"));
    let mut lines = hanging(&format!("{name}: "), &numbers, 2, options.width);
    lines.extend(by_scope(method, options));
    lines.extend(by_operator(method, options));
    lines.extend(undecided(method, options));
    lines.extend(survivors(method, options));
    lines
}

/// TACO's Fig. 30: the share that is killed up to each scope, and what the scope took.
fn by_scope(method: &MutatedMethod, options: TextOptions) -> Vec<String> {
    let all = method.mutants.len().max(1);
    let mut sum = 0;
    let time = if options.times { "       time" } else { "" };
    let mut lines = vec![format!("  {}  tried   killed   killed so far{time}", pad("scope", 12))];
    for rung in &method.scopes {
        sum += rung.killed;
        let share = format!("{:.1} %", 100.0 * sum as f64 / all as f64);
        let time = if options.times { format!("{:>11}", duration(rung.seconds)) } else { String::new() };
        let (tried, killed) = (rung.tried, rung.killed);
        lines.push(format!("  {}  {tried:>5}   {killed:>6}   {share:>13}{time}", pad(&rung.scope, 12)));
    }
    if options.times {
        let all: f64 = method.scopes.iter().map(|rung| rung.seconds).sum();
        lines.push(format!("  {}  {:>41}", pad("together", 12), duration(all)));
    }
    lines
}

fn by_operator(method: &MutatedMethod, options: TextOptions) -> Vec<String> {
    let mut operators: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for mutant in &method.mutants {
        let (killed, all) = operators.entry(&mutant.operator).or_default();
        *killed += usize::from(matches!(mutant.fate, Fate::Killed { .. }));
        *all += 1;
    }
    let operators: Vec<String> =
        operators.iter().map(|(name, (killed, all))| format!("{name} {killed}/{all}")).collect();
    let endless = method
        .mutants
        .iter()
        .filter(|mutant| matches!(mutant.fate, Fate::Killed { rule: crate::Rule::NeverReturns, .. }));
    let endless = endless.count();
    let mut lines = hanging("  killed by operator: ", &operators.join(", "), 4, options.width);
    if endless > 0 {
        lines.push(format!("  {endless} of the killed are proved to run forever"));
    }
    lines
}

/// Those that nobody looked at before somebody stopped the run.
fn unchecked(method: &MutatedMethod) -> impl Iterator<Item = &MutantReport> {
    method.mutants.iter().filter(|mutant| mutant.fate.is_interrupted())
}

fn undecided(method: &MutatedMethod, options: TextOptions) -> Vec<String> {
    let mut lines = Vec::new();
    let unchecked = unchecked(method).count();
    if unchecked > 0 {
        let what = counted(unchecked as u64, "mutant", "mutants");
        lines.push(format!("  {} {what}: the run was stopped", options.paint(Style::Doubtful, "not checked:")));
    }
    for mutant in method.mutants.iter().filter(|mutant| !mutant.fate.is_interrupted()) {
        if let Fate::Undecided { reason } = &mutant.fate {
            lines.push(format!("  {} {}: {reason}", options.paint(Style::Doubtful, "undecided:"), head(mutant)));
        }
    }
    lines
}

fn survivors(method: &MutatedMethod, options: TextOptions) -> Vec<String> {
    let mut lines = Vec::new();
    let survivors: Vec<&MutantReport> = method.survivors().collect();
    if survivors.is_empty() {
        let so_far = if unchecked(method).next().is_some() { " so far" } else { "" };
        return vec![format!("  none survives{so_far}")];
    }
    let many = if survivors.len() == 1 { "survives" } else { "survive" };
    lines.push(format!("  {} {many}: no heap of the scope tells them from the original", survivors.len()));
    for mutant in survivors {
        lines.push(String::new());
        lines.push(format!("  {}", head(mutant)));
        lines.extend(mutant.diff.iter().map(|line| {
            let style = if line.starts_with('-') { Style::Bad } else { Style::Good };
            format!("  {}", options.paint(style, line))
        }));
    }
    lines
}

fn head(mutant: &MutantReport) -> String {
    let helper = mutant.helper.as_ref().map(|name| format!(" in {name}")).unwrap_or_default();
    format!("{}{helper} at {}", mutant.id, mutant.place)
}
