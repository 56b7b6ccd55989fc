//! Objects of a structure, numbered by a walk from its root: breadth-first (TACO) or depth-first
//! (Ponzio et al.).

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use tightrope_heap::canonical::Order;
use tightrope_heap::{FieldBounds, FieldValue, Label};
use tightrope_program::{ClassId, FieldId};

/// The fields of an object, in the order in which a walk follows them.
pub(crate) type Fields = Vec<(FieldId, FieldValue)>;

/// The objects that a walk meets, with new numbers: each class counts its own.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Labelling {
    objects: Vec<(Label, Fields)>,
}

impl Labelling {
    /// The objects in the order of the walk.
    pub fn objects(&self) -> &[(Label, Vec<(FieldId, FieldValue)>)] {
        &self.objects
    }

    /// The same with these fields only.
    pub(crate) fn only(mut self, wanted: &BTreeSet<FieldId>) -> Labelling {
        self.objects.iter_mut().for_each(|(_, fields)| fields.retain(|(field, _)| wanted.contains(field)));
        self
    }

    /// Numbers the objects that can be reached from the root anew.
    pub(crate) fn of_walk(root: Label, objects: BTreeMap<Label, Fields>, order: Order) -> Labelling {
        let mut counts: BTreeMap<ClassId, u32> = BTreeMap::new();
        let mut names: BTreeMap<Label, Label> = BTreeMap::new();
        let mut met = Vec::new();
        let mut open = VecDeque::from([root]);
        while let Some(next) = open.pop_front() {
            let Some(fields) = objects.get(&next).filter(|_| !names.contains_key(&next)) else { continue };
            let count = counts.entry(next.class).or_default();
            names.insert(next, Label { class: next.class, number: *count });
            *count += 1;
            met.push(next);
            let below = fields.iter().filter_map(|(_, value)| match value {
                FieldValue::Object(object) => Some(*object),
                _ => None,
            });
            match order {
                Order::BreadthFirst => open.extend(below),
                Order::DepthFirst => below.rev().for_each(|object| open.push_front(object)),
            }
        }
        let renamed = |value: &FieldValue| match value {
            FieldValue::Object(object) => names.get(object).map_or(*value, |name| FieldValue::Object(*name)),
            other => *other,
        };
        let fields = |object: &Label| objects[object].iter().map(|(field, value)| (*field, renamed(value))).collect();
        Labelling { objects: met.iter().map(|object| (names[object], fields(object))).collect() }
    }
}

/// The union of the fields of structures.
#[derive(Clone, Default, Debug)]
pub(crate) struct Union {
    /// `None`: one of the structures does not say what the field holds.
    values: BTreeMap<(FieldId, Label), Option<BTreeSet<FieldValue>>>,
}

impl Union {
    /// Adds a structure. The fields that are wanted of its objects and that it does not mention can
    /// hold anything.
    pub(crate) fn add(&mut self, labelling: &Labelling, wanted: impl Fn(ClassId) -> Vec<FieldId>) {
        for (object, fields) in &labelling.objects {
            for field in wanted(object.class) {
                let held = fields.iter().find(|(other, _)| *other == field).map(|(_, value)| *value);
                let known = self.values.entry((field, *object)).or_insert_with(|| Some(BTreeSet::new()));
                match (known.as_mut(), held) {
                    (Some(known), Some(value)) => drop(known.insert(value)),
                    _ => *known = None,
                }
            }
        }
    }

    pub(crate) fn field_bounds(self, limits: &[(ClassId, u32)]) -> FieldBounds {
        let mut bounds = FieldBounds::for_objects(limits.iter().copied());
        for ((field, object), values) in self.values {
            values.into_iter().flatten().for_each(|value| bounds.admit(field, object, value));
        }
        bounds
    }
}
