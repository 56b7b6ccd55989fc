//! The reference: reading fields, elements and types of objects.

use super::{Evaluation, Halt, Open, Step, Value, flat_truth, joined, map_truth, null_pointer};
use crate::code::{Comparison, Memory, RuntimeType};
use crate::execute::misplaced;
use crate::formula::Node;
use crate::formula::shortcuts::Shortcuts;
use crate::formula::truth::Truth;
use crate::outcome::SlotRef;
use crate::outcome::{Exception, Throws};
use crate::word::{self, KNOWN, NULL, UNKNOWN, Word};
use tightrope_source::Span;

/// An opaque value has no fields and no elements that one could know.
pub(super) fn no_symbol(reference: &Value<Word>, span: Span) -> Step<()> {
    match reference {
        Value::Known(word) if word::is_symbol(*word) => Err(Halt::Unsupported(misplaced(span))),
        _ => Ok(()),
    }
}

impl<S: Shortcuts> Evaluation<'_, '_, S> {
    pub(super) fn type_of(&self, reference: Word) -> Option<RuntimeType> {
        self.executable.type_of(self.state(), reference)
    }

    pub(super) fn both(&mut self, left: &Node, right: &Node) -> Step<Value<(Word, Word)>> {
        let (left, right) = self.operands(left, right)?;
        Ok(joined(left, right))
    }

    pub(super) fn field(&self, memory: Memory, object: Word, slot: u16, is_long: bool, span: Span) -> Value<Word> {
        let Some(object) = word::as_object(object) else { return null_pointer(span) };
        let slot = usize::from(slot);
        let known = match is_long {
            true => self.state().read(memory, object, slot + 1) == KNOWN,
            false => self.state().read(memory, object, slot) != UNKNOWN,
        };
        if known {
            Value::Known(self.state().read(memory, object, slot))
        } else {
            self.open(memory, object, slot, is_long)
        }
    }

    /// Nobody has asked for the slot yet.
    pub(super) fn open(&self, memory: Memory, object: usize, slot: usize, is_long: bool) -> Value<Word> {
        let request = SlotRef { object, slot: slot as u32, is_long, before: memory == Memory::Before };
        let question = self.workspace.met.note_slot(request);
        Value::Open(Open { question, may_throw: false, is_slot: true })
    }

    pub(super) fn element(&self, memory: Memory, array: Word, index: Word, is_long: bool, span: Span) -> Value<Word> {
        let Some(array) = word::as_object(array) else { return null_pointer(span) };
        if index < 0 || index >= Word::from(self.state().objects[array].length) {
            return Value::Throws(Throws { exception: Exception::ArrayIndex, span });
        }
        match self.state().read(memory, array, index as usize) {
            UNKNOWN if !is_long => self.open(memory, array, index as usize, false),
            known => Value::Known(known),
        }
    }

    pub(super) fn fresh(&mut self, objects: &[Node]) -> Step<Truth> {
        let mut all = Truth::YES;
        for object in objects {
            let value = self.value(object)?;
            let is_new = |word| word::as_object(word).is_some_and(|object| self.state().objects[object].is_new());
            all = all.both(map_truth(value, is_new));
        }
        Ok(all)
    }

    pub(super) fn non_null_elements(&mut self, memory: Memory, array: &Node) -> Step<Truth> {
        let value = self.value(array)?;
        Ok(flat_truth(value, |array| {
            let Some(array) = word::as_object(array) else { return Truth::NO };
            let mut all = Truth::YES;
            for index in 0..self.state().objects[array].length as usize {
                let element = match self.state().read(memory, array, index) {
                    UNKNOWN => self.open(memory, array, index, false),
                    known => Value::Known(known),
                };
                let is_there = flat_truth(element, |word| self.symbol_comparison(Comparison::NotEqual, word, NULL));
                all = all.then(false, false, is_there);
            }
            all
        }))
    }
}
