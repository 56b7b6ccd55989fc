//! The class doctor: what an invariant really says, shown by smallest heaps.
//!
//! For each conjunct there is a heap that it alone rejects, or it is redundant within the scope:
//! the class is given an invariant that says the opposite of this conjunct and keeps the others,
//! and its structures are searched like those of any class (`variants.rs`). What the API builds
//! comes from sequences of calls (crate `blackbox`). Nothing here decides by itself: every heap is
//! one that an engine found for a program that somebody could have written.

mod conjuncts;
mod diagnose;
mod variants;

pub use conjuncts::{Conjunct, ConjunctKind, conjuncts};
pub use diagnose::{Job, diagnose};
