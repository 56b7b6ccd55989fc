//! Reports as text for people: one line for each method, a block for each counterexample, then
//! totals and what to do next.
//!
//! Nothing here says "verified": a verdict `holds` is always shown with what was covered.

mod bounds;
mod brief;
mod counterexample;
mod doctor;
mod generated;
mod mutants;
mod overview;
mod style;
mod summary;

pub use bounds::bounds_as_text;
pub use brief::run_in_brief;
pub use doctor::doctor_as_text;
pub use generated::{generated_as_text, structure_as_text};
pub use mutants::mutants_as_text;
pub(crate) use overview::covered_briefly;
pub(crate) use style::counted;
pub use style::{TextOptions, duration, grouped};

use crate::draw::escape::without_turns;
use crate::{RunReport, Verdict};
use tightrope_heap::Layouts;
use tightrope_program::Program;

/// The whole report. Ends with a newline.
pub fn run_as_text(report: &RunReport, program: &Program, layouts: &Layouts, options: TextOptions) -> String {
    let mut lines = overview::lines(report, options);
    for method in report.methods.iter().filter(|method| method.verdict == Verdict::Violated) {
        for (index, found) in method.counterexamples.iter().enumerate() {
            lines.push(String::new());
            let number = (method.counterexamples.len() > 1).then_some((index + 1, method.counterexamples.len()));
            lines.extend(counterexample::lines(method, found, number, program, layouts, options));
        }
    }
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines.extend(summary::lines(report, options));
    lines.into_iter().map(|line| without_turns(line.trim_end()) + "\n").collect()
}
