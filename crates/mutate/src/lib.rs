//! Mutants: a method with one small fault, and the smallest scope that finds it.
//!
//! Follows muJava's method-level operators (Ma, Offutt, Kwon: MuJava, 2005; `operators.rs` has the
//! table) and the experiment of TACO (Galeotti et al., section 5.5.1): all mutants are checked at
//! scope 1, the survivors at scope 2, and so on. A mutant is made on the syntax tree and goes
//! through the whole lowering, so it is a program like any other; what does not type-check is no
//! mutant.
//!
//! It departs in two places. Clauses of the contract are mutated too (`clauses.rs`), but only in
//! ways that a correct method may notice. And a mutant that runs for ever is killed by a proof that
//! it does, where muJava needs a timeout and TACO leaves such mutants out.

mod clauses;
mod edit;
mod kill;
mod kinds;
mod operators;
mod sites;

pub use edit::Edit;
pub use kill::{Job, MUTANT, Selected, check_mutant, mutate_method};
pub use sites::{Mutant, Part, mutants_of};
