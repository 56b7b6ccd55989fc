//! How often loops ran.
//!
//! An iteration counts when something outside of the loop's header runs (so the test that ends a `while` counts for nothing), or when
//! the next one starts (so loops without a body count too). What is kept is the greatest number of one entering of the loop.

use super::contains;
use crate::code::{FunctionId, Instruction, LoopRange, SpecKind};
use crate::observe::{Instructions, Observer, Place};
use crate::state::State;
use std::collections::BTreeMap;
use tightrope_program::{LoopId, MethodId};
use tightrope_source::Span;

/// How often a loop ran.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopCount {
    /// The keyword of the loop to the end of its header.
    pub span: Span,
    /// The most iterations of one entering.
    pub most: u64,
    pub entered: u64,
}

/// Counts the iterations of all loops of the runs that it watches. A copy goes on with a copy of the state.
#[derive(Clone, Debug, Default)]
pub struct Iterations {
    counts: BTreeMap<(MethodId, LoopId), LoopCount>,
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
    /// The loops that are running, outer ones first.
    running: Vec<Running>,
}

#[derive(Clone, Debug)]
struct Running {
    /// Its number in [`crate::code::Function::loops`].
    number: usize,
    iterations: u64,
    /// This iteration has been counted.
    is_counted: bool,
}

impl Iterations {
    /// The loops that were entered, by method, in the order of the source.
    pub fn counts(&self) -> &BTreeMap<(MethodId, LoopId), LoopCount> {
        &self.counts
    }

    /// Joins what another one saw.
    pub fn merge(&mut self, other: &Iterations) {
        for (key, count) in &other.counts {
            let mine = self.counts.entry(*key).or_insert(LoopCount { most: 0, entered: 0, ..*count });
            mine.most = mine.most.max(count.most);
            mine.entered += count.entered;
        }
    }

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
        frame.running.retain(|running| code.loops.get(running.number).is_some_and(is_inside));
        self.event.kept = frame.running.len();
        for (number, range) in code.loops.iter().enumerate().rev().filter(|(_, range)| is_inside(range)) {
            if !frame.running.iter().any(|running| running.number == number) {
                frame.running.push(Running { number, iterations: 0, is_counted: false });
                self.counts.entry((code.method, range.id)).or_insert(fresh(range)).entered += 1;
            }
        }
        let goes_back =
            frame.running.iter().rposition(|running| code.loops[running.number].back_edges.contains(&place.pc));
        // `continue outer` ends the inner loops.
        frame.running.truncate(goes_back.map_or(frame.running.len(), |position| position + 1));
        self.event.running = frame.running.len();
        self.event.kept = self.event.kept.min(self.event.running);
        self.event.goes_back = goes_back.is_some();
        self.event.header = frame.running.last().map(|running| code.loops[running.number].header);
        self.count(place);
    }

    fn count(&mut self, place: Place<'_>) {
        let code = place.code();
        let Some(frame) = self.frames.last_mut() else { return };
        let last = frame.running.len().saturating_sub(1);
        for (position, running) in frame.running.iter_mut().enumerate() {
            let range = &code.loops[running.number];
            let goes_back = self.event.goes_back && position == last;
            if !running.is_counted && (goes_back || is_body(range, place)) {
                running.iterations += 1;
                running.is_counted = true;
                let count = self.counts.entry((code.method, range.id)).or_insert(fresh(range));
                count.most = count.most.max(running.iterations);
            }
            running.is_counted &= !goes_back;
        }
    }
}

impl Observer for Iterations {
    fn step(&mut self, _: &State, _: usize, _: Instructions<'_>) {}

    fn step_at(&mut self, place: Place<'_>, state: &State, _: usize, _: Instructions<'_>) {
        self.watch(place, state.frames.len());
    }
}

fn fresh(range: &LoopRange) -> LoopCount {
    LoopCount { span: range.header, most: 0, entered: 0 }
}

/// Does it belong to the body of the loop, and not to its header or its clauses?
fn is_body(range: &LoopRange, place: Place<'_>) -> bool {
    let is_clause = match place.code().code.get(place.pc as usize) {
        Some(Instruction::Require { kind, .. }) => *kind == SpecKind::LoopInvariant,
        Some(Instruction::Decrease { .. }) => true,
        _ => false,
    };
    !is_clause && !contains(range.header, place.span())
}
