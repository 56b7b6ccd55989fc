//! Exceptions: raised, caught, or on their way out, also out of static initialisers.

use super::{save, slot_of};
use crate::code::Instruction;
use crate::compile::Executable;
use crate::outcome::{Interrupt, Outcome, Step, Thrown};
use crate::state::{Frame, Initialization, State};
use crate::word::Word;
use tightrope_program::{ClassId, ClassKind, Type};

impl Executable<'_> {
    /// May a handler of the calls that wait catch an exception of this class? Where that is not
    /// sure: yes.
    pub fn may_catch(&self, state: &State, class: ClassId) -> bool {
        let ty = self.types.find(Type::class(class));
        state.frames.iter().any(|frame| {
            let handlers = self.functions[frame.function.0 as usize].handlers.iter();
            // Those who wait stand behind their call.
            let mut around = handlers.filter(|handler| handler.start <= frame.pc && frame.pc <= handler.end);
            around.any(|handler| {
                handler.classes.is_empty()
                    || ty.is_none_or(|ty| handler.classes.iter().any(|test| self.types.passes(ty, *test)))
            })
        })
    }

    /// Gives an exception to the innermost handler that wants it; an outcome if there is none.
    pub(super) fn unwind(&self, state: &mut State, mut object: Word) -> Option<Outcome> {
        while let Some(frame) = state.frames.last().copied() {
            let function = &self.functions[frame.function.0 as usize];
            let ty = self.type_of(state, object);
            let handler = function.handlers.iter().find(|handler| {
                let wanted = handler.classes.is_empty()
                    || ty.is_some_and(|ty| handler.classes.iter().any(|test| self.types.passes(ty, *test)));
                handler.start <= frame.pc && frame.pc < handler.end && wanted
            });
            if let Some(handler) = handler {
                state.registers[frame.base as usize + usize::from(handler.exception)] = object;
                save(state, Frame { pc: handler.target, ..frame });
                return None;
            }
            state.frames.pop();
            if let Some(class) = function.initializes {
                self.fail(state, class);
                // Made by whoever needed the class.
                let needed_by = state.frames.last().copied().unwrap_or(frame);
                object = self.initializer_error(state, object, needed_by);
            }
            if let Some(caller) = state.frames.last_mut() {
                // Back to the call itself: its place decides about handlers.
                caller.pc -= u32::from(function.initializes.is_none());
                let caller = *caller;
                let registers = self.functions[caller.function.0 as usize].registers;
                state.registers.resize((caller.base + registers) as usize, 0);
            }
        }
        let class = self.type_of(state, object).and_then(|ty| self.types.info(ty).ty.as_class());
        let origin = state.origins.iter().find(|(made, _)| *made == object).map(|(_, span)| *span);
        let span = origin.unwrap_or(self.program.classes[0].span);
        let class = class.unwrap_or(ClassId(0));
        Some(Outcome::Thrown(Thrown { object, class, span }))
    }

    /// The class can never be used again (JLS 12.4.2, step 11), and neither can those that wait for
    /// it (step 7): their frames go away.
    pub(super) fn fail(&self, state: &mut State, class: ClassId) {
        state.set_initialization(class, Initialization::Failed);
        let comes_first = |later: ClassId| self.program.initialization_order(later).contains(&class);
        while let Some(frame) = state.frames.last().copied().filter(|frame| frame.pc == 0) {
            let function = &self.functions[frame.function.0 as usize];
            match function.initializes {
                Some(waiting) if self.program.class(waiting).kind == ClassKind::Interface => {}
                Some(waiting) if comes_first(waiting) => state.set_initialization(waiting, Initialization::Failed),
                Some(waiting) => state.set_initialization(waiting, Initialization::Untouched),
                // A method that stands above an instruction that initialises no class has been put
                // there before the first instruction.
                None if !matches!(function.code.first(), Some(Instruction::InitializeClass(_))) => {}
                None if comes_first(self.program.method(function.method).class) => {}
                None => return,
            }
            state.frames.pop();
        }
    }

    /// What leaves a static initialiser is an `ExceptionInInitializerError`, unless it was an error
    /// before (JLS 12.4.2).
    pub(super) fn initializer_error(&self, state: &mut State, object: Word, frame: Frame) -> Word {
        let is_error =
            self.type_of(state, object).and_then(|ty| self.types.info(ty).ty.as_class()).is_some_and(|class| {
                self.well_known.class("java.lang.Error").is_some_and(|error| self.program.is_subclass(class, error))
            });
        if is_error {
            return object;
        }
        match self.raise::<()>(state, frame, "java.lang.ExceptionInInitializerError") {
            Err(Interrupt::Throw(wrapped)) => {
                self.set_cause(state, wrapped, object);
                wrapped
            }
            _ => object,
        }
    }

    /// Makes an error look as if its constructor had been called with a cause.
    pub(super) fn set_cause(&self, state: &mut State, error: Word, cause: Word) {
        let Some(throwable) = self.well_known.class("java.lang.Throwable") else { return };
        for field in &self.program.class(throwable).fields {
            let value = match self.program.field(*field).name.as_str() {
                "isConstructed" | "hasCause" => Word::from(true),
                "cause" => cause,
                _ => continue,
            };
            if let Some(at) = self.types.slot(*field).and_then(|slot| slot_of(state, error, slot)) {
                state.slots[at] = value;
            }
        }
    }

    /// Throws an exception of the machine's own.
    pub(crate) fn raise<T>(&self, state: &mut State, frame: Frame, class: &str) -> Step<T> {
        let class = self.well_known.class(class).or_else(|| self.program.class_named(class));
        let Some(ty) = class.and_then(|class| self.types.find(Type::class(class))) else {
            return Err(Interrupt::stop(Outcome::Unsupported(self.untyped(frame))));
        };
        let object = state.add_object(ty, &self.types.info(ty).template);
        state.origins.push((object, self.visible_span(state, frame)));
        Err(Interrupt::Throw(object))
    }
}
