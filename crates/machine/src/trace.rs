//! Watching where a run goes: its path through the source, and which `return` decided its result.
//!
//! [`Trace`] is both at once, for one run that is to be explained.
//!
//! A **statement** here is what a person would point at: the lowering writes one statement of Java as several of the body language,
//! so an instruction counts for the outermost simple statement or condition whose source contains its own.

mod path;
mod returns;
mod running;

pub use path::{Path, PathItem, PathStep};
pub use returns::{Returned, Returns};

use crate::observe::{Instructions, Observer, Place};
use crate::state::State;
use tightrope_source::Span;

/// The path of one run and its returns.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    pub path: Path,
    pub returns: Returns,
}

impl Trace {
    /// Keeps at most this many steps of the path.
    pub fn new(most_steps: usize) -> Trace {
        Trace { path: Path::new(most_steps), returns: Returns::default() }
    }
}

impl Observer for Trace {
    fn step(&mut self, _: &State, _: usize, _: Instructions<'_>) {}

    fn step_at(&mut self, place: Place<'_>, state: &State, base: usize, instruction: Instructions<'_>) {
        self.path.step_at(place, state, base, instruction);
        self.returns.step_at(place, state, base, instruction);
    }
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}
