//! What is known of values that are compared and never looked at: how integers are ordered
//! ([`Order`]), and which values are the same ([`Equalities`]).
//!
//! Both are stores of constraints that keep what follows from them, so that a question is the test
//! of a bit. They know nothing of Java or of heaps.

mod bits;
mod difference_bounds;
mod equality;
mod model_count;
mod order;
#[cfg(test)]
mod random;

pub use bits::copy;
pub use equality::Equalities;
pub use order::{Order, OrderedVar, Orderings};
