//! Growing heaps: what an engine does to a state between two runs.
//!
//! An *initial* object existed before the method. The objects that an engine makes while it answers
//! questions are initial, whenever it makes them: they get open slots in the heap before the method
//! and in the one of now. All other objects were made by running code, and [`Executable::rewind`]
//! removes them with everything else that a run has done, so that a `repOk` leaves no trace.

use crate::code::{Memory, RuntimeType};
use crate::compile::Executable;
use crate::outcome::SlotRef;
use crate::state::{Header, State};
use crate::word::{self, KNOWN, NULL, UNKNOWN, Word};
use tightrope_program::{ClassId, ClassOrigin, FieldId, MethodId, Type};
use tightrope_source::Name;

/// The word of the object with this index.
pub fn reference_to(object: usize) -> Word {
    word::object(object)
}

/// The index of the object that a reference names; `None` for null, literals and opaque values.
pub fn object_of(reference: Word) -> Option<usize> {
    if word::is_symbol(reference) { None } else { word::as_object(reference) }
}

/// Is it an ordered or an opaque value? Not to be asked of a `long`.
pub fn is_symbol(value: Word) -> bool {
    word::is_symbol(value)
}

/// Is it an opaque value?
pub fn is_opaque(value: Word) -> bool {
    word::as_opaque(value).is_some()
}

/// Where the objects of a state went when it was rewound: by old index.
#[derive(Clone, Debug, Default)]
pub struct Renumbering(Vec<Option<u32>>);

impl Renumbering {
    /// Every object gets a number, some of them the same.
    pub(crate) fn new(numbers: impl Iterator<Item = usize>) -> Renumbering {
        Renumbering(numbers.map(|number| Some(number as u32)).collect())
    }

    /// The new index of an object; `None` if it is gone.
    pub fn object(&self, old: usize) -> Option<usize> {
        self.0.get(old).copied().flatten().map(|new| new as usize)
    }

    /// The new word of a reference; what is no object stays as it is.
    pub fn reference(&self, old: Word) -> Word {
        match object_of(old) {
            Some(object) => self.object(object).map_or(NULL, word::object),
            None => old,
        }
    }
}

