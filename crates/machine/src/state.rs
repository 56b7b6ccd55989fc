//! The state of a run: a small flat value that can be copied, resumed, compared and hashed.
//!
//! Everything lies in a handful of vectors: copying one for ten objects is a few small `memcpy`s,
//! and [`State::clone_from`] reuses the memory of a state that is no longer needed.

pub(crate) use tightrope_order::copy;

use crate::code::{FunctionId, Memory, Register, RuntimeType};
use crate::restriction::Restriction;
use crate::symbols::Symbols;
use crate::word::Word;
use tightrope_program::ClassId;
use tightrope_source::{Name, Span};

/// Where a run is, and all that it can see.
#[derive(PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    pub(crate) frames: Vec<Frame>,
    pub(crate) registers: Vec<Word>,
    pub(crate) objects: Vec<Header>,
    pub(crate) slots: Vec<Word>,
    pub(crate) statics: Vec<Word>,
    /// The slots as they were before the method, for `\old`: of the objects that existed then.
    pub(crate) slots_before: Vec<Word>,
    pub(crate) statics_before: Vec<Word>,
    /// Two bits a class: an [`Initialization`].
    pub(crate) initializations: Vec<u64>,
    pub(crate) initializations_before: Vec<u64>,
    /// Texts of strings that were made at run time.
    pub(crate) texts: Vec<Name>,
    /// The length of all of them, which the budget bounds.
    pub(crate) text_bytes: usize,
    /// Where each exception object was created.
    pub(crate) origins: Vec<(Word, Span)>,
    /// The boxes of small values that Java shares: type, value, object.
    pub(crate) shared: Vec<(RuntimeType, Word, Word)>,
    /// What is known of ordered and opaque values.
    pub(crate) symbols: Symbols,
    /// Slots are read without a look at their values.
    pub(crate) defers: bool,
    /// What is known of such slots.
    pub(crate) restrictions: Vec<Restriction>,
}

impl Clone for State {
    fn clone(&self) -> State {
        State {
            frames: self.frames.clone(),
            registers: self.registers.clone(),
            objects: self.objects.clone(),
            slots: self.slots.clone(),
            slots_before: self.slots_before.clone(),
            statics: self.statics.clone(),
            statics_before: self.statics_before.clone(),
            initializations: self.initializations.clone(),
            initializations_before: self.initializations_before.clone(),
            texts: self.texts.clone(),
            text_bytes: self.text_bytes,
            origins: self.origins.clone(),
            shared: self.shared.clone(),
            symbols: self.symbols.clone(),
            defers: self.defers,
            restrictions: self.restrictions.clone(),
        }
    }

    fn clone_from(&mut self, other: &State) {
        copy(&mut self.frames, &other.frames);
        copy(&mut self.registers, &other.registers);
        copy(&mut self.objects, &other.objects);
        copy(&mut self.slots, &other.slots);
        copy(&mut self.slots_before, &other.slots_before);
        copy(&mut self.statics, &other.statics);
        copy(&mut self.statics_before, &other.statics_before);
        copy(&mut self.initializations, &other.initializations);
        copy(&mut self.initializations_before, &other.initializations_before);
        if !(self.texts.is_empty() && other.texts.is_empty()) {
            self.texts.clone_from(&other.texts);
        }
        self.text_bytes = other.text_bytes;
        copy(&mut self.origins, &other.origins);
        copy(&mut self.shared, &other.shared);
        self.symbols.clone_from(&other.symbols);
        self.defers = other.defers;
        copy(&mut self.restrictions, &other.restrictions);
    }
}

impl State {
    /// The same memory, with nothing running.
    pub fn at_rest(&self) -> State {
        let mut resting = self.clone();
        resting.frames.clear();
        resting.registers.clear();
        resting
    }

    /// Takes over what another state of the same run knows of ordered and opaque values.
    pub fn know_as(&mut self, other: &State) {
        self.symbols.clone_from(&other.symbols);
    }
}

/// How far the initialisation of a class or interface has come (JLS 12.4.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Initialization {
    Untouched = 0,
    /// Somewhere on the stack: whoever needs the class meanwhile goes on (step 3).
    Started = 1,
    /// For good, whatever becomes of a superclass that was on the way.
    Completed = 2,
    /// Ended with an exception: nobody can use the class any more.
    Failed = 3,
}

