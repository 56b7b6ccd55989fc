//! The way of a run through the source, one step for each statement, iterations that took the same
//! way told once.

use super::contains;
use super::running::RunningLoops;
use crate::code::FunctionId;
use crate::observe::{Instructions, Observer, Place};
use crate::state::State;
use std::collections::HashMap;
use std::sync::Arc;
use tightrope_program::body::{Body, Stmt, StmtKind};
use tightrope_program::{Code, MethodId, visit};
use tightrope_source::Span;

/// Steps that are kept unless one says otherwise.
const MOST_STEPS: usize = 10_000;

/// A statement or a condition that ran.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathStep {
    pub method: MethodId,
    pub span: Span,
    /// 1 for the method that was called first.
    pub depth: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PathItem {
    Step(PathStep),
    /// An iteration of a loop, and how often the run went the same way in a row.
    Repeat {
        times: u64,
        items: Vec<PathItem>,
    },
}

/// The path of one run. It starts with the first steps; what does not fit any more is counted.
#[derive(Clone, Debug)]
pub struct Path {
    items: Vec<PathItem>,
    most_steps: usize,
    /// How many steps `items` hold.
    held: usize,
    /// How many steps came after `items` was full.
    pub left_out: u64,
    last: Option<PathStep>,
    loops: RunningLoops,
    frames: Vec<Frame>,
    statements: HashMap<FunctionId, Arc<Statements>>,
}

#[derive(Clone, Debug, Default)]
struct Frame {
    function: Option<FunctionId>,
    statement: Option<usize>,
    /// Of each running loop: where the items of this iteration start.
    starts: Vec<Start>,
}

#[derive(Clone, Copy, Debug)]
struct Start {
    of_loop: usize,
    of_iteration: usize,
}

impl Default for Path {
    fn default() -> Path {
        Path::new(MOST_STEPS)
    }
}

impl Path {
    /// Keeps at most this many steps.
    pub fn new(most_steps: usize) -> Path {
        Path {
            items: Vec::new(),
            most_steps,
            held: 0,
            left_out: 0,
            last: None,
            loops: RunningLoops::default(),
            frames: Vec::new(),
            statements: HashMap::new(),
        }
    }

    /// The path so far. An iteration that was not repeated stands there as its steps.
    pub fn items(&self) -> Vec<PathItem> {
        flattened(&self.items)
    }

    /// The last step, kept or not.
    pub fn last(&self) -> Option<PathStep> {
        self.last
    }

    fn watch(&mut self, place: Place<'_>, depth: usize) {
        self.loops.watch(place, depth);
        let statements = self.statements.entry(place.function).or_insert_with(|| Arc::new(Statements::of(place)));
        let found = statements.at(place.span());
        self.frames.truncate(depth);
        self.frames.resize_with(depth, Frame::default);
        let Some(frame) = self.frames.last_mut() else { return };
        if frame.function != Some(place.function) {
            *frame = Frame { function: Some(place.function), ..Frame::default() };
        }
        let event = &self.loops.event;
        // What a loop over an array or a collection does before its first iteration looks like the
        // start of that.
        let has_started = event.kept < event.running && is_header(self.items.last(), event.header, depth);
        let next = self.items.len() - usize::from(has_started);
        frame.starts.truncate(event.kept);
        frame.starts.resize(event.running, Start { of_loop: next, of_iteration: next });
        if let Some((number, span)) = found.filter(|(number, _)| frame.statement != Some(*number)) {
            frame.statement = Some(number);
            self.push(PathStep { method: place.method(), span, depth });
        }
        if self.loops.event.goes_back {
            self.end_iteration(depth);
        }
    }

    fn push(&mut self, step: PathStep) {
        self.last = Some(step);
        // Once it is full it stays so: a path must not have gaps.
        if self.left_out == 0 && self.held < self.most_steps {
            self.items.push(PathItem::Step(step));
            self.held += 1;
        } else {
            self.left_out += 1;
        }
    }

