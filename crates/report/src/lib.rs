//! What a run found, as data, and one renderer per format.
//!
//! [`RunReport`] and [`GenerateReport`] are filled by whoever runs the checks; nothing here knows an engine. [`draw()`] shows a heap, or
//! what a call changed in it, in text. This is the only crate that serialises.

mod draw;
mod run_report;

pub use draw::{WIDTH, draw};
pub use run_report::*;
