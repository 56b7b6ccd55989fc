//! Watching where a run goes: its path through the source, which `return` decided its result, and
//! how the heap changed on the way.
//!
//! [`Trace`] is all of it at once, for one run that is to be explained.
//!
//! A **statement** here is what a person would point at: the lowering writes one statement of Java
//! as several of the body language, so an instruction counts for the outermost simple statement or
//! condition whose source contains its own.

mod path;
mod returns;
mod running;
mod story;

pub use path::{Path, PathItem, PathStep};
pub use returns::{Returned, Returns};
pub use story::{Scene, Story};

use crate::observe::{Instructions, Observer, Place};
use crate::state::State;
use tightrope_source::Span;

/// The path of one run, its returns and its story.
#[derive(Clone, Debug)]
pub struct Trace {
    pub path: Path,
    pub returns: Returns,
    pub story: Story,
}

impl Trace {
    /// Keeps at most so many steps of the path, and so many scenes.
    pub fn new(most_steps: usize, most_scenes: usize) -> Trace {
        Trace { path: Path::new(most_steps), returns: Returns::default(), story: Story::new(most_scenes) }
    }
}

impl Observer for Trace {
    fn step(&mut self, _: &State, _: usize, _: Instructions<'_>) {}

    fn step_at(&mut self, place: Place<'_>, state: &State, base: usize, instruction: Instructions<'_>) {
        self.path.step_at(place, state, base, instruction);
        self.returns.step_at(place, state, base, instruction);
        self.story.step_at(place, state, base, instruction);
    }
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}
