//! Which `return` decided the result of a method.
//!
//! For `return helper();`, `return a && helper();` and `if (!helper()) return false;` it is the one
//! inside `helper`: between the end of the call and the `return` nothing but copies, constants and
//! tests of its result ran. Anything else in between, and the method's own `return` is named: that
//! is always true, if not always the most helpful.

use crate::code::{Instruction, Register};
use crate::observe::{Instructions, Observer, Place};
use crate::state::State;
use crate::word::Word;
use std::collections::BTreeMap;
use tightrope_program::MethodId;
use tightrope_source::Span;

/// A `return` that ran.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Returned {
    pub method: MethodId,
    /// The statement.
    pub span: Span,
    /// 1 for the method that was called first.
    pub depth: usize,
    pub value: Word,
    /// What the method itself looked at last before: of `return a && b && c` that is false, a part
    /// of the conjunct that is false.
    pub looked_at: Option<Span>,
}

/// The last `return` of each method, and the one that decided the result of the run.
#[derive(Clone, Debug, Default)]
pub struct Returns {
    last: BTreeMap<MethodId, Returned>,
    decided_by: Option<Returned>,
    /// One for each frame: the call that ended last in it, while it may still decide.
    frames: Vec<Option<Ended>>,
    /// One for each frame: the last expression that was evaluated in it, or the statement of a call
    /// that an exception came from.
    looked_at: Vec<Option<Span>>,
    /// The place of the last instruction.
    previous: Option<Span>,
}

/// The result of a call, followed from register to register.
#[derive(Clone, Debug)]
struct Ended {
    by: Returned,
    copies: Vec<Register>,
    /// A branch was taken on it.
    has_branched: bool,
    constants: Vec<Register>,
}

impl Returns {
    /// The last `return` that ran in this method itself.
    pub fn last_of(&self, method: MethodId) -> Option<Returned> {
        self.last.get(&method).copied()
    }

    /// The `return` that decided the result of the outermost method, once it has one.
    pub fn decided_by(&self) -> Option<Returned> {
        self.decided_by
    }

    fn leave(&mut self, place: Place<'_>, state: &State, base: usize, value: Register) {
        let depth = state.frames.len();
        let word = state.registers.get(base + usize::from(value)).copied().unwrap_or_default();
        let looked_at = self.looked_at.pop().flatten();
        let own = Returned { method: place.method(), span: place.span(), depth, value: word, looked_at };
        self.last.insert(own.method, own);
        let ended = self.frames.pop().flatten();
        let by = ended.filter(|ended| ended.decides(value)).map_or(own, |ended| ended.by);
        let result = state.frames.last().and_then(|frame| frame.result);
        match (self.frames.last_mut(), result) {
            (None, _) => self.decided_by = Some(by),
            (Some(caller), Some(to)) => *caller = Some(Ended::new(by, to)),
            (Some(caller), None) => *caller = None,
        }
    }
}

impl Ended {
    fn new(by: Returned, to: Register) -> Ended {
        Ended { by, copies: vec![to], has_branched: false, constants: Vec::new() }
    }

    fn decides(&self, value: Register) -> bool {
        self.copies.contains(&value) || self.has_branched && self.constants.contains(&value)
    }

    /// Follows the result through an instruction; false if something else has its say.
    fn follow(&mut self, instruction: &Instruction) -> bool {
        match instruction {
            Instruction::Jump { .. } => true,
            Instruction::Move { to, from } | Instruction::Not { to, from } => {
                let (is_copy, is_constant) = (self.copies.contains(from), self.constants.contains(from));
                self.assign(*to, is_copy, is_constant);
                true
            }
            Instruction::Int { to, .. } | Instruction::Constant { to, .. } => {
                self.assign(*to, false, true);
                true
            }
            Instruction::JumpIf { cond, .. }
            | Instruction::JumpUnless { cond, .. }
            | Instruction::JumpCompareInt { left: cond, .. } => {
                self.has_branched = true;
                self.copies.contains(cond)
            }
            _ => false,
        }
    }

    fn assign(&mut self, to: Register, is_copy: bool, is_constant: bool) {
        for (registers, belongs) in [(&mut self.copies, is_copy), (&mut self.constants, is_constant)] {
            registers.retain(|register| *register != to);
            if belongs {
                registers.push(to);
            }
        }
    }
}

impl Observer for Returns {
    fn step(&mut self, _: &State, _: usize, _: Instructions<'_>) {}

    fn step_at(&mut self, place: Place<'_>, state: &State, base: usize, Instructions(instruction): Instructions<'_>) {
        let is_unwound = self.looked_at.len() > state.frames.len();
        self.frames.resize(state.frames.len(), None);
        self.looked_at.resize(state.frames.len(), None);
        if let Some(last) = self.looked_at.last_mut()
            && is_unwound
        {
            *last = self.previous;
        }
        self.previous = Some(place.span());
        if let Instruction::Return { value } = instruction {
            return self.leave(place, state, base, *value);
        }
        if let Some(last) = self.looked_at.last_mut()
            && is_look(instruction)
        {
            *last = Some(place.span());
        }
        if let Some(frame) = self.frames.last_mut()
            && !frame.as_mut().is_some_and(|ended| ended.follow(instruction))
        {
            *frame = None;
        }
    }
}

/// Does it find anything out? To move values, and to jump by what is known already, does not.
fn is_look(instruction: &Instruction) -> bool {
    let is_jump =
        matches!(instruction, Instruction::Jump { .. } | Instruction::JumpIf { .. } | Instruction::JumpUnless { .. });
    let is_move =
        matches!(instruction, Instruction::Move { .. } | Instruction::Int { .. } | Instruction::Constant { .. });
    !is_jump && !is_move
}
