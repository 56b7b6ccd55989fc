//! A report as SARIF 2.1.0 (OASIS), which code hosts and editors read.
//!
//! Findings are results at the method, or where the exception was thrown; the clause is a related
//! location, and the path of the run a code flow. What was not decided, and what is wrong with the
//! input, are notifications of the invocation: a host must not show them as findings. Numbers keep
//! below what GitHub takes.

use crate::{Counterexample, MethodReport, Place, Problem, Rule, RunReport, Verdict, fingerprint};
use serde_json::{Map, Value as Json, json};

/// GitHub takes 25,000 results of a run, and shows 5,000.
const MOST_RESULTS: usize = 5_000;

/// The whole log. Ends with a newline.
pub fn run_as_sarif(report: &RunReport) -> String {
    let findings =
        report.methods.iter().flat_map(|method| method.counterexamples.iter().map(move |found| (method, found)));
    let findings: Vec<(&MethodReport, &Counterexample)> = findings.collect();
    let results: Vec<Json> = findings.iter().take(MOST_RESULTS).map(|(method, found)| result(method, found)).collect();
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
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

fn rule(rule: Rule) -> Json {
    json!({
        "id": rule.id(),
        "shortDescription": { "text": rule.description() },
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

fn result(method: &MethodReport, found: &Counterexample) -> Json {
    let thrown = found.exception.as_ref().filter(|_| found.clause.is_none()).and_then(|thrown| thrown.place.as_ref());
    let place = thrown.unwrap_or(&method.place);
    let name = format!("{}.{}", method.class, method.method);
    let logical = json!([{ "fullyQualifiedName": name, "kind": "function" }]);
    let clause = found.clause.as_ref();
    let related = clause.and_then(|clause| Some((clause.place.as_ref()?, &clause.text)));
    let related: Vec<Json> = related
        .map(|(place, text)| json!({ "id": 1, "physicalLocation": physical(place), "message": { "text": text } }))
        .into_iter()
        .collect();
    let flow: Vec<Json> = found
        .path
        .iter()
        .map(|line| {
            let times = if line.times > 1 { format!("  ×{}", line.times) } else { String::new() };
            let text = format!("{}{times}", line.text);
            json!({ "location": { "physicalLocation": physical(&line.place), "message": { "text": text } } })
        })
        .collect();
    let flows = if flow.is_empty() { json!([]) } else { json!([{ "threadFlows": [{ "locations": flow }] }]) };
    json!({
        "ruleId": found.rule.id(),
        "ruleIndex": Rule::ALL.iter().position(|rule| *rule == found.rule),
        "level": "error",
        "message": { "text": message(&name, found) },
        "locations": [{ "physicalLocation": physical(place), "logicalLocations": logical }],
        "relatedLocations": related,
        "codeFlows": flows,
        "partialFingerprints": { "tightrope/v1": fingerprint(method, found) },
    })
}

/// What is broken, by which call, and why.
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
