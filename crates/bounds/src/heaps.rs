//! Field bounds from structures that somebody has enumerated: the union of what their fields hold.

use crate::labels::{Fields, Labelling, Union};
use std::collections::{BTreeMap, BTreeSet};
use tightrope_heap::canonical::Order;
use tightrope_heap::{FieldBounds, FieldValue, Heap, Key, Label, Layouts, ObjectId, Orderings, Value};
use tightrope_program::{BaseType, ClassId, FieldId, Program, Type};

/// By field: it holds numbers of which only the order matters, and those of fields with the same
/// number here are compared with each other.
pub type Keys = BTreeMap<(ClassId, FieldId), u32>;

/// The union of the fields of all heaps, whose objects are numbered by a walk from the first root,
/// and of the orders of their keys.
///
/// Requires: the heaps are all structures of a class within limits, up to isomorphism and up to the
/// order of keys; and `fields` are fields whose values the heaps show as they are: of numbers that
/// stand for points of an order, there are others.
pub fn from_heaps(
    heaps: &[Heap],
    limits: &crate::shape::Limits,
    (fields, keys): (&BTreeSet<FieldId>, &Keys),
    order: Order,
    layouts: &Layouts,
) -> FieldBounds {
    let mut union = Union::default();
    let mut orders = Orders::default();
    let wanted = |class| layouts.fields(class).iter().copied().filter(|field| fields.contains(field)).collect();
    let shown = fields.iter().copied().chain(keys.keys().map(|(_, field)| *field)).collect();
    for heap in heaps {
        if let Some(labelling) = labelling(heap, &shown, order, layouts) {
            union.add(&labelling, wanted);
            orders.add(&labelling, keys);
        }
    }
    let mut bounds = union.field_bounds(limits);
    for ((first, second), orderings) in orders.0 {
        orderings.iter().for_each(|ordering| bounds.admit_order(first, second, ordering));
    }
    bounds
}

/// How keys stand to each other in structures, by two of them.
#[derive(Default)]
struct Orders(BTreeMap<(Key, Key), Orderings>);

impl Orders {
    /// Adds a structure. A key that it does not tell can be anything.
    fn add(&mut self, labelling: &Labelling, keys: &Keys) {
        let mut numbers: Vec<(Key, u32, Option<i64>)> = Vec::new();
        for (object, held) in labelling.objects() {
            for ((_, field), class) in
                keys.range((object.class, FieldId(0))..).take_while(|((of, _), _)| *of == object.class)
            {
                let number = held.iter().find_map(|(other, value)| match value {
                    FieldValue::Data(number) if other == field => Some(*number),
                    _ => None,
                });
                numbers.push((Key { field: *field, object: *object }, *class, number));
            }
        }
        numbers.sort_by_key(|(key, ..)| *key);
        for (at, (second, class, b)) in numbers.iter().enumerate() {
            for (first, _, a) in numbers[..at].iter().filter(|(_, other, _)| other == class) {
                let known = self.0.entry((*first, *second)).or_default();
                *known = match (a, b) {
                    (Some(a), Some(b)) => known.with(a.cmp(b)),
                    _ => Orderings::ALL,
                };
            }
        }
    }
}

/// The fields of the classes that can be bounded by enumeration without knowing how values were
/// chosen: references to the classes themselves, and truth values.
pub fn fields_by_structure(program: &Program, layouts: &Layouts, classes: &[ClassId]) -> BTreeSet<FieldId> {
    let fields = classes.iter().flat_map(|class| layouts.fields(*class)).copied();
    let fits = |field: &FieldId| {
        let ty = program.field(*field).ty;
        !ty.is_array()
            && match ty.base {
                BaseType::Boolean => true,
                BaseType::Class(class) => classes.contains(&class),
                _ => false,
            }
    };
    fields.filter(fits).collect()
}

fn class_of(ty: Type) -> Option<ClassId> {
    match ty.base {
        BaseType::Class(class) if !ty.is_array() => Some(class),
        _ => None,
    }
}

/// A heap with labels of a walk from the first root along these fields, and nothing else of it.
/// `None` if there is no object to start from.
pub fn labelling(heap: &Heap, fields: &BTreeSet<FieldId>, order: Order, layouts: &Layouts) -> Option<Labelling> {
    let name = |id: ObjectId| Some(Label { class: class_of(heap.object(id).ty)?, number: id.0 });
    let value = |value: &Value| match *value {
        Value::Null => Some(FieldValue::Null),
        Value::Boolean(truth) => Some(FieldValue::Data(i64::from(truth))),
        Value::Int(number) => Some(FieldValue::Data(i64::from(number))),
        Value::Long(number) => Some(FieldValue::Data(number)),
        Value::Float(bits) => Some(FieldValue::Data(i64::from(bits as i32))),
        Value::Double(bits) => Some(FieldValue::Data(bits as i64)),
        Value::Object(id) => name(id).map(FieldValue::Object),
        Value::Unknown => None,
    };
    let mut objects: BTreeMap<Label, Fields> = BTreeMap::new();
    for id in heap.ids() {
        let Some(label) = name(id) else { continue };
        let held = layouts.fields(label.class).iter().zip(heap.object(id).values());
        let held = held.filter(|(field, _)| fields.contains(field));
        objects.insert(label, held.filter_map(|(field, held)| Some((*field, value(held)?))).collect());
    }
    let root = name(heap.roots.first()?.value.as_object()?)?;
    Some(Labelling::of_walk(root, objects, order))
}