impl Executable<'_> {
    /// Compiles what the existence of an object of this class brings along: its static initialisers
    /// have run.
    pub fn add_class(&mut self, class: ClassId) {
        self.request_initializers(class);
        self.compile_pending();
    }

    /// Makes objects of this class possible.
    pub fn add_object_type(&mut self, class: ClassId) {
        self.types.intern(self.program, Type::class(class));
    }

    /// Makes arrays of this type possible.
    pub fn add_array_type(&mut self, ty: Type) {
        self.types.intern(self.program, ty);
    }

    /// Adds an initial object of which nothing is known but its class.
    pub fn add_open_object(&self, state: &mut State, class: ClassId) -> Option<Word> {
        let ty = self.types.find(Type::class(class))?;
        let length = self.types.info(ty).template.len();
        Some(add_initial(state, ty, length, UNKNOWN))
    }

    /// Adds an initial array of which nothing is known but its type and length. The elements of a
    /// `long[]` are 0: they have no way to be open.
    pub fn add_open_array(&self, state: &mut State, ty: Type, length: usize) -> Option<Word> {
        let element = ty.element()?;
        let content = if element.is_wide() { 0 } else { UNKNOWN };
        Some(add_initial(state, self.types.find(ty)?, length, content))
    }

    /// Takes back the answer to a question of which slot an object holds, where no code has run
    /// since. Requires a slot of one word.
    pub fn reopen(&self, state: &mut State, request: SlotRef) {
        let Some(header) = state.objects.get(request.object).copied() else { return };
        let slot = request.slot as usize;
        state.slots[header.start as usize + slot] = UNKNOWN;
        if !header.is_new() {
            state.slots_before[header.before as usize + slot] = UNKNOWN;
        }
    }

    /// Adds an initial string with this text.
    pub fn add_initial_text(&self, state: &mut State, text: Name) -> Option<Word> {
        let class = self.well_known.class("java.lang.String")?;
        let ty = self.types.find(Type::class(class))?;
        state.texts.push(text);
        let number = state.texts.len() as Word - 1;
        Some(add_initial(state, ty, 1, number))
    }

    /// Adds what `new` makes before the constructor runs: an object with default values. It is not
    /// initial.
    pub fn add_new_object(&self, state: &mut State, class: ClassId) -> Option<Word> {
        let ty = self.types.find(Type::class(class))?;
        Some(state.add_object(ty, &self.types.info(ty).template))
    }

    /// Sets an element of an initial `long[]`.
    pub fn set_initial_long(&self, state: &mut State, array: usize, index: usize, value: Word) {
        let Some(header) = state.objects.get(array).copied().filter(|header| index < header.length as usize) else {
            return;
        };
        state.slots[header.start as usize + index] = value;
        if !header.is_new() {
            state.slots_before[header.before as usize + index] = value;
        }
    }

    /// The string literals of the compiled code: each is one object for the whole program.
    pub fn literals(&self) -> impl Iterator<Item = Word> + '_ {
        (0..self.texts.len() as u32).map(word::text)
    }

    /// The class or array type of an object.
    #[inline]
    pub fn object_type(&self, state: &State, object: usize) -> Option<Type> {
        state.objects.get(object).map(|header| self.types.info(header.ty).ty)
    }

    /// A number for the type of an object: small, and the same in all states of this executable.
    #[inline]
    pub fn type_number(&self, state: &State, object: usize) -> usize {
        state.objects.get(object).map_or(usize::MAX, |header| header.ty.0 as usize)
    }

    /// All types that objects can have, by their numbers.
    pub fn types(&self) -> impl Iterator<Item = Type> + '_ {
        self.types.infos.iter().map(|info| info.ty)
    }

    /// The instance fields of a class with the slots that hold them.
    pub fn slots_of_class(&self, class: ClassId) -> impl Iterator<Item = (FieldId, u32)> + '_ {
        let fields = self.layouts.fields(class).iter();
        fields.filter_map(|field| self.types.slot(*field).map(|slot| (*field, u32::from(slot))))
    }

    /// The type of the field that a slot of an object holds.
    pub fn slot_type(&self, state: &State, request: &SlotRef) -> Option<Type> {
        let class = self.object_type(state, request.object)?.as_class()?;
        let (field, _) = self.slots_of_class(class).find(|(_, slot)| *slot == request.slot)?;
        Some(self.program.field(field).ty)
    }

    /// What static fields hold.
    pub fn static_values(&self, state: &State) -> Vec<(FieldId, Word)> {
        let mut slots: Vec<(u32, FieldId)> = self.static_slots.iter().map(|(field, slot)| (*slot, *field)).collect();
        slots.sort_unstable();
        let value = |(slot, field): (u32, FieldId)| Some((field, state.statics.get(slot as usize).copied()?));
        slots.into_iter().filter_map(value).collect()
    }

    /// What static fields of reference types hold.
    pub fn static_references(&self, state: &State) -> impl Iterator<Item = Word> {
        let is_reference = |(field, _): &(FieldId, Word)| self.program.field(*field).ty.is_reference();
        self.static_values(state).into_iter().filter(is_reference).map(|(_, value)| value)
    }

    /// The static fields that the compiled code touches.
    pub fn static_fields(&self) -> Vec<FieldId> {
        let mut fields: Vec<(u32, FieldId)> = self.static_slots.iter().map(|(field, slot)| (*slot, *field)).collect();
        fields.sort_unstable();
        fields.into_iter().map(|(_, field)| field).collect()
    }

    /// Undoes all that running code has done: only the initial objects are left, with the values of
    /// before, and what is known of ordered and opaque values. Objects get new numbers.
    pub fn rewind(&self, state: &mut State) -> Renumbering {
        state.frames.clear();
        state.registers.clear();
        state.defers = false;
        state.restrictions.clear();
        let mut kept = 0;
        let renumbering = Renumbering(
            state
                .objects
                .iter()
                .map(|header| {
                    (!header.is_new()).then(|| {
                        kept += 1;
                        kept - 1
                    })
                })
                .collect(),
        );
        let nothing_is_new = kept as usize == state.objects.len();
        state.objects.retain(|header| !header.is_new());
        state.slots.clone_from(&state.slots_before);
        state.statics.clone_from(&state.statics_before);
        state.initializations.clone_from(&state.initializations_before);
        for header in &mut state.objects {
            header.start = header.before;
        }
        if !nothing_is_new {
            self.rename(state, &renumbering);
        }
        renumbering
    }

    pub(crate) fn rename(&self, state: &mut State, renumbering: &Renumbering) {
        for header in &state.objects {
            let info = self.types.info(header.ty);
            let mut rename = |slot: usize| {
                let at = header.start as usize + slot;
                state.slots[at] = renumbering.reference(state.slots[at]);
            };
            match info.element {
                Some(element) if element.ty.is_reference() => (0..header.length as usize).for_each(rename),
                _ => info.references.iter().for_each(|slot| rename(usize::from(*slot))),
            }
        }
        state.slots_before.clone_from(&state.slots);
        let statics = if state.statics.is_empty() { Vec::new() } else { self.static_fields() };
        for (field, slot) in statics.into_iter().zip(0_usize..) {
            if self.program.field(field).ty.is_reference()
                && let Some(value) = state.statics.get_mut(slot)
            {
                *value = renumbering.reference(*value);
            }
        }
        state.statics_before.clone_from(&state.statics);
        let is_kept = |reference: Word| object_of(reference).is_none_or(|object| renumbering.object(object).is_some());
        state.shared.retain(|(_, _, object)| is_kept(*object));
        for (_, _, object) in &mut state.shared {
            *object = renumbering.reference(*object);
        }
        state.origins.retain(|(object, _)| is_kept(*object));
        for (object, _) in &mut state.origins {
            *object = renumbering.reference(*object);
        }
    }

    pub(crate) fn reference_slots(&self, ty: Type, header: &Header) -> Vec<usize> {
        match ty.as_class() {
            Some(class) => {
                let fields = self.slots_of_class(class);
                let references = fields.filter(|(field, _)| self.program.field(*field).ty.is_reference());
                references.map(|(_, slot)| slot as usize).collect()
            }
            None if ty.element().is_some_and(Type::is_reference) => (0..header.length as usize).collect(),
            None => Vec::new(),
        }
    }
}

