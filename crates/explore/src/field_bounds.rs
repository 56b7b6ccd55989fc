//! Tight field bounds as choices: bounded lazy initialisation.
//!
//! After Geldenhuys, Aguirre, Frias and Visser ("Bounded Lazy Initialization", 2013), with the
//! bounds of TACO. A bound speaks of the n-th object of a class in breadth-first order, and a
//! search that meets objects in the order of its questions does not know that number. It knows
//! which numbers are still possible: the receiver is the first of its class, and whoever is in
//! field `f` of an object with one of the numbers S has one of the numbers that the bounds of `f`
//! allow for some member of S. An answer that no number allows is not tried.
//!
//! This is sound because a heap that satisfies the invariant has its breadth-first numbers, and
//! they are among the possible ones at every step; to keep too many costs time only. Objects that
//! the bounded fields do not lead to have no known number, and are not restricted.
//!
//! Parts (`parts`) do not use them: what is shown of a part does not depend on the scope, and
//! bounds do.

use crate::choices::Choice;
use crate::node::Node;
use crate::setup::Setup;
use crate::space::Fresh;
use std::collections::{BTreeMap, BTreeSet};
use tightrope_heap::{FieldBounds, FieldValue, Label};
use tightrope_machine::{Executable, SlotRef, Word, object_of};
use tightrope_program::{ClassId, Program, Type};

/// Numbers of objects of one class. Objects beyond the last bit are not restricted.
type Numbers = u128;

/// What one slot of the objects of one type can hold.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SlotBound {
    /// Its words are references. (Those of others only look like some.)
    is_reference: bool,
    /// By the number of the object; `None`: anything.
    held: Vec<Option<Held>>,
}

impl SlotBound {
    /// What it can hold if its object has one of these numbers; `None`: anything.
    fn of_numbers(&self, numbers: Numbers) -> Option<Vec<&Held>> {
        members(numbers).map(|number| self.held.get(number as usize)?.as_ref()).collect()
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Held {
    null: bool,
    /// Truth values and numbers.
    data: BTreeSet<Word>,
    /// By type: the numbers of the objects.
    objects: Vec<(usize, Numbers)>,
}

impl Held {
    fn of_type(&self, ty: usize) -> Numbers {
        self.objects.iter().find(|(other, _)| *other == ty).map_or(0, |(_, numbers)| *numbers)
    }
}

/// Field bounds in the machine's numbers: by type, by slot.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct LabelBounds {
    slots: Vec<BTreeMap<u32, SlotBound>>,
    /// By type: how many objects there can be.
    counts: Vec<Option<u32>>,
    by_class: BTreeMap<ClassId, usize>,
}

impl LabelBounds {
    /// `None`: there are more objects than sets of numbers have room for.
    pub(crate) fn new(program: &Program, executable: &Executable<'_>, bounds: &FieldBounds) -> Option<LabelBounds> {
        let types: Vec<Type> = executable.types().collect();
        let by_class: BTreeMap<ClassId, usize> =
            types.iter().enumerate().filter_map(|(number, ty)| Some((ty.as_class()?, number))).collect();
        let counts: Vec<Option<u32>> =
            types.iter().map(|ty| ty.as_class().and_then(|class| bounds.objects(class))).collect();
        if counts.iter().flatten().any(|count| *count > Numbers::BITS) {
            return None;
        }
        let mut slots = vec![BTreeMap::new(); types.len()];
        for (class, ty) in &by_class {
            let Some(count) = counts[*ty] else { continue };
            for (field, slot) in executable.slots_of_class(*class) {
                let bound = |number| bounds.get(field, Label { class: *class, number });
                let held: Option<Vec<Option<Held>>> = (0..count)
                    .map(|number| bound(number).map(|bound| held(&bound.may, &by_class)).unwrap_or(Some(None)))
                    .collect();
                if let Some(held) = held.filter(|held| held.iter().any(Option::is_some)) {
                    let is_reference = program.field(field).ty.is_reference();
                    slots[*ty].insert(slot, SlotBound { is_reference, held });
                }
            }
        }
        Some(LabelBounds { slots, counts, by_class })
    }

