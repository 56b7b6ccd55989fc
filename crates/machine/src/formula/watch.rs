//! What may change the value of a formula that is open.
//!
//! A partial heap only grows: slots that have a value keep it, and comparisons that are decided
//! stay so. So a formula is worth another look only when one of the open slots has got a value that
//! it met, or, where it met an open comparison, when anything has become known of ordered and
//! opaque values. (The idea is that of the watched literals of SAT solvers.) Missing
//! a wake-up costs time, never soundness: an open clause stays an obligation until it evaluates to
//! true.

use crate::outcome::{Question, SlotRef};
use crate::slot_set::SlotSet;
use std::cell::{Cell, RefCell};

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
    /// What it asks. `None`: it rests until the set is known that the instances are of, unless
    /// something changes that it depends on.
    pub question: Option<Question>,
    /// Of an instance: the set that it is of is open.
    may_rest: bool,
    watched: Watched,
}

/// Open slots, and comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Watched {
    /// Those that were read.
    read: SlotSet<u64>,
    /// Those behind which a set may have more members.
    pub(super) frontier: SlotSet<u64>,
    symbols: bool,
}

/// Something that has become known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// A slot of an object holds null.
    Null {
        object: usize,
        slot: u32,
    },
    /// A slot of an object holds something else.
    Slot {
        object: usize,
        slot: u32,
    },
    /// How ordered or opaque values stand to each other.
    Symbols,
    Anything,
}

/// What a change means for a part that is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    Nothing,
    /// Its question is answered, and that has told it nothing.
    Rests,
    /// It is worth another look.
    Wakes,
}

impl Watched {
    /// An open slot of an object was read.
    pub(super) fn read(object: usize, slot: u32) -> Watched {
        Watched { read: SlotSet::one(object, slot as usize), ..Watched::default() }
    }

    /// A walk over the heap ends at an open slot of an object.
    pub(super) fn frontier(object: usize, slot: u32) -> Watched {
        Watched { frontier: SlotSet::one(object, slot as usize), ..Watched::default() }
    }

    /// May this slot be among those that were read?
    pub(super) fn has_read(&self, object: usize, slot: u32) -> bool {
        self.read.has(object, slot as usize)
    }

    /// A walk over the heap ends at these open slots.
    pub(super) fn frontiers(frontier: SlotSet<u64>) -> Watched {
        Watched { frontier, ..Watched::default() }
    }

    pub(super) const ALL: Watched = Watched { read: SlotSet::ALL, frontier: SlotSet::ALL, symbols: true };

    pub(super) fn and(self, other: Watched) -> Watched {
        Watched {
            read: self.read.and(other.read),
            frontier: self.frontier.and(other.frontier),
            symbols: self.symbols || other.symbols,
        }
    }

    fn of(question: Question) -> Watched {
        match question {
            Question::Slot(request) | Question::Holds { request, .. } => Watched::read(request.object, request.slot),
            Question::Order { .. } | Question::Among { .. } | Question::Identical { .. } | Question::Equal { .. } => {
                Watched { symbols: true, ..Watched::default() }
            }
        }
    }
}

impl Watch {
    pub(super) fn new(part: Part, question: Question, watched: Watched, is_set_open: bool) -> Watch {
        let may_rest = is_set_open && matches!(part, Part::Instance(_));
        Watch { part, question: Some(question), may_rest, watched }
    }

    /// Does it depend on this slot of an object?
    #[inline]
    pub fn sees(&self, object: usize, slot: u32) -> bool {
        self.watched.read.has(object, slot as usize) || self.watched.frontier.has(object, slot as usize)
    }

    /// What a change means for it. Null behind the frontier of a set brings no new member: as long
    /// as something else is open, all is as before.
    #[inline]
    pub fn effect(&self, change: Change) -> Effect {
        let is_seen = match change {
            Change::Null { object, slot } if !self.watched.read.has(object, slot as usize) => {
                return self.effect_of_null(object, slot);
            }
            Change::Null { object, slot } | Change::Slot { object, slot } => self.sees(object, slot),
            Change::Symbols => self.watched.symbols,
            Change::Anything => true,
        };
        if is_seen { Effect::Wakes } else { Effect::Nothing }
    }

    /// The slot is one at which walks end, if it is of any concern.
    fn effect_of_null(&self, object: usize, slot: u32) -> Effect {
        let Watched { read, frontier, .. } = self.watched;
        match self.question {
            _ if !frontier.has(object, slot as usize) => Effect::Nothing,
            None => Effect::Nothing,
            Some(Question::Slot(asked))
                if frontier.has(asked.object, asked.slot as usize) && !read.has(asked.object, asked.slot as usize) =>
            {
                match (asked.object, asked.slot) == (object, slot) {
                    false => Effect::Nothing,
                    true if self.may_rest => Effect::Rests,
                    true => Effect::Wakes,
                }
            }
            // It may have been the last slot at which a walk ended.
            Some(_) => Effect::Wakes,
        }
    }
}

/// Notes what an evaluation finds open.
#[derive(Debug, Default)]
pub(super) struct MetOpen {
    watched: Cell<Watched>,
    /// Slots that were read, each once.
    slots: RefCell<Vec<SlotRef>>,
}

impl MetOpen {
    pub(super) fn note(&self, question: Question) -> Question {
        self.add(Watched::of(question));
        question
    }

    /// An open slot is read.
    pub(super) fn note_slot(&self, request: SlotRef) -> Question {
        let mut slots = self.slots.borrow_mut();
        if !slots.contains(&request) {
            slots.push(request);
        }
        self.note(Question::Slot(request))
    }

    pub(super) fn add(&self, watched: Watched) {
        self.watched.set(self.watched.get().and(watched));
    }

    /// What was met since the last time.
    pub(super) fn take(&self) -> Watched {
        self.watched.take()
    }

    /// All that was met is forgotten.
    pub(super) fn clear(&mut self) {
        self.watched.take();
        self.slots.get_mut().clear();
    }

    /// The slots that were read.
    pub(super) fn slots(&mut self) -> &[SlotRef] {
        self.slots.get_mut()
    }
}
