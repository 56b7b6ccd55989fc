//! Small pure methods, as formulas call them: `height(n.left)`, `isRed(n)`, `n.size()`.
//!
//! A call from a formula runs on a copy of the state, since a pure method may allocate. Most do
//! nothing of the kind: they read fields, compare, calculate and return. These run here, on the
//! state itself, which they cannot change. Whatever else a method does, or throws, is left to
//! [`crate::execute`], which starts from the beginning; so this gives either the very answer of
//! that, or none.
//!
//! What a method with one argument gave is kept from one heap to the next. It depends on nothing
//! but the slots that it has read, in the heap of now, unless it has compared ordered or opaque
//! values, of which more is known on one heap than on another with the same slots, or has met a
//! class that may have to be initialised. So it stays true until one of these slots changes.

use crate::accelerations::Acceleration;
use crate::arithmetic::{arithmetic, compare, convert};
use crate::code::{Comparison, FunctionId, Instruction, Memory, Register};
use crate::compile::Executable;
use crate::formula::{Changes, MOST_OBJECTS};
use crate::outcome::{Question, SlotRef};
use crate::slot_set::SlotSet;
use crate::state::{Initialization, State};
use crate::word::{self, KNOWN, UNKNOWN, Word};

/// What a method gives that does nothing but look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PureResult {
    Value(Word),
    /// It comes to a slot without a value, or to a comparison that is not decided.
    Asks(Question),
}

/// Calls inside each other; the machine has room for more.
pub(crate) const MOST_NESTED: usize = 64;

/// A run that cannot change anything.
pub(crate) struct ReadOnlyInterpreter<'l> {
    pub(crate) executable: &'l Executable<'l>,
    pub(crate) state: &'l State,
    /// Those of all calls, as in [`crate::code`].
    pub(crate) registers: &'l mut Vec<Word>,
    /// What is known of this state.
    pub(crate) known: &'l mut KnownCalls,
    /// Instructions that are left.
    pub(crate) steps: u64,
    /// What the method that is running has read.
    pub(crate) reads: Reads,
}

/// What the answer of a method depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Reads {
    /// These slots of the heap of now.
    slots: SlotSet<u128>,
    /// And more.
    others: bool,
}

impl Reads {
    #[inline(always)]
    fn slot(&mut self, memory: Memory, object: usize, slot: usize) {
        if memory == Memory::Now && object < MOST_OBJECTS {
            self.slots = self.slots.and(SlotSet::one(object, slot));
        } else {
            self.others = true;
        }
    }

    fn and(self, other: Reads) -> Reads {
        Reads { slots: self.slots.and(other.slots), others: self.others | other.others }
    }
}

/// What calls with one argument gave. Each has its place, from which it drives another one away.
#[derive(Debug, Default)]
pub(crate) struct KnownCalls {
    places: Vec<KnownCall>,
    /// The places whose calls give that on the heap at hand.
    valid: u64,
    /// The places whose calls depend on nothing but slots.
    lasting: u64,
    /// The places whose calls gave that on the heap that was followed last.
    kept: u64,
    /// That is the heap at hand.
    has_followed: bool,
    /// At least what the calls have read that depend on nothing but slots.
    reads: SlotSet<u128>,
}

#[derive(Clone, Debug)]
struct KnownCall {
    function: FunctionId,
    arg: Word,
    gave: PureResult,
    reads: Reads,
}

impl KnownCalls {
    const PLACES: usize = 64;

    fn place(function: FunctionId, arg: Word) -> usize {
        (function.0 as usize).wrapping_mul(17).wrapping_add(arg as usize) % KnownCalls::PLACES
    }

    #[inline]
    pub(crate) fn get(&self, function: FunctionId, arg: Word) -> Option<PureResult> {
        self.known(function, arg).map(|call| call.gave)
    }

    #[inline]
    fn known(&self, function: FunctionId, arg: Word) -> Option<&KnownCall> {
        let place = KnownCalls::place(function, arg);
        let call = self.places.get(place).filter(|_| self.valid >> place & 1 == 1)?;
        (call.function == function && call.arg == arg).then_some(call)
    }

    fn put(&mut self, call: KnownCall) {
        let place = KnownCalls::place(call.function, call.arg);
        let bit = 1 << place;
        // Numbers may lead to calls that are nested more deeply than others could be.
        let reads_slots = call.reads.slots != SlotSet::default() || call.arg == word::NULL;
        let is_lasting = self.has_followed && reads_slots && !call.reads.others;
        if self.places.is_empty() {
            self.places.resize(KnownCalls::PLACES, call.clone());
        }
        if is_lasting {
            self.reads = self.reads.and(call.reads.slots);
        }
        self.places[place] = call;
        (self.valid, self.kept) = (self.valid | bit, self.kept & !bit);
        self.lasting = if is_lasting { self.lasting | bit } else { self.lasting & !bit };
    }

    /// Nothing is known any more.
    pub(crate) fn clear(&mut self) {
        (self.valid, self.kept, self.has_followed) = (0, 0, false);
    }

