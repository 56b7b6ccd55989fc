//! What a run found, as data, and one renderer per format.
//!
//! [`RunReport`] and [`GenerateReport`] are filled by whoever runs the checks; nothing here knows an engine. This is the only crate
//! that serialises.

mod run_report;

pub use run_report::*;
