//! The inner loop for plain instructions: those that only touch registers and slots that have
//! values, and the calls and returns between them.
//!
//! It works on slices instead of the whole state, so that everything it needs stays in the
//! processor's registers, and gives up before the first instruction that allocates, throws, asks or
//! stops: that one is [`crate::execute`]'s. A call needs room for the callee's registers, which the
//! loop cannot make; [`crate::execute`] makes more than one call needs.

use crate::arithmetic::{arithmetic, compare, convert};
use crate::code::{Comparison, Function, FunctionId, Instruction, Memory, Register, RuntimeType, TypeTest};
use crate::observe::{CodeAt, Observer};
use crate::restriction::LazyReads;
use crate::runtime_types::RuntimeTypes;
use crate::state::{Frame, Header};
use crate::word::{self, UNKNOWN, Word};

/// What plain instructions may touch.
pub(crate) struct Plain<'s> {
    pub(crate) functions: &'s [Function],
    pub(crate) types: &'s RuntimeTypes,
    pub(crate) constants: &'s [Word],
    pub(crate) objects: &'s [Header],
    pub(crate) slots: &'s mut [Word],
    /// Of all frames, with room for more.
    pub(crate) registers: &'s mut [Word],
    pub(crate) frames: &'s mut Vec<Frame>,
    /// So many calls may be nested in each other.
    pub(crate) depth: usize,
    /// Of a state that defers.
    pub(crate) deferral: Option<&'s Deferral<'s>>,
}

/// What has to be known to go on without the values of open slots ([`crate::deferral`]).
pub(crate) struct Deferral<'s> {
    pub(crate) slots_before: &'s [Word],
    /// By type number and slot.
    pub(crate) deferring: &'s [Vec<LazyReads>],
}

impl Deferral<'_> {
    #[inline(always)]
    fn may_defer(&self, ty: RuntimeType, slot: u16) -> bool {
        let slots = self.deferring.get(ty.0 as usize);
        slots.and_then(|slots| slots.get(usize::from(slot))).is_some_and(|deferring| *deferring != LazyReads::Never)
    }
}

impl Plain<'_> {
    /// Runs from where `frame` stands until the first instruction that is not plain, where `frame`
    /// is then. Counts `steps` down. `CALLS`: calls and returns are plain, too.
    #[inline(never)]
    pub(crate) fn run<const CALLS: bool, O: Observer>(&mut self, frame: &mut Frame, steps: &mut u64, observer: &mut O) {
        let mut left = *steps;
        let mut here = Frame { ..*frame };
        loop {
            let function = &self.functions[here.function.0 as usize];
            let code = function.code.as_slice();
            let mut inner = Inner {
                registers: &mut self.registers[here.base as usize..],
                slots: self.slots,
                objects: self.objects,
                constants: self.constants,
                types: self.types,
                function,
                deferral: self.deferral,
                frames: self.frames.len(),
            };
            let (pc, leaving) = inner.run::<CALLS>(code, here.pc as usize, &mut left, observer);
            here.pc = pc as u32;
            let has_left = match leaving {
                Leaving::No => false,
                Leaving::ToCall { function, args, result } => self.enter(&mut here, function, args, result, observer),
                Leaving::ToReturn(value) => self.leave(&mut here, value),
            };
            if !has_left {
                break;
            }
            left -= 1;
        }
        (*frame, *steps) = (here, left);
    }

    /// `false`, and no effect, if that needs more than is here.
    #[inline(always)]
    fn enter(
        &mut self,
        frame: &mut Frame,
        function: FunctionId,
        args: Register,
        result: Option<Register>,
        observer: &mut impl Observer,
    ) -> bool {
        let (callee, base) = (&self.functions[function.0 as usize], frame.base + u32::from(args));
        let has_room = (base + callee.registers) as usize <= self.registers.len() && self.frames.len() < self.depth;
        let (Some(caller), true) = (self.frames.last_mut(), has_room) else { return false };
        // The rest of the frame is the same, and so are registers that nobody reads before they are
        // written.
        caller.pc = frame.pc + 1;
        self.frames.push(Frame { function, pc: 0, base, result });
        observer.enter_frame(self.frames.len());
        (frame.function, frame.pc, frame.base, frame.result) = (function, 0, base, result);
        true
    }

    /// `false`, and no effect, if the frame is the outermost.
    #[inline(always)]
    fn leave(&mut self, frame: &mut Frame, value: Option<Word>) -> bool {
        let [.., caller, _] = self.frames.as_slice() else { return false };
        let (function, pc, base, result) = (caller.function, caller.pc, caller.base, caller.result);
        if let (Some(to), Some(value)) = (frame.result, value) {
            self.registers[base as usize + usize::from(to)] = value;
        }
        (frame.function, frame.pc, frame.base, frame.result) = (function, pc, base, result);
        self.frames.pop();
        true
    }
}

