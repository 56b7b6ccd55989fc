//! Plans: formulas as short lists of steps, for the evaluation of what is simply true or false.
//!
//! A tree says what could still become of a formula; where all is known, walking it costs more than
//! what is to be done. A plan is the same formula with its way laid out: each step says where to go
//! on if it is true, if it is false, and if that is not known. So "and", "or", "not" and the
//! conditional cost nothing, a comparison of fields is one step, and a quantifier is a loop. What
//! has no step of its own is left to the general evaluation.

use super::{Domain, Node, WalkId};
use crate::code::{Arithmetic, Comparison, Conversion, FunctionId, Memory};
use crate::word::Word;
use tightrope_order::Orderings;
use tightrope_source::Span;

/// A formula, laid out.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(super) steps: Box<[PlanStep]>,
    /// By step: what is needed where a look does not suffice.
    pub(super) general: Box<[Option<General>]>,
    pub(super) start: u16,
}

/// (Steps are looked at most often of all: they are small.)
#[derive(Clone, Copy, Debug)]
pub(super) struct PlanStep {
    pub(super) action: Action,
    /// Where to go on, by [`Seen`].
    pub(super) exits: [u16; 4],
}

/// What a step says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Seen {
    No,
    /// Also: done.
    Yes,
    Unknown,
}

/// What the general evaluation does instead of a step.
#[derive(Clone, Debug)]
pub(super) enum General {
    Node(Node),
    /// Of a loop: what its variable ranges over, and the range.
    Domain(Domain, Node),
    /// Of a call.
    Span(Span),
}

/// Where to go on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exits {
    /// Also: done.
    pub(super) yes: u16,
    pub(super) no: u16,
    pub(super) unknown: u16,
}

impl Seen {
    #[inline(always)]
    pub(super) fn known(truth: Option<bool>) -> Seen {
        truth.map_or(Seen::Unknown, Seen::from)
    }
}

impl From<bool> for Seen {
    #[inline(always)]
    fn from(truth: bool) -> Seen {
        if truth { Seen::Yes } else { Seen::No }
    }
}

impl PlanStep {
    #[inline(always)]
    pub(super) fn after(&self, seen: Seen) -> u16 {
        self.exits[seen as usize & 3]
    }
}

impl Exits {
    /// Of a whole formula: the steps that end it.
    pub(super) const WHOLE: Exits = Exits { yes: 0, no: 1, unknown: 2 };

    pub(super) fn swapped(self) -> Exits {
        Exits { yes: self.no, no: self.yes, unknown: self.unknown }
    }

    pub(super) fn to(self, truth: bool) -> u16 {
        if truth { self.yes } else { self.no }
    }
}

#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub(super) enum Action {
    End(Option<bool>),
    Test(Operand),
    Compare {
        wanted: Orderings,
        left: Operand,
        right: Operand,
    },
    CompareWord {
        wanted: Orderings,
        left: Operand,
        right: Word,
    },
    CompareSymbols {
        op: Comparison,
        left: Operand,
        right: Operand,
    },
    Contains {
        reach: WalkFrom,
        element: Operand,
    },
    /// Puts a word into a register; so do those below.
    Put {
        to: u16,
        word: Word,
    },
    /// No: it is null, false or zero.
    Set {
        to: u16,
        from: Operand,
    },
    Arithmetic {
        to: u16,
        op: Arithmetic,
        left: Operand,
        right: Operand,
    },
    Convert {
        to: u16,
        kind: Conversion,
        from: Operand,
    },
    /// Of a static method.
    Call {
        to: u16,
        function: FunctionId,
        arg: Operand,
    },
    SetSize {
        to: u16,
        reach: WalkFrom,
    },
    /// Begins a loop over a set. Yes: with its next value, which is its first; no: with the object
    /// at hand.
    Enter {
        over: Loop,
        reach: WalkFrom,
    },
    /// Begins a loop over anything else.
    EnterDomain(Loop),
    /// The next value of a loop: yes; there is none, and all are known: no.
    Next(Loop),
    /// The same, of a loop whose values all begin with a comparison: of the variable, on the left,
    /// with something that stays the same.
    Scan(Loop),
    /// An instance is not known.
    Doubt(Loop),
    /// What the general evaluation says.
    Other,
    OtherValue {
        to: u16,
    },
}

/// What a step works on: what is in a register, or a slot of the object that is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Operand {
    pub(super) local: u16,
    pub(super) slot: u16,
    pub(super) of: Place,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Place {
    Register,
    /// Not of a `long`.
    SlotNow,
    SlotBefore,
}

impl Operand {
    pub(super) fn register(local: u16) -> Operand {
        Operand { local, slot: 0, of: Place::Register }
    }

    pub(super) fn field(memory: Memory, local: u16, slot: u16) -> Operand {
        let of = match memory {
            Memory::Now => Place::SlotNow,
            Memory::Before => Place::SlotBefore,
        };
        Operand { local, slot, of }
    }
}

/// A walk and where it starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkFrom {
    pub(super) walk: WalkId,
    pub(super) memory: Memory,
    pub(super) root: Operand,
}

/// A loop and its variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    pub(super) number: u16,
    pub(super) local: u16,
    /// Of `\\exists`: what is looked for is often the object at hand itself, as in "each old
    /// element is still there". If that is one of the values, the loop begins there.
    pub(super) at_hand: Option<u16>,
}

/// What plans of one formula need. Each has registers and loops of its own, since one may be needed
/// while another is under way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlanSize {
    /// The locals of the formula are the first of them.
    pub(super) registers: usize,
    pub(super) loops: usize,
    /// Where the result of the method is.
    pub(super) result: Option<u16>,
}

impl Plan {
    /// It knows nothing.
    pub(super) fn nothing() -> Plan {
        let end = PlanStep { action: Action::End(None), exits: [0; 4] };
        Plan { steps: Box::new([end]), general: Box::new([None]), start: 0 }
    }
}

impl PlanSize {
    pub(super) fn register(&mut self) -> u16 {
        self.registers += 1;
        u16::try_from(self.registers - 1).unwrap_or(u16::MAX)
    }

    pub(super) fn result(&mut self) -> u16 {
        let register = self.result.unwrap_or_else(|| self.register());
        *self.result.insert(register)
    }

    pub(super) fn number(&mut self) -> u16 {
        self.loops += 1;
        u16::try_from(self.loops - 1).unwrap_or(u16::MAX)
    }

    pub(super) fn is_too_large(&self) -> bool {
        self.registers.max(self.loops) > usize::from(u16::MAX)
    }
}
