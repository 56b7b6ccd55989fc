//! A report as text that can be read again: for whoever keeps verdicts from run to run.
//!
//! Only what took long and was complete is worth keeping: a method that holds, or whose
//! precondition no heap satisfies. A violation is shown with heaps that have been run, so it is
//! looked for again; what ran out of time may be known tomorrow.

use crate::{MethodReport, NextStep, Verdict};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Kept {
    report: MethodReport,
    /// What the report itself does not write.
    next: Option<NextStep>,
}

/// The text of a report; `None` if it is not to be kept.
pub fn kept_text(report: &MethodReport) -> Option<String> {
    let is_complete = matches!(report.verdict, Verdict::Holds | Verdict::Vacuous { .. });
    if !is_complete || !report.counterexamples.is_empty() {
        return None;
    }
    let kept = Kept { report: report.clone(), next: report.next.clone() };
    serde_json::to_string(&kept).ok()
}

/// The report that was kept, without the lines of its method; `None` if the text is none.
pub fn report_of_text(text: &str) -> Option<MethodReport> {
    let Kept { report, next } = serde_json::from_str(text).ok()?;
    let report = MethodReport { next, ..report };
    matches!(report.verdict, Verdict::Holds | Verdict::Vacuous { .. }).then_some(report)
}
