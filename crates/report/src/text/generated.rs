//! The result of `tightrope generate` as text: the structures if they were asked for, then their number.

use super::style::{TextOptions, counted, duration};
use crate::GenerateReport;
use crate::draw::draw_lines;
use std::collections::BTreeSet;
use tightrope_heap::Layouts;
use tightrope_program::Program;

/// The whole report. Ends with a newline.
pub fn generated_as_text(
    report: &GenerateReport,
    program: &Program,
    layouts: &Layouts,
    options: TextOptions,
) -> String {
    let mut lines = Vec::new();
    for (index, structure) in report.structures.iter().flatten().enumerate() {
        lines.push(format!("structure {}:", index + 1));
        lines.extend(draw_lines(program, layouts, structure, None, &BTreeSet::new(), options.width));
        lines.push(String::new());
    }
    lines.extend(report.notes.iter().map(|note| format!("note: {note}")));
    let count = counted(report.count, "structure", "structures");
    let at_least = if report.complete { "" } else { "at least " };
    let rest = if report.complete { "" } else { "; the search was stopped" };
    let time = if options.times { format!("; {}", duration(report.seconds)) } else { String::new() };
    lines.push(format!("{}: {at_least}{count} in scope {}{rest}{time}", report.class, report.scope));
    lines.into_iter().map(|line| line + "\n").collect()
}
