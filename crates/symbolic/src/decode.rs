//! A model of the circuit as a heap: the initial heap and the arguments of a run.

use crate::encoder::Encoder;
use crate::initial::Initial;
use crate::value::{ObjectId, Value};
use std::collections::BTreeMap;
use tightrope_circuit::{Lit, Model};
use tightrope_heap::{Content, Heap, Object, ObjectId as HeapId, Root, Value as Stored};
use tightrope_program::{BaseType, Type};
use tightrope_source::Name;

struct Decoder<'d, 'p> {
    encoder: &'d Encoder<'p>,
    initial: &'d Initial,
    model: Model,
    heap: Heap,
    known: BTreeMap<ObjectId, HeapId>,
    /// Values that are only compared become objects: one for each number.
    opaque: BTreeMap<u64, HeapId>,
}

/// The heap before the call, with its arguments as roots.
pub(crate) fn decode(encoder: &Encoder<'_>, initial: &Initial, names: &[(Name, Type)], model: Model) -> Heap {
    let mut decoder =
        Decoder { encoder, initial, model, heap: Heap::default(), known: BTreeMap::new(), opaque: BTreeMap::new() };
    let mut roots = Vec::new();
    for (value, (name, ty)) in initial.args.iter().zip(names) {
        roots.push(Root { name: name.clone(), value: decoder.value(value, *ty) });
    }
    let mut done = 0;
    // Objects are added while their fields are looked at.
    while let Some((object, id)) = decoder.next(done) {
        done += 1;
        let content = decoder.content(object);
        decoder.heap.objects[id.index()].content = content;
    }
    decoder.heap.roots = roots;
    decoder.heap
}

impl Decoder<'_, '_> {
    fn next(&self, done: usize) -> Option<(ObjectId, HeapId)> {
        // Ids of the heap were given in order; opaque objects have no fields and are not among these.
        let mut in_order: Vec<(HeapId, ObjectId)> = self.known.iter().map(|(object, id)| (*id, *object)).collect();
        in_order.sort_unstable();
        in_order.get(done).map(|(id, object)| (*object, *id))
    }

    fn holds(&mut self, lit: Lit) -> bool {
        self.model.value(&self.encoder.circuit, lit)
    }

    fn value(&mut self, value: &Value, ty: Type) -> Stored {
        match value {
            Value::Bool(lit) => Stored::Boolean(self.holds(*lit)),
            Value::Number(bits) => {
                let number = self.model.signed(&self.encoder.circuit, bits);
                match ty.base {
                    BaseType::Long => Stored::Long(number),
                    _ => Stored::Int(number as i32),
                }
            }
            Value::Ref(reference) => {
                let targets = reference.targets.clone();
                let target = targets.iter().find(|(_, lit)| self.holds(*lit)).map(|(object, _)| *object);
                target.map_or(Stored::Null, |object| Stored::Object(self.object(object)))
            }
            Value::Opaque(bits) => {
                let number = self.model.unsigned(&self.encoder.circuit, bits);
                if number == 0 { Stored::Null } else { self.opaque_object(number, ty) }
            }
            Value::Closed(bits) => {
                let is_null = self.model.unsigned(&self.encoder.circuit, bits) == 0;
                if is_null { Stored::Null } else { Stored::Unknown }
            }
            Value::Set(_) | Value::Type(_) => Stored::Unknown,
        }
    }

    /// An object that stands for a value of which only comparisons matter.
    fn opaque_object(&mut self, number: u64, ty: Type) -> Stored {
        let object = self.encoder.program.class_named("java.lang.Object");
        let is_general = ty.as_class().is_some_and(|class| Some(class) == object);
        if !is_general {
            return Stored::Unknown;
        }
        if let Some(known) = self.opaque.get(&number) {
            return Stored::Object(*known);
        }
        let id = self.heap.add(Object { ty, content: Content::Fields(Vec::new()) });
        self.opaque.insert(number, id);
        Stored::Object(id)
    }

    fn object(&mut self, object: ObjectId) -> HeapId {
        if let Some(known) = self.known.get(&object) {
            return *known;
        }
        let ty = self.encoder.type_of(object);
        let id = self.heap.add(Object { ty, content: Content::Fields(Vec::new()) });
        self.known.insert(object, id);
        id
    }

    fn content(&mut self, object: ObjectId) -> Content {
        let declared = &self.encoder.objects[object];
        if let Some(text) = &declared.text {
            return Content::Text(text.clone());
        }
        let Some(cell) = self.initial.state.cell(object).cloned() else { return Content::Fields(Vec::new()) };
        if let (Some(length), Some(element)) = (&cell.length, declared.ty.element()) {
            let length = self.model.signed(&self.encoder.circuit, length).max(0) as usize;
            return Content::Elements(cell.slots.iter().take(length).map(|slot| self.value(slot, element)).collect());
        }
        let fields = declared.ty.as_class().map_or(&[][..], |class| self.encoder.layouts.fields(class));
        let types: Vec<Type> = fields.iter().map(|field| self.encoder.program.field(*field).ty).collect();
        Content::Fields(cell.slots.iter().zip(types).map(|(slot, ty)| self.value(slot, ty)).collect())
    }
}
