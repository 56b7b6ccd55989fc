//! A model of the circuit as a heap: the initial heap and the arguments of a run.

use crate::encoder::Encoder;
use crate::initial::Initial;
use crate::value::{ObjectId, Value, default_of};
use std::collections::BTreeMap;
use std::rc::Rc;
use tightrope_circuit::{Lit, Model};
use tightrope_heap::validity::is_subtype;
use tightrope_heap::{Content, Heap, Object, ObjectId as HeapId, Root, Value as Stored, canonical};
use tightrope_program::{BaseType, ClassId, ClassKind, ClassOrigin, Program, Type};
use tightrope_source::Name;

/// A call as a heap.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Decoded {
    /// Its first roots are the receiver, unless the call makes it, and the arguments; then come
    /// static fields, and objects that nothing else leads to.
    pub heap: Heap,
    /// How objects compare that are only compared.
    pub ranks: Vec<(HeapId, i64)>,
}

struct Decoder<'d, 'p> {
    encoder: &'d Encoder<'p>,
    initial: &'d Initial,
    model: Model,
    heap: Heap,
    known: BTreeMap<ObjectId, HeapId>,
    /// Values that are only compared become objects: one for each number.
    opaque: BTreeMap<i64, HeapId>,
    /// Objects of the library that nobody looks into, by number: the narrowest type of a place that
    /// holds it, and the object.
    closed: BTreeMap<u64, (Type, Option<HeapId>)>,
}

/// The heap before the call, with its arguments as roots. `None` among the names: a receiver that
/// the call makes.
pub(crate) fn decode(
    encoder: &Encoder<'_>,
    initial: &Initial,
    names: &[Option<(Name, Type)>],
    model: Model,
) -> Decoded {
    // Only when all places have been seen is it known what an object must be to fit them all.
    let first = Decoder::new(encoder, initial, model.clone(), BTreeMap::new()).decode(names);
    let types = first.closed.into_iter().map(|(number, (ty, _))| (number, (ty, None))).collect();
    let decoder = Decoder::new(encoder, initial, model, types).decode(names);
    // The lower half of a number is the rank.
    let ranks = decoder.opaque.iter().map(|(number, id)| (*id, i64::from(*number as i16)));
    let order = canonical::order(&decoder.heap, canonical::Order::BreadthFirst);
    let position = |id: HeapId| order.iter().position(|one| *one == id).map(|at| HeapId(at as u32));
    let ranks = ranks.filter_map(|(id, rank)| Some((position(id)?, rank))).collect();
    Decoded { heap: canonical::canonical(&decoder.heap, canonical::Order::BreadthFirst), ranks }
}

impl<'d, 'p> Decoder<'d, 'p> {
    fn new(
        encoder: &'d Encoder<'p>,
        initial: &'d Initial,
        model: Model,
        closed: BTreeMap<u64, (Type, Option<HeapId>)>,
    ) -> Decoder<'d, 'p> {
        let (heap, known, opaque) = (Heap::default(), BTreeMap::new(), BTreeMap::new());
        Decoder { encoder, initial, model, heap, known, opaque, closed }
    }

    fn decode(mut self, names: &[Option<(Name, Type)>]) -> Self {
        let mut roots = Vec::new();
        for (value, name) in self.initial.args.iter().zip(names) {
            if let Some((name, ty)) = name {
                roots.push(Root { name: name.clone(), value: self.value(value, *ty) });
            }
        }
        let program = self.encoder.program;
        for (field, value) in self.initial.state.statics.iter() {
            let declared = program.field(*field);
            let class = program.class(declared.class);
            let is_input = self
                .encoder
                .inputs
                .end
                .is_some_and(|end| self.encoder.objects[end].ty.as_class() == Some(declared.class));
            // A default value needs no mention.
            let is_told = *value != default_of(declared.ty);
            if is_told && (class.origin == ClassOrigin::User || is_input) {
                let name = Name::from(format!("{}.{}", class.name, declared.name));
                roots.push(Root { name, value: self.value(value, declared.ty) });
            }
        }
        let mut done = self.fill(0);
        let initial = self.initial;
        let mut count = 0;
        for (object, lit) in &initial.elsewhere {
            if self.known.contains_key(object) || !self.holds(*lit) {
                continue;
            }
            count += 1;
            let suffix = if count == 1 { String::new() } else { count.to_string() };
            let value = Stored::Object(self.object(*object));
            roots.push(Root { name: Name::from(format!("{ELSEWHERE}{suffix}")), value });
            done = self.fill(done);
        }
        self.heap.roots = roots;
        self
    }
}

