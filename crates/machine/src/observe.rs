//! Watching a run: which initial fields it read, which slots it wrote, and which fields its
//! branches depended on.
//!
//! An [`Observer`] is told of every instruction before it runs. The loop is compiled anew for each
//! kind of observer, so nobody who does not listen pays for it.
//!
//! [`InformationFlow`] follows Darga & Boyapati, section 3.2.2: every value carries the set of
//! initial fields from which information flows to it. Where the paper joins control flow (after a
//! join point everything depends on the branch), we keep one set for the whole path: the fields
//! that any branch so far depended on. A result depends on its own set and on that one. That is
//! never less than the paper's set: what a run does after a branch, joined or not, is counted as
//! depending on it. Tests that an instruction makes by itself (is it null? is the index in range?
//! which override?) are branches too.

use crate::code::{Function, FunctionId, Instruction, Memory, Register};
use crate::compile::Executable;
use crate::state::State;
use crate::word::{self, Word};
use std::collections::{BTreeSet, HashMap};
use tightrope_program::MethodId;
use tightrope_source::Span;

/// An instruction, as observers of this crate see it.
#[derive(Clone, Copy, Debug)]
pub struct Instructions<'i>(pub(crate) &'i Instruction);

/// Where in the code a step is.
#[derive(Clone, Copy, Debug)]
pub struct Place<'e> {
    pub(crate) executable: &'e Executable<'e>,
    pub(crate) function: FunctionId,
    pub(crate) pc: u32,
}

impl<'e> Place<'e> {
    pub fn method(self) -> MethodId {
        self.code().method
    }

    /// Of the instruction, which may be a small part of a statement.
    pub fn span(self) -> Span {
        self.code().spans[self.pc as usize]
    }

    pub(crate) fn code(self) -> &'e Function {
        &self.executable.functions[self.function.0 as usize]
    }
}

/// An instruction of a function that is about to run, plain or not.
#[derive(Clone, Copy, Debug)]
pub struct CodeAt<'c> {
    pub(crate) function: &'c Function,
    pub(crate) pc: usize,
}

/// Is told of every step of a run.
pub trait Observer {
    /// False: the run takes the fast path, and `step` is not called. Then the observer is told of
    /// the few events below that name the fast path.
    const LISTENS: bool = true;

