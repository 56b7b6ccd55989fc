//! Between heaps that people see and states that the machine runs on.

use crate::compile::Executable;
use crate::outcome::SlotRef;
use crate::state::State;
use crate::symbols::{ModelReference, SymbolModel};
use crate::word::{self, KNOWN, NULL, UNKNOWN, Word};
use std::fmt;
use tightrope_heap::{Content, Heap, Object, ObjectId, Root, Value};
use tightrope_program::{BaseType, FieldId, Type};
use tightrope_source::Name;

/// A heap inside the machine: object `n` of the heap is object `n` of the state.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub state: State,
    /// The values of the heap's roots, in their order.
    pub roots: Vec<Word>,
}

/// A heap that this executable cannot hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError(pub String);

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LoadError {}

impl Executable<'_> {
    /// Puts a heap into a fresh state. Requires: the heap is valid ([`tightrope_heap::validity`]).
    /// A root that is called like a static field (`Class.field`) gives that field its value.
    pub fn load(&self, heap: &Heap) -> Result<Loaded, LoadError> {
        let mut state = State { statics: self.static_defaults.clone(), ..State::default() };
        for object in &heap.objects {
            self.load_object(&mut state, object)?;
        }
        let roots: Vec<Word> = heap.roots.iter().map(|root| load_value(root.value)).collect();
        for (root, value) in heap.roots.iter().zip(&roots) {
            if let Some(slot) = self.static_slot_named(&root.name) {
                state.statics[slot as usize] = *value;
            }
        }
        Ok(Loaded { state, roots })
    }

    fn load_object(&self, state: &mut State, object: &Object) -> Result<(), LoadError> {
        let Some(ty) = self.types.find(object.ty) else {
            return Err(LoadError("the program makes no arrays of this type".to_owned()));
        };
        match &object.content {
            Content::Text(text) => {
                state.texts.push(text.clone());
                let text = state.texts.len() as Word - 1;
                state.add_object(ty, &[text]);
            }
            Content::Elements(elements) => {
                if object.ty.element().is_some_and(Type::is_wide) && elements.contains(&Value::Unknown) {
                    return Err(LoadError("the elements of a `long[]` cannot be left open".to_owned()));
                }
                let words: Vec<Word> = elements.iter().map(|element| load_value(*element)).collect();
                state.add_object(ty, &words);
            }
            Content::Fields(fields) => {
                let layout = object.ty.as_class().map_or(&[][..], |class| self.layouts.fields(class));
                let mut words = Vec::new();
                for (field, value) in layout.iter().zip(fields) {
                    words.push(load_value(*value));
                    if self.program.field(*field).ty.is_wide() {
                        words.push(if *value == Value::Unknown { UNKNOWN } else { KNOWN });
                    }
                }
                state.add_object(ty, &words);
            }
        }
        Ok(())
    }

    fn static_slot_named(&self, name: &str) -> Option<u32> {
        self.static_field_named(name).and_then(|field| self.static_slots.get(&field).copied())
    }

    /// By the qualified name of the class, or by its simple name.
    pub(crate) fn static_field_named(&self, name: &str) -> Option<FieldId> {
        let (class, field) = name.rsplit_once('.')?;
        let named: Vec<(&FieldId, &u32)> =
            self.static_slots.iter().filter(|(id, _)| self.program.field(**id).name == field).collect();
        let owner = |id: FieldId| self.program.class(self.program.field(id).class);
        let qualified = named.iter().find(|(id, _)| owner(**id).name == class);
        let simple = named.iter().filter(|(id, _)| owner(**id).simple_name == class).min_by_key(|(_, slot)| **slot);
        qualified.or(simple).map(|(field, _)| **field)
    }

    /// What a static field holds; `None` if the compiled code does not touch it.
    pub fn static_value(&self, state: &State, field: FieldId) -> Option<Word> {
        let slot = self.static_slots.get(&field)?;
        state.statics.get(*slot as usize).copied()
    }

    /// The field that a request asks for; `None` if it asks for an element of an array.
    pub fn requested_field(&self, state: &State, request: &SlotRef) -> Option<FieldId> {
        let header = state.objects.get(request.object)?;
        let class = self.types.info(header.ty).ty.as_class()?;
        let fields = self.layouts.fields(class).iter().copied();
        fields.into_iter().find(|field| self.types.slot(*field).map(u32::from) == Some(request.slot))
    }

    /// The heap of a state, seen from these roots. Objects keep their numbers. Ordered and opaque
    /// values become numbers and objects that fit all that is known of them, except for the order
    /// of objects.
    pub fn save(&self, state: &State, roots: &[(Name, Word, Type)]) -> Heap {
        let mut heap = Heap::default();
        let (model, opaques) = (state.symbols.model(), state.objects.len());
        let saver = Saver { model, opaques, orders_longs: self.orders_longs() };
        for object in &state.objects {
            let ty = self.types.info(object.ty).ty;
            let slots = &state.slots[object.start as usize..(object.start + object.length) as usize];
            let content = match ty.as_class() {
                None => {
                    let element = ty.element().unwrap_or(Type::UNKNOWN);
                    Content::Elements(slots.iter().map(|slot| saver.value(*slot, element)).collect())
                }
                Some(class) if self.well_known.class("java.lang.String") == Some(class) => {
                    let text = slots.first().and_then(|index| state.texts.get(*index as usize));
                    Content::Text(text.cloned().unwrap_or_default())
                }
                Some(class) => Content::Fields(self.save_fields(&saver, class, slots)),
            };
            heap.add(Object { ty, content });
        }
        for (name, word, ty) in roots {
            heap.roots.push(Root { name: name.clone(), value: saver.value(*word, *ty) });
        }
        if let Some(class) = self.well_known.class("java.lang.Object") {
            for _ in 0..saver.model.objects() {
                heap.add(Object { ty: Type::class(class), content: Content::Fields(Vec::new()) });
            }
        }
        self.save_literals(&mut heap);
        heap
    }

    fn save_fields(&self, saver: &Saver, class: tightrope_program::ClassId, slots: &[Word]) -> Vec<Value> {
        let mut values = Vec::new();
        let mut next = 0;
        for field in self.layouts.fields(class) {
            let ty = self.program.field(*field).ty;
            let known = !ty.is_wide() || slots.get(next + 1) == Some(&KNOWN);
            let word = slots.get(next).copied().unwrap_or(UNKNOWN);
            values.push(if known { saver.value(word, ty) } else { Value::Unknown });
            next += usize::from(crate::runtime_types::slots_of(ty));
        }
        values
    }

    /// String literals are no objects of the machine: each that the heap names becomes one.
    fn save_literals(&self, heap: &mut Heap) {
        let Some(class) = self.well_known.class("java.lang.String") else { return };
        let first = heap.objects.len() as u32;
        let mut used: Vec<u32> = Vec::new();
        let mut rename = |value: &mut Value| {
            if let Value::Object(ObjectId(id)) = value
                && let Some(text) = id.checked_sub(LITERALS)
            {
                let position = used.iter().position(|known| *known == text).unwrap_or(used.len());
                if position == used.len() {
                    used.push(text);
                }
                *id = first + position as u32;
            }
        };
        heap.roots.iter_mut().for_each(|root| rename(&mut root.value));
        heap.objects.iter_mut().flat_map(Object::values_mut).for_each(&mut rename);
        for text in used {
            let text = self.texts.get(text as usize).cloned().unwrap_or_default();
            heap.add(Object { ty: Type::class(class), content: Content::Text(text) });
        }
    }
}

