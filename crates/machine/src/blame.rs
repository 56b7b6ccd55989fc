//! Who is to blame for an exception?
//!
//! An index out of range, a negative length, a divisor that is zero: if it is an argument of the
//! call, as it was passed, then whoever called chose it. Arguments that go through variables and
//! calls are still what was passed; a number that anything was computed from them is the method's
//! own. A method of the library that throws was given what the user's code gave it.
//!
//! And a method that another one refuses to serve before anything has changed passes the refusal
//! on: `poll` asks `peek`.

use crate::code::{Arithmetic, Instruction, Register};
use crate::compile::Executable;
use crate::observe::{Accesses, Instructions, Observer, Place};
use crate::state::State;
use crate::word;
use tightrope_program::{ClassOrigin, MethodId};

/// Follows the whole numbers that were passed to the outermost method, and who throws.
#[derive(Clone, Debug, Default)]
pub struct Blame {
    /// By register of the machine: does it hold a number as it was passed?
    is_passed: Vec<bool>,
    is_number: bool,
    thrower: Option<MethodId>,
    accesses: Accesses,
    assigns_static: bool,
}

impl Blame {
    /// Of a method that starts with the first register: its receiver and its parameters.
    pub fn of(executable: &Executable<'_>, method: MethodId) -> Blame {
        let declared = executable.program.method(method);
        let receiver = (!declared.is_static).then_some(false);
        let numbers = declared.params.iter().map(|param| param.ty.is_integral());
        Blame { is_passed: receiver.into_iter().chain(numbers).collect(), ..Blame::default() }
    }

    /// If the run has ended with an exception: is it about a number that was passed?
    pub fn is_number(&self) -> bool {
        self.is_number
    }

    /// If the run has ended with an exception: the method whose `throw` was the last step, if
    /// nothing had changed before.
    pub fn refuses(&self) -> Option<MethodId> {
        self.thrower.filter(|_| self.accesses.written.is_empty() && !self.assigns_static)
    }

    fn is_passed(&self, at: usize) -> bool {
        self.is_passed.get(at).copied().unwrap_or(false)
    }

    fn set(&mut self, at: usize, is_passed: bool) {
        if self.is_passed.len() <= at {
            self.is_passed.resize(at + 1, false);
        }
        self.is_passed[at] = is_passed;
    }

    /// May the instruction throw because of a number that was passed?
    fn blames(&self, place: Place<'_>, state: &State, base: usize, instruction: &Instruction) -> bool {
        let passed = |register: &Register| self.is_passed(base + usize::from(*register));
        match instruction {
            Instruction::GetElement { array, index, .. }
            | Instruction::GetLongElement { array, index, .. }
            | Instruction::SetElement { array, index, .. } => {
                // How long a new array is, the method has decided.
                let array = word::as_object(state.registers[base + usize::from(*array)]);
                let is_new = array.and_then(|array| state.objects.get(array)).is_none_or(|header| header.is_new());
                passed(index) && !is_new
            }
            Instruction::NewArray { lengths, count, .. } => {
                let lengths = (0..u16::from(*count)).map(|offset| lengths + offset);
                lengths.into_iter().any(|it| passed(&it) && state.registers[base + usize::from(it)] < 0)
            }
            Instruction::Arithmetic { op, right, .. } => is_division(*op) && passed(right),
            Instruction::CallNative { method, args, .. } => {
                let declared = place.executable.program.method(*method);
                let count = declared.params.len() + usize::from(!declared.is_static);
                (0..count).any(|number| self.is_passed(base + usize::from(*args) + number))
            }
            Instruction::Throw { .. } => self.blames_of_library(place, state),
            _ => false,
        }
    }

    /// Was the method of the library that the user's code has called given such a number?
    fn blames_of_library(&self, place: Place<'_>, state: &State) -> bool {
        let program = place.executable.program;
        let function = |frame: &crate::state::Frame| &place.executable.functions[frame.function.0 as usize];
        let is_users = |frame: &crate::state::Frame| {
            program.class(program.method(function(frame).method).class).origin == ClassOrigin::User
        };
        let outermost = state.frames.iter().rposition(is_users).map_or(0, |users| users + 1);
        state
            .frames
            .get(outermost)
            .is_some_and(|frame| (0..function(frame).params).any(|param| self.is_passed((frame.base + param) as usize)))
    }

    fn follow(&mut self, state: &State, base: usize, instruction: &Instruction) {
        match instruction {
            Instruction::Move { to, from } => {
                self.set(base + usize::from(*to), self.is_passed(base + usize::from(*from)));
            }
            Instruction::Return { value } => self.leave(state, self.is_passed(base + usize::from(*value))),
            // Arguments stay where they are; the result comes with the `Return`.
            Instruction::Call { .. } | Instruction::CallExact { .. } | Instruction::CallVirtual { .. } => {}
            _ => {
                if let Some(to) = instruction.written() {
                    self.set(base + usize::from(to), false);
                }
            }
        }
    }

    /// Results land in the caller's register.
    fn leave(&mut self, state: &State, is_passed: bool) {
        let caller = state.frames.len().checked_sub(2).and_then(|caller| state.frames.get(caller));
        if let (Some(caller), Some(to)) = (caller, state.frames.last().and_then(|frame| frame.result)) {
            self.set(caller.base as usize + usize::from(to), is_passed);
        }
    }
}

impl Observer for Blame {
    fn step(&mut self, _: &State, _: usize, _: Instructions<'_>) {}

    fn step_at(&mut self, place: Place<'_>, state: &State, base: usize, Instructions(instruction): Instructions<'_>) {
        self.is_number = self.blames(place, state, base, instruction);
        self.thrower = matches!(instruction, Instruction::Throw { .. }).then(|| place.method());
        self.assigns_static |= matches!(instruction, Instruction::SetStatic { .. });
        self.accesses.step(state, base, Instructions(instruction));
        self.follow(state, base, instruction);
    }
}

fn is_division(op: Arithmetic) -> bool {
    matches!(op, Arithmetic::DivideInt | Arithmetic::RemainderInt | Arithmetic::DivideLong | Arithmetic::RemainderLong)
}