/// An activation of a function. Its registers start at `base`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Frame {
    pub(crate) function: FunctionId,
    pub(crate) pc: u32,
    pub(crate) base: u32,
    /// Where the caller wants the result, in the caller's frame.
    pub(crate) result: Option<Register>,
}

/// An object: its type and where its slots (or elements) are. A string made at run time has one
/// slot, the number of its text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Header {
    pub(crate) ty: RuntimeType,
    pub(crate) start: u32,
    pub(crate) length: u32,
    /// Where its slots before the method are; [`Header::NEW`] if it did not exist then.
    pub(crate) before: u32,
}

impl Header {
    pub(crate) const NEW: u32 = u32::MAX;

    pub(crate) fn is_new(&self) -> bool {
        self.before == Header::NEW
    }

    /// All of it.
    pub(crate) fn numbers(&self) -> [u32; 4] {
        [self.ty.0, self.start, self.length, self.before]
    }
}

impl State {
    pub(crate) fn initialization(&self, class: ClassId) -> Initialization {
        let bits = self.initializations.get(class.index() / 32).map_or(0, |bits| bits >> (class.index() % 32 * 2) & 3);
        match bits {
            0 => Initialization::Untouched,
            1 => Initialization::Started,
            2 => Initialization::Completed,
            _ => Initialization::Failed,
        }
    }

    pub(crate) fn has_failed(&self, class: ClassId) -> bool {
        self.initialization(class) == Initialization::Failed
    }

    /// Of any class.
    pub(crate) fn has_failures(&self) -> bool {
        self.initializations.iter().any(|bits| bits & bits >> 1 & 0x5555_5555_5555_5555 != 0)
    }

    pub(crate) fn set_initialization(&mut self, class: ClassId, initialization: Initialization) {
        let (at, shift) = (class.index() / 32, class.index() % 32 * 2);
        if self.initializations.len() <= at {
            self.initializations.resize(at + 1, 0);
        }
        self.initializations[at] = self.initializations[at] & !(3 << shift) | (initialization as u64) << shift;
    }

    /// Adds an object whose slots are filled by the caller of `fill`.
    pub(crate) fn add_object(&mut self, ty: RuntimeType, slots: &[Word]) -> Word {
        let start = self.slots.len() as u32;
        self.slots.extend_from_slice(slots);
        self.push_header(ty, start, slots.len() as u32)
    }

    pub(crate) fn add_array(&mut self, ty: RuntimeType, length: usize) -> Word {
        let start = self.slots.len() as u32;
        self.slots.resize(self.slots.len() + length, 0);
        self.push_header(ty, start, length as u32)
    }

    fn push_header(&mut self, ty: RuntimeType, start: u32, length: u32) -> Word {
        self.objects.push(Header { ty, start, length, before: Header::NEW });
        crate::word::object(self.objects.len() - 1)
    }

    /// Is it an object of which Java has one for each value?
    pub(crate) fn is_shared(&self, reference: Word) -> bool {
        self.shared.iter().any(|(.., object)| *object == reference)
    }

    /// Keeps the heap as it is now as the one before the method.
    pub fn remember(&mut self) {
        self.slots_before.clone_from(&self.slots);
        self.statics_before.clone_from(&self.statics);
        self.initializations_before.clone_from(&self.initializations);
        for header in &mut self.objects {
            header.before = header.start;
        }
    }

    /// Is the heap that of before the method?
    pub fn is_as_before(&self) -> bool {
        let State { slots, slots_before, statics, statics_before, objects, .. } = self;
        slots == slots_before && statics == statics_before && objects.iter().all(|header| !header.is_new())
    }

    /// The slot of an object in a version of the heap; objects that are new have only one.
    #[inline]
    pub(crate) fn read(&self, memory: Memory, object: usize, slot: usize) -> Word {
        let header = &self.objects[object];
        match memory {
            Memory::Before if !header.is_new() => self.slots_before[header.before as usize + slot],
            _ => self.slots[header.start as usize + slot],
        }
    }

    /// How many objects there are.
    #[inline]
    pub fn object_count(&self) -> usize {
        self.objects.len()
    }
}