    /// The heap is another one.
    pub(crate) fn invalidate(&mut self) {
        self.kept |= self.valid & self.lasting;
        (self.valid, self.has_followed) = (0, false);
    }

    /// The heap at hand is the one that was followed last, but for these changes.
    pub(crate) fn follow(&mut self, changes: &Changes) {
        self.has_followed = true;
        let mut kept = std::mem::take(&mut self.kept);
        if !changes.concern(self.reads) {
            self.valid |= kept;
            return;
        }
        self.reads = SlotSet::default();
        while kept != 0 {
            let place = kept.trailing_zeros();
            kept &= kept - 1;
            let reads = self.places[place as usize].reads.slots;
            if !changes.concern(reads) {
                self.valid |= 1 << place;
                self.reads = self.reads.and(reads);
            }
        }
    }

    /// Would all calls give the same again, as far as they come to an end? For debug builds.
    pub(crate) fn are_of(&self, executable: &Executable<'_>, state: &State) -> bool {
        let valid = self.places.iter().enumerate().filter(|(place, _)| self.valid >> place & 1 == 1);
        let agrees = |call: &KnownCall| {
            let (registers, known) = (&mut Vec::new(), &mut KnownCalls::default());
            let mut interpreter =
                ReadOnlyInterpreter { executable, state, registers, known, steps: 10_000, reads: Reads::default() };
            interpreter.call(call.function, &[call.arg]).is_none_or(|answer| answer == call.gave)
        };
        valid.map(|(_, call)| call).all(agrees)
    }
}

/// `None`: not for us.
type Seen<T> = Option<Result<T, Question>>;

