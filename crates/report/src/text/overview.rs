//! One line for each method, and below it what must not be overlooked.

use super::style::{Style, TextOptions, counted, duration, grouped, grouped_digits, hanging, pad};
use crate::{Coverage, MethodReport, RunReport, Solved, Verdict};
use std::collections::{BTreeMap, BTreeSet};

/// Wider names push their line out instead of all lines.
const MOST_NAME: usize = 40;

pub(super) fn lines(report: &RunReport, options: TextOptions) -> Vec<String> {
    let names = names(report);
    let width = |cells: &mut dyn Iterator<Item = usize>, most: usize| cells.filter(|it| *it <= most).max().unwrap_or(0);
    let words: Vec<String> = report.methods.iter().map(|method| shown_word(&method.verdict)).collect();
    let verdicts = width(&mut words.iter().map(|word| word.chars().count()), MOST_NAME);
    let widest = width(&mut names.iter().map(|name| name.chars().count()), MOST_NAME);
    let mut lines = Vec::new();
    for ((method, name), word) in report.methods.iter().zip(&names).zip(&words) {
        let verdict = options.paint(style(&method.verdict), &pad(word, verdicts));
        let name = options.paint(Style::Strong, &pad(name, widest));
        let indent = verdicts + widest + 4;
        let outcome = outcome(method, &report.scope.to_string());
        lines.extend(hanging(&format!("{verdict}  {name}  "), &outcome, indent, options.width));
        lines.extend(below(method, options));
    }
    lines
}

/// `holds`; `holds ≤7` where the search did not come further.
fn shown_word(verdict: &Verdict) -> String {
    match verdict.smaller_scope() {
        Some(scope) => format!("holds ≤{}", scope.split([',', ' ']).next().unwrap_or(scope)),
        None => verdict.word().to_owned(),
    }
}

fn style(verdict: &Verdict) -> Style {
    match verdict {
        Verdict::Holds => Style::Good,
        Verdict::Violated => Style::Bad,
        _ => Style::Doubtful,
    }
}

/// `Class.method`, with its parameters where that is needed to tell it from another one.
fn names(report: &RunReport) -> Vec<String> {
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for method in &report.methods {
        *uses.entry(method.name()).or_default() += 1;
    }
    let name = |method: &MethodReport| {
        let is_clear = uses.get(&method.name()).is_none_or(|count| *count == 1);
        let params = method.signature.find('(').and_then(|start| method.signature.get(start..));
        if is_clear { method.name() } else { format!("{}{}", method.name(), params.unwrap_or_default()) }
    };
    report.methods.iter().map(name).collect()
}

/// `asked`: the scope that was asked for.
fn outcome(method: &MethodReport, asked: &str) -> String {
    match &method.verdict {
        Verdict::Holds => method.coverage.as_ref().map_or("scope not given".to_owned(), covered),
        Verdict::Violated => violated(method),
        Verdict::Vacuous { reason } => format!("nothing was checked: {reason}"),
        Verdict::Unknown { reason, last_complete_scope } => {
            unknown(method, reason, last_complete_scope.as_deref(), asked)
        }
        Verdict::Unsupported { what, place, via } => {
            let place = place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
            let via = if via.is_empty() { String::new() } else { format!(", called through {}", via.join(" → ")) };
            format!("{what}{place}{via}")
        }
    }
}

/// `scope 6: 7 heaps, 56 runs`. Which values were tried say the details.
fn covered(coverage: &Coverage) -> String {
    let heaps = counted(coverage.heaps, "heap", "heaps");
    let runs = counted(coverage.runs, "run", "runs");
    let is_any = |value: &crate::ValueTreatment| value.treatment.starts_with("any");
    let values = match &coverage.all_numbers_up_to {
        _ if coverage.values.iter().all(is_any) => String::new(),
        Some(scope) => format!(", all numbers only up to scope {scope}"),
        None => ", not all numbers".to_owned(),
    };
    if coverage.is_one_formula() {
        return format!("scope {}: {ALL_AT_ONCE}{values}{}", coverage.scope, certified(coverage));
    }
    let all = if coverage.solved.is_some() { "; all numbers" } else { "" };
    let values = format!("{values}{all}{}", certified(coverage));
    if let Some(digits) = &coverage.states {
        let runs = counted(coverage.runs, "run stands", "runs stand");
        let states = if digits == "1" { "1 state".to_owned() } else { format!("{} states", grouped_digits(digits)) };
        return format!("scope {}: {runs} for {states}{values}", coverage.scope);
    }
    // Where each stands for itself, they are heaps like others.
    let are_others =
        |partial: &u64| coverage.every_size || *partial > 0 && coverage.stand_for != Some(partial.to_string());
    match (coverage.calls, coverage.partial_heaps.filter(are_others)) {
        (Some(calls), _) => format!("up to {}: {}", counted(calls as u64, "call", "calls"), states(coverage)),
        (None, None) => format!("scope {}: {heaps}, {runs}{values}", coverage.scope),
        (None, Some(partial)) => {
            let others = coverage.heaps.saturating_sub(partial);
            let others = if others == 0 { String::new() } else { format!(", {}", counted(others, "heap", "heaps")) };
            let partial = counted(partial, "partial heap stands", "partial heaps stand");
            if coverage.every_size {
                let how = if coverage.by_induction.is_some() { ", by induction on their size" } else { "" };
                return format!("for heaps of every size: {partial} for all there are{how}");
            }
            let stand_for = match &coverage.stand_for {
                _ if coverage.by_induction.is_some() => "all heaps, by induction on their size".to_owned(),
                Some(digits) if digits == "1" => "1 heap".to_owned(),
                Some(digits) => format!("{} heaps", grouped_digits(digits)),
                None => "all that look the same".to_owned(),
            };
            format!("scope {}: {partial} for {stand_for}{others}, {runs}{values}", coverage.scope)
        }
    }
}

