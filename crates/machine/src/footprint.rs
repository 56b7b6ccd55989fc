//! What a run depends on from some point on, so that what became of it can be told of other states:
//! a run that finds the same in all places that it reads does the same. (Darga & Boyapati's
//! *touched part* of a state, but from the middle of a run on, where frames and registers belong to
//! the state.)
//!
//! A [`Footprint`] is kept while a state runs: the slots that are read, whatever their value. Only
//! what plain instructions read is kept; a run that does more (it compares ordered or opaque
//! values, allocates, calls the machine's own methods, …) has no footprint, which is no error. A
//! [`Snapshot`] is a state as it was when the footprint began, and says whether another state looks
//! the same where it matters.

use crate::code::{Instruction, Memory, Register};
use crate::compile::Executable;
use crate::cycle_detection::UNWATCHED_STEPS;
use crate::observe::{Instructions, Observer};
use crate::outcome::{Budget, Outcome, SlotRef};
use crate::restriction::Restriction;
use crate::state::{Frame, Header, State, copy};
use crate::word::{self, Word};

/// The slots that runs have read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Footprint {
    /// One bit for each word of the heap.
    slots: Vec<u64>,
    /// The same of the heap before the method, which says what words that stand for slots have
    /// become ([`crate::deferral`]).
    slots_before: Vec<u64>,
    /// Something was done whose reasons are not kept.
    is_unclear: bool,
}

impl Footprint {
    pub fn clear(&mut self) {
        self.slots.clear();
        self.slots_before.clear();
        self.is_unclear = false;
    }

    /// From now on, nobody can say what the runs depend on.
    pub fn give_up(&mut self) {
        self.is_unclear = true;
    }

    pub fn is_clear(&self) -> bool {
        !self.is_unclear
    }

    /// Adds what others have read.
    pub fn add(&mut self, other: &Footprint) {
        self.is_unclear |= other.is_unclear;
        unite(&mut self.slots, &other.slots);
        unite(&mut self.slots_before, &other.slots_before);
    }

    /// Copies into memory that is there already.
    pub fn copy_from(&mut self, other: &Footprint) {
        copy(&mut self.slots, &other.slots);
        copy(&mut self.slots_before, &other.slots_before);
        self.is_unclear = other.is_unclear;
    }

    /// Two words are compared, and at least one of them stands for a slot.
    fn look_at(&mut self, state: &State, words: [Word; 2]) -> bool {
        let mut slots = words.into_iter().filter_map(word::as_deferred).peekable();
        let is_clear = slots.peek().is_some();
        for (object, slot) in slots {
            if let Some(header) = state.objects.get(object).filter(|header| !header.is_new()) {
                insert(&mut self.slots_before, (header.before + slot) as usize);
            }
        }
        is_clear
    }
}

fn unite(bits: &mut Vec<u64>, others: &[u64]) {
    if bits.len() < others.len() {
        bits.resize(others.len(), 0);
    }
    bits.iter_mut().zip(others).for_each(|(bits, others)| *bits |= others);
}

#[inline(always)]
fn insert(bits: &mut Vec<u64>, bit: usize) {
    let at = bit / 64;
    if at >= bits.len() {
        bits.resize(at + 1, 0);
    }
    bits[at] |= 1 << (bit % 64);
}

impl Observer for Footprint {
    const LISTENS: bool = false;

    fn step(&mut self, _: &State, _: usize, _: Instructions<'_>) {}

    #[inline(always)]
    fn read(&mut self, slot: usize) {
        insert(&mut self.slots, slot);
    }

    #[inline(always)]
    fn read_before(&mut self, slot: usize) {
        insert(&mut self.slots_before, slot);
    }

    fn leave_plain(&mut self, state: &State, base: usize, Instructions(instruction): Instructions<'_>) {
        let get = |register: &Register| state.registers[base + usize::from(*register)];
        let is_object = |register: &Register| word::as_object(get(register)).is_some();
        let is_clear = match instruction {
            // It has been read, and has no value.
            Instruction::GetField { memory: Memory::Now, object, .. } => is_object(object),
            Instruction::CallExact { args, .. } | Instruction::CallVirtual { args, .. } => is_object(args),
            Instruction::Call { .. } | Instruction::Return { .. } | Instruction::ReturnVoid => true,
            Instruction::JumpCompareInt { left, right, .. } => self.look_at(state, [get(left), Word::from(*right)]),
            Instruction::JumpCompare { left, right, .. }
            | Instruction::Compare { left, right, .. }
            | Instruction::CompareSymbols { left, right, .. } => self.look_at(state, [get(left), get(right)]),
            _ => false,
        };
        self.is_unclear |= !is_clear;
    }
}

/// A state that has asked for a slot, as far as a run that goes on from there can see it.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    frames: Vec<Frame>,
    registers: Vec<Word>,
    objects: Vec<Header>,
    slots: Vec<Word>,
    slots_before: Vec<Word>,
    restrictions: Vec<Restriction>,
    /// What the slot that it asked for held, now and before.
    asked: Option<(Word, Word)>,
}