fn add_initial(state: &mut State, ty: RuntimeType, length: usize, content: Word) -> Word {
    let (start, before) = (state.slots.len(), state.slots_before.len());
    state.slots.resize(start + length, content);
    state.slots_before.resize(before + length, content);
    state.objects.push(Header { ty, start: start as u32, length: length as u32, before: before as u32 });
    word::object(state.objects.len() - 1)
}

/// Adds an initial object with these slots.
pub(crate) fn add_known(state: &mut State, ty: RuntimeType, slots: &[Word]) -> Word {
    let object = add_initial(state, ty, 0, 0);
    state.slots.extend_from_slice(slots);
    state.slots_before.extend_from_slice(slots);
    if let Some(header) = state.objects.last_mut() {
        header.length = slots.len() as u32;
    }
    object
}

/// A slot that an initial object had before the method: the slot, and its value then and now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlotChange {
    pub object: usize,
    pub slot: u32,
    pub is_long: bool,
    pub before: Word,
    pub now: Word,
    /// Nobody has asked yet what it held before.
    pub is_open: bool,
}

impl State {
    /// Did the object exist before the method?
    #[inline]
    pub fn is_initial(&self, object: usize) -> bool {
        self.objects.get(object).is_some_and(|header| !header.is_new())
    }

    #[inline]
    pub fn object_length(&self, object: usize) -> usize {
        self.objects.get(object).map_or(0, |header| header.length as usize)
    }

    /// The value of a slot of an initial object, as it was before anything ran; `None`: it has none
    /// yet.
    pub fn known_slot(&self, request: &SlotRef) -> Option<Word> {
        let is_open = self.is_open(request.object, request.slot as usize, request.is_long);
        (!is_open).then(|| self.read(Memory::Before, request.object, request.slot as usize))
    }

    /// Has a slot of an initial object no value yet? `is_long`: is it a field of type `long`?
    #[inline]
    pub fn is_open(&self, object: usize, slot: usize, is_long: bool) -> bool {
        let Some(header) = self.objects.get(object).filter(|header| !header.is_new()) else { return false };
        let at = header.before as usize + slot;
        match is_long {
            true => self.slots_before.get(at + 1) != Some(&KNOWN),
            false => self.slots_before.get(at) == Some(&UNKNOWN),
        }
    }

    /// Has the method written to a slot of an initial object that had no value?
    pub fn is_written(&self, object: usize, slot: usize) -> bool {
        self.read(Memory::Now, object, slot) != UNKNOWN
    }

    /// What a slot held before the method; `None` if that is open. Not to be asked of a `long`.
    #[inline]
    pub fn slot_before(&self, object: usize, slot: usize) -> Option<Word> {
        let header = self.objects.get(object).filter(|header| !header.is_new())?;
        self.slots_before.get(header.before as usize + slot).copied().filter(|value| *value != UNKNOWN)
    }
}

