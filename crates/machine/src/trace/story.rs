//! The states of a run that a person would draw one after the other: one for each statement that
//! changed the heap.
//!
//! What a constructor or a method of Java's library does is told where the user's code called it:
//! nobody wants to see the fields of a new node get their values one by one. A statement that
//! writes several times, or that calls for a constructor, is one scene.

use super::contains;
use super::path::{PathStep, Statements};
use crate::code::FunctionId;
use crate::observe::{Instructions, Observer, Place};
use crate::state::State;
use crate::word::{self, Word};
use std::collections::HashMap;
use std::sync::Arc;
use tightrope_program::body::{Body, LocalKind, Stmt, StmtKind};
use tightrope_program::{ClassOrigin, Code, MethodKind, Program, Type, visit};
use tightrope_source::{Name, Span};

/// How many words of memory may be compared with those before, in all: a long run on a large heap
/// is told up to there.
const MOST_COMPARED: usize = 50_000_000;

/// The heap after a statement that changed it.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The statement.
    pub step: PathStep,
    /// Nothing runs in it, so that formulas can be evaluated.
    pub state: State,
    /// The variables of the statement's method that refer to objects; `this` of a method that was
    /// called is one.
    pub variables: Vec<(Name, Word, Type)>,
}

/// The scenes of one run, in order.
#[derive(Clone, Debug)]
pub struct Story {
    pub scenes: Vec<Scene>,
    /// Not all of the run is told.
    pub is_cut: bool,
    most_scenes: usize,
    compared: usize,
    /// The memory as it was when it was last looked at.
    slots: Vec<Word>,
    statics: Vec<Word>,
    has_started: bool,
    /// One for each frame of the run.
    frames: Vec<Running>,
    /// The statement that is running, as the user sees it, and which of its runs this is.
    teller: Option<Teller>,
    visits: u64,
    statements: HashMap<FunctionId, Arc<Statements>>,
}

#[derive(Clone, Copy, Debug)]
struct Running {
    function: FunctionId,
    is_told: bool,
    statement: Option<(usize, PathStep)>,
    visit: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Teller {
    frame: usize,
    visit: u64,
    step: PathStep,
}

impl Story {
    /// Keeps at most this many scenes.
    pub fn new(most_scenes: usize) -> Story {
        Story {
            scenes: Vec::new(),
            is_cut: false,
            most_scenes,
            compared: 0,
            slots: Vec::new(),
            statics: Vec::new(),
            has_started: false,
            frames: Vec::new(),
            teller: None,
            visits: 0,
            statements: HashMap::new(),
        }
    }

    /// The run has ended here: what its last statement did is told, too.
    pub fn finish(&mut self, state: &State) {
        self.tell(state, Vec::new());
        self.teller = None;
    }

    fn watch(&mut self, place: Place<'_>, state: &State) {
        if !self.has_started {
            self.has_started = true;
            self.remember(state);
        }
        if self.is_cut {
            return;
        }
        self.follow(place, state.frames.len());
        let Some((frame, running)) = self.telling() else { return };
        let Some((_, step)) = running.statement else { return };
        let now = Teller { frame, visit: running.visit, step };
        if let Some(before) = self.teller.filter(|before| *before != now) {
            self.tell(state, variables(place, state, before));
        }
        self.teller = Some(now);
    }

    /// Keeps the frames of the run, and the statement that each of them is at.
    fn follow(&mut self, place: Place<'_>, depth: usize) {
        let statements = self.statements.entry(place.function).or_insert_with(|| Arc::new(Statements::of(place)));
        let found = statements.at(place.span());
        self.frames.truncate(depth);
        while self.frames.len() < depth {
            let is_told = self.frames.is_empty() || is_told(place);
            self.visits += 1;
            let running = Running { function: place.function, is_told, statement: None, visit: self.visits };
            self.frames.push(running);
        }
        let Some(frame) = self.frames.last_mut() else { return };
        if frame.function != place.function {
            self.visits += 1;
            *frame = Running { function: place.function, statement: None, visit: self.visits, ..*frame };
        }
        if let Some((number, span)) = found
            && frame.statement.is_none_or(|(known, _)| known != number)
        {
            self.visits += 1;
            frame.visit = self.visits;
            frame.statement = Some((number, PathStep { method: place.method(), span, depth }));
        }
    }