    /// The items of an iteration become one item, or one more time of the item before.
    fn end_iteration(&mut self, depth: usize) {
        let Some(frame) = self.frames.last_mut() else { return };
        frame.statement = None;
        let Some(start) = frame.starts.last_mut().filter(|_| self.left_out == 0) else { return };
        let mut items = self.items.split_off(start.of_iteration.min(self.items.len()));
        // What it does after each looks like the start of the next.
        if items.len() > 1 && is_header(items.last(), self.loops.event.header, depth) {
            items.pop();
            self.held -= 1;
        }
        if !items.is_empty() {
            match self.items.get_mut(start.of_loop..).and_then(<[PathItem]>::last_mut) {
                Some(PathItem::Repeat { times, items: before }) if *before == items => {
                    *times += 1;
                    self.held -= steps_in(&items);
                }
                _ => self.items.push(PathItem::Repeat { times: 1, items }),
            }
        }
        start.of_iteration = self.items.len();
    }
}

impl Observer for Path {
    fn step(&mut self, _: &State, _: usize, _: Instructions<'_>) {}

    fn step_at(&mut self, place: Place<'_>, state: &State, _: usize, _: Instructions<'_>) {
        self.watch(place, state.frames.len());
    }
}

/// Is it the whole header of a loop in this frame, as in `for (T x : xs)`?
fn is_header(item: Option<&PathItem>, header: Option<Span>, depth: usize) -> bool {
    matches!(item, Some(PathItem::Step(step)) if Some(step.span) == header && step.depth == depth)
}

fn steps_in(items: &[PathItem]) -> usize {
    let count = |item: &PathItem| match item {
        PathItem::Step(_) => 1,
        PathItem::Repeat { items, .. } => steps_in(items),
    };
    items.iter().map(count).sum()
}

fn flattened(items: &[PathItem]) -> Vec<PathItem> {
    let mut flat = Vec::new();
    for item in items {
        match item {
            PathItem::Step(step) => flat.push(PathItem::Step(*step)),
            PathItem::Repeat { times: 1, items } => flat.extend(flattened(items)),
            PathItem::Repeat { times, items } => {
                flat.push(PathItem::Repeat { times: *times, items: flattened(items) });
            }
        }
    }
    flat
}

/// Where the simple statements and conditions of a method are: in the order of the source, none
/// inside another.
#[derive(Debug)]
pub(super) struct Statements(Vec<Span>);

impl Statements {
    pub(super) fn of(place: Place<'_>) -> Statements {
        let mut spans = Vec::new();
        if let Code::Body(Body { block, .. }) = &place.executable.program.method(place.method()).code {
            visit::for_each_stmt(block, &mut |stmt: &Stmt| spans.extend(simple(stmt)));
        }
        // Outer ones first.
        spans.sort_by_key(|span| (span.file, span.start, std::cmp::Reverse(span.end)));
        let mut outermost: Vec<Span> = Vec::new();
        for span in spans {
            if !outermost.last().is_some_and(|last| contains(*last, span)) {
                outermost.push(span);
            }
        }
        Statements(outermost)
    }

    /// The statement that contains this place.
    pub(super) fn at(&self, span: Span) -> Option<(usize, Span)> {
        let behind = self.0.partition_point(|one| (one.file, one.start) <= (span.file, span.start));
        let number = behind.checked_sub(1)?;
        let found = *self.0.get(number)?;
        contains(found, span).then_some((number, found))
    }
}

/// What a statement points at, unless it is made of other statements.
fn simple(stmt: &Stmt) -> Option<Span> {
    match &stmt.kind {
        StmtKind::If { cond, .. } => Some(cond.span),
        StmtKind::Loop { .. } | StmtKind::Block { .. } | StmtKind::Try { .. } => None,
        _ => Some(stmt.span),
    }
}
