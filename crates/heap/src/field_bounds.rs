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
//! **Keys.** Numbers of which only the order matters have no values that could be listed. What can
//! be listed is how two of them stand to each other in heaps that have both objects: less, equal,
//! greater. A pair with one ordering left is a lower bound at the same time.
//!
//! Invariants of the data: a field without an entry is unbounded; an object beyond the last entry
//! cannot exist in the scope that the bounds were made for; `must` is a subset of `may`. A pair of
//! keys has one entry, with the lesser key first, and two keys without an entry may stand in any
//! order.

use std::cmp::Ordering;
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

/// A number of which only the order matters: a field of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key {
    pub field: FieldId,
    pub object: Label,
}

/// A set of ways in which two numbers can stand to each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Orderings {
    members: [bool; 3],
}

impl Orderings {
    /// Every way, in the order of the members.
    pub const EACH: [Ordering; 3] = [Ordering::Less, Ordering::Equal, Ordering::Greater];
    pub const ALL: Orderings = Orderings { members: [true; 3] };

    pub fn contains(self, ordering: Ordering) -> bool {
        Orderings::EACH.into_iter().zip(self.members).any(|(one, is_member)| is_member && one == ordering)
    }

    #[must_use]
    pub fn with(self, ordering: Ordering) -> Orderings {
        self.either(Orderings::EACH.map(|one| one == ordering))
    }

    fn either(self, more: [bool; 3]) -> Orderings {
        let [less, equal, greater] = self.members;
        Orderings { members: [less | more[0], equal | more[1], greater | more[2]] }
    }

    /// What the first is to the second, turned into what the second is to the first.
    #[must_use]
    pub fn reversed(self) -> Orderings {
        let [less, equal, greater] = self.members;
        Orderings { members: [greater, equal, less] }
    }

    pub fn iter(self) -> impl Iterator<Item = Ordering> {
        Orderings::EACH.into_iter().filter(move |ordering| self.contains(*ordering))
    }

    pub fn len(self) -> usize {
        self.iter().count()
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
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
    /// By two keys, the lesser one first.
    orders: BTreeMap<(Key, Key), Orderings>,
    /// By class: so many objects of it can be there.
    objects: BTreeMap<ClassId, u32>,
}

impl FieldBounds {
    /// Bounds for heaps with at most so many objects of each class.
    pub fn for_objects(objects: impl IntoIterator<Item = (ClassId, u32)>) -> FieldBounds {
        FieldBounds { objects: objects.into_iter().collect(), ..FieldBounds::default() }
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

    /// Notes how the first key stands to the second in some valid heap.
    pub fn admit_order(&mut self, first: Key, second: Key, ordering: Ordering) {
        let (pair, ordering) = match first <= second {
            true => ((first, second), ordering),
            false => ((second, first), ordering.reverse()),
        };
        let known = self.orders.entry(pair).or_default();
        *known = known.with(ordering);
    }

    /// Takes an ordering back into a bound: what was known of it is not to be used.
    pub fn readmit_order(&mut self, first: Key, second: Key, ordering: Ordering) {
        if self.orders.contains_key(&(first, second)) || self.orders.contains_key(&(second, first)) {
            self.admit_order(first, second, ordering);
        }
    }

    /// How the first key can stand to the second in a valid heap that has both.
    pub fn order(&self, first: Key, second: Key) -> Orderings {
        let known = |first, second| self.orders.get(&(first, second)).copied();
        known(first, second).or_else(|| Some(known(second, first)?.reversed())).unwrap_or(Orderings::ALL)
    }

    /// All pairs of keys that are bounded, the lesser one first.
    pub fn orders(&self) -> impl Iterator<Item = (Key, Key, Orderings)> {
        self.orders.iter().map(|((first, second), orderings)| (*first, *second, *orderings))
    }

    /// The number of orderings that the bounds allow, of three for each pair of keys.
    pub fn order_size(&self) -> usize {
        self.orders.values().map(|orderings| orderings.len()).sum()
    }

    pub fn iter(&self) -> impl Iterator<Item = (FieldId, Label, &FieldBound)> {
        self.bounds.iter().map(|((field, object), bound)| (*field, *object, bound))
    }

    /// The number of field values that the bounds allow: what they are measured by.
    pub fn size(&self) -> usize {
        self.bounds.values().map(|bound| bound.may.len()).sum()
    }

    /// What holds whichever way objects are numbered: for all objects of a class alike, null and
    /// data values as they are, and every object of a class of which one is allowed. Nothing is
    /// kept of the order of keys.
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
    fn a_pair_of_keys_has_one_order_from_both_sides() {
        let key = |number| Key { field: NEXT, object: label(number) };
        let mut bounds = FieldBounds::for_objects([(NODE, 3)]);
        bounds.admit_order(key(1), key(0), Ordering::Greater);
        bounds.admit_order(key(0), key(1), Ordering::Equal);
        assert_eq!(bounds.order(key(0), key(1)).iter().collect::<Vec<_>>(), [Ordering::Less, Ordering::Equal]);
        assert_eq!(bounds.order(key(1), key(0)).iter().collect::<Vec<_>>(), [Ordering::Equal, Ordering::Greater]);
        assert_eq!((bounds.orders().count(), bounds.order_size(), bounds.size()), (1, 2, 0));
        assert_eq!(bounds.order(key(0), key(2)), Orderings::ALL, "what is not bounded is allowed");
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
