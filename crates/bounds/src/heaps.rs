//! Field bounds from structures that somebody has enumerated: the union of what their fields hold.

use crate::labels::{Fields, Labelling, Union};
use std::collections::{BTreeMap, BTreeSet};
use tightrope_heap::canonical::Order;
use tightrope_heap::{FieldBounds, FieldValue, Heap, Label, Layouts, ObjectId, Value};
use tightrope_program::{BaseType, FieldId, Program, Type};

/// The union of the fields of all heaps, whose objects are numbered by a walk from the first root.
///
/// Requires: the heaps are all structures of a class within limits, up to isomorphism, and `fields`
/// are fields whose values the heaps show as they are: of numbers that stand for points of an
/// order, there are others.
pub fn from_heaps(
    heaps: &[Heap],
    limits: &crate::shape::Limits,
    fields: &BTreeSet<FieldId>,
    order: Order,
    layouts: &Layouts,
) -> FieldBounds {
    let mut union = Union::default();
    let wanted = |class| layouts.fields(class).iter().copied().filter(|field| fields.contains(field)).collect();
    for heap in heaps {
        if let Some(labelling) = labelling(heap, fields, order, layouts) {
            union.add(&labelling, wanted);
        }
    }
    union.field_bounds(limits)
}

/// The fields of the classes that can be bounded by enumeration without knowing how values were
/// chosen: references to the classes themselves, and truth values.
pub fn fields_by_structure(
    program: &Program,
    layouts: &Layouts,
    classes: &[tightrope_program::ClassId],
) -> BTreeSet<FieldId> {
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

fn class_of(ty: Type) -> Option<tightrope_program::ClassId> {
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
