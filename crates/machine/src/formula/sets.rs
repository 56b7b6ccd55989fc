//! Sets of objects: reachability and what is made of it.

use super::AllObjects;
use super::evaluate::{Evaluation, Step, Value, could_throw};
use super::shortcuts::Shortcuts;
use super::truth::Truth;
use super::watch::Watched;
use super::{Edges, Node, ReachNode, SetNode, Walk, WalkId};
use crate::code::Memory;
use crate::outcome::{Question, SlotRef};
use crate::state::State;
use crate::word::{self, UNKNOWN};

/// Objects by index. Up to 128 objects need no allocation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Objects {
    Few(u128),
    Many(Vec<u64>),
}

impl Objects {
    pub(crate) fn none(count: usize) -> Objects {
        if count <= 128 { Objects::Few(0) } else { Objects::Many(vec![0; count.div_ceil(64)]) }
    }

    /// Adds the object; was it new?
    pub(crate) fn insert(&mut self, object: usize) -> bool {
        let before = self.contains(object);
        match self {
            Objects::Few(bits) => *bits |= 1 << object,
            Objects::Many(words) => words[object / 64] |= 1 << (object % 64),
        }
        !before
    }

    pub(crate) fn contains(&self, object: usize) -> bool {
        match self {
            Objects::Few(bits) => bits >> object & 1 == 1,
            Objects::Many(words) => words[object / 64] >> (object % 64) & 1 == 1,
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Objects::Few(bits) => bits.count_ones() as usize,
            Objects::Many(words) => words.iter().map(|word| word.count_ones() as usize).sum(),
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let (mut few, many) = match self {
            Objects::Few(bits) => (*bits, 0),
            Objects::Many(words) => (0, words.len() * 64),
        };
        let few = std::iter::from_fn(move || {
            let object = few.trailing_zeros() as usize;
            few &= few.wrapping_sub(1);
            (object < 128).then_some(object)
        });
        few.chain((0..many).filter(|object| self.contains(*object)))
    }

    fn combine(&self, other: &Objects, with: impl Fn(u128, u128) -> u128) -> Objects {
        match (self, other) {
            (Objects::Few(left), Objects::Few(right)) => Objects::Few(with(*left, *right)),
            (Objects::Many(left), Objects::Many(right)) => {
                let words = left.iter().zip(right).map(|(l, r)| with(u128::from(*l), u128::from(*r)) as u64);
                Objects::Many(words.collect())
            }
            // Both were made for the same heap.
            _ => self.clone(),
        }
    }
}

/// A set on a partial heap: what surely belongs to it, what may, and why that is open.
#[derive(Clone, Debug)]
pub(crate) struct PartialSet {
    pub(crate) surely: Objects,
    /// Objects at hand that may belong to it too. (Objects that are not at hand may, if `open`.)
    pub(crate) maybe: Objects,
    pub(crate) open: Option<Question>,
    /// The open slots behind which there may be more.
    pub(crate) watched: Watched,
}

impl PartialSet {
    fn exact(objects: Objects) -> PartialSet {
        PartialSet { surely: objects.clone(), maybe: objects, open: None, watched: Watched::default() }
    }

    pub(crate) fn is_exact(&self) -> bool {
        self.open.is_none()
    }
}

impl<S: Shortcuts> Evaluation<'_, '_, S> {
    pub(super) fn set(&mut self, node: &SetNode) -> Step<Value<PartialSet>> {
        match node {
            SetNode::Reach(reach) => self.reach(reach),
            SetNode::Comprehension { all, binder, range } => self.comprehension(all, *binder, range),
            SetNode::Union(left, right) => self.combined(left, right, |l, r| {
                let surely = l.surely.combine(&r.surely, |l, r| l | r);
                let maybe = l.maybe.combine(&r.maybe, |l, r| l | r);
                (surely, maybe)
            }),
            SetNode::Intersection(left, right) => self.combined(left, right, |l, r| {
                let surely = l.surely.combine(&r.surely, |l, r| l & r);
                let maybe = l.maybe.combine(&r.maybe, |l, r| l & r);
                (surely, maybe)
            }),
            SetNode::Difference(left, right) => self.combined(left, right, |l, r| {
                let surely = l.surely.combine(&r.maybe, |l, r| l & !r);
                let maybe = l.maybe.combine(&r.surely, |l, r| l & !r);
                (surely, maybe)
            }),
        }
    }

    fn combined(
        &mut self,
        left: &SetNode,
        right: &SetNode,
        with: impl Fn(&PartialSet, &PartialSet) -> (Objects, Objects),
    ) -> Step<Value<PartialSet>> {
        let left = match self.set(left)? {
            Value::Known(set) => set,
            other => return Ok(could_throw(other)),
        };
        let right = match self.set(right)? {
            Value::Known(set) => set,
            other => return Ok(other),
        };
        let (surely, maybe) = with(&left, &right);
        Ok(Value::Known(PartialSet {
            surely,
            maybe,
            open: left.open.or(right.open),
            watched: left.watched.and(right.watched),
        }))
    }