impl ReadOnlyInterpreter<'_> {
    /// What a method gives. `None`: it does more than look, or throws, or takes too long.
    pub(crate) fn call(&mut self, function: FunctionId, args: &[Word]) -> Option<PureResult> {
        if self.state.defers {
            return None;
        }
        self.registers.clear();
        self.registers.extend_from_slice(args);
        Some(match self.known_or_run(function, 0, 0)? {
            Ok(value) => PureResult::Value(value),
            Err(question) => PureResult::Asks(question),
        })
    }

    /// What a method gives whose arguments lie at `base`.
    fn known_or_run(&mut self, function: FunctionId, base: usize, nested: usize) -> Seen<Word> {
        let keeps = self.executable.has(Acceleration::KeptCalls);
        if !keeps || self.executable.functions[function.0 as usize].params != 1 {
            return self.run(function, base, nested);
        }
        let arg = self.registers[base];
        if let Some(call) = self.known.known(function, arg) {
            self.reads = self.reads.and(call.reads);
            return Some(match call.gave {
                PureResult::Value(value) => Ok(value),
                PureResult::Asks(question) => Err(question),
            });
        }
        let outside = std::mem::take(&mut self.reads);
        let seen = self.run(function, base, nested)?;
        let gave = match seen {
            Ok(value) => PureResult::Value(value),
            Err(question) => PureResult::Asks(question),
        };
        self.known.put(KnownCall { function, arg, gave, reads: self.reads });
        self.reads = self.reads.and(outside);
        Some(seen)
    }

    /// Runs a method whose arguments lie at `base`.
    fn run(&mut self, function: FunctionId, base: usize, nested: usize) -> Seen<Word> {
        let function = &self.executable.functions[function.0 as usize];
        if nested > MOST_NESTED || !function.handlers.is_empty() {
            return None;
        }
        self.registers.truncate(base + function.params as usize);
        self.registers.resize(base + function.registers as usize, 0);
        let mut pc = 0;
        loop {
            self.steps = self.steps.checked_sub(1)?;
            let at = |register: Register| base + usize::from(register);
            let next = match &function.code[pc] {
                Instruction::Return { value } => return Some(Ok(self.registers[at(*value)])),
                Instruction::Jump { target } => *target as usize,
                Instruction::JumpIf { cond, target } => {
                    if self.registers[at(*cond)] != word::FALSE {
                        *target as usize
                    } else {
                        pc + 1
                    }
                }
                Instruction::JumpUnless { cond, target } => {
                    if self.registers[at(*cond)] == word::FALSE {
                        *target as usize
                    } else {
                        pc + 1
                    }
                }
                Instruction::JumpCompare { op, left, right, target } => {
                    let taken = plain(*op, self.registers[at(*left)], self.registers[at(*right)])?;
                    if taken { *target as usize } else { pc + 1 }
                }
                Instruction::JumpCompareInt { op, left, right, target } => {
                    let taken = plain(*op, self.registers[at(*left)], Word::from(*right))?;
                    if taken { *target as usize } else { pc + 1 }
                }
                Instruction::InitializeClass(class) => match self.state.initialization(*class) {
                    Initialization::Completed => {
                        self.reads.others = true;
                        pc + 1
                    }
                    _ => return None,
                },
                call @ (Instruction::Call { args, result, .. }
                | Instruction::CallExact { args, result, .. }
                | Instruction::CallVirtual { args, result, .. }) => {
                    let callee = self.callee(call, at(*args))?;
                    let value = match self.known_or_run(callee, at(*args), nested + 1)? {
                        Ok(value) => value,
                        asks => return Some(asks),
                    };
                    self.registers.resize(base + function.registers as usize, 0);
                    if let Some(to) = result {
                        self.registers[at(*to)] = value;
                    }
                    pc + 1
                }
                instruction => match self.effect(instruction, base)? {
                    Ok((to, value)) => {
                        self.registers[at(to)] = value;
                        pc + 1
                    }
                    Err(question) => return Some(Err(question)),
                },
            };
            pc = next;
        }
    }

    /// Which method a call runs, whose receiver, if it has one, lies at `first`.
    fn callee(&mut self, call: &Instruction, first: usize) -> Option<FunctionId> {
        let receiver = || word::as_object(self.registers[first]);
        match call {
            Instruction::Call { function, .. } => Some(*function),
            Instruction::CallExact { function, .. } => receiver().map(|_| *function),
            Instruction::CallVirtual { selector, .. } => {
                let receiver = receiver()?;
                self.reads.slot(Memory::Now, receiver, 0);
                let ty = self.state.objects.get(receiver)?.ty;
                self.executable.dispatch(*selector, ty)
            }
            _ => None,
        }
    }

    /// What an instruction puts where.
    #[inline(always)]
    fn effect(&mut self, instruction: &Instruction, base: usize) -> Seen<(Register, Word)> {
        let get = |register: &Register| self.registers[base + usize::from(*register)];
        let (to, value) = match instruction {
            Instruction::Int { to, value } => (to, Word::from(*value)),
            Instruction::Constant { to, index } => (to, self.executable.constants[*index as usize]),
            Instruction::Move { to, from } => (to, get(from)),
            Instruction::Arithmetic { op, to, left, right } => (to, arithmetic(*op, get(left), get(right))?),
            Instruction::AddIntConstant { to, from, value } => {
                (to, Word::from((get(from) as i32).wrapping_add(*value)))
            }
            Instruction::NegateInt { to, from } => (to, Word::from((get(from) as i32).wrapping_neg())),
            Instruction::NegateLong { to, from } => (to, get(from).wrapping_neg()),
            Instruction::BitNot { to, from } => (to, !get(from)),
            Instruction::Not { to, from } => (to, 1 - get(from)),
            Instruction::Convert { to, from, kind } => (to, convert(*kind, get(from))),
            Instruction::Compare { op, to, left, right } => (to, Word::from(plain(*op, get(left), get(right))?)),
            Instruction::CompareSymbols { op, to, left, right } => {
                let decided = self.state.symbols.decide(*op, get(left), get(right));
                self.reads.others = true;
                match decided {
                    Ok(truth) => (to, Word::from(truth)),
                    Err(question) => return Some(Err(question)),
                }
            }
            Instruction::GetField { memory, to, object, slot } => {
                let object = get(object);
                match self.field(*memory, object, *slot)? {
                    Ok(value) => (to, value),
                    Err(question) => return Some(Err(question)),
                }
            }
            Instruction::GetLong { memory, to, object, slot } => {
                let object = get(object);
                match self.long_field(*memory, object, *slot)? {
                    Ok(value) => (to, value),
                    Err(question) => return Some(Err(question)),
                }
            }
            Instruction::Length { to, array } => {
                let array = word::as_object(get(array))?;
                self.reads.slot(Memory::Now, array, 0);
                (to, Word::from(self.state.objects.get(array)?.length))
            }
            _ => return None,
        };
        Some(Ok((*to, value)))
    }

    #[inline(always)]
    fn field(&mut self, memory: Memory, object: Word, slot: u16) -> Seen<Word> {
        let object = word::as_object(object)?;
        self.reads.slot(memory, object, usize::from(slot));
        Some(match self.state.read(memory, object, usize::from(slot)) {
            UNKNOWN => Err(asks(memory, object, slot, false)),
            value => Ok(value),
        })
    }

    fn long_field(&mut self, memory: Memory, object: Word, slot: u16) -> Seen<Word> {
        let object = word::as_object(object)?;
        self.reads.slot(memory, object, usize::from(slot));
        self.reads.slot(memory, object, usize::from(slot) + 1);
        Some(match self.state.read(memory, object, usize::from(slot) + 1) {
            KNOWN => Ok(self.state.read(memory, object, usize::from(slot))),
            _ => Err(asks(memory, object, slot, true)),
        })
    }
}

/// A comparison of words that are values.
#[inline]
fn plain(op: Comparison, left: Word, right: Word) -> Option<bool> {
    let may_be_deferred = matches!(op, Comparison::Same | Comparison::NotSame);
    let is_deferred = may_be_deferred && (word::is_deferred(left) || word::is_deferred(right));
    (!is_deferred).then(|| compare(op, left, right))
}

fn asks(memory: Memory, object: usize, slot: u16, is_long: bool) -> Question {
    Question::Slot(SlotRef { object, slot: u32::from(slot), is_long, before: memory == Memory::Before })
}
