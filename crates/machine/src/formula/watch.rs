//! What may change the value of a formula that is open.
//!
//! A partial heap only grows: slots that have a value keep it, and comparisons that are decided stay so. So a formula is worth another look only when one of the
//! open slots has got a value that it met, or, where it met an open comparison, when anything has become known of ordered and opaque values. (The idea is that of
//! the watched literals of SAT solvers.) To look too seldom would cost time and never make an answer wrong: whoever has an open formula goes on asking.

use crate::execute::Question;
use std::cell::Cell;

/// A part of a formula that is assumed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// The instance of this object.
    Instance(u32),
    /// The set that the instances are of.
    Set,
    /// The formula itself, which is no `\\forall` over a set.
    Whole,
}

/// A part that is open, and what it depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Watch {
    pub part: Part,
    pub question: Question,
    watched: Watched,
}

/// Open slots, by their objects, and comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Watched {
    /// By the numbers of the objects; those from 128 on share the bits with the first ones.
    objects: u128,
    symbols: bool,
}

impl Watched {
    pub const SYMBOLS: Watched = Watched { objects: 0, symbols: true };
    pub const ALL: Watched = Watched { objects: u128::MAX, symbols: true };

    /// Some slot of an object.
    pub fn object(object: usize) -> Watched {
        Watched { objects: 1 << (object % 128), symbols: false }
    }

    pub fn meets(self, other: Watched) -> bool {
        self.objects & other.objects != 0 || self.symbols && other.symbols
    }

    pub(crate) fn and(self, other: Watched) -> Watched {
        Watched { objects: self.objects | other.objects, symbols: self.symbols || other.symbols }
    }

    fn of(question: Question) -> Watched {
        match question {
            Question::Slot(request) | Question::Holds { request, .. } => Watched::object(request.object),
            Question::Order { .. } | Question::Among { .. } | Question::Identical { .. } | Question::Equal { .. } => {
                Watched::SYMBOLS
            }
        }
    }
}

impl Watch {
    pub(super) fn new(part: Part, question: Question, watched: Watched) -> Watch {
        Watch { part, question, watched: watched.and(Watched::of(question)) }
    }

    /// May this have changed the value?
    pub fn sees(&self, changed: Watched) -> bool {
        self.watched.meets(changed)
    }
}

/// Notes what an evaluation finds open.
#[derive(Debug, Default)]
pub(super) struct MetOpen(Cell<Watched>);

impl MetOpen {
    pub(super) fn note(&self, question: Question) -> Question {
        self.add(Watched::of(question));
        question
    }

    pub(super) fn add(&self, watched: Watched) {
        self.0.set(self.0.get().and(watched));
    }

    /// What was met since the last time.
    pub(super) fn take(&self) -> Watched {
        self.0.take()
    }
}
