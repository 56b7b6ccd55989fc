//! The result of `tightrope generate` as text: the structures if they were asked for, then their
//! number.

use super::style::{TextOptions, counted, duration};
use crate::GenerateReport;
use crate::draw::draw_lines;
use std::collections::BTreeSet;
use tightrope_heap::{Heap, Layouts};
use tightrope_program::Program;

/// One structure by itself, with an empty line after it. `index`: from 0.
pub fn structure_as_text(
    index: usize,
    structure: &Heap,
    program: &Program,
    layouts: &Layouts,
    options: TextOptions,
) -> String {
    let mut lines = vec![format!("structure {}:", index + 1)];
    lines.extend(draw_lines(program, layouts, structure, None, &BTreeSet::new(), options.width));
    lines.push(String::new());
    lines.into_iter().map(|line| line + "\n").collect()
}

/// What is said after the structures. Ends with a newline.
pub fn generated_as_text(report: &GenerateReport, options: TextOptions) -> String {
    let mut lines: Vec<String> = report.notes.iter().map(|note| format!("note: {note}")).collect();
    let count = counted(report.count, "structure", "structures");
    let at_least = if report.complete { "" } else { "at least " };
    let rest = if report.complete { "" } else { "; the search was stopped" };
    let time = if options.times { format!("; {}", duration(report.seconds)) } else { String::new() };
    lines.push(format!("{}: {at_least}{count} in scope {}{rest}{time}", report.class, report.scope));
    lines.into_iter().map(|line| line + "\n").collect()
}
