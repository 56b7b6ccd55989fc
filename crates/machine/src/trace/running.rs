//! Which loops of its frame a run is in.

use crate::code::{FunctionId, LoopRange};
use crate::observe::Place;
use tightrope_source::Span;

/// Follows the loops of all frames of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct RunningLoops {
    /// One for each frame of the run.
    frames: Vec<Frame>,
    pub(super) event: Event,
}

/// What the last step did to the loops of its frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Event {
    /// How many loops of the frame are running.
    pub(super) running: usize,
    /// How many of those were running before: fewer if the step enters some.
    pub(super) kept: usize,
    /// The next iteration of the innermost of them starts.
    pub(super) goes_back: bool,
    /// The header of the innermost of them.
    pub(super) header: Option<Span>,
}

#[derive(Clone, Debug, Default)]
struct Frame {
    function: Option<FunctionId>,
    /// The loops that are running, outer ones first: numbers in [`crate::code::Function::loops`].
    running: Vec<usize>,
}

impl RunningLoops {
    pub(super) fn watch(&mut self, place: Place<'_>, depth: usize) {
        let code = place.code();
        self.frames.truncate(depth);
        self.frames.resize_with(depth, Frame::default);
        self.event = Event::default();
        let Some(frame) = self.frames.last_mut() else { return };
        if frame.function != Some(place.function) {
            *frame = Frame { function: Some(place.function), running: Vec::new() };
        }
        if code.loops.is_empty() {
            return;
        }
        let is_inside = |range: &LoopRange| range.start <= place.pc && place.pc < range.end;
        frame.running.retain(|number| code.loops.get(*number).is_some_and(is_inside));
        self.event.kept = frame.running.len();
        for (number, _) in code.loops.iter().enumerate().rev().filter(|(_, range)| is_inside(range)) {
            if !frame.running.contains(&number) {
                frame.running.push(number);
            }
        }
        let goes_back = frame.running.iter().rposition(|number| code.loops[*number].back_edges.contains(&place.pc));
        // `continue outer` ends the inner loops.
        frame.running.truncate(goes_back.map_or(frame.running.len(), |position| position + 1));
        self.event.running = frame.running.len();
        self.event.kept = self.event.kept.min(self.event.running);
        self.event.goes_back = goes_back.is_some();
        self.event.header = frame.running.last().map(|number| code.loops[*number].header);
    }
}
