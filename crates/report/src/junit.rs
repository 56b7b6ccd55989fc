//! A report as JUnit XML, which CI servers show as tests: a suite for each class, a case for each
//! method, and one for each way in which it fails.
//!
//! There is no one standard; this keeps to what the schema of Jenkins' xunit plugin and that of
//! Apache Ant have in common. A verdict that decides nothing is a test that was skipped, with the
//! reason.

use crate::draw::escape::escaped;
use crate::sarif::message;
use crate::{MethodReport, RunReport, Verdict};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The whole document. Ends with a newline.
pub fn run_as_junit(report: &RunReport) -> String {
    let mut suites: BTreeMap<&str, Vec<Case>> = BTreeMap::new();
    for method in &report.methods {
        suites.entry(&method.qualified_class).or_default().extend(cases(method));
    }
    let all: Vec<&Case> = suites.values().flatten().collect();
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(xml, "<testsuites name=\"tightrope\" {}>", totals(&all, report.seconds, Whose::Run));
    for (class, cases) in &suites {
        let own: Vec<&Case> = cases.iter().collect();
        let seconds = cases.iter().map(|case| case.seconds).sum();
        let _ = writeln!(xml, "  <testsuite name=\"{}\" {}>", escaped(class), totals(&own, seconds, Whose::Class));
        cases.iter().for_each(|case| write_case(&mut xml, class, case));
        xml.push_str("  </testsuite>\n");
    }
    xml.push_str("</testsuites>\n");
    xml
}

struct Case {
    name: String,
    seconds: f64,
    end: End,
}

enum End {
    Passed,
    Failed { title: String, rule: &'static str, text: String },
    Skipped(String),
}

fn cases(method: &MethodReport) -> Vec<Case> {
    let one = |end: End| vec![Case { name: method.signature.clone(), seconds: method.seconds, end }];
    match &method.verdict {
        Verdict::Holds => one(End::Passed),
        Verdict::Vacuous { reason } => one(End::Skipped(format!("vacuous: {reason}"))),
        Verdict::Unknown { reason, .. } => one(End::Skipped(format!("unknown: {reason}"))),
        Verdict::Unsupported { what, .. } => one(End::Skipped(format!("unsupported: {what}"))),
        Verdict::Violated if method.counterexamples.is_empty() => {
            one(End::Skipped(format!("violated: {} of its findings known from before", method.known)))
        }
        Verdict::Violated => {
            let share = method.seconds / method.counterexamples.len().max(1) as f64;
            let failed = method.counterexamples.iter().map(|found| {
                let clause = found.clause.as_ref().map(|clause| format!(" [{}]", clause.text)).unwrap_or_default();
                let name = format!("{}: {}{clause}", method.signature, found.rule.id());
                let text = message(&method.name(), found);
                let end = End::Failed { title: found.title.clone(), rule: found.rule.id(), text };
                Case { name, seconds: share, end }
            });
            failed.collect()
        }
    }
}

/// Only the totals of one suite say how many were skipped: Jenkins' schema has it so.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Run,
    Class,
}

fn totals(cases: &[&Case], seconds: f64, whose: Whose) -> String {
    let failed = cases.iter().filter(|case| matches!(case.end, End::Failed { .. })).count();
    let skipped = cases.iter().filter(|case| matches!(case.end, End::Skipped(_))).count();
    let tests = cases.len();
    let skipped = match whose {
        Whose::Run => String::new(),
        Whose::Class => format!(" skipped=\"{skipped}\""),
    };
    format!("tests=\"{tests}\" failures=\"{failed}\" errors=\"0\"{skipped} time=\"{seconds:.3}\"")
}

/// A name on one line.
fn attribute(text: &str) -> String {
    escaped(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn write_case(xml: &mut String, class: &str, case: &Case) {
    let name = attribute(&case.name);
    let _ =
        write!(xml, "    <testcase name=\"{name}\" classname=\"{}\" time=\"{:.3}\"", attribute(class), case.seconds);
    let _ = match &case.end {
        End::Passed => writeln!(xml, "/>"),
        End::Skipped(reason) => writeln!(xml, "><skipped>{}</skipped></testcase>", attribute(reason)),
        End::Failed { title, rule, text } => {
            let (title, text) = (attribute(title), escaped(text));
            writeln!(xml, "><failure message=\"{title}\" type=\"{rule}\">{text}</failure></testcase>")
        }
    };
}
