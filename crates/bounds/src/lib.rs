//! Tight field bounds (TACO; Ponzio et al.): for each field and each object in canonical order,
//! what a valid structure can hold there. From shape predicates ([`shape`]), from structures that
//! were enumerated ([`heaps`]), and from an invariant as a circuit, by asking a SAT solver
//! ([`feasible`]).

mod certified;
pub mod derive;
pub mod feasible;
pub mod heaps;
mod labels;
pub mod shape;
mod text;

pub use labels::Labelling;
pub use text::{bounds_of_text, bounds_text};
