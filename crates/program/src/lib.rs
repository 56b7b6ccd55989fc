//! The typed program as data, its printer, its well-formedness check, and the lowering from syntax.

mod accepted;
pub mod assertions;
pub mod body;
mod captures;
pub mod constructs;
pub mod contract;
pub mod documentation;
pub mod effective;
pub mod final_fields;
pub mod floating;
pub mod generics;
pub mod hierarchy;
mod lower;
pub mod names;
pub mod natives;
pub mod preconditions;
pub mod print;
mod program;
pub mod quantifiers;
pub mod reach;
pub mod sorts;
pub mod support;
#[cfg(test)]
mod test_data;
pub mod visit;
pub mod well_formed;

pub use lower::{COMPILED, Lowered, Options, lower};
pub use program::*;
