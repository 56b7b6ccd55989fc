//! Who is to blame for an exception?
//!
//! An index out of range, a negative length, a divisor that is zero: if it is an argument of the
//! call, as it was passed, then whoever called chose it. Arguments that go through variables and
//! calls are still what was passed, and one to which a constant was added is known as such; a
//! number that anything else was computed from them is the method's own. A method of the library
//! that throws was given what the user's code gave it.
//!
//! And a method that another one refuses to serve before anything has changed passes the refusal
//! on: `poll` asks `peek`.

use crate::code::{Arithmetic, Instruction, Register};
use crate::compile::Executable;
use crate::observe::{Accesses, Instructions, Observer, Place};
use crate::state::State;
use crate::word;
use tightrope_program::{ClassOrigin, MethodId};

/// Where a number comes from; the nearest to what was passed last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
enum Source {
    /// The method has computed it.
    #[default]
    Method,
    /// A constant was added to what was passed: `i + 1`.
    Neighbour,
    /// As it was passed.
    Caller,
}

/// Follows the whole numbers that were passed to the outermost method, and who throws.
#[derive(Clone, Debug, Default)]
pub struct Blame {
    /// By register of the machine.
    from: Vec<Source>,
    /// Of the number that the last step may fail on.
    last: Source,
    thrower: Option<MethodId>,
    accesses: Accesses,
    assigns_static: bool,
}

impl Blame {
    /// Of a method that starts with the first register: its receiver and its parameters.
    pub fn of(executable: &Executable<'_>, method: MethodId) -> Blame {
        let declared = executable.program.method(method);
        let receiver = (!declared.is_static).then_some(Source::Method);
        let from = |is_number: bool| if is_number { Source::Caller } else { Source::Method };
        let numbers = declared.params.iter().map(|param| from(param.ty.is_integral()));
        Blame { from: receiver.into_iter().chain(numbers).collect(), ..Blame::default() }
    }

    /// If the run has ended with an exception: is it about a number that was passed?
    pub fn is_number(&self) -> bool {
        self.last == Source::Caller
    }

    /// The same of a number to which a constant was added.
    pub fn is_shifted(&self) -> bool {
        self.last == Source::Neighbour
    }

    /// If the run has ended with an exception: the method whose `throw` was the last step, if
    /// nothing had changed before.
    pub fn refuses(&self) -> Option<MethodId> {
        self.thrower.filter(|_| self.accesses.written.is_empty() && !self.assigns_static)
    }

    fn from(&self, at: usize) -> Source {
        self.from.get(at).copied().unwrap_or_default()
    }

    fn set(&mut self, at: usize, from: Source) {
        if self.from.len() <= at {
            self.from.resize(at + 1, Source::Method);
        }
        self.from[at] = from;
    }

    /// Where the number comes from that the instruction may throw because of.
    fn blames(&self, place: Place<'_>, state: &State, base: usize, instruction: &Instruction) -> Source {
        let from = |register: &Register| self.from(base + usize::from(*register));
        let most = |all: &mut dyn Iterator<Item = Source>| all.max().unwrap_or_default();
        match instruction {
            Instruction::GetElement { array, index, .. }
            | Instruction::GetLongElement { array, index, .. }
            | Instruction::SetElement { array, index, .. } => {
                // How long a new array is, the method has decided.
                let array = word::as_object(state.registers[base + usize::from(*array)]);
                let is_new = array.and_then(|array| state.objects.get(array)).is_none_or(|header| header.is_new());
                if is_new { Source::Method } else { from(index) }
            }
            Instruction::NewArray { lengths, count, .. } => {
                let lengths = (0..u16::from(*count)).map(|offset| lengths + offset);
                let negative = lengths.filter(|it| state.registers[base + usize::from(*it)] < 0);
                most(&mut negative.map(|it| from(&it)))
            }
            Instruction::Arithmetic { op, right, .. } if is_division(*op) => from(right),
            Instruction::CallNative { method, args, .. } => {
                let declared = place.executable.program.method(*method);
                let count = declared.params.len() + usize::from(!declared.is_static);
                most(&mut (0..count).map(|number| self.from(base + usize::from(*args) + number)))
            }
            Instruction::Throw { .. } => self.blames_of_library(place, state),
            _ => Source::Method,
        }
    }

    /// Where the numbers come from that the user's code has given to the method of the library.
    fn blames_of_library(&self, place: Place<'_>, state: &State) -> Source {
        let program = place.executable.program;
        let function = |frame: &crate::state::Frame| &place.executable.functions[frame.function.0 as usize];
        let is_users = |frame: &crate::state::Frame| {
            program.class(program.method(function(frame).method).class).origin == ClassOrigin::User
        };
        let outermost = state.frames.iter().rposition(is_users).map_or(0, |users| users + 1);
        let Some(frame) = state.frames.get(outermost) else { return Source::Method };
        let params = (0..function(frame).params).map(|param| self.from((frame.base + param) as usize));
        params.max().unwrap_or_default()
    }

    fn follow(&mut self, state: &State, base: usize, instruction: &Instruction) {
        match instruction {
            Instruction::Move { to, from } => {
                self.set(base + usize::from(*to), self.from(base + usize::from(*from)));
            }
            Instruction::AddIntConstant { to, from, .. } => {
                self.set(base + usize::from(*to), self.from(base + usize::from(*from)).min(Source::Neighbour));
            }
            Instruction::Return { value } => self.leave(state, self.from(base + usize::from(*value))),
            // Arguments stay where they are; the result comes with the `Return`.
            Instruction::Call { .. } | Instruction::CallExact { .. } | Instruction::CallVirtual { .. } => {}
            _ => {
                if let Some(to) = instruction.written() {
                    self.set(base + usize::from(to), Source::Method);
                }
            }
        }
    }

    /// Results land in the caller's register.
    fn leave(&mut self, state: &State, from: Source) {
        let caller = state.frames.len().checked_sub(2).and_then(|caller| state.frames.get(caller));
        if let (Some(caller), Some(to)) = (caller, state.frames.last().and_then(|frame| frame.result)) {
            self.set(caller.base as usize + usize::from(to), from);
        }
    }
}

impl Observer for Blame {
    fn step(&mut self, _: &State, _: usize, _: Instructions<'_>) {}

    fn step_at(&mut self, place: Place<'_>, state: &State, base: usize, Instructions(instruction): Instructions<'_>) {
        self.last = self.blames(place, state, base, instruction);
        self.thrower = matches!(instruction, Instruction::Throw { .. }).then(|| place.method());
        self.assigns_static |= matches!(instruction, Instruction::SetStatic { .. });
        self.accesses.step(state, base, Instructions(instruction));
        self.follow(state, base, instruction);
    }
}

fn is_division(op: Arithmetic) -> bool {
    matches!(op, Arithmetic::DivideInt | Arithmetic::RemainderInt | Arithmetic::DivideLong | Arithmetic::RemainderLong)
}
