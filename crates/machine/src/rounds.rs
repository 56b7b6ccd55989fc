//! Skips the rounds of a loop that does nothing but count: a ring is walked until an int overflows,
//! say, which takes 2^31 steps.
//!
//! A state comes back, but for ints that have changed: the counters. The next round is run step by
//! step, and each word that depends on a counter is followed: in round `r` it holds what it holds
//! now plus `r` times a constant, its slope, modulo 2^32. Sums, differences, products with words
//! that are the same in every round, copies, arguments and results keep that form; whatever else
//! looks at such a word makes us give up, except for comparisons.
//!
//! Why that is exact. Let every counter have its slope when the round begins, and let all other
//! words be the same in every round. Then each word of the round is known for every `r`, as long as
//! every comparison comes out as it does now, and so the same instructions run. If at the end each
//! counter has the slope that it began with, and all else is as it was, then the next round begins
//! as this one did, with each counter one slope further: by induction, all rounds are known up to
//! the first one in which a comparison comes out otherwise. Which one that is can be calculated:
//! equality is a linear congruence, which has a least solution or none; an order changes once
//! before a word overflows, and where it does not, we stop before the overflow and begin anew. If
//! no comparison ever changes, the run never ends.
//!
//! The idea is that of loop acceleration (Boigelot 1998; Finkel and Leroux 2002), on one concrete
//! path instead of all: nothing is approximated, and what was skipped could have been run.

use crate::code::{Arithmetic, Comparison, Conversion, Instruction, Memory, Register};
use crate::compile::Executable;
use crate::state::{Frame, State};
use crate::word::{self, Word};

/// A word of a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Cell {
    /// Of all frames.
    Register(usize),
    Slot(usize),
    Static(usize),
}

/// The words that change from round to round, by how much; ordered.
pub(crate) type Slopes = Vec<(Cell, i32)>;

/// Nobody counts so many things at once.
const MOST_COUNTERS: usize = 24;

/// By how much ints have changed between two states that are the same in everything else; `None` if
/// they are not, or if nothing has changed.
pub(crate) fn counters_between(earlier: &State, later: &State) -> Option<Slopes> {
    // Names every part: a new one that differs would be lost.
    let State {
        frames,
        registers,
        objects,
        slots,
        statics,
        slots_before,
        statics_before,
        initializations,
        initializations_before,
        texts,
        text_bytes,
        origins,
        shared,
        symbols,
        defers,
        restrictions,
    } = earlier;
    let is_same = *frames == later.frames
        && registers.len() == later.registers.len()
        && *objects == later.objects
        && slots.len() == later.slots.len()
        && statics.len() == later.statics.len()
        && !defers
        && !later.defers
        && *slots_before == later.slots_before
        && *statics_before == later.statics_before
        && *initializations == later.initializations
        && *initializations_before == later.initializations_before
        && *texts == later.texts
        && *text_bytes == later.text_bytes
        && *origins == later.origins
        && *shared == later.shared
        && *symbols == later.symbols
        && *restrictions == later.restrictions;
    if !is_same {
        return None;
    }
    let mut slopes = Vec::new();
    changes(registers, &later.registers, Cell::Register, &mut slopes)?;
    changes(slots, &later.slots, Cell::Slot, &mut slopes)?;
    changes(statics, &later.statics, Cell::Static, &mut slopes)?;
    (!slopes.is_empty()).then_some(slopes)
}

fn changes(earlier: &[Word], later: &[Word], cell: fn(usize) -> Cell, slopes: &mut Slopes) -> Option<()> {
    for (at, (earlier, later)) in earlier.iter().zip(later).enumerate().filter(|(_, (one, other))| one != other) {
        let (earlier, later) = (i32::try_from(*earlier).ok()?, i32::try_from(*later).ok()?);
        slopes.push((cell(at), later.wrapping_sub(earlier)));
        if slopes.len() > MOST_COUNTERS {
            return None;
        }
    }
    Some(())
}

