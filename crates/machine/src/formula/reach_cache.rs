//! What walks over the heap find, kept from one evaluation to the next.
//!
//! A set of reachable objects depends on nothing but the slots of its members that the walk
//! follows, and on the types of what they lead to. So the heap is compared with that of the last
//! time, and only the sets are found again that have a member of which such a slot has changed:
//! whoever evaluates need not say what has happened in between. Where an object is of another type
//! than the one that had its number, all sets are found again.

use super::{Edges, Walk, WalkId};
use crate::code::{Memory, RuntimeType};
use crate::slot_set::SlotSet;
use crate::state::{Header, State, copy};
use crate::word::{self, UNKNOWN, Word};

/// Sets of larger heaps are not kept.
pub(crate) const MOST_OBJECTS: usize = 128;

/// So many slots are compared at once.
const CHUNK: usize = 8;

/// What a walk finds from an object.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reached {
    pub(super) members: u128,
    /// The open slots behind which there may be more.
    pub(super) frontier: SlotSet<u64>,
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
    /// The heap at hand has a value in a slot that is open where they were found.
    supposed: Supposed,
}

/// What an open slot is supposed to hold. One edge more adds to a set what is behind it, if the set
/// has its start: so the sets need not be found again for each value.
#[derive(Debug, Default)]
struct Supposed {
    is_in_force: bool,
    /// What was found is of the heap where the slot is open.
    is_followed: bool,
    /// The object of the slot, its number, and what it leads to.
    from: usize,
    slot: usize,
    to: Option<usize>,
    /// By walk: the objects behind which there may be more, whatever that slot holds; `None`: it
    /// does not follow the slot.
    open: Vec<Option<u128>>,
}

/// One version of a heap.
#[derive(Debug, Default)]
struct SeenHeap {
    objects: Vec<Header>,
    slots: Vec<Word>,
    /// What had changed when it was compared last with the heap at hand.
    changes: Vec<Change>,
}

/// What is not as it was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Changes {
    /// These objects are others, or no longer there.
    others: u128,
    /// One of these is of another type: who leads to it may depend on that, without a look at it.
    has_other_types: bool,
    slots: SlotSet<u128>,
}

impl Changes {
    /// Has one of these slots changed, or one of their objects?
    pub(crate) fn concern(&self, slots: SlotSet<u128>) -> bool {
        self.has_other_types || slots.meets(self.slots) || slots.has_object_of(self.others)
    }
}

/// A slot that holds something else. (Those of objects that are new to a heap are among them by
/// chance only.)
#[derive(Clone, Copy, Debug)]
struct Change {
    object: usize,
    slot: usize,
}

impl ReachTables {
    /// The heap may be another one from now on.
    pub(super) fn invalidate(&mut self) {
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

    /// This slot of the heap at hand is open. What it may hold is supposed in turn; `false`: there
    /// are too many objects.
    pub(super) fn prepare(&mut self, state: &State, object: usize, slot: u32) -> bool {
        let supposed = &mut self.now.supposed;
        (supposed.from, supposed.slot, supposed.is_followed) = (object, slot as usize, false);
        state.objects.len() <= MOST_OBJECTS
    }

    /// The heap at hand is the one that was prepared, but that the slot leads to this object, or
    /// nowhere.
    pub(super) fn suppose(&mut self, to: Option<usize>) {
        (self.now.supposed.is_in_force, self.now.supposed.to) = (true, to);
        self.now.is_up_to_date = self.now.supposed.is_followed;
    }

    /// The slot is open again.
    pub(super) fn end_supposition(&mut self) {
        self.now.supposed.is_in_force = false;
    }

    /// Leaves only what is so in the heap at hand, but for what is supposed. What has changed since
    /// the last time? `None`: that was said already. Requires: it has few objects.
    #[inline]
    pub(super) fn follow(&mut self, memory: Memory, state: &State, walks: &[Walk]) -> Option<Changes> {
        let table = self.of_mut(memory);
        (!table.is_up_to_date).then(|| match table.supposed.is_in_force {
            false => table.update(memory, state, walks),
            true => table.update_supposed(state, walks),
        })
    }
}

impl ReachTable {
    /// The members of a set that was found, and whether there may be more.
    #[inline(always)]
    pub(super) fn found(&self, walk: WalkId, object: usize) -> Option<(u128, bool)> {
        let entry = self.found_entry(walk, object).filter(|_| self.is_up_to_date)?;
        match self.supposed.is_in_force {
            true => self.with_what_is_behind(walk, entry),
            false => Some((entry.members, entry.open.is_some())),
        }
    }

    #[inline(always)]
    fn found_entry(&self, walk: WalkId, object: usize) -> Option<&Reached> {
        let place = walk.0 as usize * self.stride + object;
        self.entries.get(place).filter(|entry| object < self.stride && entry.stage == Stage::Found)
    }

