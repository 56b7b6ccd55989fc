//! Parts: partial heaps that stand for all heaps that look the same where a run has looked.
//!
//! After Darga & Boyapati, "Efficient software model checking of data structure properties": a run
//! sees the few fields that it reads, so one run serves all heaps that agree there. Where they ask
//! a decision procedure whether the rest stays valid, this is shown here by rules on the contract
//! itself, with no search.
//!
//! The method has run on a heap of which it knows what it has read. An open slot along which the
//! structure goes on is a [`Place`]; its *atom* is all that the walk of the invariants finds from
//! there, before the method. A run writes to nothing that it has not met, so the atom is the same
//! before and now, wherever it hangs, provided that it has no object in common with what is known
//! and with the other atoms. That is a lemma about each part ([`lemma`]), shown from the
//! assumptions; where it cannot be shown, nothing is.
//!
//! A clause is shown for all heaps at once by these rules:
//! - *decided*: its value does not depend on what is open ([`evaluate`]);
//! - *an arbitrary member*: a `\forall` over a set with an atom holds if it holds for a member of
//!   which nothing is known but what the assumptions say of all of them ([`facts`]). It is never a
//!   witness of an `\exists`, since the atom may be empty, unless it is bound outside;
//! - *the same as before*: an instance of an invariant held before the method, and all slots that
//!   its value depends on hold what they held ([`again`]);
//! - *numbers* are sums over known nodes, and measures and sizes of atoms, in which the equations
//!   that held before are inserted ([`linear`]).
//!
//! What is none of the formulas that are known here is open. So a wrong answer needs a wrong rule:
//! the rules are few, and all of them are in this folder. They share nothing with the evaluation of
//! formulas elsewhere but the formulas. None of them uses how many nodes a heap may have.

mod again;
mod call;
mod evaluate;
mod facts;
mod lemma;
mod linear;
mod local;
mod smaller;
mod structure;
mod term;

pub(crate) use again::Prover;
pub use smaller::Smaller;
pub(crate) use smaller::keeps_to_keys;
pub use structure::{NoStructure, OwnSlots, Structure};
