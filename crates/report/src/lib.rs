//! What a run found, as data, and one renderer per format.
//!
//! [`RunReport`] and [`GenerateReport`] are filled by whoever runs the checks; nothing here knows an engine. [`draw()`] shows a heap, or
//! what a call changed in it, in text. This is the only crate that serialises.

mod draw;
mod forecast;
mod json;
mod run_report;
mod text;

pub use draw::{WIDTH, draw};
pub use forecast::{Forecast, forecast};
pub use json::{generated_as_json, heap_as_json, run_as_json};
pub use run_report::*;
pub use text::{TextOptions, duration, generated_as_text, grouped, run_as_text};