/// A root that is no place of the program, as witnesses name it.
const ELSEWHERE: &str = "(elsewhere)";

impl Decoder<'_, '_> {
    /// Gives all objects their content, from this one on, and says how many there are.
    fn fill(&mut self, mut done: usize) -> usize {
        // Objects are added while their fields are looked at.
        while let Some((object, id)) = self.next(done) {
            done += 1;
            let content = self.content(object);
            self.heap.objects[id.index()].content = content;
        }
        done
    }

    fn next(&self, done: usize) -> Option<(ObjectId, HeapId)> {
        // Ids of the heap were given in order; opaque objects have no fields and are not among
        // these.
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
                    BaseType::Float => Stored::Float(number as u32),
                    BaseType::Double => Stored::Double(number as u64),
                    BaseType::Long => Stored::Long(number),
                    _ => Stored::Int(number as i32),
                }
            }
            Value::Ordered(ordered) => {
                let numbers = ordered.order.numbers(&self.encoder.circuit, &mut self.model);
                let points = Rc::clone(&ordered.points);
                let point = points.iter().find(|(_, lit)| self.holds(*lit)).map(|(point, _)| *point);
                let number = point.and_then(|point| numbers.get(&point).copied()).unwrap_or_default();
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
                let number = self.model.signed(&self.encoder.circuit, bits);
                if number == 0 { Stored::Null } else { Stored::Object(self.opaque_object(number)) }
            }
            Value::Closed(bits) => {
                let number = self.model.unsigned(&self.encoder.circuit, bits);
                if number == 0 { Stored::Null } else { self.closed_object(number, ty) }
            }
            Value::Set(_) | Value::Type(_) | Value::Nothing | Value::Clash => Stored::Unknown,
        }
    }

    /// A plain object that stands for a value of which only comparisons matter.
    fn opaque_object(&mut self, number: i64) -> HeapId {
        if let Some(known) = self.opaque.get(&number) {
            return *known;
        }
        let class = self.encoder.program.class_named("java.lang.Object");
        let ty = class.map_or(Type::UNKNOWN, Type::class);
        let id = self.heap.add(Object { ty, content: Content::Fields(Vec::new()) });
        self.opaque.insert(number, id);
        id
    }

    /// An object of the library: a string of its own, or one with default values.
    fn closed_object(&mut self, number: u64, ty: Type) -> Stored {
        let program = self.encoder.program;
        let (narrowest, known) = *self.closed.entry(number).or_insert((ty, None));
        if let Some(known) = known {
            return Stored::Object(known);
        }
        if is_subtype(program, ty, narrowest) {
            self.closed.insert(number, (ty, None));
        }
        let (narrowest, _) = self.closed[&number];
        let Some(class) = narrowest.as_class().filter(|class| is_instantiable(program, *class)) else {
            return Stored::Unknown;
        };
        let content = if program.class(class).name == "java.lang.String" {
            Content::Text(Name::from(format!("s{number}")))
        } else {
            let fields = self.encoder.layouts.fields(class).iter();
            Content::Fields(fields.map(|field| default_value(program.field(*field).ty)).collect())
        };
        let id = self.heap.add(Object { ty: narrowest, content });
        self.closed.insert(number, (narrowest, Some(id)));
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
        let cell = self.initial.state.cell(object).or(declared.fixed.as_ref()).cloned();
        let Some(cell) = cell else { return Content::Fields(Vec::new()) };
        if let (Some(length), Some(element)) = (&cell.length, declared.ty.element()) {
            let length = self.model.signed(&self.encoder.circuit, length).max(0) as usize;
            return Content::Elements(cell.slots.iter().take(length).map(|slot| self.value(slot, element)).collect());
        }
        let fields = declared.ty.as_class().map_or(&[][..], |class| self.encoder.layouts.fields(class));
        let types: Vec<Type> = fields.iter().map(|field| self.encoder.program.field(*field).ty).collect();
        Content::Fields(cell.slots.iter().zip(types).map(|(slot, ty)| self.value(slot, ty)).collect())
    }
}

fn is_instantiable(program: &Program, class: ClassId) -> bool {
    let declared = program.class(class);
    declared.kind == ClassKind::Class && !declared.is_abstract
}

fn default_value(ty: Type) -> Stored {
    match ty.base {
        _ if ty.is_reference() => Stored::Null,
        BaseType::Boolean => Stored::Boolean(false),
        BaseType::Long => Stored::Long(0),
        _ if ty.is_integral() => Stored::Int(0),
        _ => Stored::Unknown,
    }
}
