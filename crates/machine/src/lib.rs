//! The machine: the reference semantics of Java and of contracts, on heaps whole or partial.
//!
//! [`Executable`] is a program compiled to bytecode, [`State`] a run in progress. Every engine is
//! judged by what happens here.

/// The stack that a thread needs to evaluate formulas that lead to each other, as deep as
/// [`Budget`] allows by default, in debug builds too. Only what is used is ever given memory by the
/// system.
pub const STACK_SIZE: usize = 256 << 20;

pub mod accelerations;
mod adopt_statics;
mod arithmetic;
mod blame;
mod calls;
mod code;
mod compile;
pub mod contract;
mod counter;
mod cycle_detection;
mod execute;
mod footprint;
pub mod formula;
mod heads;
mod heap_conversion;
mod initial_heap;
mod initialize;
mod inner_loop;
mod lazy_reads;
mod loops;
mod natives;
pub mod observe;
mod outcome;
mod prepare;
mod print;
mod pure_calls;
#[cfg(test)]
#[expect(dead_code, reason = "not all of it is of use here")]
#[path = "../../order/src/random.rs"]
mod random;
mod restriction;
mod rounds;
mod runtime_types;
mod slot_set;
mod state;
mod symbolic_values;
mod symbols;
mod text;
pub mod trace;
mod version;
mod word;

pub use accelerations::{Acceleration, Accelerations};
pub use blame::Blame;
pub use calls::{LoadedCall, SavedCall};
pub use code::SpecKind;
pub use compile::Executable;
pub use counter::{Counted, Counter};
pub use footprint::{Footprint, Snapshot};
pub use heads::{Head, Passed};
pub use heap_conversion::{LoadError, Loaded};
pub use initial_heap::{Renumbering, SlotChange, is_opaque, is_symbol, object_of, reference_to};
pub use initialize::Initial;
pub use loops::{LoopCount, LoopCounter};
pub use outcome::{Broken, Budget, Limit, Outcome, Question, SlotRef, Thrown};
pub use prepare::{Compiled, believe_of_spoilt_fields, compile_problem};
pub use restriction::{Allowed, LazyReads, bit, least_word};
pub use state::State;
pub use tightrope_order::Orderings;
pub use version::Versioned;
pub use word::{NULL, Word};
