//! Tight field bounds (TACO; Ponzio et al.): for each field and each object in canonical order, what a valid structure
//! can hold there. From shape predicates ([`shape`]), and from structures that were enumerated ([`heaps`]).

pub mod heaps;
mod labels;
pub mod shape;

pub use labels::Labelling;
