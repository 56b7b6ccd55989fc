//! Small pure methods, as formulas call them: `height(n.left)`, `isRed(n)`, `n.size()`.
//!
//! A call from a formula runs on a copy of the state, since a pure method may allocate. Most do nothing of the kind: they read fields, compare, calculate and return.
//! These run here, on the state itself, which they cannot change. Whatever else a method does, or throws, is left to [`crate::execute`], which starts from the beginning; so this
//! gives either the very answer of that, or none.

use crate::code::{Comparison, FunctionId, Instruction, Memory, Register};
use crate::compile::Executable;
use crate::execute::{Question, Request, arithmetic, compare, convert};
use crate::state::{Initialization, State};
use crate::word::{self, KNOWN, UNKNOWN, Word};

/// What a method gives that does nothing but look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Glance {
    Value(Word),
    /// It comes to a slot without a value, or to a comparison that is not decided.
    Asks(Question),
}

/// Calls inside each other; the machine has room for more.
pub(crate) const MOST_NESTED: usize = 64;

/// A run that cannot change anything.
pub(crate) struct Looker<'l> {
    pub(crate) executable: &'l Executable<'l>,
    pub(crate) state: &'l State,
    /// Those of all calls, as in [`crate::code`].
    pub(crate) registers: &'l mut Vec<Word>,
    /// What is known of this state.
    pub(crate) known: &'l mut KnownCalls,
    /// Instructions that are left.
    pub(crate) steps: u64,
}

/// What calls with one argument gave. Each has its place, from which it drives another one away.
#[derive(Debug, Default)]
pub(crate) struct KnownCalls {
    places: Vec<KnownCall>,
    /// What was put in other rounds is forgotten.
    round: u32,
}

#[derive(Clone, Debug)]
struct KnownCall {
    round: u32,
    function: FunctionId,
    arg: Word,
    gave: Glance,
}

impl KnownCalls {
    const PLACES: usize = 64;

    fn place(function: FunctionId, arg: Word) -> usize {
        (function.0 as usize).wrapping_mul(17).wrapping_add(arg as usize) % KnownCalls::PLACES
    }

    #[inline]
    pub(crate) fn get(&self, function: FunctionId, arg: Word) -> Option<Glance> {
        let known = self.places.get(KnownCalls::place(function, arg))?;
        (known.round == self.round && known.function == function && known.arg == arg).then_some(known.gave)
    }

    fn put(&mut self, function: FunctionId, arg: Word, glance: Glance) {
        let call = KnownCall { round: self.round, function, arg, gave: glance };
        if self.places.is_empty() {
            // One that is known in this round, and in no place but its own.
            self.places.resize(KnownCalls::PLACES, call.clone());
        }
        self.places[KnownCalls::place(function, arg)] = call;
    }

    pub(crate) fn clear(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.places.clear();
        }
    }
}

/// `None`: not for us.
type Seen<T> = Option<Result<T, Question>>;

impl Looker<'_> {
    /// What a method gives. `None`: it does more than look, or throws, or takes too long.
    pub(crate) fn call(&mut self, function: FunctionId, args: &[Word]) -> Option<Glance> {
        if self.state.defers {
            return None;
        }
        self.registers.clear();
        self.registers.extend_from_slice(args);
        Some(match self.known_or_run(function, 0, 0)? {
            Ok(value) => Glance::Value(value),
            Err(question) => Glance::Asks(question),
        })
    }

    /// What a method gives whose arguments lie at `base`.
    fn known_or_run(&mut self, function: FunctionId, base: usize, nested: usize) -> Seen<Word> {
        if self.executable.functions[function.0 as usize].params != 1 {
            return self.run(function, base, nested);
        }
        let arg = self.registers[base];
        match self.known.get(function, arg) {
            Some(Glance::Value(value)) => return Some(Ok(value)),
            Some(Glance::Asks(question)) => return Some(Err(question)),
            None => {}
        }
        let seen = self.run(function, base, nested)?;
        let glance = match seen {
            Ok(value) => Glance::Value(value),
            Err(question) => Glance::Asks(question),
        };
        self.known.put(function, arg, glance);
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
                    Initialization::Completed => pc + 1,
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
    fn callee(&self, call: &Instruction, first: usize) -> Option<FunctionId> {
        let receiver = || word::as_object(self.registers[first]);
        match call {
            Instruction::Call { function, .. } => Some(*function),
            Instruction::CallExact { function, .. } => receiver().map(|_| *function),
            Instruction::CallVirtual { selector, .. } => {
                let ty = self.state.objects.get(receiver()?)?.ty;
                self.executable.dispatch(*selector, ty)
            }
            _ => None,
        }
    }

    /// What an instruction puts where.
    #[inline(always)]
    fn effect(&self, instruction: &Instruction, base: usize) -> Seen<(Register, Word)> {
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
                match self.state.symbols.decide(*op, get(left), get(right)) {
                    Ok(truth) => (to, Word::from(truth)),
                    Err(question) => return Some(Err(question)),
                }
            }
            Instruction::GetField { memory, to, object, slot } => match self.field(*memory, get(object), *slot)? {
                Ok(value) => (to, value),
                Err(question) => return Some(Err(question)),
            },
            Instruction::GetLong { memory, to, object, slot } => match self.long_field(*memory, get(object), *slot)? {
                Ok(value) => (to, value),
                Err(question) => return Some(Err(question)),
            },
            Instruction::Length { to, array } => {
                (to, Word::from(self.state.objects.get(word::as_object(get(array))?)?.length))
            }
            _ => return None,
        };
        Some(Ok((*to, value)))
    }

    #[inline(always)]
    fn field(&self, memory: Memory, object: Word, slot: u16) -> Seen<Word> {
        let object = word::as_object(object)?;
        Some(match self.state.read(memory, object, usize::from(slot)) {
            UNKNOWN => Err(asks(memory, object, slot, false)),
            value => Ok(value),
        })
    }

    fn long_field(&self, memory: Memory, object: Word, slot: u16) -> Seen<Word> {
        let object = word::as_object(object)?;
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
    Question::Slot(Request { object, slot: u32::from(slot), is_long, before: memory == Memory::Before })
}
