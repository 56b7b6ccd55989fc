//! The typed program as data, its printer, its well-formedness check, and the lowering from syntax.

pub mod body;
pub mod constructs;
pub mod contract;
pub mod documentation;
pub mod effective;
mod lower;
mod program;
pub mod visit;

pub use lower::{Lowered, Options, lower};
pub use program::*;
