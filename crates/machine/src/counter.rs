//! Numbers that a run counts up and down without looking at them: the size of a list, say.
//!
//! `size++` reads a field, adds one and writes it back, and nothing else depends on what was read.
//! So one run tells what becomes of the field whatever it held: it is run with 0 there, and whoever
//! does anything else with the number, or with what was calculated from it, is noticed (a simple
//! analysis of the information that flows from one field, as in [`crate::observe`]). Sums wrap
//! around, so this holds for every int.

use crate::code::{Arithmetic, Instruction, Memory, Register};
use crate::compile::Executable;
use crate::observe::{Instructions, Observer};
use crate::outcome::{Budget, Outcome, SlotRef};
use crate::state::State;
use crate::word::{self, UNKNOWN};

/// An int field of an initial object that is open before the run, and holds after it what it held
/// before and a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counter {
    pub object: usize,
    pub slot: u32,
    pub shift: i32,
}

/// What has become of a run with a counter.
#[derive(Clone, PartialEq, Debug)]
pub enum Counted {
    /// It does something else with the number.
    Looks,
    /// What the field holds now, if that depends on what it held. Where it holds what it held, it
    /// is open again.
    Blind(Outcome, Option<Counter>),
}

impl Executable<'_> {
    /// Runs with an open field of type `int` as a counter. Requires: the run has just been started.
    pub fn run_counting(&self, state: &mut State, budget: &mut Budget, request: SlotRef) -> Counted {
        let Some(header) = state.objects.get(request.object).filter(|header| !header.is_new()) else {
            return Counted::Looks;
        };
        let at = header.start as usize + request.slot as usize;
        if request.is_long || state.slots.get(at) != Some(&UNKNOWN) {
            return Counted::Looks;
        }
        state.slots[at] = 0;
        let counter = Counter { object: request.object, slot: request.slot, shift: 0 };
        let mut flow = Flow { executable: self, counter, holds: true, registers: Vec::new(), is_lost: false };
        let outcome = self.run_observed(state, budget, &mut flow);
        if flow.is_lost {
            return Counted::Looks;
        }
        let shift = state.slots[at] as i32;
        if flow.holds && shift == 0 {
            state.slots[at] = UNKNOWN;
        }
        let counter = (flow.holds && shift != 0).then_some(Counter { shift, ..counter });
        Counted::Blind(outcome, counter)
    }
}

/// Where the number is.
struct Flow<'e> {
    executable: &'e Executable<'e>,
    counter: Counter,
    /// The field holds it, and perhaps a constant besides.
    holds: bool,
    /// So do these registers, of all frames.
    registers: Vec<usize>,
    /// Something else was done with it.
    is_lost: bool,
}

impl Flow<'_> {
    fn has(&self, base: usize, register: Register) -> bool {
        self.registers.contains(&(base + usize::from(register)))
    }

    fn set(&mut self, at: usize, holds: bool) {
        self.registers.retain(|known| *known != at);
        if holds {
            self.registers.push(at);
        }
    }

    /// An instruction looks at these registers, and puts something that does not depend on the
    /// number into another.
    fn look(&mut self, base: usize, read: &[Register], to: Option<Register>) {
        self.is_lost |= read.iter().any(|register| self.has(base, *register));
        if let Some(to) = to {
            self.set(base + usize::from(to), false);
        }
    }

    fn is_counter(&self, state: &State, base: usize, object: Register, slot: u16) -> bool {
        let object = word::as_object(state.registers[base + usize::from(object)]);
        object == Some(self.counter.object) && u32::from(slot) == self.counter.slot
    }

    fn calculate(&mut self, base: usize, op: Arithmetic, to: Register, (left, right): (Register, Register)) {
        let holds = match (op, self.has(base, left), self.has(base, right)) {
            (_, false, false) => false,
            (Arithmetic::AddInt, true, false) | (Arithmetic::AddInt, false, true) => true,
            (Arithmetic::SubtractInt, true, false) => true,
            _ => {
                self.is_lost = true;
                false
            }
        };
        self.set(base + usize::from(to), holds);
    }

    /// A result goes to the caller's register.
    fn leave(&mut self, state: &State, holds: bool) {
        let caller = state.frames.len().checked_sub(2).and_then(|caller| state.frames.get(caller));
        match (caller, state.frames.last().and_then(|frame| frame.result)) {
            (Some(caller), Some(to)) => self.set(caller.base as usize + usize::from(to), holds),
            (Some(_), None) => {}
            (None, _) => self.is_lost |= holds,
        }
    }
}

impl Observer for Flow<'_> {
    fn step(&mut self, state: &State, base: usize, Instructions(instruction): Instructions<'_>) {
        match instruction {
            Instruction::Int { to, .. }
            | Instruction::Constant { to, .. }
            | Instruction::New { to, .. }
            | Instruction::GetStatic { to, .. } => self.look(base, &[], Some(*to)),
            Instruction::Move { to, from } | Instruction::AddIntConstant { to, from, .. } => {
                self.set(base + usize::from(*to), self.has(base, *from));
            }
            Instruction::Arithmetic { op, to, left, right } => self.calculate(base, *op, *to, (*left, *right)),
            Instruction::GetField { memory, to, object, slot } => {
                let is_counter = self.is_counter(state, base, *object, *slot);
                self.is_lost |= is_counter && *memory == Memory::Before;
                self.look(base, &[*object], Some(*to));
                self.set(base + usize::from(*to), is_counter && self.holds);
            }
            Instruction::SetField { object, slot, value } => {
                let holds = self.has(base, *value);
                self.look(base, &[*object], None);
                match self.is_counter(state, base, *object, *slot) {
                    true => self.holds = holds,
                    false => self.is_lost |= holds,
                }
            }
            Instruction::NegateInt { to, from }
            | Instruction::BitNot { to, from }
            | Instruction::Not { to, from }
            | Instruction::Convert { to, from, .. }
            | Instruction::Length { to, array: from }
            | Instruction::InstanceOf { to, from, .. } => self.look(base, &[*from], Some(*to)),
            Instruction::Compare { to, left, right, .. } | Instruction::CompareSymbols { to, left, right, .. } => {
                self.look(base, &[*left, *right], Some(*to));
            }
            Instruction::JumpIf { cond: from, .. }
            | Instruction::JumpUnless { cond: from, .. }
            | Instruction::JumpCompareInt { left: from, .. }
            | Instruction::SetStatic { value: from, .. }
            | Instruction::Check { value: from, .. }
            | Instruction::Throw { value: from } => self.look(base, &[*from], None),
            Instruction::JumpCompare { left, right, .. } => self.look(base, &[*left, *right], None),
            // The arguments lie where the callee looks for them.
            Instruction::Jump { .. }
            | Instruction::InitializeClass(_)
            | Instruction::Call { .. }
            | Instruction::CallExact { .. }
            | Instruction::ReturnVoid => {}
            Instruction::CallVirtual { args, .. } => {
                let receiver = state.registers[base + usize::from(*args)];
                self.is_lost |= word::as_opaque(receiver).is_some() && self.is_in_frame(base);
            }
            Instruction::Require { formula, .. } => match self.executable.locals_alone(*formula) {
                Some(locals) => self.look(base, &locals, None),
                None => self.is_lost = true,
            },
            Instruction::Return { value } => self.leave(state, self.has(base, *value)),
            // What others look at is not followed; formulas and native code may read the field
            // itself.
            _ => self.is_lost = true,
        }
    }
}

impl Flow<'_> {
    /// Does a register of the frame hold it?
    fn is_in_frame(&self, base: usize) -> bool {
        self.registers.iter().any(|register| *register >= base)
    }
}
