//! What the machine does itself for the library's native methods: see the table in [`crate::library`].

use crate::code::Memory;
use crate::compile::Executable;
use crate::execute::{Budget, Interrupt, Limit, Outcome, Step, ask};
use crate::library::Native;
use crate::state::{Frame, State};
use crate::word::{self, NULL, UNKNOWN, Word};
use tightrope_program::{MethodId, Type};

impl Executable<'_> {
    pub(crate) fn native(
        &self,
        state: &mut State,
        budget: &Budget,
        frame: Frame,
        native: Native,
        method: MethodId,
        first: usize,
    ) -> Step<Word> {
        let arg = |state: &State, index: usize| state.registers[first + index];
        match native {
            Native::ObjectEquals => Ok(Word::from(arg(state, 0) == arg(state, 1))),
            Native::StringEquals => {
                let (left, right) = (self.text_of(state, arg(state, 0)), self.text_of(state, arg(state, 1)));
                Ok(Word::from(left.is_some() && left == right))
            }
            Native::StringHashCode => Ok(Word::from(hash(&self.text_of(state, arg(state, 0)).unwrap_or_default()))),
            Native::StringLength => {
                let text = self.text_of(state, arg(state, 0)).unwrap_or_default();
                Ok(text.encode_utf16().count() as Word)
            }
            Native::ObjectClone => self.clone_object(state, budget, frame, arg(state, 0)),
            Native::ArrayCopy => {
                let args: [Word; 5] = std::array::from_fn(|index| arg(state, index));
                self.array_copy(state, frame, args).map(|()| NULL)
            }
            Native::Shared => self.shared_box(state, budget, frame, method, arg(state, 0)),
        }
    }

    fn clone_object(&self, state: &mut State, budget: &Budget, frame: Frame, object: Word) -> Step<Word> {
        let Some(index) = word::as_object(object) else {
            return self.raise(state, frame, "java.lang.NullPointerException");
        };
        if state.objects.len() >= budget.objects {
            return Err(Interrupt::Stop(Outcome::Exhausted(Limit::Objects)));
        }
        let header = state.objects[index];
        let slots = state.slots[header.start as usize..(header.start + header.length) as usize].to_vec();
        if let Some(slot) = slots.iter().position(|slot| *slot == UNKNOWN) {
            return Err(ask(Memory::Now, object, slot as u32, false));
        }
        Ok(state.add_object(header.ty, &slots))
    }

    fn array_copy(&self, state: &mut State, frame: Frame, args: [Word; 5]) -> Step<()> {
        let [from, start, to, target, length] = args;
        let (Some(source), Some(destination)) = (word::as_object(from), word::as_object(to)) else {
            return self.raise(state, frame, "java.lang.NullPointerException");
        };
        let outside = |first: Word, room: u32| first < 0 || first + length > Word::from(room);
        let (source, destination) = (state.objects[source], state.objects[destination]);
        if length < 0 || outside(start, source.length) || outside(target, destination.length) {
            return self.raise(state, frame, "java.lang.ArrayIndexOutOfBoundsException");
        }
        let first = source.start as usize + start as usize;
        let copied = state.slots[first..first + length as usize].to_vec();
        for (offset, value) in copied.into_iter().enumerate() {
            self.check_store(state, frame, to, value)?;
            state.slots[destination.start as usize + target as usize + offset] = value;
        }
        Ok(())
    }

    fn shared_box(
        &self,
        state: &mut State,
        budget: &Budget,
        frame: Frame,
        method: MethodId,
        value: Word,
    ) -> Step<Word> {
        let class = self.program.method(method).class;
        let Some(ty) = self.types.find(Type::class(class)) else {
            return Err(Interrupt::Stop(Outcome::Unsupported(self.untyped(frame))));
        };
        if let Some((.., object)) = state.shared.iter().find(|(known, key, _)| *known == ty && *key == value) {
            return Ok(*object);
        }
        let object = self.allocate(state, budget, frame, ty)?;
        let start = state.objects[state.objects.len() - 1].start as usize;
        state.slots[start] = value;
        state.shared.push((ty, value, object));
        Ok(object)
    }
}

fn hash(text: &str) -> i32 {
    text.encode_utf16().fold(0, |sum: i32, unit| sum.wrapping_mul(31).wrapping_add(i32::from(unit)))
}
