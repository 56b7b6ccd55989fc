//! Fields, elements and new objects.

use super::{asked, misplaced, slot_of};
use crate::code::{Memory, RuntimeType};
use crate::compile::Executable;
use crate::outcome::{Budget, Interrupt, Limit, Outcome, Step, ask};
use crate::state::{Frame, State};
use crate::word::{self, KNOWN, NULL, UNKNOWN, Word};
use std::ops::Range;

impl Executable<'_> {
    /// Throws if the reference is null.
    #[inline]
    pub(super) fn not_null(&self, state: &mut State, frame: Frame, reference: Word) -> Step<()> {
        match state.symbols.decide_null(reference) {
            Ok(false) => Ok(()),
            Ok(true) => self.raise(state, frame, "java.lang.NullPointerException"),
            Err(question) => Err(asked(question)),
        }
    }

    /// A field or an element of what is not an object: null, or by mistake an opaque value.
    pub(crate) fn no_object<T>(&self, state: &mut State, frame: Frame, reference: Word) -> Step<T> {
        match word::is_symbol(reference) {
            true => Err(Interrupt::stop(Outcome::Unsupported(misplaced(self.span(frame))))),
            false => self.raise(state, frame, "java.lang.NullPointerException"),
        }
    }

    pub(super) fn get_field(
        &self,
        state: &mut State,
        frame: Frame,
        memory: Memory,
        object: Word,
        slot: u16,
    ) -> Step<Word> {
        let Some(index) = word::as_object(object) else {
            return self.no_object(state, frame, object);
        };
        match state.read(memory, index, usize::from(slot)) {
            UNKNOWN if memory == Memory::Now && self.may_defer(state, frame, index, slot) => {
                Ok(word::deferred(index, u32::from(slot)))
            }
            UNKNOWN => Err(ask(memory, object, u32::from(slot), false)),
            value => Ok(value),
        }
    }

    pub(super) fn get_long(
        &self,
        state: &mut State,
        frame: Frame,
        memory: Memory,
        object: Word,
        slot: u16,
    ) -> Step<Word> {
        let Some(index) = word::as_object(object) else {
            return self.no_object(state, frame, object);
        };
        match state.read(memory, index, usize::from(slot) + 1) {
            KNOWN => Ok(state.read(memory, index, usize::from(slot))),
            _ => Err(ask(memory, object, u32::from(slot), true)),
        }
    }

    pub(super) fn set_long(&self, state: &mut State, frame: Frame, object: Word, slot: u16, value: Word) -> Step<()> {
        let Some(at) = slot_of(state, object, slot) else {
            return self.no_object(state, frame, object);
        };
        state.slots[at] = value;
        state.slots[at + 1] = KNOWN;
        Ok(())
    }

    pub(super) fn set_element(
        &self,
        state: &mut State,
        frame: Frame,
        array: Word,
        index: Word,
        value: Word,
    ) -> Step<()> {
        let at = self.element(state, frame, array, index)?;
        self.check_store(state, frame, array, value)?;
        state.slots[at] = value;
        Ok(())
    }

    pub(super) fn get_element(
        &self,
        state: &mut State,
        frame: Frame,
        memory: Memory,
        array: Word,
        index: Word,
    ) -> Step<Word> {
        self.element(state, frame, array, index)?;
        let object = word::as_object(array).unwrap_or_default();
        match state.read(memory, object, index as usize) {
            UNKNOWN => Err(ask(memory, array, index as u32, false)),
            value => Ok(value),
        }
    }

    pub(super) fn element(&self, state: &mut State, frame: Frame, array: Word, index: Word) -> Step<usize> {
        let Some(array) = word::as_object(array) else {
            return self.no_object(state, frame, array);
        };
        let header = state.objects[array];
        if index < 0 || index >= Word::from(header.length) {
            return self.raise(state, frame, "java.lang.ArrayIndexOutOfBoundsException");
        }
        Ok(header.start as usize + index as usize)
    }

    pub(crate) fn check_store(&self, state: &mut State, frame: Frame, array: Word, value: Word) -> Step<()> {
        let store =
            self.type_of(state, array).and_then(|ty| self.types.info(ty).element).and_then(|element| element.store);
        // Only now is it known that the value is a reference.
        let Some(test) = store else { return Ok(()) };
        if word::is_deferred(value) {
            return if self.types.passes_always(test) {
                Ok(())
            } else {
                self.store_deferred(state, frame, value, test)
            };
        }
        match self.type_of(state, value) {
            _ if word::as_opaque(value).is_some() => Ok(()),
            Some(ty) if !self.types.passes(ty, test) => self.raise(state, frame, "java.lang.ArrayStoreException"),
            _ => Ok(()),
        }
    }

    pub(crate) fn allocate(&self, state: &mut State, budget: &Budget, frame: Frame, ty: RuntimeType) -> Step<Word> {
        if state.objects.len() >= budget.objects {
            return Err(Interrupt::stop(Outcome::Exhausted(Limit::Objects)));
        }
        let info = self.types.info(ty);
        let object = state.add_object(ty, &info.template);
        if info.is_throwable {
            state.origins.push((object, self.visible_span(state, frame)));
        }
        Ok(object)
    }

    /// The lengths are in these registers.
    pub(super) fn new_array(
        &self,
        state: &mut State,
        budget: &Budget,
        frame: Frame,
        ty: RuntimeType,
        lengths: Range<usize>,
    ) -> Step<Word> {
        match state.registers[lengths] {
            [length] => self.allocate_array(state, budget, frame, ty, &[length]),
            ref lengths => {
                let lengths = lengths.to_vec();
                self.allocate_array(state, budget, frame, ty, &lengths)
            }
        }
    }

    pub(crate) fn allocate_array(
        &self,
        state: &mut State,
        budget: &Budget,
        frame: Frame,
        ty: RuntimeType,
        lengths: &[Word],
    ) -> Step<Word> {
        if lengths.iter().any(|length| *length < 0) {
            return self.raise(state, frame, "java.lang.NegativeArraySizeException");
        }
        let (Some(length), inner) = (lengths.first(), lengths.get(1..).unwrap_or_default()) else {
            return Ok(NULL);
        };
        if *length as usize >= budget.objects * 16 {
            return Err(Interrupt::stop(Outcome::Exhausted(Limit::ArrayLength)));
        }
        if state.slots.len() + *length as usize >= budget.objects * 16 || state.objects.len() >= budget.objects {
            return Err(Interrupt::stop(Outcome::Exhausted(Limit::Objects)));
        }
        let array = state.add_array(ty, *length as usize);
        let start = state.slots.len() - *length as usize;
        let element = self.types.info(ty).element.and_then(|element| self.types.find(element.ty));
        if let (false, Some(element)) = (inner.is_empty(), element) {
            for offset in 0..*length as usize {
                state.slots[start + offset] = self.allocate_array(state, budget, frame, element, inner)?;
            }
        }
        Ok(array)
    }
}
