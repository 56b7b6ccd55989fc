//! The inner loop for plain instructions: those that only touch registers and slots that have values.
//!
//! It works on slices instead of the whole state, so that everything it needs stays in the processor's registers, and gives up before
//! the first instruction that calls, allocates, throws, asks or stops: that one is [`crate::execute`]'s.

use crate::code::{Comparison, Instruction, Memory, Register};
use crate::execute::{arithmetic, compare, convert};
use crate::state::Header;
use crate::word::{self, UNKNOWN, Word};

/// What plain instructions may touch.
pub(crate) struct Plain<'s> {
    /// Of the innermost frame.
    pub(crate) registers: &'s mut [Word],
    pub(crate) objects: &'s [Header],
    pub(crate) slots: &'s mut [Word],
    pub(crate) constants: &'s [Word],
}

impl Plain<'_> {
    /// Runs from `pc` until the first instruction that is not plain, whose place it returns. Counts `steps` down.
    pub(crate) fn run(&mut self, code: &[Instruction], mut pc: usize, steps: &mut u64) -> usize {
        let mut left = *steps;
        while left > 0 {
            let next = match &code[pc] {
                Instruction::Jump { target } => Some(*target as usize),
                Instruction::JumpIf { cond, target } => self.jump(self.get(*cond) != word::FALSE, pc, *target),
                Instruction::JumpUnless { cond, target } => self.jump(self.get(*cond) == word::FALSE, pc, *target),
                Instruction::JumpCompare { op, left, right, target } => {
                    let result = self.compare(*op, self.get(*left), self.get(*right));
                    result.and_then(|taken| self.jump(taken, pc, *target))
                }
                Instruction::JumpCompareInt { op, left, right, target } => {
                    let result = self.compare(*op, self.get(*left), Word::from(*right));
                    result.and_then(|taken| self.jump(taken, pc, *target))
                }
                instruction => self.effect(instruction).map(|()| pc + 1),
            };
            match next {
                Some(next) => pc = next,
                None => break,
            }
            left -= 1;
        }
        *steps = left;
        pc
    }

    #[inline(always)]
    fn get(&self, register: Register) -> Word {
        self.registers[usize::from(register)]
    }

    #[inline(always)]
    fn set(&mut self, register: Register, value: Word) -> Option<()> {
        self.registers[usize::from(register)] = value;
        Some(())
    }

    /// The object that a register refers to; `None` for null and all that is no object.
    #[inline(always)]
    fn header(&self, register: Register) -> Option<&Header> {
        // Object `n` is `n + 1`; whatever else a reference can be is no index of an object.
        self.objects.get(self.get(register).wrapping_sub(1) as usize)
    }

    #[inline(always)]
    fn jump(&self, taken: bool, pc: usize, target: u32) -> Option<usize> {
        Some(if taken { target as usize } else { pc + 1 })
    }

    /// `None`: that depends on what an open slot holds.
    #[inline(always)]
    fn compare(&self, op: Comparison, left: Word, right: Word) -> Option<bool> {
        let may_be_deferred = matches!(op, Comparison::Same | Comparison::NotSame);
        if may_be_deferred && (word::is_deferred(left) || word::is_deferred(right)) {
            return None;
        }
        Some(compare(op, left, right))
    }

    /// The effect of an instruction that does not jump; `None`, and no effect, if it is not plain.
    #[inline(always)]
    fn effect(&mut self, instruction: &Instruction) -> Option<()> {
        match instruction {
            Instruction::Int { to, value } => self.set(*to, Word::from(*value)),
            Instruction::Constant { to, index } => self.set(*to, self.constants[*index as usize]),
            Instruction::Move { to, from } => self.set(*to, self.get(*from)),
            Instruction::Arithmetic { op, to, left, right } => {
                let value = arithmetic(*op, self.get(*left), self.get(*right))?;
                self.set(*to, value)
            }
            Instruction::AddIntConstant { to, from, value } => {
                self.set(*to, Word::from((self.get(*from) as i32).wrapping_add(*value)))
            }
            Instruction::NegateInt { to, from } => self.set(*to, Word::from((self.get(*from) as i32).wrapping_neg())),
            Instruction::NegateLong { to, from } => self.set(*to, self.get(*from).wrapping_neg()),
            Instruction::BitNot { to, from } => self.set(*to, !self.get(*from)),
            Instruction::Not { to, from } => self.set(*to, 1 - self.get(*from)),
            Instruction::Convert { to, from, kind } => self.set(*to, convert(*kind, self.get(*from))),
            Instruction::Compare { op, to, left, right } => {
                let result = self.compare(*op, self.get(*left), self.get(*right))?;
                self.set(*to, Word::from(result))
            }
            Instruction::CompareSymbols { op, to, left, right } => {
                let (left, right) = (self.get(*left), self.get(*right));
                if word::is_symbol(left) || word::is_symbol(right) {
                    return None;
                }
                self.set(*to, Word::from(compare(*op, left, right)))
            }
            Instruction::GetField { memory: Memory::Now, to, object, slot } => {
                let header = self.header(*object)?;
                let value = self.slots[header.start as usize + usize::from(*slot)];
                if value == UNKNOWN { None } else { self.set(*to, value) }
            }
            Instruction::SetField { object, slot, value } => {
                let header = self.header(*object)?;
                let at = header.start as usize + usize::from(*slot);
                self.slots[at] = self.get(*value);
                Some(())
            }
            Instruction::GetElement { memory: Memory::Now, to, array, index } => {
                let header = self.header(*array)?;
                let index = u32::try_from(self.get(*index)).ok().filter(|index| *index < header.length)?;
                let value = self.slots[(header.start + index) as usize];
                if value == UNKNOWN { None } else { self.set(*to, value) }
            }
            Instruction::GetLongElement { memory: Memory::Now, to, array, index } => {
                let header = self.header(*array)?;
                let index = u32::try_from(self.get(*index)).ok().filter(|index| *index < header.length)?;
                self.set(*to, self.slots[(header.start + index) as usize])
            }
            Instruction::Length { to, array } => {
                let header = self.header(*array)?;
                self.set(*to, Word::from(header.length))
            }
            _ => None,
        }
    }
}
