//! Text of values: concatenation, and what is shown to people.

use crate::compile::Executable;
use crate::outcome::{Budget, Interrupt, Limit, Outcome, Step};
use crate::state::{Frame, State};
use crate::text;
use crate::word::{self, NULL, Word};
use tightrope_program::body::Unsupported;
use tightrope_program::{Type, floating};
use tightrope_source::Name;

/// What strings may take for each object of the budget: a string that doubles itself must not use
/// up all memory.
const TEXT_BYTES: usize = 64;

impl Executable<'_> {
    /// A value as Java would print it; objects other than strings by their class.
    pub fn show(&self, state: &State, value: Word, ty: Type) -> String {
        if !ty.is_reference() {
            return show_primitive(value, ty);
        }
        if state.is_null(value) == Some(true) {
            return "null".to_owned();
        }
        let class = self.type_of(state, value).and_then(|ty| self.types.info(ty).ty.as_class());
        let class_name = || class.map_or("array".to_owned(), |class| self.program.class(class).name.to_string());
        self.text_of(state, value).map_or_else(class_name, |text| text.to_string())
    }

    /// The text of a string.
    pub fn text_of(&self, state: &State, string: Word) -> Option<Name> {
        if let Some(index) = word::as_text(string) {
            return self.texts.get(index as usize).cloned();
        }
        let header = state.objects.get(word::as_object(string)?)?;
        let is_string = self.types.info(header.ty).ty.as_class() == self.well_known.class("java.lang.String");
        let index = state.slots.get(header.start as usize).filter(|_| is_string)?;
        state.texts.get(*index as usize).cloned()
    }

    pub(super) fn concat(
        &self,
        state: &mut State,
        budget: &Budget,
        frame: Frame,
        first: usize,
        template: u32,
    ) -> Step<Word> {
        let mut text = String::new();
        for (offset, ty) in self.templates[template as usize].iter().enumerate() {
            let value = state.registers[first + offset];
            if !ty.is_reference() {
                text.push_str(&show_primitive(value, *ty));
            } else if value == NULL {
                text.push_str("null");
            } else {
                match self.text_of(state, value) {
                    Some(part) => text.push_str(&part),
                    None => {
                        let construct = tightrope_program::constructs::Construct::MissingMember;
                        let detail = Name::new("text of an object");
                        let what = Unsupported { construct, detail, span: self.span(frame) };
                        return Err(Interrupt::stop(Outcome::Unsupported(what)));
                    }
                }
            }
        }
        self.new_string(state, budget, frame, text::joined(text))
    }

    pub(crate) fn new_string(&self, state: &mut State, budget: &Budget, frame: Frame, text: String) -> Step<Word> {
        state.text_bytes += text.len();
        if state.objects.len() >= budget.objects || state.text_bytes > budget.objects.saturating_mul(TEXT_BYTES) {
            return Err(Interrupt::stop(Outcome::Exhausted(Limit::Objects)));
        }
        let class = self.well_known.class("java.lang.String").and_then(|class| self.types.find(Type::class(class)));
        let Some(ty) = class else { return Err(Interrupt::stop(Outcome::Unsupported(self.untyped(frame)))) };
        state.texts.push(Name::from(text));
        Ok(state.add_object(ty, &[state.texts.len() as Word - 1]))
    }
}

fn show_primitive(value: Word, ty: Type) -> String {
    match ty {
        Type::BOOLEAN => (value != word::FALSE).to_string(),
        Type::CHAR => {
            let half = text::half(value as u16);
            char::from_u32(value as u32).or(half).unwrap_or(char::REPLACEMENT_CHARACTER).to_string()
        }
        Type::FLOAT => floating::single_text(floating::single(value)),
        Type::DOUBLE => floating::double_text(floating::double(value)),
        _ => value.to_string(),
    }
}