    fn slot(&self, ty: usize, slot: u32) -> Option<&SlotBound> {
        self.slots.get(ty)?.get(&slot)
    }
}

/// The values of a bound; `None` if one of them is an object of a type that the machine has not
/// heard of.
#[allow(clippy::option_option, reason = "a bound, no bound, and one that cannot be used")]
fn held(may: &BTreeSet<FieldValue>, by_class: &BTreeMap<ClassId, usize>) -> Option<Option<Held>> {
    let mut held = Held::default();
    for value in may {
        match value {
            FieldValue::Null => held.null = true,
            FieldValue::Data(data) => drop(held.data.insert(*data)),
            FieldValue::Object(Label { class, number }) => {
                let ty = *by_class.get(class)?;
                let bit = 1_u128.checked_shl(*number)?;
                match held.objects.iter_mut().find(|(other, _)| *other == ty) {
                    Some((_, numbers)) => *numbers |= bit,
                    None => held.objects.push((ty, bit)),
                }
            }
        }
    }
    Some(Some(held))
}

/// What the bounds leave of the answers to one question.
pub(crate) struct Within<'s> {
    bounds: &'s LabelBounds,
    /// Its words are references.
    is_reference: bool,
    /// The bounds of the slot for the numbers that its object may have.
    held: Vec<&'s Held>,
    /// By object: its type and its possible numbers.
    numbers: Vec<(usize, Option<Numbers>)>,
}

impl Within<'_> {
    pub(crate) fn admits(&self, choice: &Choice) -> bool {
        match choice {
            Choice::Word(word) => self.admits_word(*word),
            Choice::Fresh(Fresh::Object { class, .. }, _) => match self.bounds.by_class.get(class) {
                Some(ty) => self.held.iter().any(|held| held.of_type(*ty) != 0),
                None => true,
            },
            _ => true,
        }
    }

    pub(crate) fn admits_word(&self, word: Word) -> bool {
        match object_of(word) {
            _ if !self.is_reference => self.held.iter().any(|held| held.data.contains(&word)),
            None => word != 0 || self.held.iter().any(|held| held.null),
            Some(object) => match self.numbers.get(object) {
                Some((ty, Some(numbers))) => self.held.iter().any(|held| held.of_type(*ty) & numbers != 0),
                Some((ty, None)) => self.held.iter().any(|held| held.of_type(*ty) != 0),
                None => true,
            },
        }
    }
}

impl Setup<'_> {
    /// What field bounds leave of the answers to a question about a slot. `None`: all of them.
    pub(crate) fn within_labels(&self, node: &Node, request: &SlotRef) -> Option<Within<'_>> {
        let bounds = self.labels.as_ref().filter(|_| !node.is_part)?;
        let ty = self.executable.type_number(&node.state, request.object);
        let slot = bounds.slot(ty, request.slot)?;
        let numbers = self.possible_numbers(node, bounds)?;
        let own = numbers.get(request.object)?.1?;
        Some(Within { bounds, is_reference: slot.is_reference, held: slot.of_numbers(own)?, numbers })
    }

    /// By object: its type and the numbers that it may have; `None`: any.
    fn possible_numbers(&self, node: &Node, bounds: &LabelBounds) -> Option<Vec<(usize, Option<Numbers>)>> {
        let receiver = object_of(*node.args.first()?)?;
        let objects = 0..node.state.object_count();
        let mut numbers: Vec<(usize, Option<Numbers>)> =
            objects.map(|object| (self.executable.type_number(&node.state, object), None)).collect();
        let (ty, first) = numbers.get_mut(receiver)?;
        bounds.counts.get(*ty).copied().flatten().filter(|count| *count > 0)?;
        *first = Some(1);
        let mut open = vec![receiver];
        while let Some(object) = open.pop() {
            let (ty, Some(own)) = numbers[object] else { continue };
            let slots = bounds.slots.get(ty).into_iter().flatten();
            for (slot, bound) in slots.filter(|(_, bound)| bound.is_reference) {
                let value = node.state.slot_before(object, *slot as usize);
                let Some(below) = value.and_then(object_of).filter(|below| *below < numbers.len()) else { continue };
                let Some(held) = bound.of_numbers(own) else { continue };
                let allowed = held.iter().fold(0, |all, held| all | held.of_type(numbers[below].0));
                let known = numbers[below].1;
                let narrowed = known.map_or(allowed, |known| known & allowed);
                if known != Some(narrowed) {
                    numbers[below].1 = Some(narrowed);
                    open.push(below);
                }
            }
        }
        Some(numbers)
    }
}

fn members(numbers: Numbers) -> impl Iterator<Item = u32> {
    let mut left = numbers;
    std::iter::from_fn(move || {
        let least = (left != 0).then(|| left.trailing_zeros())?;
        left &= left - 1;
        Some(least)
    })
}
