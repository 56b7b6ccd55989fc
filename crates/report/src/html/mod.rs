//! A report as one HTML file that needs nothing else: no network, no other file. All text of the
//! user is escaped by the templates (`maud`); the drawings escape theirs ([`crate::draw`]). The
//! page has one script of its own, and a policy that forbids every other.

mod finding;
mod overview;
mod storyboard;

use crate::RunReport;
use crate::draw::FIGURE_STYLE;
use crate::draw::escape::without_turns;
use maud::{DOCTYPE, PreEscaped, html};
use tightrope_heap::Layouts;
use tightrope_program::Program;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// Only scripts that know this word run, and only ours does.
const NONCE: &str = "tightrope";

/// The whole page. Ends with a newline.
pub fn run_as_html(report: &RunReport, program: &Program, layouts: &Layouts) -> String {
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'nonce-{NONCE}'; base-uri 'none'; form-action 'none'"
    );
    let title = overview::title(report);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(FIGURE_STYLE)) }
            }
            body {
                a.skip href="#findings" { "Skip to the findings" }
                (overview::header(report))
                main {
                    (overview::table(report))
                    (overview::notes(report))
                    div #findings {
                        @for (number, method, found) in findings(report) {
                            (finding::article(number, method, found, program, layouts))
                        }
                    }
                }
                footer { "Made by Tightrope " (report.tool_version) "." }
                script nonce=(NONCE) { (PreEscaped(SCRIPT)) }
            }
        }
    };
    let is_control = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    without_turns(&page.into_string()).replace(is_control, "\u{fffd}") + "\n"
}

/// All counterexamples, numbered from 1 as they are shown.
fn findings(report: &RunReport) -> impl Iterator<Item = (usize, &crate::MethodReport, &crate::Counterexample)> {
    let all = report.methods.iter().flat_map(|method| method.counterexamples.iter().map(move |found| (method, found)));
    all.enumerate().map(|(index, (method, found))| (index + 1, method, found))
}
