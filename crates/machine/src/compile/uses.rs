//! Who uses what an instruction reads: numbers may be deferred ([`crate::deferral`]) only where
//! nothing but `==` and `!=` looks at them.
//!
//! Follows all ways from the instruction until its register is written again. What is not obvious
//! counts as a use.

use crate::code::{Comparison, Instruction, Register};

/// What one instruction means for the register.
enum Effect {
    /// Neither read nor written, or compared.
    Passes,
    /// Written, or the function ends.
    Ends,
    Uses,
}

/// Is what the instruction `start` reads into its register used by `==` and `!=` alone? Requires:
/// no exception is handled in this code.
pub(super) fn only_compares(code: &[Instruction], start: usize) -> bool {
    let Some(Instruction::GetField { to: register, .. }) = code.get(start) else { return false };
    let mut seen = vec![false; code.len()];
    let mut waiting = vec![start + 1];
    while let Some(at) = waiting.pop() {
        if at >= code.len() || std::mem::replace(&mut seen[at], true) {
            continue;
        }
        match effect(&code[at], *register) {
            Effect::Uses => return false,
            Effect::Ends => {}
            Effect::Passes => {
                waiting.extend(code[at].flow().successors(at));
            }
        }
    }
    true
}

fn effect(instruction: &Instruction, register: Register) -> Effect {
    let touches = |read: &[Register], written: Option<Register>| match written {
        _ if read.contains(&register) => Effect::Uses,
        Some(written) if written == register => Effect::Ends,
        _ => Effect::Passes,
    };
    match instruction {
        Instruction::Jump { .. } => Effect::Passes,
        Instruction::JumpIf { cond, .. } | Instruction::JumpUnless { cond, .. } => touches(&[*cond], None),
        Instruction::JumpCompare { op: Comparison::Same | Comparison::NotSame, .. }
        | Instruction::JumpCompareInt { op: Comparison::Same | Comparison::NotSame, .. } => Effect::Passes,
        Instruction::JumpCompare { left, right, .. } => touches(&[*left, *right], None),
        Instruction::JumpCompareInt { left, .. } => touches(&[*left], None),
        Instruction::Compare { op: Comparison::Same | Comparison::NotSame, to, .. }
        | Instruction::Int { to, .. }
        | Instruction::Constant { to, .. }
        | Instruction::GetStatic { to, .. } => touches(&[], Some(*to)),
        Instruction::Compare { to, left, right, .. }
        | Instruction::CompareSymbols { to, left, right, .. }
        | Instruction::Arithmetic { to, left, right, .. } => touches(&[*left, *right], Some(*to)),
        Instruction::Move { to, from }
        | Instruction::AddIntConstant { to, from, .. }
        | Instruction::Convert { to, from, .. }
        | Instruction::Not { to, from }
        | Instruction::Length { to, array: from }
        | Instruction::GetField { to, object: from, .. } => touches(&[*from], Some(*to)),
        Instruction::GetElement { to, array, index, .. } => touches(&[*array, *index], Some(*to)),
        Instruction::SetField { object, value, .. } => touches(&[*object, *value], None),
        // The registers from the first argument on are the callee's.
        Instruction::Call { args, result, .. }
        | Instruction::CallExact { args, result, .. }
        | Instruction::CallVirtual { args, result, .. } => match *args > register {
            true => touches(&[], *result),
            false => Effect::Uses,
        },
        Instruction::Return { value } if *value != register => Effect::Ends,
        Instruction::ReturnVoid => Effect::Ends,
        _ => Effect::Uses,
    }
}
