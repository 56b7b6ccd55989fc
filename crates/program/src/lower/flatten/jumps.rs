//! Jumps: `break`, `continue`, `yield` and `return`, straight to their target or through the
//! `finally` clauses on the way.

use super::Flattener;
use crate::body::{Expr, StmtKind};
use crate::program::{LabelId, LocalId};
use tightrope_source::Span;

/// What is known of a label.
#[derive(Debug, Default)]
pub(super) struct LabelState {
    /// How many `finally` clauses stand around the labelled statement.
    pub(super) depth: usize,
    /// Does something break to it?
    pub(super) is_broken: bool,
    /// Of a loop with something to do before the next iteration: the block that `continue` leaves
    /// to get there.
    pub(super) continue_block: Option<LabelId>,
    /// Of a switch expression: where its value goes.
    pub(super) result: Option<LocalId>,
}

/// Where a jump leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    Break(LabelId),
    Continue(LabelId),
    Return,
}

/// A `finally` clause around the current place: jumps out of it note where they were going and go
/// to the clause.
#[derive(Debug)]
pub(super) struct Frame {
    /// The block in front of the clause.
    pub(super) label: LabelId,
    /// The local that says how the clause was reached: 0 normally, 1 by an exception, from 2 on by
    /// the jumps in `exits`.
    pub(super) pending: LocalId,
    pub(super) exits: Vec<Target>,
    /// What a `return` returns after the clause.
    pub(super) returned: Option<LocalId>,
}

/// The number of the first exit of a frame.
pub(super) const FIRST_EXIT: i32 = 2;

impl Flattener<'_, '_> {
    /// Declares a label of the typed tree at the current place.
    pub(super) fn enter_label(&mut self, label: LabelId) {
        let depth = self.frames.len();
        if let Some(state) = self.labels.get_mut(label.index()) {
            *state = LabelState { depth, ..LabelState::default() };
        }
    }

    pub(super) fn is_broken(&self, label: LabelId) -> bool {
        self.labels.get(label.index()).is_some_and(|state| state.is_broken)
    }

    /// A jump, with the value that a `return` takes along.
    pub(super) fn jump(&mut self, target: Target, value: Option<Expr>, span: Span) {
        if !self.code.completes {
            return;
        }
        if self.leaves_frame(target) {
            self.jump_to_finally(target, value, span);
        } else {
            self.jump_directly(target, value, span);
        }
    }

    fn leaves_frame(&self, target: Target) -> bool {
        match target {
            Target::Return => !self.frames.is_empty(),
            Target::Break(label) | Target::Continue(label) => {
                self.labels.get(label.index()).is_some_and(|state| state.depth < self.frames.len())
            }
        }
    }

    fn jump_directly(&mut self, target: Target, value: Option<Expr>, span: Span) {
        match target {
            Target::Return => self.push_ending(span, StmtKind::Return(value), false),
            Target::Break(label) => self.push_break(label, span),
            Target::Continue(label) => match self.labels.get(label.index()).and_then(|state| state.continue_block) {
                Some(block) => self.push_break(block, span),
                None => self.push_ending(span, StmtKind::Continue(label), false),
            },
        }
    }

    pub(super) fn push_break(&mut self, label: LabelId, span: Span) {
        if !self.code.completes {
            return;
        }
        if let Some(state) = self.labels.get_mut(label.index()) {
            state.is_broken = true;
        }
        self.push_ending(span, StmtKind::Break(label), false);
    }

    fn jump_to_finally(&mut self, target: Target, value: Option<Expr>, span: Span) {
        if let Some(value) = value {
            let returned = self.returned_local(&value);
            self.assign(returned, value, span);
        }
        let Some(frame) = self.frames.last_mut() else { return };
        let position = frame.exits.iter().position(|exit| *exit == target).unwrap_or(frame.exits.len());
        if position == frame.exits.len() {
            frame.exits.push(target);
        }
        let (pending, label) = (frame.pending, frame.label);
        let number = FIRST_EXIT + i32::try_from(position).unwrap_or(i32::MAX - FIRST_EXIT);
        self.assign(pending, super::int(number, span), span);
        self.push_break(label, span);
    }

    /// Where the innermost frame keeps what is returned: of the method's type, since several
    /// `return`s share it.
    fn returned_local(&mut self, value: &Expr) -> LocalId {
        if let Some(returned) = self.frames.last().and_then(|frame| frame.returned) {
            return returned;
        }
        let ty = self.program().method(self.method).return_type.unwrap_or(value.ty);
        let returned = self.temporary(ty, value.span);
        if let Some(frame) = self.frames.last_mut() {
            frame.returned = Some(returned);
        }
        returned
    }
}