/// The value that a word stands for; `None` if it is open. (It takes no whole [`Inner`], whose
/// parts are to stay in the processor's registers.)
#[inline(never)]
fn resolve(deferral: &Deferral<'_>, objects: &[Header], value: Word, observer: &mut impl Observer) -> Option<Word> {
    let Some((object, slot)) = word::as_deferred(value) else { return Some(value) };
    let header = objects.get(object).filter(|header| !header.is_new())?;
    let at = (header.before + slot) as usize;
    observer.read_before(at);
    deferral.slots_before.get(at).copied().filter(|value| *value != UNKNOWN)
}

/// The object that a reference leads to; `None` for null and all that is not an object.
#[inline(always)]
fn object(objects: &[Header], reference: Word) -> Option<&Header> {
    // Object `n` is `n + 1`; whatever else a reference can be is no index of an object.
    objects.get(reference.wrapping_sub(1) as usize)
}

#[inline(always)]
fn either(taken: bool, target: u32, next: usize) -> usize {
    if taken { target as usize } else { next }
}

/// How the instructions of a frame give way to those of another.
enum Leaving {
    /// They do not: the next one is not plain.
    No,
    ToCall {
        function: FunctionId,
        args: Register,
        result: Option<Register>,
    },
    ToReturn(Option<Word>),
}

/// What the instructions of one frame may touch.
struct Inner<'s> {
    registers: &'s mut [Word],
    slots: &'s mut [Word],
    objects: &'s [Header],
    constants: &'s [Word],
    types: &'s RuntimeTypes,
    function: &'s Function,
    deferral: Option<&'s Deferral<'s>>,
    /// How many there are.
    frames: usize,
}

