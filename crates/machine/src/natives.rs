//! What the machine does itself for the library's native methods: see the table in
//! [`tightrope_program::natives`].

use crate::code::{Memory, RuntimeType};
use crate::compile::Executable;
use crate::initial_heap::add_known;
use crate::outcome::{Budget, Interrupt, Limit, Outcome, Step, ask};
use crate::state::{Frame, State};
use crate::text;
use crate::word::{self, KNOWN, NULL, UNKNOWN, Word};
use std::ops::Range;
use tightrope_program::body::Unsupported;
use tightrope_program::constructs::Construct;
use tightrope_program::floating;
use tightrope_program::natives::Native;
use tightrope_program::{ClassId, ClassOrigin, MethodId, Program, Type};
use tightrope_source::{Name, Span};

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
        let arg = |index: usize| state.registers[first + index];
        match native {
            Native::ObjectEquals => self.same(state, arg(0), arg(1)).map(Word::from),
            Native::ObjectClone => self.clone_object(state, budget, frame, arg(0)),
            Native::GetClass => self.class_object(state, budget, frame, arg(0)),
            Native::IdentityHashCode => Err(self.not_modelled(state, frame, "identity hash code")),
            Native::BeyondAscii => Err(self.not_modelled(state, frame, "characters beyond ASCII")),
            Native::StringEquals => Ok(Word::from(self.same_text(state, arg(0), arg(1)))),
            Native::StringHashCode => Ok(Word::from(hash(&self.text_of(state, arg(0)).unwrap_or_default()))),
            Native::StringLength => Ok(text::units(&self.text_of(state, arg(0)).unwrap_or_default()).count() as Word),
            Native::StringUnit => Ok(self.unit(state, arg(0), arg(1))),
            Native::StringTake => self.take_text(state, frame, arg(0), arg(1)),
            Native::ArrayCopy => {
                let args: [Word; 5] = std::array::from_fn(arg);
                self.array_copy(state, frame, args).map(|()| NULL)
            }
            Native::ArrayLike => self.array_like(state, budget, frame, arg(0), arg(1)),
            Native::HasSame | Native::InsertSame => self.shortcut(state, &frame, native, first),
            Native::Shared => self.shared_box(state, budget, frame, method, arg(0)),
            Native::Floating { operation, is_single } => {
                let right = if self.program.method(method).params.len() > 1 { arg(1) } else { 0 };
                Ok(floating::apply(operation, is_single, arg(0), right))
            }
            Native::IsNumber => Ok(Word::from(self.number(state, arg(0), false).is_some())),
            Native::ReadNumber { is_single } => Ok(self.number(state, arg(0), is_single).unwrap_or_default()),
            Native::LastDigit => {
                let what = self.text_of(state, arg(0)).unwrap_or_default();
                Err(self.not_modelled(state, frame, &format!("{what}, whose last digit Java leaves open")))
            }
            Native::Stop => {
                let what = self.text_of(state, arg(0)).unwrap_or_default();
                Err(self.not_modelled(state, frame, &format!("format or regular expression \"{what}\"")))
            }
            Native::OpenInput => self.open_input(state, budget, frame, method),
            Native::Discard => Err(Interrupt::stop(Outcome::Discarded)),
            Native::Halt => Err(Interrupt::stop(Outcome::Excluded(self.visible_span(state, frame)))),
            Native::ClassName => self.class_name(state, budget, frame, arg(0)),
            Native::DetailOfMachine => {
                Err(self.not_modelled(state, frame, "message or cause of an exception of the JVM's own"))
            }
        }
    }

    /// [`Native::HasSame`], [`Native::InsertSame`]
    #[inline]
    pub(crate) fn shortcut(&self, state: &mut State, frame: &Frame, native: Native, first: usize) -> Step<Word> {
        let args: [Word; 3] = std::array::from_fn(|index| state.registers[first + index]);
        match native {
            // They know the heap of now only.
            _ if self.functions[frame.function.0 as usize].memory == Memory::Before => Ok(-1),
            Native::InsertSame => self.insert_same(state, args),
            _ => self.has_same(state, args),
        }
    }

    /// The first `size` elements of an array that the library made, if they are there.
    fn elements(&self, state: &State, array: Word, size: Word) -> Option<(Range<usize>, usize)> {
        let header = state.objects.get(word::as_object(array)?)?;
        let size = usize::try_from(size).ok().filter(|size| *size <= header.length as usize)?;
        let start = header.start as usize;
        Some((start..start + size, header.length as usize - size))
    }

    /// 1: it is there; 0: it is not; -1: `equals` has to say.
    fn has_same(&self, state: &State, [array, size, value]: [Word; 3]) -> Step<Word> {
        let Some((elements, _)) = self.elements(state, array, size) else { return Ok(-1) };
        Ok(self.is_among(state, elements, value)?.map_or(-1, Word::from))
    }

    /// How many elements there are now that it has come; 0: it is there; -1: there is no room, or
    /// `equals` has to say.
    fn insert_same(&self, state: &mut State, [array, size, value]: [Word; 3]) -> Step<Word> {
        let Some((elements, room)) = self.elements(state, array, size) else { return Ok(-1) };
        let end = elements.end;
        match self.is_among(state, elements, value)? {
            Some(true) => Ok(0),
            Some(false) if room > 0 => {
                state.slots[end] = state.resolve(value);
                Ok(size + 1)
            }
            _ => Ok(-1),
        }
    }

    fn not_modelled(&self, state: &State, frame: Frame, what: &str) -> Interrupt {
        let detail = Name::new(what);
        let span = self.visible_span(state, frame);
        Interrupt::stop(Outcome::Unsupported(Unsupported { construct: Construct::MissingMember, detail, span }))
    }

    /// The place in the user's files that a stack trace would show first: of the innermost frame
    /// that is not the library's.
    pub(crate) fn visible_span(&self, state: &State, frame: Frame) -> Span {
        let is_library = |frame: Frame| {
            let class = self.program.method(self.functions[frame.function.0 as usize].method).class;
            self.program.class(class).origin == ClassOrigin::Library
        };
        if !is_library(frame) {
            return self.span(frame);
        }
        // Callers stand behind their calls.
        let callers = state.frames.iter().rev().skip(1);
        let visible = callers.copied().find(|caller| !is_library(*caller));
        visible
            .map_or_else(|| self.span(frame), |caller| self.span(Frame { pc: caller.pc.saturating_sub(1), ..caller }))
    }

    fn same_text(&self, state: &State, left: Word, right: Word) -> bool {
        let (left, right) = (self.text_of(state, left), self.text_of(state, right));
        left.is_some() && left == right
    }

    /// An object of the type that the method returns, with all slots open. A static initialiser
    /// makes it, so that it is there before the call.
    fn open_input(&self, state: &mut State, budget: &Budget, frame: Frame, method: MethodId) -> Step<Word> {
        let Some(ty) = self.program.method(method).return_type.and_then(|ty| self.types.find(ty)) else {
            return Err(Interrupt::stop(Outcome::Unsupported(self.untyped(frame))));
        };
        if state.objects.len() >= budget.objects {
            return Err(Interrupt::stop(Outcome::Exhausted(Limit::Objects)));
        }
        let slots = vec![UNKNOWN; self.types.info(ty).template.len()];
        Ok(state.add_object(ty, &slots))
    }

    /// The number that a text stands for, by the grammar of `Double.valueOf`.
    fn number(&self, state: &State, text: Word, is_single: bool) -> Option<Word> {
        floating::parse_signed(&self.text_of(state, text)?, is_single)
    }

    fn unit(&self, state: &State, string: Word, index: Word) -> Word {
        let text = self.text_of(state, string).unwrap_or_default();
        text::units(&text).nth(index as usize).map_or(0, Word::from)
    }

    /// The string comes from `new` and has no text yet: its only slot is made here.
    fn take_text(&self, state: &mut State, frame: Frame, string: Word, original: Word) -> Step<Word> {
        let (Some(text), Some(string)) = (self.text_of(state, original), word::as_object(string)) else {
            return self.raise(state, frame, "java.lang.NullPointerException");
        };
        state.texts.push(text);
        let start = state.slots.len() as u32;
        state.slots.push(state.texts.len() as Word - 1);
        state.objects[string].start = start;
        state.objects[string].length = 1;
        Ok(NULL)
    }

    /// One object for each type of an object.
    fn class_object(&self, state: &mut State, budget: &Budget, frame: Frame, object: Word) -> Step<Word> {
        let class = self.program.class_named("java.lang.Class").and_then(|class| self.types.find(Type::class(class)));
        let (Some(class), Some(ty)) = (class, self.type_of(state, object)) else {
            return Err(Interrupt::stop(Outcome::Unsupported(self.untyped(frame))));
        };
        let key = Word::from(ty.0);
        if let Some((.., known)) = state.shared.iter().find(|(kind, of, _)| *kind == class && *of == key) {
            return Ok(*known);
        }
        let made = self.allocate(state, budget, frame, class)?;
        state.shared.push((class, key, made));
        Ok(made)
    }

    fn class_name(&self, state: &mut State, budget: &Budget, frame: Frame, object: Word) -> Step<Word> {
        let class = self.type_of(state, object).and_then(|ty| self.types.info(ty).ty.as_class());
        let name = class.map(|class| binary_name(self.program, class)).unwrap_or_default();
        self.new_string(state, budget, frame, name)
    }

    fn array_like(&self, state: &mut State, budget: &Budget, frame: Frame, sample: Word, length: Word) -> Step<Word> {
        match self.type_of(state, sample) {
            Some(ty) => self.allocate_array(state, budget, frame, ty, &[length]),
            None => self.raise(state, frame, "java.lang.NullPointerException"),
        }
    }

    fn clone_object(&self, state: &mut State, budget: &Budget, frame: Frame, object: Word) -> Step<Word> {
        let Some(index) = word::as_object(object) else {
            return self.no_object(state, frame, object);
        };
        let header = state.objects[index];
        if !self.is_cloneable(header.ty) {
            return self.raise(state, frame, "java.lang.CloneNotSupportedException");
        }
        if state.objects.len() >= budget.objects {
            return Err(Interrupt::stop(Outcome::Exhausted(Limit::Objects)));
        }
        let slots = state.slots[header.start as usize..(header.start + header.length) as usize].to_vec();
        if let Some((slot, is_long)) = self.first_unknown(header.ty, &slots) {
            return Err(ask(Memory::Now, object, slot as u32, is_long));
        }
        Ok(state.add_object(header.ty, &slots))
    }

    fn is_cloneable(&self, ty: RuntimeType) -> bool {
        let cloneable = self.program.class_named("java.lang.Cloneable");
        match (self.types.info(ty).ty.as_class(), cloneable) {
            (Some(class), Some(cloneable)) => self.program.is_subclass(class, cloneable),
            // Arrays are.
            (class, _) => class.is_none(),
        }
    }

    /// The first slot without a value; whether it is a `long`, whose second slot says so.
    fn first_unknown(&self, ty: RuntimeType, slots: &[Word]) -> Option<(usize, bool)> {
        let info = self.types.info(ty);
        if info.ty.is_array() {
            let is_long = info.element.is_some_and(|element| element.ty.is_wide());
            return slots.iter().position(|slot| *slot == UNKNOWN && !is_long).map(|slot| (slot, false));
        }
        // In the slots of a new object, only the one behind a `long` is not zero.
        let is_long = |slot: usize| info.template.get(slot + 1) == Some(&KNOWN);
        let is_behind_long = |slot: usize| info.template.get(slot) == Some(&KNOWN);
        (0..slots.len()).filter(|slot| !is_behind_long(*slot)).find_map(|slot| match is_long(slot) {
            true => (slots[slot + 1] != KNOWN).then_some((slot, true)),
            false => (slots[slot] == UNKNOWN).then_some((slot, false)),
        })
    }

    fn array_copy(&self, state: &mut State, frame: Frame, args: [Word; 5]) -> Step<()> {
        let [from, start, to, target, length] = args;
        if from == NULL || to == NULL {
            return self.raise(state, frame, "java.lang.NullPointerException");
        }
        let (Some(source), Some(destination)) = (word::as_object(from), word::as_object(to)) else {
            // A string constant is no array.
            return self.raise(state, frame, "java.lang.ArrayStoreException");
        };
        let (source, destination) = (state.objects[source], state.objects[destination]);
        if !self.may_copy(source.ty, destination.ty) {
            return self.raise(state, frame, "java.lang.ArrayStoreException");
        }
        let outside = |first: Word, room: u32| first < 0 || first + length > Word::from(room);
        if length < 0 || outside(start, source.length) || outside(target, destination.length) {
            return self.raise(state, frame, "java.lang.ArrayIndexOutOfBoundsException");
        }
        let first = source.start as usize + start as usize;
        let copied = first..first + length as usize;
        if let Some((slot, is_long)) = self.first_unknown(source.ty, &state.slots[copied.clone()]) {
            return Err(ask(Memory::Now, from, start as u32 + slot as u32, is_long));
        }
        let store = self.types.info(destination.ty).element.and_then(|element| element.store);
        if store.is_none_or(|test| self.types.is_object(test)) {
            state.slots.copy_within(copied, destination.start as usize + target as usize);
            return Ok(());
        }
        let copied = state.slots[copied].to_vec();
        for (offset, value) in copied.into_iter().enumerate() {
            self.check_store(state, frame, to, value)?;
            state.slots[destination.start as usize + target as usize + offset] = value;
        }
        Ok(())
    }

    /// Arrays of references, or of the same primitive type. What each reference is, is checked when
    /// it is stored.
    fn may_copy(&self, from: RuntimeType, to: RuntimeType) -> bool {
        let element = |ty: RuntimeType| self.types.info(ty).element.map(|element| element.ty);
        match (element(from), element(to)) {
            (Some(from), Some(to)) => from == to || (from.is_reference() && to.is_reference()),
            _ => false,
        }
    }

    /// The box of a small value that everybody shares. It was there before the call: so it may be
    /// one of the boxes that the heap had then, if that one says so of itself.
    fn shared_box(
        &self,
        state: &mut State,
        budget: &Budget,
        frame: Frame,
        method: MethodId,
        value: Word,
    ) -> Step<Word> {
        let class = self.program.method(method).class;
        let slots = self.types.find(Type::class(class)).zip(self.box_slots(class));
        let Some((ty, [number, flag])) = slots else {
            return Err(Interrupt::stop(Outcome::Unsupported(self.untyped(frame))));
        };
        if let Some((.., object)) = state.shared.iter().find(|(known, key, _)| *known == ty && *key == value) {
            return Ok(*object);
        }
        let memory = self.functions[frame.function.0 as usize].memory;
        for object in 0..state.objects.len() {
            let header = &state.objects[object];
            if header.ty != ty || header.is_new() {
                continue;
            }
            let object = word::object(object);
            if self.read_box(state, memory, object, number)? == value
                && self.read_box(state, memory, object, flag)? != 0
            {
                state.shared.push((ty, value, object));
                return Ok(object);
            }
        }
        if state.objects.len() >= budget.objects {
            return Err(Interrupt::stop(Outcome::Exhausted(Limit::Objects)));
        }
        let mut content = self.types.info(ty).template.to_vec();
        content[number.0 as usize] = value;
        content[flag.0 as usize] = 1;
        let object = add_known(state, ty, &content);
        state.shared.push((ty, value, object));
        Ok(object)
    }

    /// The slots of a box: its number, and whether it is shared. With each: is it a `long`?
    fn box_slots(&self, class: ClassId) -> Option<[(u32, bool); 2]> {
        let slot = |name: &str| {
            let (field, slot) =
                self.slots_of_class(class).find(|(field, _)| self.program.field(*field).name == name)?;
            Some((slot, self.program.field(field).ty == Type::LONG))
        };
        Some([slot("value")?, slot("isShared")?])
    }

    fn read_box(&self, state: &State, memory: Memory, object: Word, (slot, is_long): (u32, bool)) -> Step<Word> {
        let read = |slot: u32| word::as_object(object).map(|object| state.read(memory, object, slot as usize));
        let is_open = if is_long { read(slot + 1) != Some(KNOWN) } else { read(slot) == Some(UNKNOWN) };
        match read(slot).filter(|_| !is_open) {
            Some(value) => Ok(value),
            None => Err(ask(memory, object, slot, is_long)),
        }
    }
}

fn hash(text: &str) -> i32 {
    text::units(text).fold(0, |sum: i32, unit| sum.wrapping_mul(31).wrapping_add(i32::from(unit)))
}

/// As `Class.getName` gives it: `pack.Outer$Inner`.
fn binary_name(program: &Program, class: ClassId) -> String {
    let declared = program.class(class);
    let outer = declared.outer.and_then(|outer| {
        let rest = declared.name.strip_prefix(program.class(outer).name.as_str())?;
        Some((outer, rest.strip_prefix('.').map_or_else(|| rest.to_owned(), |nested| format!("${nested}"))))
    });
    match outer {
        Some((outer, rest)) => binary_name(program, outer) + &rest,
        None => declared.name.to_string(),
    }
}