/// While a heap is saved, literal `n` is called object `LITERALS + n`.
const LITERALS: u32 = 1 << 31;

pub(crate) fn load_value(value: Value) -> Word {
    match value {
        Value::Unknown => UNKNOWN,
        Value::Null => NULL,
        Value::Boolean(truth) => Word::from(truth),
        Value::Int(number) => Word::from(number),
        Value::Long(number) => number,
        Value::Float(bits) => Word::from(bits as i32),
        Value::Double(bits) => bits as Word,
        Value::Object(id) => word::object(id.index()),
    }
}

/// Shows words as values.
struct Saver {
    model: SymbolModel,
    /// A `long` may be an ordered value.
    orders_longs: bool,
    /// The number of the first object that stands for an opaque value.
    opaques: usize,
}

impl Saver {
    fn value(&self, word: Word, ty: Type) -> Value {
        if ty.is_wide() && !(ty == Type::LONG && self.orders_longs) || ty.is_floating() {
            return save_value(word, ty);
        }
        match (self.model.int(word), self.model.reference(word)) {
            (Some(number), _) => save_value(number, ty),
            (None, Some(ModelReference::Null)) => Value::Null,
            (None, Some(ModelReference::Object(object))) => Value::Object(ObjectId((self.opaques + object) as u32)),
            (None, None) => save_value(word, ty),
        }
    }
}

fn save_value(word: Word, ty: Type) -> Value {
    match ty {
        Type::LONG => return Value::Long(word),
        Type::DOUBLE => return Value::Double(word as u64),
        Type::FLOAT if word != UNKNOWN => return Value::Float(word as u32),
        _ => {}
    }
    match ty.base {
        _ if word == UNKNOWN => Value::Unknown,
        _ if ty.is_reference() && word == NULL => Value::Null,
        _ if ty.is_reference() => match (word::as_object(word), word::as_text(word)) {
            (Some(object), _) => Value::Object(ObjectId(object as u32)),
            (None, Some(text)) => Value::Object(ObjectId(LITERALS + text)),
            _ => Value::Unknown,
        },
        BaseType::Boolean => Value::Boolean(word != word::FALSE),
        _ => Value::Int(word as i32),
    }
}
