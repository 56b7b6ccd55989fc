//! How often loops run, counted while a run goes on.
//!
//! An iteration counts when something outside of the loop's header runs (so the test that ends a
//! `while` counts for nothing), or when the next one starts (so loops without a body count too).
//! What is kept is the greatest number of one entering of the loop.
//!
//! The code of a loop is marked where it starts, where its body starts and where it goes back, and
//! a run has to do something only there. No mark says that a loop is entered once more: within one
//! frame a loop around it must have gone back before that, else the frame is a new one. An
//! instruction that asks runs again after the answer, so passing a mark twice counts once.

use crate::code::{CountedLoop, LoopMark, LoopMarks, Mark};
use crate::code::{Function, Instruction, LoopRange, SpecKind};
use crate::compile::Executable;
use crate::observe::{CodeAt, Observer};
use crate::state::State;
use std::collections::BTreeMap;
use tightrope_program::MethodId;
use tightrope_source::Span;

/// How often a loop ran.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopCount {
    pub method: MethodId,
    /// The keyword of the loop to the end of its header.
    pub span: Span,
    /// The most iterations of one entering.
    pub most: u64,
}

/// Counts the iterations of the loops of a run. A copy goes on with a copy of the state.
#[derive(Clone, Debug, Default)]
pub struct LoopCounter {
    /// Those of callers first, outer ones first.
    running: Vec<RunningLoop>,
    /// By loop: the most iterations of one entering; `None`: it was never entered.
    most: Vec<Option<u64>>,
}

#[derive(Clone, Copy, Debug)]
struct RunningLoop {
    /// Of the frame.
    depth: usize,
    number: u32,
    iterations: u64,
    /// This iteration has been counted.
    is_counted: bool,
}

impl LoopMarks {
    /// Marks the loops of a function, inner ones before outer ones as in [`Function::loops`], which
    /// are counted from this number on.
    pub(crate) fn of(function: &Function, first: usize) -> LoopMarks {
        if function.loops.is_empty() {
            return LoopMarks::default();
        }
        let mut marks = Vec::new();
        for (number, range) in function.loops.iter().enumerate().rev() {
            let mut add = |at: u32, mark: Mark| marks.push(LoopMark { at, number: (first + number) as u32, mark });
            add(range.start, Mark::Start);
            if let Some(body) = (range.start..range.end).find(|at| is_body(function, range, *at)) {
                add(body, Mark::Body);
            }
            range.back_edges.iter().for_each(|at| add(*at, Mark::Back));
        }
        marks.sort_by_key(|mark| mark.at);
        let mut is_marked = vec![false; function.code.len()];
        marks.iter().for_each(|mark| is_marked[mark.at as usize] = true);
        LoopMarks { is_marked, marks }
    }

    fn at(&self, at: u32) -> impl Iterator<Item = &LoopMark> {
        let first = self.marks.partition_point(|mark| mark.at < at);
        self.marks[first..].iter().take_while(move |mark| mark.at == at)
    }
}

/// Does the instruction belong to the body of the loop, and not to its header, its clauses or its
/// end?
fn is_body(function: &Function, range: &LoopRange, at: u32) -> bool {
    let is_clause = match &function.code[at as usize] {
        Instruction::Require { kind, .. } => *kind == SpecKind::LoopInvariant,
        Instruction::Decrease { .. } => true,
        _ => false,
    };
    let (outer, inner) = (range.header, function.spans[at as usize]);
    let is_header = outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end;
    !is_clause && !is_header && !range.back_edges.contains(&at)
}

impl LoopCounter {
    /// Copies into memory that is there already.
    pub fn copy_from(&mut self, other: &LoopCounter) {
        self.running.clone_from(&other.running);
        self.most.clone_from(&other.most);
    }

    /// Joins what another one saw.
    pub fn merge(&mut self, other: &LoopCounter) {
        let count = self.most.len().max(other.most.len());
        self.most.resize(count, None);
        self.most.iter_mut().zip(&other.most).for_each(|(mine, most)| *mine = (*mine).max(*most));
    }

