//! A report as SARIF 2.1.0 (OASIS), which code hosts and editors read.
//!
//! Findings are results at the method, or where the exception was thrown; the clause is a related
//! location, and the path of the run a code flow. What was not decided, and what is wrong with the
//! input, are notifications of the invocation: a host must not show them as findings. Numbers keep
//! below what GitHub takes.

use crate::draw::escape::without_turns;
use crate::{
    Counterexample, MethodReport, PathLine, Place, Problem, Reachability, Rule, RunReport, Verdict, admitted_only,
    fingerprint,
};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeSet;

/// GitHub takes 25,000 results of a run, and shows 5,000.
const MOST_RESULTS: usize = 5_000;
/// It takes 10,000 places of a flow, and shows 1,000.
const MOST_STEPS: usize = 1_000;
/// It refuses what has more than 10 MB when it is packed: so many places in all, however many
/// findings there are.
const MOST_STEPS_IN_ALL: usize = 100_000;
const FEWEST_STEPS: usize = 20;

/// The whole log. Ends with a newline.
pub fn run_as_sarif(report: &RunReport) -> String {
    let findings =
        report.methods.iter().flat_map(|method| method.counterexamples.iter().map(move |found| (method, found)));
    let findings: Vec<(&MethodReport, &Counterexample)> = findings.collect();
    let steps = (MOST_STEPS_IN_ALL / findings.len().max(1)).clamp(FEWEST_STEPS, MOST_STEPS);
    let mut taken = BTreeSet::new();
    let results = findings.iter().take(MOST_RESULTS).map(|(method, found)| {
        let is_first = taken.insert((found.rule, place(method, found)));
        result(method, found, is_first, steps)
    });
    let results: Vec<Json> = results.collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Tightrope",
                "semanticVersion": report.tool_version,
                "rules": Rule::ALL.iter().map(|rule| self::rule(*rule)).collect::<Vec<Json>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": { "SRCROOT": { "description": { "text": "The folder in which tightrope was started." } } },
            "invocations": [{
                "executionSuccessful": !report.interrupted,
                "toolExecutionNotifications": undecided(report, findings.len()),
                "toolConfigurationNotifications": report.diagnostics.iter().map(problem).collect::<Vec<Json>>(),
            }],
            "results": results,
        }],
    });
    without_turns(&serde_json::to_string_pretty(&log).unwrap_or_default()) + "\n"
}

/// Hosts show the description above an alert, and the help below it.
fn rule(rule: Rule) -> Json {
    let help = format!(
        "{} The message names the call and the values that show it. `tightrope show Class.method --format svg` draws the heap, \
         `tightrope check --html` steps through the run, and `tightrope check --junit-tests` writes a JUnit test that fails.",
        rule.description()
    );
    json!({
        "id": rule.id(),
        "shortDescription": { "text": rule.description() },
        "fullDescription": { "text": rule.description() },
        "help": { "text": help.replace('`', ""), "markdown": help },
        "defaultConfiguration": { "level": "error" },
        "properties": { "tags": ["correctness"], "precision": "very-high", "problem.severity": "error" },
    })
}

/// `%` and what a URI has a meaning for, or no room for, is written in hexadecimal.
fn uri(file: &str) -> String {
    let file = file.strip_prefix("./").unwrap_or(file).replace('\\', "/");
    let mut uri = String::new();
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    uri
}

fn physical(place: &Place) -> Json {
    let mut artifact = Map::new();
    let is_absolute = place.file.starts_with('/');
    let uri = uri(&place.file);
    artifact.insert("uri".to_owned(), json!(if is_absolute { format!("file://{uri}") } else { uri }));
    if !is_absolute {
        artifact.insert("uriBaseId".to_owned(), json!("SRCROOT"));
    }
    json!({ "artifactLocation": artifact, "region": { "startLine": place.line.max(1) } })
}

/// Where a finding is shown: where the exception was thrown, or at the method.
pub(crate) fn place<'a>(method: &'a MethodReport, found: &'a Counterexample) -> &'a Place {
    let thrown = found.exception.as_ref().filter(|_| found.clause.is_none());
    thrown.and_then(|thrown| thrown.place.as_ref()).unwrap_or(&method.place)
}

/// GitHub tells alerts apart by rule, file and a hash of the line, which its action computes where
/// there is none. `is_first`: no earlier finding of the rule is at this line; the others bring a
/// hash of their own, or they would be one alert.
fn fingerprints(method: &MethodReport, found: &Counterexample, is_first: bool) -> Json {
    let own = fingerprint(method, found);
    match is_first {
        true => json!({ "tightrope/v1": own }),
        false => json!({ "tightrope/v1": own, "primaryLocationLineHash": own }),
    }
}

