//! Finite heaps: what a bounded check starts from and what a counterexample shows.
//!
//! A [`Heap`] is a value that people and tools exchange: the picture of a counterexample, the
//! initial state of a run, the result of `generate`. (The machine keeps its own packed state
//! and converts.) Objects are known by class and index, `Node#2`; [`canonical`] gives them
//! their one canonical order, [`isomorphism`] compares heaps without it, [`matching`] those
//! with open values, [`text`] writes and reads the form that users see, [`validity`] says
//! whether a heap fits a program. A [`Scope`] says how large heaps may get.

pub mod canonical;
mod field_bounds;
mod heap;
pub mod isomorphism;
pub mod matching;
mod scope;
pub mod simplicity;
pub mod text;
pub mod validity;

pub use field_bounds::{FieldBound, FieldBounds, FieldValue, Key, Label, Orderings};
pub use heap::{Content, Heap, Layouts, Object, ObjectId, Root, Value};
pub use scope::{IntRange, Scope, ScopeError};