    /// The same, with what the slot leads to that is supposed to hold something.
    #[inline(never)]
    fn with_what_is_behind(&self, walk: WalkId, entry: &Reached) -> Option<(u128, bool)> {
        let Supposed { from, to, open, .. } = &self.supposed;
        let open = match open[walk.0 as usize] {
            Some(open) if entry.members >> from & 1 == 1 => open,
            _ => return Some((entry.members, entry.open.is_some())),
        };
        let behind = match to {
            None => 0,
            Some(to) => self.found_entry(walk, *to)?.members,
        };
        let members = entry.members | behind;
        Some((members, members & open != 0))
    }

    pub(super) fn get(&self, walk: WalkId, object: usize) -> &Reached {
        &self.entries[walk.0 as usize * self.stride + object]
    }

    pub(super) fn put(&mut self, walk: WalkId, object: usize, reached: Reached) {
        self.entries[walk.0 as usize * self.stride + object] = reached;
    }

    /// Is an open slot supposed to hold something?
    pub(super) fn is_supposed(&self) -> bool {
        self.supposed.is_in_force
    }

    /// Finds what makes up a set with what the slot leads to that is supposed to hold something.
    /// `false`: there is a cycle.
    pub(super) fn fill_supposed(&mut self, walk: &Walk, id: WalkId, object: usize) -> bool {
        let to = self.supposed.to;
        self.fill(walk, id, object) && to.is_none_or(|to| self.fill(walk, id, to))
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

    /// Finds what a walk finds from an object, and from all that it leads to. `false`: there is a
    /// cycle.
    pub(super) fn fill(&mut self, walk: &Walk, id: WalkId, object: usize) -> bool {
        let first = id.0 as usize * self.stride;
        fill(&mut self.entries[first..first + self.stride], &self.heap, walk, object)
    }

    /// Leaves only what is so in this heap. What has changed since the last time?
    fn update(&mut self, memory: Memory, state: &State, walks: &[Walk]) -> Changes {
        self.is_up_to_date = true;
        let (count, known_count) = (state.objects.len(), self.heap.objects.len());
        let slots = match memory {
            Memory::Now => &state.slots,
            Memory::Before => &state.slots_before,
        };
        if count > self.stride || self.entries.len() < walks.len() * self.stride {
            self.stride = count.next_power_of_two().max(16);
            self.entries.clear();
            self.entries.resize(walks.len() * self.stride, Reached::default());
            self.fitting.clear();
            copy(&mut self.heap.objects, &state.objects);
            copy(&mut self.heap.slots, slots);
            return Changes { others: u128::MAX, has_other_types: true, slots: SlotSet::default() };
        }
        let (others, has_other_types) = self.heap.follow_objects(&state.objects);
        if has_other_types {
            self.entries.iter_mut().for_each(|entry| entry.stage = Stage::Unknown);
        }
        if others != 0 || count != known_count {
            self.fitting.clear();
        }
        self.heap.follow_slots(memory, slots);
        if others != 0 || !self.heap.changes.is_empty() {
            self.forget(memory, others, known_count, walks);
        }
        let changed = self.heap.changes.iter().map(|change| SlotSet::one(change.object, change.slot));
        Changes { others, has_other_types, slots: changed.fold(SlotSet::default(), SlotSet::and) }
    }

    /// The same for the heap at hand as it is where the slot is open that is supposed to hold
    /// something.
    fn update_supposed(&mut self, state: &State, walks: &[Walk]) -> Changes {
        let Supposed { from, slot, .. } = self.supposed;
        let at = state.objects[from].start as usize + slot;
        // Only if that was open last time, too, has it not changed.
        if let Some(known) = self.heap.slots.get_mut(at) {
            *known = if *known == UNKNOWN { state.slots[at] } else { UNKNOWN };
        }
        let changes = self.update(Memory::Now, state, walks);
        self.heap.slots[at] = UNKNOWN;
        let (ty, heap) = (state.objects[from].ty, &self.heap);
        // Walks over the heap before the method have a table of their own.
        let is_meant = |walk: &Walk| walk.memory == Memory::Now && walk.follows(ty, slot);
        let open = walks.iter().map(|walk| is_meant(walk).then(|| heap.open_besides(walk, from, slot)));
        self.supposed.open.clear();
        self.supposed.open.extend(open);
        self.supposed.is_followed = true;
        changes
    }

    /// Forgets the sets that may have other members now, `others` or with slots that have changed.
    /// So many objects were known.
    fn forget(&mut self, memory: Memory, others: u128, known_count: usize, walks: &[Walk]) {
        for (walk, entries) in walks.iter().zip(self.entries.chunks_exact_mut(self.stride)) {
            if walk.memory != memory {
                continue;
            }
            let changed = self.heap.changes.iter().fold(others, |changed, change| {
                let leads_elsewhere = walk.follows(self.heap.objects[change.object].ty, change.slot);
                changed | u128::from(leads_elsewhere) << change.object
            });
            if changed == 0 {
                continue;
            }
            for entry in &mut entries[..known_count] {
                if entry.members & changed != 0 || entry.stage == Stage::Started {
                    entry.stage = Stage::Unknown;
                }
            }
            for number in bits(others) {
                entries[number].stage = Stage::Unknown;
            }
        }
    }
}

impl Walk {
    /// Does it follow this slot of the objects of a type?
    fn follows(&self, ty: RuntimeType, slot: usize) -> bool {
        match self.edges.get(ty.0 as usize) {
            Some(Some(Edges::Slots(edges))) => edges.iter().any(|edge| usize::from(*edge) == slot),
            Some(Some(Edges::Elements)) => true,
            _ => false,
        }
    }
}

impl SeenHeap {
    /// Takes the objects over. Which of those that were known are others now, or no longer there?
    /// And is one of another type than the one that had its number?
    fn follow_objects(&mut self, objects: &[Header]) -> (u128, bool) {
        let pairs = || self.objects.iter().zip(objects);
        // Nearly always all are as they were: they are compared all at once.
        let differences = pairs().fold([0; 4], |differences, (known, now)| {
            let (known, now) = (known.numbers(), now.numbers());
            std::array::from_fn(|at| differences[at] | known[at] ^ now[at])
        });
        let mut others = 0;
        if differences != [0; 4] {
            let differ = pairs().enumerate().filter(|(_, (known, now))| known != now);
            others = differ.fold(0, |others, (number, _)| others | 1 << number);
        } else if self.objects.len() == objects.len() {
            return (0, false);
        }
        others = (objects.len()..self.objects.len()).fold(others, |others, gone| others | 1 << gone);
        copy(&mut self.objects, objects);
        let [types, ..] = differences;
        (others, types != 0)
    }