/// The run, step by step; of a long one the start and the end.
fn flow(path: &[PathLine], most: usize) -> Vec<Json> {
    let left_out = path.len().saturating_sub(most);
    let (start, rest) = path.split_at(if left_out > 0 { most / 2 } else { 0 });
    let end = rest.get(left_out..).unwrap_or_default();
    let step = |line: &PathLine, before: &str| {
        let times = if line.times > 1 { format!("  ×{}", line.times) } else { String::new() };
        let text = format!("{before}{}{times}", line.text);
        json!({ "location": { "physicalLocation": physical(&line.place), "message": { "text": text } } })
    };
    let gap = if left_out > 0 { format!("… {left_out} lines left out …  ") } else { String::new() };
    let end = end.iter().enumerate().map(|(at, line)| step(line, if at == 0 { &gap } else { "" }));
    start.iter().map(|line| step(line, "")).chain(end).collect()
}

fn result(method: &MethodReport, found: &Counterexample, is_first: bool, steps: usize) -> Json {
    let place = place(method, found);
    let name = method.name();
    let qualified = format!("{}.{}", method.qualified_class, method.method);
    let logical = json!([{ "fullyQualifiedName": qualified, "kind": "function" }]);
    let clause = found.clause.as_ref();
    let related = clause.and_then(|clause| Some((clause.place.as_ref()?, &clause.text)));
    let related: Vec<Json> = related
        .map(|(place, text)| json!({ "id": 1, "physicalLocation": physical(place), "message": { "text": text } }))
        .into_iter()
        .collect();
    let flow = flow(&found.path, steps);
    let flows = if flow.is_empty() { json!([]) } else { json!([{ "threadFlows": [{ "locations": flow }] }]) };
    json!({
        "ruleId": found.rule.id(),
        "ruleIndex": Rule::ALL.iter().position(|rule| *rule == found.rule),
        "level": "error",
        "message": { "text": message(&name, found) },
        "locations": [{ "physicalLocation": physical(place), "logicalLocations": logical }],
        "relatedLocations": related,
        "codeFlows": flows,
        "partialFingerprints": fingerprints(method, found, is_first),
    })
}

/// What is broken, by which call, why, and whether a client can have the heap.
pub(crate) fn message(name: &str, found: &Counterexample) -> String {
    let mut text = format!("{name}: {}, for the call {}", found.title, found.call);
    if let Some(thrown) = &found.exception {
        text.push_str(&format!(", which throws {}", thrown.class));
    }
    text.push('.');
    for conjunct in &found.failing {
        text.push_str(&format!(" False: {}", conjunct.text.trim()));
        let bindings = conjunct.bindings.iter().map(|each| format!("for {} = {}", each.name, each.value));
        let values = conjunct.values.iter().map(|each| format!("{} is {}", each.name, each.value));
        let facts: Vec<String> = bindings.chain(values).collect();
        text.push_str(&if facts.is_empty() { ".".to_owned() } else { format!(" ({}).", facts.join(", ")) });
    }
    if !found.calls.is_empty() {
        text.push_str(&format!(" These calls show it: {}", found.calls.join(" ")));
    }
    if let Some(Reachability::AdmittedOnly { calls }) = found.reachability {
        text.push_str(&format!(" The heap is {}.", admitted_only(calls)));
    }
    text
}

fn undecided(report: &RunReport, findings: usize) -> Vec<Json> {
    let mut notifications = Vec::new();
    for method in &report.methods {
        let reason = match &method.verdict {
            Verdict::Holds | Verdict::Violated => None,
            Verdict::Vacuous { reason } | Verdict::Unknown { reason, .. } => Some(reason),
            Verdict::Unsupported { what, .. } => Some(what),
        };
        let said = reason.map(|reason| ("warning", format!("{}: {}: {reason}", method.name(), method.verdict.word())));
        let warnings = method.warnings.iter().map(|it| ("note", format!("{}: {}", method.name(), it.message)));
        notifications.extend(said.into_iter().chain(warnings).map(|(level, text)| {
            json!({ "level": level, "message": { "text": text }, "locations": [{ "physicalLocation": physical(&method.place) }] })
        }));
    }
    notifications.extend(report.notes.iter().map(|note| json!({ "level": "note", "message": { "text": note } })));
    if findings > MOST_RESULTS {
        let text = format!("{} findings are left out", findings - MOST_RESULTS);
        notifications.push(json!({ "level": "warning", "message": { "text": text } }));
    }
    notifications
}

fn problem(problem: &Problem) -> Json {
    let locations: Vec<Json> =
        problem.place.iter().map(|place| json!({ "physicalLocation": physical(place) })).collect();
    json!({
        "level": problem.severity,
        "message": { "text": problem.message },
        "descriptor": { "id": problem.code },
        "locations": locations,
    })
}