/// Moves the counters on by so many rounds.
pub(crate) fn advance(state: &mut State, slopes: &Slopes, rounds: u64) {
    for (cell, slope) in slopes {
        let word = match cell {
            Cell::Register(at) => state.registers.get_mut(*at),
            Cell::Slot(at) => state.slots.get_mut(*at),
            Cell::Static(at) => state.statics.get_mut(*at),
        };
        if let Some(word) = word {
            // Everything is modulo 2^32.
            *word = Word::from((*word as i32).wrapping_add(slope.wrapping_mul(rounds as i32)));
        }
    }
}

/// A round that is followed.
#[derive(Debug)]
pub(crate) struct Round<'e> {
    executable: &'e Executable<'e>,
    slopes: Slopes,
    /// The first round in which a comparison may come out otherwise; `None`: none is.
    pub(crate) until: Option<u64>,
}

/// Something is done with a counter that is not followed.
pub(crate) struct Lost;

type Followed<T> = Result<T, Lost>;

impl<'e> Round<'e> {
    /// It begins with these counters.
    pub(crate) fn new(executable: &'e Executable<'_>, slopes: Slopes) -> Round<'e> {
        Round { executable, slopes, until: None }
    }

    pub(crate) fn ends_with(&self, slopes: &Slopes) -> bool {
        let mut found = self.slopes.clone();
        found.sort_unstable();
        found == *slopes
    }

    fn slope(&self, cell: Cell) -> i32 {
        self.slopes.iter().find(|(known, _)| *known == cell).map_or(0, |(_, slope)| *slope)
    }

    fn set(&mut self, cell: Cell, slope: i32) {
        self.slopes.retain(|(known, _)| *known != cell);
        if slope != 0 {
            self.slopes.push((cell, slope));
        }
    }

    fn set_register(&mut self, frame: Frame, register: Register, slope: i32) {
        self.set(cell(frame, register), slope);
    }

    /// The register must hold the same in every round.
    fn same(&self, frame: Frame, register: Register) -> Followed<()> {
        if self.slope(cell(frame, register)) == 0 { Ok(()) } else { Err(Lost) }
    }

    fn all_same(&self, frame: Frame, registers: &[Register]) -> Followed<()> {
        registers.iter().try_for_each(|register| self.same(frame, *register))
    }

    /// No register from this one on counts.
    fn same_from(&self, frame: Frame, first: Register) -> Followed<()> {
        let first = frame.base as usize + usize::from(first);
        let counts = |cell: &Cell| matches!(cell, Cell::Register(at) if *at >= first);
        if self.slopes.iter().any(|(cell, _)| counts(cell)) { Err(Lost) } else { Ok(()) }
    }

    /// The heap must be the same in every round.
    fn same_heap(&self) -> Followed<()> {
        let is_memory = |cell: &Cell| !matches!(cell, Cell::Register(_));
        if self.slopes.iter().any(|(cell, _)| is_memory(cell)) { Err(Lost) } else { Ok(()) }
    }

    /// The instruction is about to run.
    pub(crate) fn follow(&mut self, state: &State, instruction: &Instruction) -> Followed<()> {
        let Some(frame) = state.frames.last().copied() else { return Err(Lost) };
        match instruction {
            Instruction::Int { to, .. } | Instruction::Constant { to, .. } => self.set_register(frame, *to, 0),
            Instruction::Move { to, from }
            | Instruction::AddIntConstant { to, from, .. }
            | Instruction::Convert { to, from, kind: Conversion::Int } => {
                self.set_register(frame, *to, self.slope(cell(frame, *from)));
            }
            // ~x is -x - 1.
            Instruction::NegateInt { to, from } | Instruction::BitNot { to, from } => {
                self.set_register(frame, *to, self.slope(cell(frame, *from)).wrapping_neg());
            }
            Instruction::Arithmetic { op, to, left, right } => {
                let slope = self.calculated(state, frame, *op, *left, *right)?;
                self.set_register(frame, *to, slope);
            }
            Instruction::Compare { op, to, left, right } | Instruction::CompareSymbols { op, to, left, right } => {
                self.compare(state, frame, *op, *left, *right)?;
                self.set_register(frame, *to, 0);
            }
            Instruction::JumpCompare { op, left, right, .. } => self.compare(state, frame, *op, *left, *right)?,
            Instruction::JumpCompareInt { op, left, right, .. } => {
                let left = self.operand(state, frame, *left);
                self.compare_words(*op, left, (Word::from(*right), 0))?;
            }
            Instruction::Jump { .. } => {}
            Instruction::JumpIf { cond, .. } | Instruction::JumpUnless { cond, .. } => self.same(frame, *cond)?,
            other => self.follow_memory(state, frame, other)?,
        }
        Ok(())
    }

    fn follow_memory(&mut self, state: &State, frame: Frame, instruction: &Instruction) -> Followed<()> {
        match instruction {
            Instruction::GetField { memory: Memory::Now, to, object, slot } => {
                let slope = self.slope(self.field(state, frame, *object, *slot)?);
                self.set_register(frame, *to, slope);
            }
            Instruction::SetField { object, slot, value } => {
                let slope = self.slope(cell(frame, *value));
                self.set(self.field(state, frame, *object, *slot)?, slope);
            }
            Instruction::GetStatic { memory: Memory::Now, to, slot } => {
                self.set_register(frame, *to, self.slope(Cell::Static(*slot as usize)));
            }
            Instruction::SetStatic { slot, value } => {
                self.set(Cell::Static(*slot as usize), self.slope(cell(frame, *value)));
            }
            Instruction::GetStatic { memory: Memory::Before, to, .. } => self.set_register(frame, *to, 0),
            Instruction::GetField { memory: Memory::Before, to, object: from, .. }
            | Instruction::Not { to, from }
            | Instruction::NegateLong { to, from }
            | Instruction::Convert { to, from, .. }
            | Instruction::Length { to, array: from }
            | Instruction::InstanceOf { to, from, .. } => {
                self.same(frame, *from)?;
                self.set_register(frame, *to, 0);
            }
            Instruction::Check { value, .. } => self.same(frame, *value)?,
            // An element is one slot, or more for a `long`: none of them counts.
            Instruction::GetElement { to, array, index, .. } | Instruction::GetLongElement { to, array, index, .. } => {
                self.same_heap()?;
                self.all_same(frame, &[*array, *index])?;
                self.set_register(frame, *to, 0);
            }
            Instruction::GetLong { to, object, .. } => {
                self.same_heap()?;
                self.same(frame, *object)?;
                self.set_register(frame, *to, 0);
            }
            Instruction::SetElement { array, index, value } => {
                self.same_heap()?;
                self.all_same(frame, &[*array, *index, *value])?;
            }
            Instruction::SetLong { object, value, .. } => {
                self.same_heap()?;
                self.all_same(frame, &[*object, *value])?;
            }
            other => self.follow_call(state, frame, other)?,
        }
        Ok(())
    }

    fn follow_call(&mut self, state: &State, frame: Frame, instruction: &Instruction) -> Followed<()> {
        match instruction {
            // The arguments lie where the callee looks for them.
            Instruction::Call { .. } | Instruction::ReturnVoid => {}
            Instruction::CallExact { args, .. } | Instruction::CallVirtual { args, .. } => {
                self.same(frame, *args)?;
                word::as_object(self.operand(state, frame, *args).0).ok_or(Lost)?;
            }
            Instruction::Return { value } => {
                let caller = state.frames.len().checked_sub(2).and_then(|caller| state.frames.get(caller));
                if let (Some(caller), Some(to)) = (caller, frame.result) {
                    self.set_register(*caller, to, self.slope(cell(frame, *value)));
                }
            }
            // Where it initialises a class, the states before and after the round differ.
            Instruction::InitializeClass(_) => {}
            Instruction::CallNative { args, result, .. } => {
                self.same_heap()?;
                self.same_from(frame, *args)?;
                if let Some(to) = result {
                    self.set_register(frame, *to, 0);
                }
            }
            // What allocates, throws or evaluates a formula is not followed.
            _ => return Err(Lost),
        }
        Ok(())
    }

    /// The instruction has run. Registers that a callee has not written yet hold whatever the last
    /// call left there, and nobody reads them: they become 0, so that they are the same in every
    /// round.
    pub(crate) fn has_run(&mut self, state: &mut State, depth_before: usize) {
        if let (Some(frame), true) = (state.frames.last(), state.frames.len() > depth_before) {
            let callee = &self.executable.functions[frame.function.0 as usize];
            let first = (frame.base + callee.params) as usize;
            state.registers.iter_mut().skip(first).for_each(|register| *register = 0);
            self.keep_registers(first);
        }
        self.keep_registers(state.registers.len());
    }

    fn keep_registers(&mut self, below: usize) {
        self.slopes.retain(|(cell, _)| !matches!(cell, Cell::Register(at) if *at >= below));
    }

    /// Where a field is. The object must be the same in every round.
    fn field(&self, state: &State, frame: Frame, object: Register, slot: u16) -> Followed<Cell> {
        self.same(frame, object)?;
        let object = word::as_object(self.operand(state, frame, object).0).ok_or(Lost)?;
        let header = state.objects.get(object).ok_or(Lost)?;
        Ok(Cell::Slot(header.start as usize + usize::from(slot)))
    }

    /// What a register holds, and its slope.
    fn operand(&self, state: &State, frame: Frame, register: Register) -> (Word, i32) {
        let at = frame.base as usize + usize::from(register);
        (state.registers.get(at).copied().unwrap_or_default(), self.slope(Cell::Register(at)))
    }

    fn calculated(
        &self,
        state: &State,
        frame: Frame,
        op: Arithmetic,
        left: Register,
        right: Register,
    ) -> Followed<i32> {
        let (left, right) = (self.operand(state, frame, left), self.operand(state, frame, right));
        match (op, left, right) {
            (_, (_, 0), (_, 0)) => Ok(0),
            (Arithmetic::AddInt, (_, left), (_, right)) => Ok(left.wrapping_add(right)),
            (Arithmetic::SubtractInt, (_, left), (_, right)) => Ok(left.wrapping_sub(right)),
            (Arithmetic::MultiplyInt, (factor, 0), (_, slope)) | (Arithmetic::MultiplyInt, (_, slope), (factor, 0)) => {
                Ok(slope.wrapping_mul(factor as i32))
            }
            _ => Err(Lost),
        }
    }

    fn compare(
        &mut self,
        state: &State,
        frame: Frame,
        op: Comparison,
        left: Register,
        right: Register,
    ) -> Followed<()> {
        self.compare_words(op, self.operand(state, frame, left), self.operand(state, frame, right))
    }

    fn compare_words(&mut self, op: Comparison, left: (Word, i32), right: (Word, i32)) -> Followed<()> {
        if (left.1, right.1) == (0, 0) {
            return Ok(());
        }
        let int = |(word, slope): (Word, i32)| Some((i32::try_from(word).ok()?, slope));
        let (Some(left), Some(right)) = (int(left), int(right)) else { return Err(Lost) };
        if let Some(changes) = first_change(op, left, right) {
            self.until = Some(self.until.map_or(changes, |until| until.min(changes)));
        }
        Ok(())
    }
}

