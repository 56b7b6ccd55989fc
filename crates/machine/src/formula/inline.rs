//! Small static methods inside plans: their instructions become steps, as if what they calculate
//! stood in the formula itself.
//!
//! `height(n.left)` with `return n == null ? 0 : n.height` is a comparison and a field: to call it
//! costs more than to do it. Only what a plan can do anyway is taken over; the rest (loops,
//! recursion, exceptions that are caught, whatever writes or allocates) is left to the machine.

use super::CallNode;
use super::plan::{Action, Exits, Operand};
use super::planner::Planner;
use crate::code::{Arithmetic, FunctionId, Instruction, Register};
use crate::symbols::allowed;
use crate::word::Word;

/// Longer methods are called.
const MOST_INSTRUCTIONS: usize = 24;
/// Calls inside each other.
const MOST_NESTED: usize = 4;

/// Where a method is put: its registers start at `base`, its result goes to `to`.
#[derive(Clone, Copy)]
struct Place {
    base: u16,
    to: u16,
    exits: Exits,
    nested: usize,
}

impl Planner<'_, '_> {
    /// The steps of a call, its arguments included. `None`: it cannot be taken over.
    pub(super) fn inlined(&mut self, function: FunctionId, call: &CallNode, to: u16, exits: Exits) -> Option<u16> {
        let (steps, size) = (self.steps.len(), *self.size);
        let base = u16::try_from(self.size.registers).ok()?;
        let place = Place { base, to, exits, nested: 0 };
        let Some(start) = self.inlined_at(function, place) else {
            self.steps.truncate(steps);
            self.returns.retain(|step| usize::from(*step) < steps);
            *self.size = size;
            return None;
        };
        let args = call.args.iter().zip(base..).collect();
        Some(self.load(args, start, exits.unknown))
    }

    fn inlined_at(&mut self, function: FunctionId, place: Place) -> Option<u16> {
        let executable = self.executable;
        let compiled = &executable.functions[function.0 as usize];
        let is_small = !compiled.code.is_empty() && compiled.code.len() <= MOST_INSTRUCTIONS;
        if !is_small || !compiled.handlers.is_empty() || place.nested > MOST_NESTED {
            return None;
        }
        let end = usize::from(place.base) + compiled.registers as usize;
        self.size.registers = self.size.registers.max(end);
        // From the end to the start, so that each instruction knows those that come after it. Some
        // may have no step, if nothing that has one leads there.
        let mut at = vec![None; compiled.code.len() + 1];
        for (pc, instruction) in compiled.code.iter().enumerate().rev() {
            at[pc] = self.instruction(instruction, pc, &at, place);
        }
        at[0]
    }

    fn instruction(&mut self, instruction: &Instruction, pc: usize, at: &[Option<u16>], place: Place) -> Option<u16> {
        let register = |register: Register| place.base.checked_add(register);
        let local = |register: Register| place.base.checked_add(register).map(Operand::register);
        // Only steps that come later have a place yet: who jumps back is in a loop.
        let target = |target: u32| at.get(target as usize).copied().flatten();
        let next = at.get(pc + 1).copied().flatten();
        let unknown = place.exits.unknown;
        let then = |step: u16| Exits { yes: step, no: step, unknown };
        let branch = |to: u32| Some(Exits { yes: target(to)?, no: next?, unknown });
        let (action, exits) = match instruction {
            Instruction::Return { value } => {
                let step = self.add(Action::Set { to: place.to, from: local(*value)? }, place.exits);
                self.returns.push(step);
                return Some(step);
            }
            Instruction::Jump { target: to } => return target(*to),
            Instruction::InitializeClass(class) if !self.executable.needs_initialization[class.index()] => return next,
            Instruction::JumpCompare { op, left, right, target: to } => {
                let (wanted, left, right) = (allowed(*op), local(*left)?, local(*right)?);
                (Action::Compare { wanted, left, right }, branch(*to)?)
            }
            Instruction::JumpCompareInt { op, left, right, target: to } => {
                let (wanted, left, right) = (allowed(*op), local(*left)?, Word::from(*right));
                (Action::CompareWord { wanted, left, right }, branch(*to)?)
            }
            Instruction::JumpIf { cond, target: to } => (Action::Test(local(*cond)?), branch(*to)?),
            Instruction::JumpUnless { cond, target: to } => {
                (Action::Test(local(*cond)?), Exits { yes: next?, no: target(*to)?, unknown })
            }
            _ => {
                // The rest puts something into a register; if that is the result, at once where it
                // is wanted.
                let (to, next) = self.destination(register(instruction.written()?)?, next?);
                return self.calculation(instruction, to, then(next), place);
            }
        };
        Some(self.add(action, exits))
    }

    /// Where to put what is meant for a register, and the next step. What is handed on as a result
    /// by the next step goes there directly: no other step reads that register.
    fn destination(&self, register: u16, next: u16) -> (u16, u16) {
        match self.returned_by(next) {
            Some((from, to, next)) if from == register => (to, next),
            _ => (register, next),
        }
    }

    /// An instruction that puts something into a register.
    fn calculation(&mut self, instruction: &Instruction, to: u16, exits: Exits, place: Place) -> Option<u16> {
        let register = |register: Register| place.base.checked_add(register);
        let local = |register: Register| place.base.checked_add(register).map(Operand::register);
        let action = match instruction {
            Instruction::Compare { op, left, right, .. } => {
                let (wanted, left, right) = (allowed(*op), local(*left)?, local(*right)?);
                let exits = self.truth_values(to, exits);
                return Some(self.add(Action::Compare { wanted, left, right }, exits));
            }
            Instruction::CompareSymbols { op, left, right, .. } => {
                let (left, right) = (local(*left)?, local(*right)?);
                let exits = self.truth_values(to, exits);
                return Some(self.add(Action::CompareSymbols { op: *op, left, right }, exits));
            }
            Instruction::Call { function, args, .. } => {
                let place = Place { base: register(*args)?, to, exits, nested: place.nested + 1 };
                return self.inlined_at(*function, place);
            }
            Instruction::AddIntConstant { from, value, .. } => {
                let (op, constant) = (Arithmetic::AddInt, self.size.register());
                let (left, right) = (local(*from)?, Operand::register(constant));
                let add = self.add(Action::Arithmetic { to, op, left, right }, exits);
                let word = Word::from(*value);
                return Some(self.add(Action::Put { to: constant, word }, Exits { yes: add, no: add, ..exits }));
            }
            Instruction::Int { value, .. } => Action::Put { to, word: Word::from(*value) },
            Instruction::Constant { index, .. } => {
                Action::Put { to, word: *self.executable.constants.get(*index as usize)? }
            }
            Instruction::Move { from, .. } => Action::Set { to, from: local(*from)? },
            Instruction::Arithmetic { op, left, right, .. } => {
                Action::Arithmetic { to, op: *op, left: local(*left)?, right: local(*right)? }
            }
            Instruction::Convert { from, kind, .. } => Action::Convert { to, kind: *kind, from: local(*from)? },
            Instruction::GetField { memory, object, slot, .. } => {
                Action::Set { to, from: Operand::field(*memory, register(*object)?, *slot) }
            }
            _ => return None,
        };
        Some(self.add(action, exits))
    }
}