    /// The instruction is about to run in the frame whose registers start at `base`. It may run
    /// again after an answer.
    fn step(&mut self, state: &State, base: usize, instruction: Instructions<'_>);

    /// A plain instruction reads this word of the heap. Called on the fast path only.
    #[inline(always)]
    fn read(&mut self, _: usize) {}

    /// The same of the heap before the method.
    #[inline(always)]
    fn read_before(&mut self, _: usize) {}

    /// The next instruction is not plain. Called on the fast path only.
    #[inline(always)]
    fn leave_plain(&mut self, _: &State, _: usize, _: Instructions<'_>) {}

    /// This instruction is about to run, in so many frames. It may run again after an answer.
    /// Called on the fast path only.
    #[inline(always)]
    fn pass(&mut self, _: CodeAt<'_>, _: usize) {}

    /// A frame is new; there are so many now.
    #[inline(always)]
    fn enter_frame(&mut self, _: usize) {}

    /// The loops that are running, and how often each has run: depth of the frame, number of the
    /// loop, iterations.
    fn loops(&self) -> Vec<(usize, u32, u64)> {
        Vec::new()
    }

    /// So many rounds are skipped that are like the last one, which began with these loops.
    fn skip_rounds(&mut self, _: &[(usize, u32, u64)], _: u64) {}

    /// As [`Observer::step`], for who wants to know where the instruction stands.
    fn step_at(&mut self, _: Place<'_>, state: &State, base: usize, instruction: Instructions<'_>) {
        self.step(state, base, instruction);
    }
}

/// Does not listen.
#[derive(Clone, Copy, Debug)]
pub struct NoObserver;

impl Observer for NoObserver {
    const LISTENS: bool = false;

    #[inline(always)]
    fn step(&mut self, _: &State, _: usize, _: Instructions<'_>) {}
}

/// A slot of an object that existed before the method.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Slot {
    pub object: usize,
    pub slot: u32,
}

/// A set of initial slots, ordered.
pub type Slots = BTreeSet<Slot>;

/// Which slots of initial objects a run read before it wrote them, and which it wrote.
#[derive(Clone, Debug, Default)]
pub struct Accesses {
    pub read: Slots,
    pub written: Slots,
}

impl Observer for Accesses {
    fn step(&mut self, state: &State, base: usize, Instructions(instruction): Instructions<'_>) {
        match touched(state, base, instruction) {
            Some(Touch::Read { slot, memory }) if memory == Memory::Before || !self.written.contains(&slot) => {
                self.read.insert(slot);
            }
            Some(Touch::Write { slot }) => {
                self.written.insert(slot);
            }
            _ => {}
        }
    }
}

enum Touch {
    Read { slot: Slot, memory: Memory },
    Write { slot: Slot },
}

/// The slot of an initial object that an instruction is about to touch, if it gets that far.
fn touched(state: &State, base: usize, instruction: &Instruction) -> Option<Touch> {
    let get = |register: &Register| state.registers[base + usize::from(*register)];
    let slot = |object: Word, slot: Word| initial_slot(state, object, slot);
    match instruction {
        Instruction::GetField { memory, object, slot: at, .. }
        | Instruction::GetLong { memory, object, slot: at, .. } => {
            Some(Touch::Read { slot: slot(get(object), Word::from(*at))?, memory: *memory })
        }
        Instruction::GetElement { memory, array, index, .. }
        | Instruction::GetLongElement { memory, array, index, .. } => {
            Some(Touch::Read { slot: slot(get(array), get(index))?, memory: *memory })
        }
        Instruction::SetField { object, slot: at, .. } | Instruction::SetLong { object, slot: at, .. } => {
            Some(Touch::Write { slot: slot(get(object), Word::from(*at))? })
        }
        Instruction::SetElement { array, index, .. } => Some(Touch::Write { slot: slot(get(array), get(index))? }),
        _ => None,
    }
}

fn initial_slot(state: &State, object: Word, slot: Word) -> Option<Slot> {
    let object = word::as_object(object)?;
    let header = state.objects.get(object)?;
    let is_there = !header.is_new() && (0..Word::from(header.length)).contains(&slot);
    is_there.then_some(Slot { object, slot: slot as u32 })
}

/// From which initial fields information flowed to branches, to written slots and to the result.
#[derive(Clone, Debug, Default)]
pub struct InformationFlow {
    /// The fields that the branches of the path depended on.
    pub branches: Slots,
    /// Written slots of any object, with the fields that the written value depended on.
    written: HashMap<(usize, u32), Slots>,
    registers: Vec<Slots>,
    statics: HashMap<u32, Slots>,
    /// What the outermost result depended on.
    result: Slots,
}

impl InformationFlow {
    /// All that the outcome of the run depended on: its path and its result.
    pub fn outcome(&self) -> Slots {
        self.branches.union(&self.result).copied().collect()
    }

    /// All that the run did depended on: its path, its result and whatever it wrote.
    pub fn influence(&self) -> Slots {
        let written = self.written.values().chain(self.statics.values()).flatten().copied();
        self.branches.iter().chain(&self.result).copied().chain(written).collect()
    }

    /// All that a written slot depends on, with the path.
    pub fn of_written(&self, object: usize, slot: u32) -> Option<Slots> {
        let value = self.written.get(&(object, slot))?;
        Some(self.branches.union(value).copied().collect())
    }

    fn register(&self, base: usize, register: &Register) -> Slots {
        self.registers.get(base + usize::from(*register)).cloned().unwrap_or_default()
    }

    fn set(&mut self, base: usize, register: &Register, slots: Slots) {
        self.set_absolute(base + usize::from(*register), slots);
    }

    fn set_absolute(&mut self, at: usize, slots: Slots) {
        if self.registers.len() <= at {
            self.registers.resize(at + 1, Slots::new());
        }
        self.registers[at] = slots;
    }

    fn branch_on(&mut self, base: usize, register: &Register) {
        let slots = self.register(base, register);
        self.branches.extend(slots);
    }

    fn joined(&self, base: usize, registers: &[Register]) -> Slots {
        registers.iter().flat_map(|register| self.register(base, register)).collect()
    }

    /// Reading a slot: what was written there, or the initial field itself; and what led to the
    /// object.
    fn read(&mut self, state: &State, base: usize, to: &Register, object: &Register, slot: Word) {
        self.branch_on(base, object);
        let mut slots = self.register(base, object);
        let reference = state.registers[base + usize::from(*object)];
        if let Some(object) = word::as_object(reference) {
            match self.written.get(&(object, slot as u32)) {
                Some(written) => slots.extend(written),
                None => slots.extend(initial_slot(state, reference, slot)),
            }
        }
        self.set(base, to, slots);
    }

    fn write(&mut self, state: &State, base: usize, object: &Register, slot: Word, value: &Register) {
        self.branch_on(base, object);
        let slots = self.joined(base, &[*object, *value]);
        if let Some(object) = word::as_object(state.registers[base + usize::from(*object)]) {
            self.written.insert((object, slot as u32), slots);
        }
    }

    /// Results land in the caller's register; the outermost one is the result of the run.
    fn leave(&mut self, state: &State, value: Slots) {
        let count = state.frames.len();
        let caller = count.checked_sub(2).and_then(|caller| state.frames.get(caller));
        match (caller, state.frames.last().and_then(|frame| frame.result)) {
            (Some(caller), Some(to)) => self.set_absolute(caller.base as usize + usize::from(to), value),
            (Some(_), None) => {}
            (None, _) => self.result = value,
        }
    }

    /// What a comparison of opaque values looks at is not followed: it enters no code, and counts
    /// as everything.
    fn call_virtual(&mut self, state: &State, base: usize, args: &Register, result: Option<Register>) {
        self.branch_on(base, args);
        if word::as_opaque(InformationFlow::index(state, base, args)).is_some() {
            self.everything(state, base);
            if let Some(to) = result {
                self.set(base, &to, self.branches.clone());
            }
        }
    }

    /// What a formula looks at is not followed.
    fn formula(&mut self, state: &State, base: usize, locals: Register) {
        (0..locals).for_each(|register| self.branch_on(base, &register));
        self.everything(state, base);
    }

    fn index(state: &State, base: usize, register: &Register) -> Word {
        state.registers[base + usize::from(*register)]
    }
}

impl Observer for InformationFlow {
    fn step(&mut self, state: &State, base: usize, Instructions(instruction): Instructions<'_>) {
        match instruction {
            Instruction::Int { to, .. } | Instruction::Constant { to, .. } | Instruction::New { to, .. } => {
                self.set(base, to, Slots::new());
            }
            Instruction::Move { to, from }
            | Instruction::AddIntConstant { to, from, .. }
            | Instruction::NegateInt { to, from }
            | Instruction::NegateLong { to, from }
            | Instruction::BitNot { to, from }
            | Instruction::Not { to, from }
            | Instruction::Convert { to, from, .. }
            | Instruction::InstanceOf { to, from, .. } => self.set(base, to, self.register(base, from)),
            Instruction::Arithmetic { to, left, right, .. } => {
                // Division tests its right operand.
                self.branch_on(base, right);
                self.set(base, to, self.joined(base, &[*left, *right]));
            }
            Instruction::Compare { to, left, right, .. } | Instruction::CompareSymbols { to, left, right, .. } => {
                self.set(base, to, self.joined(base, &[*left, *right]));
            }
            Instruction::JumpIf { cond, .. } | Instruction::JumpUnless { cond, .. } => self.branch_on(base, cond),
            Instruction::JumpCompareInt { left, .. } => self.branch_on(base, left),
            Instruction::JumpCompare { left, right, .. } => {
                self.branch_on(base, left);
                self.branch_on(base, right);
            }
            Instruction::GetField { to, object, slot, .. } | Instruction::GetLong { to, object, slot, .. } => {
                self.read(state, base, to, object, Word::from(*slot));
            }
            Instruction::GetElement { to, array, index, .. } | Instruction::GetLongElement { to, array, index, .. } => {
                self.branch_on(base, index);
                let at = InformationFlow::index(state, base, index);
                self.read(state, base, to, array, at);
            }
            Instruction::SetField { object, slot, value } | Instruction::SetLong { object, slot, value } => {
                self.write(state, base, object, Word::from(*slot), value);
            }
            Instruction::SetElement { array, index, value } => {
                self.branch_on(base, index);
                self.branch_on(base, value);
                let at = InformationFlow::index(state, base, index);
                self.write(state, base, array, at, value);
            }
            Instruction::GetStatic { to, slot, .. } => {
                self.set(base, to, self.statics.get(slot).cloned().unwrap_or_default());
            }
            Instruction::SetStatic { slot, value } => drop(self.statics.insert(*slot, self.register(base, value))),
            Instruction::Length { to, array } => {
                self.branch_on(base, array);
                self.set(base, to, self.register(base, array));
            }
            Instruction::Check { value, .. } | Instruction::Throw { value } => self.branch_on(base, value),
            Instruction::NewArray { to, lengths, count, .. } => {
                for offset in 0..u16::from(*count) {
                    self.branch_on(base, &(lengths + offset));
                }
                self.set(base, to, Slots::new());
            }
            Instruction::CallExact { args, .. } => self.branch_on(base, args),
            Instruction::CallVirtual { args, result, .. } => self.call_virtual(state, base, args, *result),
            Instruction::Return { value } => self.leave(state, self.register(base, value)),
            Instruction::ReturnVoid => self.leave(state, Slots::new()),
            Instruction::Concat { .. } | Instruction::CallNative { .. } => self.everything(state, base),
            Instruction::Require { locals, .. }
            | Instruction::Assume { locals, .. }
            | Instruction::Decrease { locals, .. } => self.formula(state, base, *locals),
            Instruction::Evaluate { to, locals, .. } => {
                self.formula(state, base, *locals);
                self.set(base, to, self.branches.clone());
            }
            Instruction::Jump { .. }
            | Instruction::InitializeClass(_)
            | Instruction::StartInitializer(_)
            | Instruction::CompleteInitializer(_)
            | Instruction::Call { .. }
            | Instruction::Unsupported(_) => {}
        }
    }
}

impl InformationFlow {
    /// What native code and formulas look at is not followed: they count as having looked at all
    /// initial slots.
    fn everything(&mut self, state: &State, base: usize) {
        let mut all = Slots::new();
        for (object, header) in state.objects.iter().enumerate().filter(|(_, header)| !header.is_new()) {
            all.extend((0..header.length).map(|slot| Slot { object, slot }));
        }
        self.branches.extend(all.iter().copied());
        let last = self.registers.len();
        for at in base..last {
            self.registers[at].extend(all.iter().copied());
        }
    }
}
