//! What a run found, as data, and one renderer per format.
//!
//! [`RunReport`] and [`GenerateReport`] are filled by whoever runs the checks; nothing here knows
//! an engine. [`draw()`] shows a heap, or what a call changed in it, in text. This is the only
//! crate that serialises.

mod bounds_report;
mod doctor_report;
mod draw;
mod forecast;
mod github;
mod html;
mod json;
mod junit;
mod junit_test;
mod kept;
mod markdown;
mod mutation_report;
mod next;
mod rule;
mod run_report;
mod sarif;
mod text;

pub use bounds_report::*;
pub use doctor_report::*;
pub use draw::escape::without_turns;
pub use draw::{
    Arrow, ArrowKind, Card, CardKind, Cell, Drafts, Figure, Point, Port, Rect, Tag, Target, WIDTH, Words, as_dot,
    as_mermaid, as_svg, draw,
};
pub use forecast::{Forecast, forecast};
pub use github::run_as_github;
pub use html::run_as_html;
pub use json::{bounds_as_json, doctor_as_json, heap_as_json, mutants_as_json, run_as_json, write_generated_as_json};
pub use junit::run_as_junit;
pub use junit_test::{JavaTest, junit_test};
pub use kept::{kept_text, report_of_text};
pub use markdown::run_as_markdown;
pub use mutation_report::*;
pub use next::{Asked, NextStep};
pub use rule::{Rule, fingerprint};
pub use run_report::*;
pub use sarif::run_as_sarif;
pub use text::{
    TextOptions, bounds_as_text, doctor_as_text, duration, generated_as_text, grouped, mutants_as_text, run_as_text,
    run_in_brief, structure_as_text,
};
