//! Engine: the bounded program and its contract as one circuit, decided by SAT.
//!
//! What Vaziri & Jackson (*Checking Properties of Heap-Manipulating Procedures with a Constraint
//! Solver*) and TACO (Galeotti et al., *Analysis of Invariants for Efficient Bounded Verification*)
//! do by translation to relational logic happens here directly on circuits: the computation graph
//! is walked with symbolic states that are merged where edges meet ([`walk`]); a reference is
//! one-hot, a field a matrix of such references, an update a multiplexer; integers are bits, so
//! that all of them are covered. The contract is evaluated on the states before and after
//! ([`contract`]), with `repOk` and pure methods walked like code ([`calls`]). Heaps before the
//! call are free up to symmetry ([`initial`]).
//!
//! What is not translated is never guessed: every value carries the conditions under which it means
//! nothing, and that these cannot happen is asked like the rest ([`check`]).

mod admitted;
mod again;
mod calls;
mod check;
mod contract;
mod decode;
mod dump;
mod encoder;
mod engine;
mod evaluate;
mod floating;
mod followed;
mod formula;
mod initial;
mod kept;
mod labels;
mod live_vars;
mod narrow;
mod natives;
mod order;
mod paths;
mod placed;
mod quantify;
mod questions;
mod relational;
mod rows;
mod sharing;
mod split;
mod state;
mod structures;
mod tight;
mod tried;
mod value;
mod walk;

pub use admitted::admitted_heaps;
pub use check::{Answers, Encoding, Finding, Gap, Options, Problem, Solver, Split, Violation, Work};
pub use contract::Broken;
pub use decode::Decoded;
pub use dump::{Drawing, graph_of};
pub use engine::{Effort, Setup, Symbolic};
pub use followed::Followed;
pub use initial::{Keys, Symmetry};
pub use split::{DecidedPart, PathAnswer, PathPart, PathParts};
pub use structures::structures;
pub use tightrope_circuit::{Preset, Proofs, Recording, Replay, Transcript};