    /// The innermost frame that the user wants to hear of.
    fn telling(&self) -> Option<(usize, Running)> {
        let untold = self.frames.iter().position(|frame| !frame.is_told).unwrap_or(self.frames.len());
        let frame = untold.checked_sub(1)?;
        self.frames.get(frame).map(|running| (frame, *running))
    }

    /// One more scene, if the last statement has changed something.
    fn tell(&mut self, state: &State, variables: Vec<(Name, Word, Type)>) {
        let Some(teller) = self.teller else { return };
        self.compared += state.slots.len() + state.statics.len();
        if self.compared > MOST_COMPARED {
            self.is_cut = true;
        }
        let is_unchanged = state.slots == self.slots && state.statics == self.statics;
        if is_unchanged || self.is_cut {
            return;
        }
        if self.scenes.len() == self.most_scenes {
            self.is_cut = true;
            return;
        }
        self.scenes.push(Scene { step: teller.step, state: state.at_rest(), variables });
        self.remember(state);
    }

    fn remember(&mut self, state: &State) {
        self.slots.clone_from(&state.slots);
        self.statics.clone_from(&state.statics);
    }
}

impl Observer for Story {
    fn step(&mut self, _: &State, _: usize, _: Instructions<'_>) {}

    fn step_at(&mut self, place: Place<'_>, state: &State, _: usize, _: Instructions<'_>) {
        self.watch(place, state);
    }
}

fn is_told(place: Place<'_>) -> bool {
    let program = place.executable.program;
    let method = program.method(place.method());
    let is_written = program.class(method.class).origin == ClassOrigin::User;
    is_written && matches!(method.kind, MethodKind::Method)
}

/// The variables that are in scope at a statement and refer to objects; none if its method has
/// ended. `this` is one of them but in the method itself, where it is known anyway.
fn variables(place: Place<'_>, state: &State, Teller { frame, step, .. }: Teller) -> Vec<(Name, Word, Type)> {
    let Some(running) = state.frames.get(frame) else { return Vec::new() };
    let function = place.executable.functions.get(running.function.0 as usize);
    if function.is_none_or(|function| function.method != step.method) {
        return Vec::new();
    }
    let program: &Program = place.executable.program;
    let Code::Body(body) = &program.method(step.method).code else { return Vec::new() };
    let base = running.base as usize;
    let mut found: Vec<(Name, Word, Type)> = Vec::new();
    for (index, local) in body.locals.iter().enumerate() {
        let is_receiver = local.kind == LocalKind::This && frame > 0;
        let is_named = is_receiver || matches!(local.kind, LocalKind::Param | LocalKind::Variable);
        let value = state.registers.get(base + index).copied().unwrap_or_default();
        let is_object = local.ty.is_reference() && word::as_object(value).is_some();
        let is_everywhere = matches!(local.kind, LocalKind::This | LocalKind::Param);
        if is_named && is_object && (is_everywhere || is_in_scope(body, local.span, step.span)) {
            // Of two with the same name the later one is the inner one.
            found.retain(|(name, ..)| *name != local.name);
            found.push((local.name.clone(), value, local.ty));
        }
    }
    found
}

/// Is a variable that is declared here in scope at this statement?
fn is_in_scope(body: &Body, declared: Span, at: Span) -> bool {
    let mut innermost: Option<Span> = None;
    visit::for_each_stmt(&body.block, &mut |stmt: &Stmt| {
        let is_block = matches!(
            stmt.kind,
            StmtKind::If { .. } | StmtKind::Loop { .. } | StmtKind::Block { .. } | StmtKind::Try { .. }
        );
        let is_inside = is_block && contains(stmt.span, declared);
        if is_inside && innermost.is_none_or(|known| contains(known, stmt.span)) {
            innermost = Some(stmt.span);
        }
    });
    declared.start < at.end && innermost.is_none_or(|block| contains(block, at))
}