fn cell(frame: Frame, register: Register) -> Cell {
    Cell::Register(frame.base as usize + usize::from(register))
}

/// The first round, from 1 on, in which a comparison may come out otherwise than in round 0;
/// `None`: it never does. Operands are what they hold in round 0, and their slopes.
fn first_change(op: Comparison, left: (i32, i32), right: (i32, i32)) -> Option<u64> {
    match op {
        Comparison::Equal | Comparison::NotEqual | Comparison::Same | Comparison::NotSame => {
            first_equal(left.0.wrapping_sub(right.0) as u32, left.1.wrapping_sub(right.1) as u32)
        }
        Comparison::Less | Comparison::GreaterEqual => first_reorder(left, right),
        Comparison::Greater | Comparison::LessEqual => first_reorder(right, left),
    }
}

/// The first round from 1 on in which `difference + round * slope` becomes 0 modulo 2^32, or is 0
/// no more.
fn first_equal(difference: u32, slope: u32) -> Option<u64> {
    if slope == 0 {
        return None;
    }
    if difference == 0 {
        return Some(1);
    }
    let (twos, target) = (slope.trailing_zeros(), difference.wrapping_neg());
    if target.trailing_zeros() < twos {
        return None;
    }
    // Modulo a power of two, an odd number has an inverse: Newton's iteration doubles the number of
    // bits that are right, from 3 on.
    let odd = slope >> twos;
    let inverse = (0..4).fold(odd, |inverse, _| inverse.wrapping_mul(2_u32.wrapping_sub(odd.wrapping_mul(inverse))));
    let round = (target >> twos).wrapping_mul(inverse) & (u32::MAX >> twos);
    Some(u64::from(round))
}