    #[cold]
    fn pass_marks(&mut self, marks: &LoopMarks, at: u32, depth: usize) {
        for LoopMark { number, mark, .. } in marks.at(at) {
            self.pass_mark(*number, *mark, depth);
        }
    }

    fn pass_mark(&mut self, number: u32, mark: Mark, depth: usize) {
        let index = number as usize;
        if self.most.len() <= index {
            self.most.resize(index + 1, None);
        }
        if mark == Mark::Start {
            self.most[index] = self.most[index].or(Some(0));
            return;
        }
        let place = self.running(number, depth);
        let running = &mut self.running[place];
        if !running.is_counted {
            (running.iterations, running.is_counted) = (running.iterations + 1, true);
            self.most[index] = self.most[index].max(Some(running.iterations));
        }
        if mark == Mark::Back {
            running.is_counted = false;
            // Loops inside of it are over; if they come again, they are entered again.
            self.running.truncate(place + 1);
        }
    }

    /// Where the loop is among those that are running.
    fn running(&mut self, number: u32, depth: usize) -> usize {
        // Calls that have returned, or were left by an exception.
        let alive = self.running.iter().rposition(|running| running.depth <= depth).map_or(0, |last| last + 1);
        self.running.truncate(alive);
        let is_it = |running: &RunningLoop| running.depth == depth && running.number == number;
        self.running.iter().rposition(is_it).unwrap_or_else(|| {
            self.running.push(RunningLoop { depth, number, iterations: 0, is_counted: false });
            self.running.len() - 1
        })
    }
}

impl Observer for LoopCounter {
    const LISTENS: bool = false;

    #[inline(always)]
    fn step(&mut self, _: &State, _: usize, _: crate::observe::Instructions<'_>) {}

    #[inline(always)]
    fn pass(&mut self, CodeAt { function, pc }: CodeAt<'_>, depth: usize) {
        if function.marks.is_marked.get(pc).is_some_and(|is_marked| *is_marked) {
            self.pass_marks(&function.marks, pc as u32, depth);
        }
    }

    fn loops(&self) -> Vec<(usize, u32, u64)> {
        self.running.iter().map(|running| (running.depth, running.number, running.iterations)).collect()
    }

    fn skip_rounds(&mut self, began: &[(usize, u32, u64)], rounds: u64) {
        for (running, (depth, number, iterations)) in self.running.iter_mut().zip(began) {
            if (running.depth, running.number) == (*depth, *number) {
                let of_a_round = running.iterations.saturating_sub(*iterations);
                running.iterations = running.iterations.saturating_add(of_a_round.saturating_mul(rounds));
                let most = &mut self.most[running.number as usize];
                *most = (*most).max(Some(running.iterations));
            }
        }
    }

    #[inline(always)]
    fn enter_frame(&mut self, depth: usize) {
        while self.running.last().is_some_and(|running| running.depth >= depth) {
            self.running.pop();
        }
    }
}

impl Executable<'_> {
    pub(crate) fn count_loops_of(&mut self, function: &mut Function) {
        function.marks = LoopMarks::of(function, self.counted_loops.len());
        let counted = function.loops.iter().map(|range| CountedLoop {
            method: function.method,
            id: range.id,
            header: range.header,
        });
        self.counted_loops.extend(counted);
    }

    /// Are there loops to count?
    pub fn has_loops(&self) -> bool {
        !self.counted_loops.is_empty()
    }

    /// The loops that were entered, by method, in the order of the source.
    pub fn loop_counts(&self, counter: &LoopCounter) -> Vec<LoopCount> {
        let mut counts = BTreeMap::new();
        for (counted, most) in self.counted_loops.iter().zip(&counter.most) {
            let CountedLoop { method, id, header: span } = *counted;
            if let Some(most) = *most {
                let known = counts.entry((method, id)).or_insert(LoopCount { method, span, most });
                known.most = known.most.max(most);
            }
        }
        counts.into_values().collect()
    }
}