impl Inner<'_> {
    /// Runs from `pc` until the first instruction that is not plain or leaves the frame, whose
    /// place it returns.
    #[inline(always)]
    fn run<const CALLS: bool>(
        &mut self,
        code: &[Instruction],
        mut pc: usize,
        steps: &mut u64,
        observer: &mut impl Observer,
    ) -> (usize, Leaving) {
        let mut left = *steps;
        let mut leaving = Leaving::No;
        while left > 0 {
            observer.pass(CodeAt { function: self.function, pc }, self.frames);
            let next = pc + 1;
            pc = match &code[pc] {
                Instruction::Jump { target } => *target as usize,
                Instruction::JumpIf { cond, target } => either(self.get(*cond) != word::FALSE, *target, next),
                Instruction::JumpUnless { cond, target } => either(self.get(*cond) == word::FALSE, *target, next),
                Instruction::JumpCompare { op, left, right, target } => {
                    match self.same(*op, self.get(*left), self.get(*right), observer) {
                        Some(taken) => either(taken, *target, next),
                        None => break,
                    }
                }
                Instruction::JumpCompareInt { op, left, right, target } => {
                    match self.same(*op, self.get(*left), Word::from(*right), observer) {
                        Some(taken) => either(taken, *target, next),
                        None => break,
                    }
                }
                call @ (Instruction::Call { .. } | Instruction::CallExact { .. } | Instruction::CallVirtual { .. })
                    if CALLS =>
                {
                    leaving = self.call(call);
                    break;
                }
                Instruction::Return { value } if CALLS => {
                    leaving = Leaving::ToReturn(Some(self.get(*value)));
                    break;
                }
                Instruction::ReturnVoid if CALLS => {
                    leaving = Leaving::ToReturn(None);
                    break;
                }
                instruction => match self.effect(instruction, pc, observer) {
                    Some(()) => next,
                    None => break,
                },
            };
            left -= 1;
        }
        *steps = left;
        (pc, leaving)
    }

    /// Which method a call leads to, if its receiver is an object.
    #[inline(always)]
    fn call(&self, call: &Instruction) -> Leaving {
        let to = |function, args: &Register, result: &Option<Register>| match function {
            Some(function) => Leaving::ToCall { function, args: *args, result: *result },
            None => Leaving::No,
        };
        match call {
            Instruction::Call { function, args, result } => to(Some(*function), args, result),
            Instruction::CallExact { function, args, result } => {
                to(self.header(*args).map(|_| *function), args, result)
            }
            Instruction::CallVirtual { selector, args, result } => {
                let row = &self.types.dispatch[selector.0 as usize];
                let called = self.header(*args).and_then(|receiver| row.get(receiver.ty.0 as usize).copied());
                to(called.flatten(), args, result)
            }
            _ => Leaving::No,
        }
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

    /// The object that a register refers to; `None` for null and all that is not an object.
    #[inline(always)]
    fn header(&self, register: Register) -> Option<&Header> {
        object(self.objects, self.get(register))
    }

    /// Where the slots of the object that a register refers to start. A word that stands for a slot
    /// is replaced by the slot's value, if it has one.
    #[inline(always)]
    fn start(&mut self, register: Register, observer: &mut impl Observer) -> Option<usize> {
        if let Some(header) = self.header(register) {
            return Some(header.start as usize);
        }
        self.look_at(register, observer)?;
        Some(self.header(register)?.start as usize)
    }

    /// Replaces a word that stands for a slot by the slot's value; `None` if it is open.
    #[inline(always)]
    fn look_at(&mut self, register: Register, observer: &mut impl Observer) -> Option<()> {
        let value = self.get(register);
        let value =
            if word::is_deferred(value) { resolve(self.deferral?, self.objects, value, observer)? } else { value };
        self.set(register, value)
    }

    /// A word for what an open slot holds, if the instruction at `pc` can go on with it.
    #[inline(always)]
    fn defer(&self, pc: usize, object: Register, slot: u16) -> Option<Word> {
        let ty = self.header(object)?.ty;
        let may_defer = self.deferral?.may_defer(ty, slot) && *self.function.defers.get(pc)?;
        may_defer.then(|| word::deferred((self.get(object) - 1) as usize, u32::from(slot)))
    }

    /// `None`: that depends on what an open slot holds.
    #[inline(always)]
    fn same(&self, op: Comparison, left: Word, right: Word, observer: &mut impl Observer) -> Option<bool> {
        let may_be_deferred = matches!(op, Comparison::Same | Comparison::NotSame);
        if may_be_deferred && (word::is_deferred(left) || word::is_deferred(right)) {
            let deferral = self.deferral?;
            let (left, right) =
                (resolve(deferral, self.objects, left, observer)?, resolve(deferral, self.objects, right, observer)?);
            return Some(compare(op, left, right));
        }
        Some(compare(op, left, right))
    }

    /// Where an element of an array is.
    #[inline(always)]
    fn element(&self, array: Register, index: Register) -> Option<usize> {
        let header = self.header(array)?;
        let index = u32::try_from(self.get(index)).ok().filter(|index| *index < header.length)?;
        Some((header.start + index) as usize)
    }

    /// The effect of an instruction that does not jump; `None`, and no effect, if it is not plain.
    #[inline(always)]
    fn effect(&mut self, instruction: &Instruction, pc: usize, observer: &mut impl Observer) -> Option<()> {
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
                let result = self.same(*op, self.get(*left), self.get(*right), observer)?;
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
                let at = self.start(*object, observer)? + usize::from(*slot);
                let value = self.slots[at];
                observer.read(at);
                let value = if value == UNKNOWN { self.defer(pc, *object, *slot)? } else { value };
                self.set(*to, value)
            }
            Instruction::SetField { object, slot, value } => {
                let header = self.header(*object)?;
                let at = header.start as usize + usize::from(*slot);
                self.slots[at] = self.get(*value);
                Some(())
            }
            Instruction::GetElement { memory: Memory::Now, to, array, index } => {
                let at = self.element(*array, *index)?;
                let value = self.slots[at];
                observer.read(at);
                if value == UNKNOWN { None } else { self.set(*to, value) }
            }
            Instruction::GetLongElement { memory: Memory::Now, to, array, index } => {
                let at = self.element(*array, *index)?;
                observer.read(at);
                self.set(*to, self.slots[at])
            }
            Instruction::SetElement { array, index, value } => self.set_element(*array, *index, *value),
            Instruction::Length { to, array } => {
                let header = self.header(*array)?;
                self.set(*to, Word::from(header.length))
            }
            Instruction::Check { value, test } => self.check(*value, *test, observer),
            _ => None,
        }
    }

    #[inline(always)]
    fn check(&mut self, value: Register, test: TypeTest, observer: &mut impl Observer) -> Option<()> {
        if word::is_deferred(self.get(value)) {
            self.look_at(value, observer)?;
        }
        self.passes(self.get(value), test).then_some(())
    }

    #[inline(always)]
    fn set_element(&mut self, array: Register, index: Register, value: Register) -> Option<()> {
        let (at, value) = (self.element(array, index)?, self.get(value));
        let element = self.types.info(self.header(array)?.ty).element?;
        if element.store.is_some_and(|test| !self.passes(value, test)) {
            return None;
        }
        self.slots[at] = value;
        Some(())
    }

    /// Is it null, or an object that passes the test, or whatever else where everything does?
    #[inline(always)]
    fn passes(&self, value: Word, test: TypeTest) -> bool {
        match object(self.objects, value) {
            Some(header) => self.types.passes(header.ty, test),
            None => value == word::NULL || self.types.is_object(test),
        }
    }
}