/// The first round from 1 on in which `left < right` changes, or one of them overflows; `None`: no
/// int is less than the least or greater than the greatest.
fn first_reorder(left: (i32, i32), right: (i32, i32)) -> Option<u64> {
    if right == (i32::MIN, 0) || left == (i32::MAX, 0) {
        return None;
    }
    let difference = i64::from(left.0) - i64::from(right.0);
    let slope = i64::from(left.1) - i64::from(right.1);
    let crossing = match (difference < 0, slope) {
        (true, 1..) => Some((-difference as u64).div_ceil(slope as u64)),
        (false, ..0) => Some(difference as u64 / slope.unsigned_abs() + 1),
        _ => None,
    };
    [crossing, first_overflow(left), first_overflow(right)].into_iter().flatten().min()
}

fn first_overflow((value, slope): (i32, i32)) -> Option<u64> {
    let value = i64::from(value);
    let room = match slope {
        0 => return None,
        1.. => i64::from(i32::MAX) - value,
        _ => value - i64::from(i32::MIN),
    };
    Some(room as u64 / u64::from(slope.unsigned_abs()) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic::compare;
    use crate::random::Random;

    fn holds(op: Comparison, left: (i32, i32), right: (i32, i32), round: u64) -> bool {
        let at = |(value, slope): (i32, i32)| Word::from(value.wrapping_add(slope.wrapping_mul(round as i32)));
        compare(op, at(left), at(right))
    }

    /// Near an end, near zero, or a power of two, so that something happens soon.
    fn int(random: &mut Random) -> i32 {
        let near = random.below(9) as i32 - 4;
        match random.below(5) {
            0 => i32::MAX.wrapping_add(near),
            1 => near,
            2 => (1_i32 << random.below(32)).wrapping_add(near),
            3 => (1_i32 << random.below(32)).wrapping_mul(near),
            _ => random.below(1 << 32) as u32 as i32,
        }
    }

    #[test]
    fn no_comparison_changes_before_the_round_that_is_named() {
        let (mut random, mut named) = (Random::new(5), 0);
        for _ in 0..40_000 {
            let op = Comparison::OF_NUMBERS[random.below(6)];
            let (left, right) = ((int(&mut random), int(&mut random)), (int(&mut random), int(&mut random)));
            let until = first_change(op, left, right);
            let now = holds(op, left, right, 0);
            let last = until.unwrap_or(u64::MAX).min(300);
            (0..last).for_each(|round| assert_eq!(holds(op, left, right, round), now, "{op:?} {left:?} {right:?}"));
            if let Some(until) = until {
                assert!(until > 0, "{op:?} {left:?} {right:?}");
                assert_eq!(holds(op, left, right, until - 1), now, "{op:?} {left:?} {right:?}");
                let is_equality = matches!(op, Comparison::Equal | Comparison::NotEqual);
                assert!(!is_equality || holds(op, left, right, until) != now, "{op:?} {left:?} {right:?}");
                named += 1;
            }
        }
        assert!(named > 10_000, "{named}");
    }

    #[test]
    fn an_equality_that_never_comes_is_known() {
        assert_eq!(first_change(Comparison::NotEqual, (0, 2), (5, 0)), None);
        assert_eq!(first_change(Comparison::NotEqual, (0, 1), (5, 0)), Some(5));
        assert_eq!(first_change(Comparison::NotEqual, (0, -1), (5, 0)), Some((1 << 32) - 5));
        assert_eq!(first_change(Comparison::Less, (0, -1), (5, 0)), Some((1 << 31) + 1));
        assert_eq!(first_change(Comparison::LessEqual, (0, 1), (i32::MAX, 0)), None);
    }
}
