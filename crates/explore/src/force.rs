//! What an assumption forces: the only answer that is left is given, and nothing is asked.

use crate::choices::Choice;
use crate::choose::change_of;
use crate::node::{Ask, Node};
use crate::search::Thread;
use crate::setup::Setup;
use crate::space::Content;
use tightrope_machine::formula::{Change, Force};
use tightrope_machine::{Acceleration, Orderings, Question, SlotRef, Word, is_opaque, is_symbol, object_of};
use tightrope_program::{BaseType, Type};

impl Setup<'_> {
    /// Carries out what an assumption forces, which forces these others too.
    pub(crate) fn force(&self, node: &mut Node, force: Force, others: &[Force], thread: &mut Thread) -> Forced {
        if !self.executable.has(Acceleration::Forcing) && !self.fixes_number(node, force) {
            return Forced::Nothing;
        }
        let is_possible = match force {
            Force::Among(left, orderings, right) => {
                node.note_change(Change::Symbols);
                node.state.assume_among(left, orderings, right)
            }
            Force::Identical(left, right, same) => {
                node.note_change(Change::Symbols);
                node.state.assume_identical(left, right, same)
            }
            Force::Slot(request, value) => match node.state.known_slot(&request) {
                Some(known) => self.force_equal(node, known, value),
                None => self.force_slot(node, request, value, thread),
            },
            Force::Not(request, value) => return self.force_other(node, request, value, others, thread),
        };
        if is_possible { Forced::Done } else { Forced::Impossible }
    }

    /// Does it give a number to a slot that would otherwise get one from a range? Then it says
    /// which heaps there are, and not only how they are found.
    fn fixes_number(&self, node: &Node, force: Force) -> bool {
        let Force::Slot(request, _) = force else { return false };
        let content = self.content_of(node, &request).map(|content| self.space.content(content));
        matches!(content, Some(Content::Words { .. }))
    }

    /// A slot does not hold this value. Where that leaves but one way, it is gone.
    fn force_other(
        &self,
        node: &mut Node,
        request: SlotRef,
        value: Word,
        others: &[Force],
        thread: &mut Thread,
    ) -> Forced {
        if node.has_started() {
            return Forced::Nothing;
        }
        match node.state.known_slot(&request) {
            Some(known) if known == value => return Forced::Impossible,
            Some(_) => return Forced::Nothing,
            None => {}
        }
        let ask = Ask::Machine(Question::Slot(request));
        let content = self.content_of(node, &request).map(|content| self.space.content(content));
        let mut offer = match content {
            Some(Content::Reference(_)) => self.unrefuted_choices(node, &ask, thread),
            Some(Content::Boolean) => self.choices(node, &ask, thread),
            _ => return Forced::Nothing,
        };
        let choices = &mut offer.choices;
        choices.retain(|choice| *choice != Choice::Word(value));
        // A part is not given nodes that nobody has read.
        let makes_node = node.is_part && matches!(choices.as_slice(), [Choice::Fresh(..)]);
        if choices.len() > 1 || makes_node {
            return Forced::Nothing;
        }
        self.leave_waiting(node, &ask, &offer, others, thread);
        match offer.choices.first() {
            Some(only) if self.choose(node, &ask, *only) => Forced::Done,
            _ => Forced::Impossible,
        }
    }

    fn force_slot(&self, node: &mut Node, request: SlotRef, value: Word, thread: &mut Thread) -> bool {
        let content = self.content_of(node, &request).map(|content| self.space.content(content));
        let can_hold = content.is_some_and(|content| self.can_hold(node, request.object, content, value));
        // Whether it can hold the value may depend on the scope.
        if matches!(content, Some(Content::Words { is_chosen: true, .. })) {
            node.chose_number = true;
            thread.left_off.frontier.discard();
        }
        let is_number = matches!(content, Some(Content::Words { .. }));
        if is_number && !self.is_of_type(node, &request, value) {
            return false;
        }
        if !can_hold || !fits_range(node, content, value) || !is_not_null(node, content, value) {
            return false;
        }
        node.note_change(change_of(&request, value));
        self.executable.answer(&mut node.state, request, value);
        true
    }

    /// Is it a number of the type of the slot? A `long` may be forced to be what an `int` is, and
    /// be greater than any.
    fn is_of_type(&self, node: &Node, request: &SlotRef, value: Word) -> bool {
        let element = self.executable.object_type(&node.state, request.object).and_then(Type::element);
        let ty = element.or_else(|| self.executable.slot_type(&node.state, request));
        let (least, greatest) = match ty.map(|ty| ty.base) {
            _ if request.is_long => return true,
            Some(BaseType::Byte) => (i64::from(i8::MIN), i64::from(i8::MAX)),
            Some(BaseType::Short) => (i64::from(i16::MIN), i64::from(i16::MAX)),
            Some(BaseType::Char) => (0, i64::from(u16::MAX)),
            Some(BaseType::Int) => (i64::from(i32::MIN), i64::from(i32::MAX)),
            _ => return true,
        };
        (least..=greatest).contains(&value)
    }

    /// Another clause was faster: the slot has a value, and it has to be this one.
    fn force_equal(&self, node: &mut Node, known: Word, value: Word) -> bool {
        if known == value || !is_symbol(known) && !is_symbol(value) {
            return known == value;
        }
        node.note_change(Change::Symbols);
        match is_opaque(known) || is_opaque(value) {
            true => node.state.assume_identical(known, value, true),
            false => node.state.assume_among(known, Orderings::EQUAL, value),
        }
    }

    fn can_hold(&self, node: &Node, owner: usize, content: &Content, value: Word) -> bool {
        match content {
            Content::Boolean => (0..=1).contains(&value),
            Content::Words { words, is_chosen } => !is_chosen || words.contains(&value),
            // An ordered value is kept within the range when it is put there.
            Content::OrderedVar { least, greatest, .. } => is_symbol(value) || (*least..=*greatest).contains(&value),
            Content::Opaque { may_be_null } | Content::ToldApart { may_be_null, .. } => value != 0 || *may_be_null,
            Content::Reference(content) => match object_of(value) {
                None => value != 0 || content.may_be_null,
                Some(object) => self.may_refer_to(node, content, Some(owner), object),
            },
            Content::Untouchable => false,
        }
    }

    /// An open slot that holds ordered values gets a new one; was it such a slot?
    pub(crate) fn fill_with_point(&self, node: &mut Node, request: SlotRef) -> bool {
        let is_open = node.state.known_slot(&request).is_none();
        let content = self.content_of(node, &request).filter(|_| is_open).map(|content| self.space.content(content));
        let Some(Content::OrderedVar { least, greatest, .. }) = content else { return false };
        self.choose(node, &Ask::Machine(Question::Slot(request)), Choice::OrderedVar(*least, *greatest))
    }
}

/// What has become of something that is forced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Forced {
    Done,
    /// It leaves more than one way.
    Nothing,
    Impossible,
}

/// An ordered value of another place is kept within the range of this one. `false`: that cannot be.
pub(crate) fn fits_range(node: &mut Node, content: Option<&Content>, value: Word) -> bool {
    let Some(Content::OrderedVar { least, greatest, .. }) = content else { return true };
    if !is_symbol(value) {
        return true;
    }
    node.note_change(Change::Symbols);
    let state = &mut node.state;
    state.assume_among(value, Orderings::NOT_LESS, *least)
        && state.assume_among(value, Orderings::NOT_GREATER, *greatest)
}

/// In a place that is never null, an opaque value is not. `false`: that cannot be.
pub(crate) fn is_not_null(node: &mut Node, content: Option<&Content>, value: Word) -> bool {
    match content {
        Some(Content::Opaque { may_be_null: false } | Content::ToldApart { may_be_null: false, .. }) => {
            node.note_change(Change::Symbols);
            node.state.assume_identical(value, 0, false)
        }
        _ => true,
    }
}
