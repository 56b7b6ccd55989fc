//! The bounded program as a computation graph: one method with all that it calls, as a directed
//! graph without cycles.
//!
//! Vaziri & Jackson (*Checking Properties of Heap-Manipulating Procedures with a Constraint
//! Solver*, section 3) and Shao et al. (*An Incremental and Decremental Approach*) both start from
//! it. Here it is made in one walk over the structured bodies of `tightrope_program`, each
//! construct in a file of its own, which shows what becomes of it:
//!
//! - `checks`: what an expression may throw becomes branches before it;
//! - `exceptions`: `throw`, `try` and exceptions that pass a call become edges;
//! - `dispatch`: a virtual call becomes a choice by the class of the receiver;
//! - `inline`: a call becomes a copy of the body, down to a depth;
//! - `unroll`: a loop becomes a number of copies of its body;
//! - `initialize`: the first use of a class runs its static initialiser.
//!
//! A run that would need more copies gets to a node [`Op::Beyond`]: that no run does is an
//! obligation like others. The walk emits nodes in topological order: pending edges ([`build`])
//! wait for their target, which is always emitted after their sources.

mod build;
mod checks;
mod dispatch;
mod exceptions;
mod graph;
mod initialize;
mod inline;
mod live;
mod print;
mod reached;
mod shared_calls;
mod split;
mod unroll;

pub use build::{Bounds, Calls, LoopBounds, TooLarge, World, build};
pub use graph::{Again, Arm, AssertKind, Bound, Cond, Frame, FrameId, Graph, Node, NodeId, Op, Var};
pub use live::{LiveClasses, live_classes};
pub use print::{to_dot, to_text};
pub use split::{Choice, Part, branches, paths, split};
