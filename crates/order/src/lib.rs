//! What is known of values that are compared and never looked at: how integers are ordered ([`Order`]), and which values are the same ([`Sameness`]).
//!
//! Both are stores of constraints that keep what follows from them, so that a question is the test of a bit. They know nothing of Java or of heaps.

mod bits;
mod chains;
mod count;
mod order;
#[cfg(test)]
mod random;
mod sameness;

pub use bits::copy;
pub use order::{Order, Orderings, Point};
pub use sameness::Sameness;