    /// The objects that have open slots which a walk follows, besides this one.
    fn open_besides(&self, walk: &Walk, object: usize, slot: usize) -> u128 {
        let has_open = |number: usize, header: &Header| {
            let start = start(header, walk.memory);
            let is_open = |at: usize| self.slots[start + at] == UNKNOWN && (number, at) != (object, slot);
            match walk.edges.get(header.ty.0 as usize) {
                Some(Some(Edges::Slots(edges))) => edges.iter().any(|edge| is_open(usize::from(*edge))),
                Some(Some(Edges::Elements)) => (0..header.length as usize).any(is_open),
                _ => false,
            }
        };
        let objects = self.objects.iter().enumerate();
        objects.fold(0, |bits, (number, header)| bits | u128::from(has_open(number, header)) << number)
    }

    /// Takes the slots over, and notes which have changed. Requires: the objects are those at hand.
    fn follow_slots(&mut self, memory: Memory, slots: &[Word]) {
        self.changes.clear();
        let common = self.slots.len().min(slots.len());
        if self.slots.len() != slots.len() {
            self.slots.truncate(common);
            self.slots.extend_from_slice(&slots[common..]);
        }
        // Most slots are as they were: several are compared at once.
        let ((known, known_rest), (now, now_rest)) = (self.slots.as_chunks_mut::<CHUNK>(), slots.as_chunks::<CHUNK>());
        let mut first = 0;
        for (known, now) in known.iter_mut().zip(now) {
            if known.iter().zip(now).fold(0, |differences, (known, now)| differences | known ^ now) != 0 {
                note_changes(&self.objects, memory, first, known, now, &mut self.changes);
            }
            first += CHUNK;
        }
        note_changes(&self.objects, memory, first, known_rest, now_rest, &mut self.changes);
    }
}

/// Takes slots over, the first of which is this one.
fn note_changes(
    objects: &[Header],
    memory: Memory,
    first: usize,
    known: &mut [Word],
    now: &[Word],
    changes: &mut Vec<Change>,
) {
    for (at, (known, now)) in known.iter_mut().zip(now).enumerate().filter(|(_, (known, now))| known != now) {
        *known = *now;
        changes.extend(change(objects, memory, first + at));
    }
}

/// Of which object is this slot?
fn change(objects: &[Header], memory: Memory, at: usize) -> Option<Change> {
    let object = objects.iter().position(|header| at.wrapping_sub(start(header, memory)) < header.length as usize)?;
    Some(Change { object, slot: at - start(&objects[object], memory) })
}

/// Where the slots of an object are.
fn start(header: &Header, memory: Memory) -> usize {
    match memory {
        Memory::Now => header.start as usize,
        Memory::Before => header.before as usize,
    }
}

pub(super) fn bits(mut left: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (first < MOST_OBJECTS).then_some(first)
    })
}

/// Of one walk: what it finds from an object, and from all that it leads to. `false`: there is a
/// cycle.
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
        reached.frontier = reached.frontier.and(SlotSet::one(object, slot as usize));
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
