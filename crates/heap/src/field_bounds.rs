//! Tight field bounds: what the fields of valid heaps can hold, object by object.
//!
//! After TACO (Galeotti et al., sections 3 and 4) and Ponzio et al. A bound speaks of *the n-th
//! object of a class*, so it depends on how objects are numbered. Here the numbering is decided
//! once:
//!
//! - **Canonical breadth-first order** ([`crate::canonical::Order::BreadthFirst`]): objects are
//!   numbered in the order in which a breadth-first walk from the roots first meets them, roots in
//!   their order, fields in the order of [`crate::Layouts`], elements by index. The n-th object of
//!   a class is the n-th of exactly that class in this order, counted from 0.
//! - The roots are those of the structure alone: the receiver is the only root. So the bounds of a
//!   class serve every method that is called on it.
//!
//! Bounds that were found for depth-first labels (Ponzio et al.) do not carry over entry by entry:
//! the same heap has two labellings, and the permutation between them differs from heap to heap.
//! What carries over is what [`FieldBounds::any_label`] keeps: for each field whether null, which
//! data values, and whether any object at all can stand there, for all objects of the class alike.
//! An engine that labels depth-first asks for that, or renumbers whole heaps
//! ([`crate::canonical::canonical`]).
//!
//! Invariants of the data: a field without an entry is unbounded; an object beyond the last entry
//! cannot exist in the scope that the bounds were made for; `must` is a subset of `may`.

use std::collections::{BTreeMap, BTreeSet};
use tightrope_program::{ClassId, FieldId};

/// The n-th object of exactly this class in canonical breadth-first order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Label {
    pub class: ClassId,
    pub number: u32,
}

/// What one field can hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FieldValue {
    Null,
    Object(Label),
    /// An int, or a truth value as 0 or 1.
    Data(i64),
}

/// Upper bound of one field of one object, and its lower bound if one is known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FieldBound {
    /// Every valid heap has one of these there.
    pub may: BTreeSet<FieldValue>,
    /// The one value that every valid heap with this object has there.
    pub must: Option<FieldValue>,
}

/// For each field and each object in canonical order, the values that a valid heap can hold there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FieldBounds {
    bounds: BTreeMap<(FieldId, Label), FieldBound>,
    /// By class: so many objects of it can be there.
    objects: BTreeMap<ClassId, u32>,
}

impl FieldBounds {
    /// Bounds for heaps with at most so many objects of each class.
    pub fn for_objects(objects: impl IntoIterator<Item = (ClassId, u32)>) -> FieldBounds {
        FieldBounds { bounds: BTreeMap::new(), objects: objects.into_iter().collect() }
    }

    /// The most objects of a class; `None`: the bounds do not speak of it.
    pub fn objects(&self, class: ClassId) -> Option<u32> {
        self.objects.get(&class).copied()
    }

    /// Bounds a field of an object, or bounds it once more: both have to be kept.
    pub fn restrict(&mut self, field: FieldId, object: Label, bound: FieldBound) {
        match self.bounds.get_mut(&(field, object)) {
            Some(known) => {
                known.may = known.may.intersection(&bound.may).copied().collect();
                known.must = known.must.or(bound.must);
            }
            None => drop(self.bounds.insert((field, object), bound)),
        }
    }

    /// Notes a value that some valid heap has there: how bounds grow when they are collected.
    pub fn admit(&mut self, field: FieldId, object: Label, value: FieldValue) {
        self.bounds.entry((field, object)).or_default().may.insert(value);
    }

    /// Takes a value back into a bound: what was known of it is not to be used.
    pub fn readmit(&mut self, field: FieldId, object: Label, value: FieldValue) {
        if let Some(bound) = self.bounds.get_mut(&(field, object)) {
            bound.may.insert(value);
            bound.must = None;
        }
    }

    /// `None`: unbounded.
    pub fn get(&self, field: FieldId, object: Label) -> Option<&FieldBound> {
        self.bounds.get(&(field, object))
    }

    /// Can a valid heap have this there?
    pub fn allows(&self, field: FieldId, object: Label, value: FieldValue) -> bool {
        self.get(field, object).is_none_or(|bound| bound.may.contains(&value))
    }

    pub fn iter(&self) -> impl Iterator<Item = (FieldId, Label, &FieldBound)> {
        self.bounds.iter().map(|((field, object), bound)| (*field, *object, bound))
    }

    /// The number of field values that the bounds allow: what they are measured by.
    pub fn size(&self) -> usize {
        self.bounds.values().map(|bound| bound.may.len()).sum()
    }

    /// What holds whichever way objects are numbered: for all objects of a class alike, null and
    /// data values as they are, and every object of a class of which one is allowed.
    pub fn any_label(&self) -> FieldBounds {
        let mut by_field: BTreeMap<(FieldId, ClassId), BTreeSet<FieldValue>> = BTreeMap::new();
        for ((field, object), bound) in &self.bounds {
            let union = by_field.entry((*field, object.class)).or_default();
            bound.may.iter().for_each(|value| union.extend(self.relabelled(*value)));
        }
        let mut free = FieldBounds::for_objects(self.objects.clone());
        for ((field, class), may) in by_field {
            let count = self.objects(class).unwrap_or(0);
            if (0..count).any(|number| self.get(field, Label { class, number }).is_none()) {
                // One of them is unbounded, and in another numbering it may be any of them.
                continue;
            }
            for number in 0..count {
                let bound = FieldBound { may: may.clone(), must: None };
                free.restrict(field, Label { class, number }, bound);
            }
        }
        free
    }

    /// The value with every label that its object may have in another numbering.
    fn relabelled(&self, value: FieldValue) -> Vec<FieldValue> {
        match value {
            FieldValue::Object(Label { class, number }) => {
                let count = self.objects(class).unwrap_or(0).max(number + 1);
                (0..count).map(|number| FieldValue::Object(Label { class, number })).collect()
            }
            other => vec![other],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODE: ClassId = ClassId(0);
    const NEXT: FieldId = FieldId(0);

    fn label(number: u32) -> Label {
        Label { class: NODE, number }
    }

    fn bound(values: &[FieldValue]) -> FieldBound {
        FieldBound { may: values.iter().copied().collect(), must: None }
    }

    #[test]
    fn bounds_of_one_field_are_kept_together() {
        let mut bounds = FieldBounds::for_objects([(NODE, 3)]);
        let to = |number| FieldValue::Object(label(number));
        bounds.restrict(NEXT, label(0), bound(&[FieldValue::Null, to(1), to(2)]));
        bounds.restrict(NEXT, label(0), bound(&[FieldValue::Null, to(1)]));
        assert!(bounds.allows(NEXT, label(0), to(1)) && !bounds.allows(NEXT, label(0), to(2)));
        assert!(bounds.allows(NEXT, label(1), to(0)), "what is not bounded is allowed");
        assert_eq!(bounds.size(), 2);
    }

    #[test]
    fn other_numberings_keep_null_and_forget_numbers() {
        let mut bounds = FieldBounds::for_objects([(NODE, 3)]);
        bounds.admit(NEXT, label(0), FieldValue::Object(label(1)));
        bounds.admit(NEXT, label(1), FieldValue::Object(label(2)));
        assert_eq!(bounds.any_label().size(), 0, "the last node is unbounded, so in other numberings all are");
        bounds.admit(NEXT, label(2), FieldValue::Object(label(2)));
        let free = bounds.any_label();
        for object in 0..3 {
            assert!(!free.allows(NEXT, label(object), FieldValue::Null));
            assert!((0..3).all(|other| free.allows(NEXT, label(object), FieldValue::Object(label(other)))));
        }
    }
}
