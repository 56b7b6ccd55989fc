//! A checker of LRAT proofs, the second half of a certified UNSAT. It trusts nothing of the solver
//! and uses nothing of the rest of the project, so that it can be read and believed by itself.
//!
//! A [`Checker`] is told by its user which clauses were handed to a solver, and by the solver what
//! it did with them ([`Step`]). It accepts a step only if it follows from what is there. At the end
//! [`Checker::conclude`] says whether the assumptions are refuted. [`Record`] keeps steps and
//! writes them as DIMACS and LRAT files; [`check_lrat`] checks such files. A
//! [`Ledger`] takes single lemmas with derivations that were made elsewhere.

mod checker;
mod ledger;
mod lrat;
mod record;
mod step;

pub use checker::{Checker, Rejection};
pub use ledger::{Derivation, Ledger};
pub use lrat::{LratError, check_lrat, parse_dimacs};
pub use record::Record;
pub use step::{ClauseId, Step};
