//! The black box: which heaps can a client of a class build, and which calls break something?
//!
//! Follows the black-box checker that Darga and Boyapati compare their glass box with: start with
//! what constructors make, call every method with every argument on every state, keep each state
//! once. It needs no invariant: whatever it finds, it finds with the calls that lead there, so a
//! finding is a test. What it covers is bounded by the number of calls, not by the size of heaps.
//!
//! It departs from the paper in two ways. States are compared up to isomorphism by the canonical
//! form of the heap. And a call that throws or breaks its contract is a finding, not a state: what
//! comes after it is nobody's fault but its own.

mod api;
mod call;
mod candidates;
mod client;
mod handles;
mod library;
mod story;
mod walk;

pub use api::{Api, api_of};
pub use call::{Call, Operand, as_java};
pub use candidates::KnownArguments;
pub use candidates::Values;
pub use client::{Gap, INPUTS_IN_CALLS};
pub use handles::{host_of, is_called_on_handle};
pub use library::takes_collections;
pub use story::{Story, tell};
pub use walk::{Fault, Finding, LeftOut, Limits, Reached, Stop, Suspect, reach};