/// What is said instead of a number of heaps. The size of the formula is in the details.
const ALL_AT_ONCE: &str = "all heaps at once";

/// `formula: 812 variables, 5,210 clauses, 40 conflicts`, or `formulas: of 12 paths`.
fn formula(Solved { variables, clauses, conflicts, paths }: &Solved) -> String {
    if let Some(paths) = paths {
        return format!("formulas: of {}", counted(*paths, "path", "paths"));
    }
    let variables = counted(*variables, "variable", "variables");
    let clauses = counted(*clauses, "clause", "clauses");
    format!("formula: {variables}, {clauses}, {}", counted(*conflicts, "conflict", "conflicts"))
}

/// `; certified (12 proofs)`; nothing without a certificate.
fn certified(coverage: &Coverage) -> String {
    let proofs = |count: u64| counted(count, "proof", "proofs");
    coverage.certified.map_or_else(String::new, |count| format!("; certified ({})", proofs(count)))
}

fn states(coverage: &Coverage) -> String {
    counted(coverage.heaps, "state", "states")
}

/// `any int or -2..3`; nothing if there are no values.
fn covered_values(coverage: &Coverage) -> String {
    let treatments: BTreeSet<&str> = coverage.values.iter().map(|value| value.treatment.as_str()).collect();
    treatments.into_iter().collect::<Vec<&str>>().join(" or ")
}

/// `heaps of every size, any int`, for a table that has the scope in another column.
pub(crate) fn covered_briefly(coverage: &Coverage) -> String {
    let size = coverage.every_size.then(|| "heaps of every size".to_owned());
    let values = Some(covered_values(coverage)).filter(|values| !values.is_empty());
    size.into_iter().chain(values).collect::<Vec<String>>().join(", ")
}

fn violated(method: &MethodReport) -> String {
    match method.counterexamples.as_slice() {
        [] if method.is_known() => counted(method.known as u64, "known finding", "known findings"),
        [] => "no counterexample is at hand".to_owned(),
        [only] => only.title.clone(),
        several => {
            let titles: BTreeSet<&str> = several.iter().map(|found| found.title.as_str()).collect();
            let titles: Vec<&str> = titles.into_iter().collect();
            format!("{} ways to fail: {}", several.len(), titles.join("; "))
        }
    }
}

fn unknown(method: &MethodReport, reason: &str, scope: Option<&str>, asked: &str) -> String {
    let Some(scope) = scope else { return format!("{reason}; no scope was completed") };
    let Some(coverage) = &method.coverage else { return format!("up to {scope}; then {reason}") };
    match coverage.calls {
        Some(_) => format!("up to {scope}: {}; then {reason}", states(coverage)),
        None => {
            let heaps = match coverage.is_one_formula() {
                true => format!("{ALL_AT_ONCE}{}", certified(coverage)),
                false => counted(coverage.heaps, "heap", "heaps"),
            };
            format!("up to scope {scope} of {asked}: {heaps}; then {reason}")
        }
    }
}

fn below(method: &MethodReport, options: TextOptions) -> Vec<String> {
    let mut lines = Vec::new();
    for warning in &method.warnings {
        let place = warning.place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
        let (word, style) =
            if warning.kind.is_note() { ("note:", Style::Strong) } else { ("warning:", Style::Doubtful) };
        let head = format!("    {} ", options.paint(style, word));
        lines.extend(hanging(&head, &format!("{}{place}", warning.message), 5 + word.len(), options.width));
    }
    if options.details {
        lines.extend(details(method, options.times).iter().flat_map(|line| hanging("    ", line, 6, options.width)));
    }
    lines
}

/// All that the verdict rests on.
fn details(method: &MethodReport, times: bool) -> Vec<String> {
    let took = |seconds: f64| if times { format!(", {}", duration(seconds)) } else { String::new() };
    let mut lines = vec![format!("{} at {}{}", method.signature, method.place, took(method.seconds))];
    let Some(coverage) = &method.coverage else { return lines };
    if coverage.calls.is_some() {
        lines.push(format!("{} of it", counted(coverage.runs, "call", "calls")));
        return lines;
    }
    for rung in &coverage.rungs {
        if coverage.is_one_formula() {
            lines.push(format!("scope {}{}", rung.scope, took(rung.seconds)));
            continue;
        }
        let (heaps, runs) = (counted(rung.heaps, "heap", "heaps"), counted(rung.runs, "run", "runs"));
        lines.push(format!("scope {}: {heaps}, {runs}{}", rung.scope, took(rung.seconds)));
    }
    for value in &coverage.values {
        lines.push(format!("{}: {}, because {}", value.place, value.treatment, value.reason));
    }
    for bound in &coverage.bounds {
        let used = if bound.touched { "used up: larger scopes may differ" } else { "slack" };
        lines.push(format!("bound {}: {} of {}, {used}", bound.class, bound.largest_used, bound.limit));
    }
    for each in &coverage.loops {
        lines.push(format!(
            "loop at {}: {} at most",
            each.place,
            counted(each.most_iterations, "iteration", "iterations")
        ));
    }
    if !coverage.is_one_formula() {
        lines.push(format!("longest run: {} steps", grouped(coverage.longest_run_steps)));
    }
    lines.extend(coverage.solved.as_ref().map(formula));
    lines.extend(coverage.one_by_one.clone());
    lines.extend(coverage.library.iter().map(|model| format!("library: {model}")));
    lines
}
