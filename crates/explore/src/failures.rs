//! What has failed fails again: a `repOk` that goes on from the same place, and finds the same
//! wherever it looks, says the same.
//!
//! A `repOk` that looks at the shape first and at colours later meets the same colours of the same
//! part of a shape again and again, each time with another rest that it does not even look at. So
//! where all answers to a question have failed, what their runs have read since it was asked is
//! kept ([`Footprint`]), and the state as it was then ([`Snapshot`]). A state that asks the same
//! question and looks the same in all these places would fail in the same ways: nothing has to be
//! run. Only questions for numbers and truth values that a field holds are treated so; what may
//! become of references depends on all objects of a heap.
//!
//! What was counted below the question that failed is counted again, so that the figures of a
//! search do not depend on what it remembers, nor on which thread does.

use crate::node::{Node, Phase};
use crate::setup::Setup;
use crate::space::Content;
use tightrope_machine::{Acceleration, Footprint, Question, SlotRef, Snapshot};

/// How many failures are remembered: the last one for each remainder of their keys.
const MOST_FAILURES: u64 = 1 << 11;

/// Failures that were found out with less are not worth remembering.
const LEAST_BRANCHES: u64 = 4;

/// What one thread remembers.
#[derive(Debug, Default)]
pub(crate) struct Failures {
    /// Questions whose answers are being tried, the outermost first.
    open: Vec<OpenQuestion>,
    /// Memory to be used again.
    spare: Vec<OpenQuestion>,
    /// What has been read since the innermost of them was asked.
    footprint: Footprint,
    known: Vec<Option<Box<Failure>>>,
}

/// What can be counted again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Figures {
    pub(crate) branches: u64,
    pub(crate) pruned: u64,
}

#[derive(Debug, Default)]
struct OpenQuestion {
    question: QuestionKey,
    /// So many nodes wait that have nothing to do with it.
    below: usize,
    /// The figures of the thread when it was asked.
    before: Figures,
    /// Steps that were left then, and the fewest that were left later.
    steps: u64,
    least_steps: u64,
    /// What had been read before, since the question around it.
    outer: Footprint,
    moment: Snapshot,
    has_moment: bool,
    /// Another thread tries some of the answers.
    is_shared: bool,
    /// It is known that it fails, and with which figures: looked at only in debug builds.
    expected: Option<Figures>,
}

/// Which question it is, by and large: a number that states which differ in what matters mostly do
/// not share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QuestionKey {
    key: u64,
    phase: Phase,
    question: Question,
}

impl QuestionKey {
    fn request(&self) -> Option<SlotRef> {
        asked_slot(&self.question)
    }
}

/// The slot that a question is about.
fn asked_slot(question: &Question) -> Option<SlotRef> {
    match question {
        Question::Slot(request) | Question::Holds { request, .. } => Some(*request),
        _ => None,
    }
}

impl Default for QuestionKey {
    fn default() -> QuestionKey {
        let request = SlotRef { object: 0, slot: 0, is_long: false, before: false };
        QuestionKey { key: 0, phase: Phase::default(), question: Question::Slot(request) }
    }
}

/// All answers to a question have failed.
#[derive(Debug, Default)]
struct Failure {
    question: QuestionKey,
    moment: Snapshot,
    footprint: Footprint,
    /// So many steps were used.
    steps: u64,
    figures: Figures,
}

impl Setup<'_> {
    /// The key of a question, if its failure is worth remembering.
    pub(crate) fn question_key(&self, node: &Node, question: Question) -> Option<QuestionKey> {
        let request = asked_slot(&question).filter(|request| !request.is_long && !request.before)?;
        let Phase::RepOk { .. } = node.phase else { return None };
        // What field bounds exclude depends on more than a run has read.
        if !self.executable.has(Acceleration::Failures) || self.labels.is_some() {
            return None;
        }
        let content = self.space.content(self.content_of(node, &request)?);
        let (Content::Words { .. } | Content::Boolean) = content else { return None };
        Some(QuestionKey { key: self.executable.moment_key(&node.state, &request), phase: node.phase, question })
    }
}

impl Failures {
    /// Where runs keep what they read, if somebody wants to know.
    pub(crate) fn footprint(&mut self) -> Option<&mut Footprint> {
        if self.open.is_empty() { None } else { Some(&mut self.footprint) }
    }

