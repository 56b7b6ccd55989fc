//! Boolean circuits and the way from them to SAT solvers; knows neither Java nor heaps.
//!
//! A [`Circuit`] is a graph of gates that are shared and simplified as they are made. On it stand
//! bit-vectors ([`Bits`], with Java's arithmetic), finite sets and relations ([`Relation`]) and
//! one-hot choices. A [`Session`] writes the part of a circuit that is asked about as clauses to a
//! [`SatSolver`], and a [`Model`] says what everything in the circuit is where the answer is `Sat`.

mod batsat;
mod bits;
mod cadical;
mod certificate;
mod choice;
mod circuit;
mod cnf;
mod count;
mod fixed_formula;
mod literal;
mod model;
mod ranges;
mod relation;
mod session;
mod solver;
mod transcript;

pub use crate::batsat::BatSat;
pub use crate::bits::Bits;
pub use crate::cadical::{Cadical, Preset, Proofs};
pub use crate::circuit::{Circuit, Gate};
pub use crate::fixed_formula::FixedFormula;
pub use crate::literal::Lit;
pub use crate::model::{Example, Model};
pub use crate::relation::Relation;
pub use crate::session::Session;
pub use crate::solver::{Interrupt, Limits, Outcome, SatSolver, Unknown};
pub use crate::transcript::{Recorder, Recording, Replay, Replayer, Transcript};
