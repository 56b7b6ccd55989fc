//! What walks over the heap find, kept from one evaluation to the next.
//!
//! A set of reachable objects depends on nothing but the slots of its members that the walk follows. So the heap is compared with that of the last time, and only the sets are
//! found again that have a member of which such a slot has changed: whoever evaluates need not say what has happened in between.

use super::watch::OpenSlots;
use super::{Edges, Walk, WalkId};
use crate::code::Memory;
use crate::state::{Header, State};
use crate::word::{self, UNKNOWN, Word};

/// Sets of larger heaps are not kept.
pub(super) const MOST_OBJECTS: usize = 128;

/// What a walk finds from an object.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reached {
    pub(super) members: u128,
    /// The open slots behind which there may be more.
    pub(super) frontier: OpenSlots,
    /// The first of them: object and slot.
    pub(super) open: Option<(u32, u32)>,
    pub(super) stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Stage {
    #[default]
    Unknown,
    /// It is being looked for, or lies on a cycle.
    Started,
    Found,
}

/// What walks find, in both versions of the heap.
#[derive(Debug, Default)]
pub(super) struct ReachTables {
    now: ReachTable,
    before: ReachTable,
}

/// What walks find in one version of the heap.
#[derive(Debug, Default)]
pub(super) struct ReachTable {
    /// By walk and object.
    entries: Vec<Reached>,
    /// Entries of one walk.
    stride: usize,
    /// By walk: the objects at hand that it can find; `None`: nobody has asked yet.
    fitting: Vec<Option<u128>>,
    /// The heap on which they were found.
    heap: SeenHeap,
    /// They are of the heap at hand.
    is_up_to_date: bool,
}

/// One version of a heap.
#[derive(Debug, Default)]
struct SeenHeap {
    objects: Vec<Header>,
    slots: Vec<Word>,
}

impl ReachTables {
    /// The heap may be another one from now on.
    pub(super) fn doubt(&mut self) {
        (self.now.is_up_to_date, self.before.is_up_to_date) = (false, false);
    }

    pub(super) fn of(&self, memory: Memory) -> &ReachTable {
        match memory {
            Memory::Now => &self.now,
            Memory::Before => &self.before,
        }
    }

    pub(super) fn of_mut(&mut self, memory: Memory) -> &mut ReachTable {
        match memory {
            Memory::Now => &mut self.now,
            Memory::Before => &mut self.before,
        }
    }

    /// Leaves only what is so in the heap at hand. Requires: it has few objects.
    #[inline]
    pub(super) fn follow(&mut self, memory: Memory, state: &State, walks: &[Walk]) {
        let table = self.of_mut(memory);
        if !table.is_up_to_date {
            table.update(memory, state, walks);
        }
    }
}

impl ReachTable {
    /// The members of a set that was found, and whether there may be more.
    #[inline]
    pub(super) fn found(&self, walk: WalkId, object: usize) -> Option<(u128, bool)> {
        if !self.is_up_to_date || object >= self.stride {
            return None;
        }
        let entry = self.entries.get(walk.0 as usize * self.stride + object)?;
        (entry.stage == Stage::Found).then_some((entry.members, entry.open.is_some()))
    }

    pub(super) fn get(&self, walk: WalkId, object: usize) -> &Reached {
        &self.entries[walk.0 as usize * self.stride + object]
    }

    pub(super) fn put(&mut self, walk: WalkId, object: usize, reached: Reached) {
        self.entries[walk.0 as usize * self.stride + object] = reached;
    }

    /// The objects at hand that a walk can find.
    pub(super) fn fitting(&mut self, walk: &Walk, id: WalkId) -> u128 {
        let at = id.0 as usize;
        if self.fitting.len() <= at {
            self.fitting.resize(at + 1, None);
        }
        *self.fitting[at].get_or_insert_with(|| {
            let belongs = |header: &Header| matches!(walk.edges.get(header.ty.0 as usize), Some(Some(_)));
            let objects = self.heap.objects.iter().enumerate();
            objects.fold(0, |bits, (number, header)| bits | u128::from(belongs(header)) << number)
        })
    }

    /// Finds what a walk finds from an object, and from all that it leads to. `false`: there is a cycle.
    pub(super) fn fill(&mut self, walk: &Walk, id: WalkId, object: usize) -> bool {
        let first = id.0 as usize * self.stride;
        fill(&mut self.entries[first..first + self.stride], &self.heap, walk, object)
    }

    fn update(&mut self, memory: Memory, state: &State, walks: &[Walk]) {
        let count = state.objects.len();
        let slots = match memory {
            Memory::Now => &state.slots,
            Memory::Before => &state.slots_before,
        };
        if count > self.stride || self.entries.len() < walks.len() * self.stride {
            self.stride = count.next_power_of_two().max(16);
            self.entries.clear();
            self.entries.resize(walks.len() * self.stride, Reached::default());
            self.fitting.clear();
        } else {
            let changes = self.heap.changes(memory, &state.objects, slots);
            if changes.any() {
                self.forget(memory, &changes, slots, walks);
            } else if self.heap.objects.len() == count {
                self.is_up_to_date = true;
                return;
            }
            if changes.objects != 0 || self.heap.objects.len() != count {
                self.fitting.clear();
            }
        }
        self.heap.objects.clone_from(&state.objects);
        self.heap.slots.clone_from(slots);
        self.is_up_to_date = true;
    }