impl Executable<'_> {
    /// The slots of the initial ones of these objects whose content is not, word for word, what it
    /// was before the method. (Ordered and opaque values that differ as words may still be equal.)
    pub fn changed_slots(&self, state: &State, objects: impl Iterator<Item = usize>) -> Vec<SlotChange> {
        let mut changes = Vec::new();
        for object in objects.filter(|object| state.is_initial(*object)) {
            let header = &state.objects[object];
            let (start, before) = (header.start as usize, header.before as usize);
            for (slot, is_long) in self.slot_widths(header) {
                let (now, then) = (state.slots[start + slot], state.slots_before[before + slot]);
                let is_open = match is_long {
                    true => state.slots_before[before + slot + 1] != KNOWN,
                    false => then == UNKNOWN,
                };
                let was_written = !is_open || !is_long || state.slots[start + slot + 1] == KNOWN;
                if now != then && was_written || is_open && is_long && was_written {
                    changes.push(SlotChange { object, slot: slot as u32, is_long, before: then, now, is_open });
                }
            }
        }
        changes
    }

    /// The slots of an initial object that have no value yet.
    pub fn open_slots<'a>(&'a self, state: &'a State, object: usize) -> impl Iterator<Item = usize> + 'a {
        let widths = state.objects.get(object).into_iter().flat_map(|header| self.slot_widths(header));
        widths.filter(move |(slot, is_long)| state.is_open(object, *slot, *is_long)).map(|(slot, _)| slot)
    }

    /// The slots of an object that hold values, and whether these are `long`s: of such a field a
    /// second slot says whether the value is known.
    fn slot_widths(&self, header: &Header) -> impl Iterator<Item = (usize, bool)> + '_ {
        let template = &self.types.info(header.ty).template;
        let is_mark = |slot: usize| template.get(slot) == Some(&KNOWN);
        (0..header.length as usize).filter(move |slot| !is_mark(*slot)).map(move |slot| (slot, is_mark(slot + 1)))
    }

    /// Gives every ordered value a number that fits all that is known, and every open slot the
    /// default of its type: a state of which nothing numeric is open any more. Opaque values stay
    /// what they are.
    pub fn settle(&self, state: &mut State, args: &mut [Word], arg_types: &[Type]) {
        let model = state.symbols.model();
        let number = |word: Word| model.int(word).unwrap_or(if word == UNKNOWN { 0 } else { word });
        for (arg, _) in args.iter_mut().zip(arg_types).filter(|(_, ty)| !self.is_any_word(**ty)) {
            *arg = number(*arg);
        }
        for index in 0..state.objects.len() {
            let header = state.objects[index];
            let is_long_array = self.types.info(header.ty).ty.element().is_some_and(Type::is_wide);
            let any_words = self.slots_of_any_words(&header);
            for (slot, is_long) in self.slot_widths(&header) {
                for (slots, start) in [(&mut state.slots, header.start), (&mut state.slots_before, header.before)] {
                    let at = start as usize + slot;
                    match slots.get(at).copied() {
                        Some(_) if is_long && slots[at + 1] != KNOWN => (slots[at], slots[at + 1]) = (0, KNOWN),
                        Some(word) if !any_words.contains(&slot) && !is_long_array => slots[at] = number(word),
                        _ => {}
                    }
                }
            }
        }
    }

    /// The fields whose values may be any 64 bits.
    fn slots_of_any_words(&self, header: &Header) -> Vec<usize> {
        let class = self.types.info(header.ty).ty.as_class();
        let slots = class.into_iter().flat_map(|class| self.slots_of_class(class));
        slots
            .filter(|(field, _)| self.is_any_word(self.program.field(*field).ty))
            .map(|(_, slot)| slot as usize)
            .collect()
    }

    /// The methods of the user that the compiled code can reach.
    pub fn user_methods(&self) -> Vec<MethodId> {
        self.methods_of(ClassOrigin::User)
    }

    /// The methods of Java's library that the compiled code can reach.
    pub fn library_methods(&self) -> Vec<MethodId> {
        self.methods_of(ClassOrigin::Library)
    }

    fn methods_of(&self, origin: ClassOrigin) -> Vec<MethodId> {
        let methods = self.functions.iter().map(|function| function.method);
        let is_meant = |method: &MethodId| self.program.class(self.program.method(*method).class).origin == origin;
        let mut found: Vec<MethodId> = methods.filter(is_meant).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The static fields that do not hold, word for word, what they held before the method: the
    /// words before and now.
    pub fn changed_statics(&self, state: &State) -> Vec<(FieldId, Word, Word)> {
        if state.statics == state.statics_before {
            return Vec::new();
        }
        let changed = |field: FieldId| {
            let slot = self.static_slots.get(&field).map_or(usize::MAX, |slot| *slot as usize);
            let now = state.statics.get(slot).copied()?;
            // A formula may have added the field since.
            let before = state.statics_before.get(slot).copied().unwrap_or(NULL);
            (before != now).then_some((field, before, now))
        };
        self.static_fields().into_iter().filter_map(changed).collect()
    }
}
