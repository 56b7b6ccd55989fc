//! Which registers still matter: those whose value some way on from an instruction reads before it
//! writes them.
//!
//! The usual backward analysis, one bit for each of the first 64 registers; those behind them count
//! as live everywhere. What is not obvious reads everything.

use super::Executable;
use crate::code::{Function, Instruction, Register};

impl Executable<'_> {
    /// Requires: everything has been compiled.
    pub(crate) fn find_live_registers(&mut self) {
        self.live = self.functions.iter().map(|function| live_registers(self, function)).collect();
    }
}

/// Of each instruction: the registers that are live before it.
pub(crate) fn live_registers(executable: &Executable<'_>, function: &Function) -> Vec<u64> {
    let code = function.code.as_slice();
    if !function.handlers.is_empty() {
        return vec![u64::MAX; code.len()];
    }
    let mut live = vec![0; code.len()];
    let mut is_settled = false;
    while !is_settled {
        is_settled = true;
        for at in (0..code.len()).rev() {
            let after = |next: usize| live.get(next).copied().unwrap_or(0);
            let behind = code[at].flow().successors(at).fold(0, |behind, next| behind | after(next));
            let (read, written) = touched(executable, &code[at]);
            let before = behind & !written | read;
            is_settled &= before == live[at];
            live[at] = before;
        }
    }
    live
}

/// The registers that an instruction reads, and those that it writes.
fn touched(executable: &Executable<'_>, instruction: &Instruction) -> (u64, u64) {
    match instruction {
        Instruction::Int { to, .. } | Instruction::Constant { to, .. } | Instruction::GetStatic { to, .. } => {
            (0, bit(*to))
        }
        Instruction::Move { to, from }
        | Instruction::AddIntConstant { to, from, .. }
        | Instruction::NegateInt { to, from }
        | Instruction::NegateLong { to, from }
        | Instruction::BitNot { to, from }
        | Instruction::Not { to, from }
        | Instruction::Convert { to, from, .. }
        | Instruction::Length { to, array: from }
        | Instruction::InstanceOf { to, from, .. }
        | Instruction::GetField { to, object: from, .. }
        | Instruction::GetLong { to, object: from, .. } => (bit(*from), bit(*to)),
        Instruction::Arithmetic { to, left, right, .. }
        | Instruction::Compare { to, left, right, .. }
        | Instruction::CompareSymbols { to, left, right, .. }
        | Instruction::GetElement { to, array: left, index: right, .. }
        | Instruction::GetLongElement { to, array: left, index: right, .. } => (bit(*left) | bit(*right), bit(*to)),
        Instruction::Jump { .. } | Instruction::ReturnVoid | Instruction::InitializeClass(_) => (0, 0),
        Instruction::JumpIf { cond: from, .. }
        | Instruction::JumpUnless { cond: from, .. }
        | Instruction::JumpCompareInt { left: from, .. }
        | Instruction::SetStatic { value: from, .. }
        | Instruction::Check { value: from, .. }
        | Instruction::Return { value: from }
        | Instruction::Throw { value: from } => (bit(*from), 0),
        Instruction::JumpCompare { left, right, .. }
        | Instruction::SetField { object: left, value: right, .. }
        | Instruction::SetLong { object: left, value: right, .. } => (bit(*left) | bit(*right), 0),
        Instruction::SetElement { array, index, value } => (bit(*array) | bit(*index) | bit(*value), 0),
        Instruction::New { to, .. } => (0, bit(*to)),
        Instruction::Call { function, args, result } | Instruction::CallExact { function, args, result } => {
            let params = executable.functions[function.0 as usize].params as usize;
            (arguments(*args, params), result.map_or(0, bit))
        }
        Instruction::CallVirtual { selector, args, result } => {
            let called = executable.types.selector_methods[selector.0 as usize];
            let params = executable.program.method(called).params.len() + 1;
            (arguments(*args, params), result.map_or(0, bit))
        }
        _ => (u64::MAX, 0),
    }
}

fn bit(register: Register) -> u64 {
    1_u64.checked_shl(u32::from(register)).unwrap_or(0)
}

fn arguments(first: Register, count: usize) -> u64 {
    (0..count).map(|param| bit(first.saturating_add(param as Register))).fold(0, |all, one| all | one)
}