impl Snapshot {
    /// A state has asked for a slot.
    pub fn begin(&mut self, state: &State, asked: &SlotRef) {
        copy(&mut self.restrictions, &state.restrictions);
        let places = state.objects.get(asked.object).map(|header| places(header, asked));
        self.asked = places.and_then(|(at, before)| Some((*state.slots.get(at)?, *state.slots_before.get(before)?)));
    }

    /// Keeps the state of [`Snapshot::begin`], now that it has got an answer and has not run on.
    /// `false`: it cannot be kept.
    pub fn keep(&mut self, state: &State, asked: &SlotRef) -> bool {
        copy(&mut self.frames, &state.frames);
        copy(&mut self.registers, &state.registers);
        copy(&mut self.objects, &state.objects);
        copy(&mut self.slots, &state.slots);
        copy(&mut self.slots_before, &state.slots_before);
        let places = self.objects.get(asked.object).map(|header| places(header, asked));
        let (Some((at, before)), Some((now, earlier))) = (places, self.asked) else { return false };
        match (self.slots.get_mut(at), self.slots_before.get_mut(before)) {
            (Some(slot), Some(slot_before)) => {
                (*slot, *slot_before) = (now, earlier);
                true
            }
            _ => false,
        }
    }
}

/// Where a slot is now, and where it was before.
fn places(header: &Header, asked: &SlotRef) -> (usize, usize) {
    let slot = asked.slot as usize;
    (header.start as usize + slot, header.before as usize + slot)
}

impl Executable<'_> {
    /// Runs as [`Executable::run_watched`] does, and keeps what it reads.
    pub fn run_with_footprint(&self, state: &mut State, budget: &mut Budget, footprint: &mut Footprint) -> Outcome {
        let before = budget.steps;
        let outcome = self.run_watched_by(state, budget, footprint);
        // What is watched is not kept.
        if before - budget.steps >= UNWATCHED_STEPS {
            footprint.give_up();
        }
        outcome
    }

    /// Would a run from this state on do what runs with this footprint have done from that moment
    /// on? Requires: enough steps are left.
    pub fn is_like(&self, state: &State, moment: &Snapshot, footprint: &Footprint) -> bool {
        state.frames == moment.frames
            && state.restrictions == moment.restrictions
            && state.objects == moment.objects
            && is_alike(&footprint.slots, &state.slots, &moment.slots)
            && is_alike(&footprint.slots_before, &state.slots_before, &moment.slots_before)
            && self.has_like_registers(state, moment)
    }

    fn has_like_registers(&self, state: &State, moment: &Snapshot) -> bool {
        self.all_live(state, |register| state.registers.get(register) == moment.registers.get(register))
    }

    /// A number for the place where a state stands and for what it carries along. States that ask
    /// for different slots, or differ in registers that matter, rarely have the same.
    pub fn moment_key(&self, state: &State, asked: &SlotRef) -> u64 {
        let mix = |key: u64, part: u64| (key ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
        let frames = state.frames.iter().map(|frame| u64::from(frame.function.0) << 32 | u64::from(frame.pc));
        let mut key = frames.fold((asked.object as u64) << 32 | u64::from(asked.slot), mix);
        self.all_live(state, |register| {
            key = mix(key, state.registers.get(register).copied().unwrap_or_default() as u64);
            true
        });
        key
    }

    /// Is it true of all registers that somebody will look at?
    #[inline]
    fn all_live(&self, state: &State, mut is_true: impl FnMut(usize) -> bool) -> bool {
        for (number, frame) in state.frames.iter().enumerate() {
            let base = frame.base as usize;
            let count = self.functions[frame.function.0 as usize].registers;
            let live = self.live.get(frame.function.0 as usize).and_then(|live| live.get(frame.pc as usize));
            // Who waits for a result does not look at what is in its place.
            let awaited = state.frames.get(number + 1).and_then(|callee| callee.result);
            let awaited = awaited.and_then(|result| 1_u64.checked_shl(u32::from(result))).unwrap_or(0);
            let there = 1_u64.checked_shl(count).map_or(u64::MAX, |end| end - 1);
            let mut live = live.copied().unwrap_or(u64::MAX) & !awaited & there;
            while live != 0 {
                if !is_true(base + live.trailing_zeros() as usize) {
                    return false;
                }
                live &= live - 1;
            }
            if !(64..count as usize).all(|register| is_true(base + register)) {
                return false;
            }
        }
        true
    }
}

/// Are the words the same in all places of the set?
fn is_alike(places: &[u64], left: &[Word], right: &[Word]) -> bool {
    places.iter().enumerate().all(|(word, bits)| {
        let mut bits = *bits;
        while bits != 0 {
            let at = word * 64 + bits.trailing_zeros() as usize;
            if left.get(at) != right.get(at) {
                return false;
            }
            bits &= bits - 1;
        }
        true
    })
}