    fn reach(&mut self, reach: &ReachNode) -> Step<Value<PartialSet>> {
        let root = match self.value(&reach.root)? {
            Value::Known(root) => root,
            Value::Open(open) => return Ok(Value::Open(open)),
            Value::Throws(throws) => return Ok(Value::Throws(throws)),
        };
        let Some(object) = word::as_object(root) else {
            return Ok(Value::Known(PartialSet::exact(Objects::none(self.state().objects.len()))));
        };
        let set = match S::set(self, reach.walk, object) {
            Some(set) => set,
            None => self.walked(reach.walk, object),
        };
        self.workspace.met.add(set.watched);
        Ok(Value::Known(set))
    }

    /// A walk over the heap, whatever its size and shape. It stops at slots without a value:
    /// whatever lies behind them may be any object at hand, or one that is not. It goes depth
    /// first, the first field first, and the first open slot that it meets is the one to ask for:
    /// so one part of a structure is complete, and what is said of it decided, before the next is
    /// begun.
    pub(super) fn walked(&mut self, walk: WalkId, root: usize) -> PartialSet {
        let mut pending = self.take_pending();
        let walk = &self.executable().walks[walk.0 as usize];
        let state = self.state();
        let count = state.objects.len();
        let mut found = Objects::none(count);
        let (mut open, mut watched) = (None, Watched::default());
        visit(state, walk, root, &mut found, &mut pending);
        while let Some((object, slot)) = pending.pop() {
            match state.read(walk.memory, object as usize, slot as usize) {
                UNKNOWN => {
                    open = open.or(Some(open_slot(walk, object as usize, slot)));
                    watched = watched.and(Watched::frontier(object as usize, slot));
                }
                next => {
                    if let Some(next) = word::as_object(next) {
                        visit(state, walk, next, &mut found, &mut pending);
                    }
                }
            }
        }
        let maybe = if open.is_some() { fitting(state, walk) } else { found.clone() };
        self.give_pending(pending);
        PartialSet { surely: found, maybe, open, watched }
    }

    /// An instance of the range that throws makes the set throw, whatever the order of the objects.
    fn comprehension(&mut self, objects: &AllObjects, binder: u16, range: &Node) -> Step<Value<PartialSet>> {
        let count = self.state().objects.len();
        let (mut surely, mut maybe) = (Objects::none(count), Objects::none(count));
        let mut open = self.more_objects(objects);
        let mut all = Truth::YES;
        for candidate in self.objects_at_hand(objects) {
            self.bind(binder, candidate);
            let truth = self.truth(range)?;
            all = all.both(truth);
            let Some(object) = word::as_object(candidate) else { continue };
            open = open.or(truth.open);
            if truth.is_true() {
                surely.insert(object);
            }
            if truth.can_be_true() {
                maybe.insert(object);
            }
        }
        if all.can_throw() {
            return Ok(Value::undecided(all));
        }
        Ok(Value::Known(PartialSet { surely, maybe, open, watched: Watched::ALL }))
    }
}

pub(super) fn open_slot(walk: &Walk, object: usize, slot: u32) -> Question {
    Question::Slot(SlotRef { object, slot, is_long: false, before: walk.memory == Memory::Before })
}

/// The objects at hand that can belong to what a walk finds.
pub(super) fn fitting(state: &State, walk: &Walk) -> Objects {
    let mut all = Objects::none(state.objects.len());
    for (object, header) in state.objects.iter().enumerate() {
        if matches!(walk.edges.get(header.ty.0 as usize), Some(Some(_))) {
            all.insert(object);
        }
    }
    all
}

/// Adds an object to the set; its slots are to be followed, the first one next.
fn visit(state: &State, walk: &Walk, object: usize, found: &mut Objects, pending: &mut Vec<(u32, u32)>) {
    let header = &state.objects[object];
    let Some(Some(edges)) = walk.edges.get(header.ty.0 as usize) else { return };
    if !found.insert(object) {
        return;
    }
    let object = object as u32;
    match edges {
        Edges::Slots(slots) => pending.extend(slots.iter().rev().map(|slot| (object, u32::from(*slot)))),
        Edges::Elements => pending.extend((0..header.length).rev().map(|slot| (object, slot))),
    }
}

#[cfg(test)]
mod tests {
    use super::Objects;

    #[test]
    fn few_and_many_objects_behave_alike() {
        for count in [1, 64, 128, 129, 300] {
            let mut set = Objects::none(count);
            let members: Vec<usize> = (0..count).filter(|n| n % 3 == 0).collect();
            assert!(members.iter().all(|object| set.insert(*object)));
            assert!(!set.insert(0));
            assert_eq!(set.len(), members.len());
            assert_eq!(set.iter().collect::<Vec<_>>(), members);
            assert!((0..count).all(|object| set.contains(object) == (object % 3 == 0)));
        }
    }
}