    /// Forgets the sets that may have other members now.
    fn forget(&mut self, memory: Memory, changes: &Changes, slots: &[Word], walks: &[Walk]) {
        for (walk, entries) in walks.iter().zip(self.entries.chunks_exact_mut(self.stride)) {
            if walk.memory != memory {
                continue;
            }
            let mut changed = changes.objects;
            for object in bits(changes.slots & !changed) {
                if self.heap.leads_elsewhere(memory, walk, object, slots) {
                    changed |= 1 << object;
                }
            }
            if changed == 0 {
                continue;
            }
            for entry in entries.iter_mut().take(self.heap.objects.len()) {
                if entry.members & changed != 0 || entry.stage == Stage::Started {
                    entry.stage = Stage::Unknown;
                }
            }
            for number in bits(changes.objects) {
                entries[number].stage = Stage::Unknown;
            }
        }
    }
}

/// What is not as it was.
#[derive(Default)]
struct Changes {
    /// Objects that are others or no longer there.
    objects: u128,
    /// Objects of which a slot has changed.
    slots: u128,
}

impl Changes {
    fn any(&self) -> bool {
        self.objects | self.slots != 0
    }
}

impl SeenHeap {
    fn changes(&self, memory: Memory, objects: &[Header], slots: &[Word]) -> Changes {
        let mut changes = Changes::default();
        for (number, (known, now)) in self.objects.iter().zip(objects).enumerate() {
            if known != now {
                changes.objects |= 1 << number;
            }
        }
        for gone in objects.len()..self.objects.len() {
            changes.objects |= 1 << gone;
        }
        // Most slots are as they were: several are compared at once.
        let ((known, known_rest), (now, now_rest)) = (self.slots.as_chunks::<8>(), slots.as_chunks::<8>());
        for (chunk, (known, now)) in known.iter().zip(now).enumerate() {
            if known != now {
                self.changed_slots(memory, chunk * 8, known, now, &mut changes);
            }
        }
        let compared = known.len().min(now.len()) * 8;
        if known.len() == now.len() && known_rest != now_rest {
            self.changed_slots(memory, compared, known_rest, now_rest, &mut changes);
        } else if known.len() != now.len() {
            self.changed_slots(memory, compared, &self.slots[compared..], &slots[compared..], &mut changes);
        }
        changes
    }

    /// Notes the objects whose slots have changed among those from this one on. Slots of objects that were not there before are of no concern.
    fn changed_slots(&self, memory: Memory, first: usize, known: &[Word], now: &[Word], changes: &mut Changes) {
        for (at, (known, now)) in known.iter().zip(now).enumerate() {
            if known != now {
                let is_owner = |header: &Header| {
                    let start = start(header, memory);
                    start <= first + at && first + at < start + header.length as usize
                };
                if let Some(owner) = self.objects.iter().position(is_owner) {
                    changes.slots |= 1 << owner;
                }
            }
        }
    }

    /// Does one of the slots that a walk follows hold something else now? Requires: the object is the same.
    fn leads_elsewhere(&self, memory: Memory, walk: &Walk, object: usize, slots: &[Word]) -> bool {
        let header = &self.objects[object];
        match walk.edges.get(header.ty.0 as usize) {
            Some(Some(Edges::Slots(edges))) => edges.iter().any(|slot| {
                let at = start(header, memory) + usize::from(*slot);
                self.slots.get(at) != slots.get(at)
            }),
            Some(Some(Edges::Elements)) => true,
            _ => false,
        }
    }
}

/// Where the slots of an object are.
fn start(header: &Header, memory: Memory) -> usize {
    match memory {
        Memory::Now => header.start as usize,
        Memory::Before => header.before as usize,
    }
}

fn bits(mut left: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (first < MOST_OBJECTS).then_some(first)
    })
}

/// Of one walk: what it finds from an object, and from all that it leads to. `false`: there is a cycle.
fn fill(entries: &mut [Reached], heap: &SeenHeap, walk: &Walk, object: usize) -> bool {
    match entries[object].stage {
        Stage::Found => return true,
        Stage::Started => return false,
        Stage::Unknown => entries[object].stage = Stage::Started,
    }
    let header = &heap.objects[object];
    let start = start(header, walk.memory);
    let mut reached = Reached { stage: Stage::Found, ..Reached::default() };
    let is_filled = match walk.edges.get(header.ty.0 as usize) {
        Some(Some(edges)) => {
            reached.members = 1 << object;
            let mut follow = |slot: u32| follow(entries, heap, walk, (object, start, slot), &mut reached);
            match edges {
                Edges::Slots(slots) => slots.iter().all(|slot| follow(u32::from(*slot))),
                Edges::Elements => (0..header.length).all(follow),
            }
        }
        _ => true,
    };
    if is_filled {
        entries[object] = reached;
    }
    is_filled
}

/// Adds what lies behind a slot of an object. `false`: there is a cycle.
#[inline]
fn follow(
    entries: &mut [Reached],
    heap: &SeenHeap,
    walk: &Walk,
    (object, start, slot): (usize, usize, u32),
    reached: &mut Reached,
) -> bool {
    let next = heap.slots[start + slot as usize];
    if next == UNKNOWN {
        reached.open = reached.open.or(Some((object as u32, slot)));
        reached.frontier = reached.frontier.and(OpenSlots::one(object, slot));
    } else if let Some(next) = word::as_object(next) {
        if !fill(entries, heap, walk, next) {
            return false;
        }
        let found = &entries[next];
        reached.members |= found.members;
        reached.open = reached.open.or(found.open);
        reached.frontier = reached.frontier.and(found.frontier);
    }
    true
}