    /// Something has happened that does not follow from what was read alone: no failure around it
    /// can be remembered.
    pub(crate) fn give_up(&mut self) {
        self.footprint.give_up();
    }

    /// A run has come to a halt.
    pub(crate) fn note_steps(&mut self, left: u64) {
        if let Some(question) = self.open.last_mut() {
            question.least_steps = question.least_steps.min(left);
        }
    }

    /// What to count, if all answers to the question fail for a reason that is known.
    pub(crate) fn recall(&mut self, setup: &Setup<'_>, node: &Node, question: QuestionKey) -> Option<Figures> {
        let known = self.known.get((question.key % MOST_FAILURES) as usize)?.as_ref()?;
        let is_meant = known.question == question
            && known.steps <= node.steps
            && setup.executable.is_like(&node.state, &known.moment, &known.footprint);
        if !is_meant {
            return None;
        }
        let left = node.steps - known.steps;
        if let Some(around) = self.open.last_mut() {
            self.footprint.add(&known.footprint);
            around.least_steps = around.least_steps.min(left);
        }
        Some(known.figures)
    }

    /// The answers to a question are tried from now on. `below`: so many nodes wait already.
    /// `expected`: they are known to fail, which is to be confirmed.
    pub(crate) fn begin(
        &mut self,
        node: &Node,
        question: QuestionKey,
        below: usize,
        before: Figures,
        expected: Option<Figures>,
    ) {
        let mut open = self.spare.pop().unwrap_or_default();
        std::mem::swap(&mut open.outer, &mut self.footprint);
        self.footprint.clear();
        if let Some(request) = question.request() {
            open.moment.begin(&node.state, &request);
        }
        (open.question, open.below, open.before) = (question, below, before);
        (open.steps, open.least_steps) = (node.steps, node.steps);
        (open.has_moment, open.is_shared, open.expected) = (false, false, expected);
        self.open.push(open);
    }

    /// A node has come to its end, and so many wait. Questions of which no answer is left are done
    /// with.
    pub(crate) fn end(&mut self, waiting: usize, now: Figures) {
        while let Some(question) = self.open.pop_if(|question| question.below >= waiting) {
            self.end_question(question, now);
        }
    }

    fn end_question(&mut self, mut question: OpenQuestion, now: Figures) {
        let figures =
            Figures { branches: now.branches - question.before.branches, pruned: now.pruned - question.before.pruned };
        if let (Some(expected), false) = (question.expected, question.is_shared) {
            debug_assert_eq!(
                (figures, self.footprint.is_clear()),
                (expected, true),
                "a failure was told of another state"
            );
        }
        let is_known = self.footprint.is_clear() && question.has_moment && !question.is_shared;
        if is_known && figures.branches >= LEAST_BRANCHES {
            self.remember(&mut question, figures);
        }
        self.footprint.add(&question.outer);
        self.note_steps(question.least_steps);
        self.spare.push(question);
    }

    fn remember(&mut self, question: &mut OpenQuestion, figures: Figures) {
        if self.known.is_empty() {
            self.known.resize_with(MOST_FAILURES as usize, || None);
        }
        let Some(place) = self.known.get_mut((question.question.key % MOST_FAILURES) as usize) else { return };
        let failure = place.get_or_insert_default();
        (failure.question, failure.figures) = (question.question, figures);
        failure.steps = question.steps - question.least_steps;
        failure.footprint.copy_from(&self.footprint);
        std::mem::swap(&mut failure.moment, &mut question.moment);
    }

    /// A node that waited goes on; so many wait still. If it is the last answer to a question, it
    /// shows what the question was about.
    pub(crate) fn resume(&mut self, node: &Node, waiting: usize, now: Figures) {
        let is_clear = self.footprint.is_clear();
        let Some(question) = self.open.last_mut() else { return };
        let branches = now.branches - question.before.branches;
        if let Some(request) = question.question.request()
            && question.below == waiting
            && is_clear
            && branches >= LEAST_BRANCHES / 2
        {
            question.has_moment = question.moment.keep(&node.state, &request);
        }
    }

    /// Another thread has got the oldest node that waited: what becomes of the questions that it
    /// answers is not known here.
    pub(crate) fn give_away(&mut self) {
        for question in &mut self.open {
            match question.below.checked_sub(1) {
                Some(below) => question.below = below,
                None => question.is_shared = true,
            }
        }
    }
}
