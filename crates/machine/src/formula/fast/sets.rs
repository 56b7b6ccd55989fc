//! What walks over the heap find, from the tables in [`crate::formula::reached`].

use crate::accelerations::Acceleration;
use crate::code::Memory;
use crate::formula::WalkId;
use crate::formula::evaluate::Evaluation;
use crate::formula::reach_cache::{MOST_OBJECTS, Reached, Stage};
use crate::formula::sets::{Objects, fitting, open_slot};
use crate::formula::workspace::Workspace;
use crate::outcome::Question;

impl Evaluation<'_, '_> {
    /// What a walk finds from an object, if the heap has few objects. `None`: it has to walk.
    pub(super) fn reached(&mut self, walk: WalkId, root: usize) -> Option<Reached> {
        let state = self.original();
        let executable = self.executable();
        if self.has_changed || state.objects.len() > MOST_OBJECTS || !executable.has(Acceleration::ReachSets) {
            return None;
        }
        let compiled = &executable.walks[walk.0 as usize];
        if compiled.memory == Memory::Before && state.objects[root].is_new() {
            return None;
        }
        if self.workspace.reached.of(compiled.memory).is_supposed() {
            return None;
        }
        self.follow_heap(compiled.memory);
        if !self.workspace.reached.of_mut(compiled.memory).fill(compiled, walk, root) {
            let set = self.walked(walk, root);
            let Objects::Few(members) = set.surely else { return None };
            let open = match set.open {
                Some(Question::Slot(request)) => Some((request.object as u32, request.slot)),
                _ => None,
            };
            let reached = Reached { members, open, frontier: set.watched.frontier, stage: Stage::Found };
            self.workspace.reached.of_mut(compiled.memory).put(walk, root, reached);
        }
        let reached = *self.workspace.reached.of(compiled.memory).get(walk, root);
        debug_assert!(self.walked(walk, root).surely == Objects::Few(reached.members), "a set of another heap");
        Some(reached)
    }

    /// Leaves only what is so in the heap at hand. Requires: it has few objects.
    #[inline]
    pub(super) fn follow_heap(&mut self, memory: Memory) {
        let (state, executable) = (self.original(), self.executable());
        if let Some(changes) = self.workspace.reached.follow(memory, state, &executable.walks)
            && memory == Memory::Now
        {
            let is_supposed = self.workspace.reached.of(memory).is_supposed();
            let Workspace { calls, calls_aside, .. } = &mut *self.workspace;
            let calls = if is_supposed { calls_aside } else { calls };
            match state.defers {
                true => calls.clear(),
                false => calls.follow(&changes),
            }
            debug_assert!(is_supposed || calls.are_of(executable, state), "a call on another heap");
        }
    }

    /// The first open slot behind which there may be more.
    pub(super) fn open_behind(&self, walk: WalkId, reached: &Reached) -> Option<Question> {
        let (object, slot) = reached.open?;
        Some(open_slot(&self.executable().walks[walk.0 as usize], object as usize, slot))
    }

    /// The members that a walk surely finds from an object, and whether there may be more. `None`:
    /// it has to walk.
    #[inline]
    pub(in crate::formula) fn reached_members(&mut self, walk: WalkId, root: usize) -> Option<(u128, bool)> {
        if !self.has_changed && self.executable().has(Acceleration::ReachSets) {
            let memory = self.executable().walks[walk.0 as usize].memory;
            let table = self.workspace.reached.of(memory);
            if let Some(found) = table.found(walk, root) {
                return Some(found);
            }
            if table.is_supposed() {
                return self.reached_by_supposition(walk, root);
            }
        }
        self.reached(walk, root).map(|reached| (reached.members, reached.open.is_some()))
    }

    /// The same, where an open slot is supposed to hold something.
    fn reached_by_supposition(&mut self, walk: WalkId, root: usize) -> Option<(u128, bool)> {
        let compiled = &self.executable().walks[walk.0 as usize];
        self.follow_heap(compiled.memory);
        if !self.workspace.reached.of_mut(compiled.memory).fill_supposed(compiled, walk, root) {
            return None;
        }
        let found = self.workspace.reached.of(compiled.memory).found(walk, root);
        debug_assert!(
            {
                let (set, found) = (self.walked(walk, root), found.unwrap_or_default());
                (set.surely, set.open.is_some()) == (Objects::Few(found.0), found.1)
            },
            "a set of another heap"
        );
        found
    }

    /// The objects at hand that can belong to what a walk finds. Requires: it has been looked for
    /// in the table.
    pub(in crate::formula) fn fitting_few(&mut self, walk: WalkId) -> u128 {
        let compiled = &self.executable().walks[walk.0 as usize];
        let bits = self.workspace.reached.of_mut(compiled.memory).fitting(compiled, walk);
        debug_assert!(fitting(self.original(), compiled) == Objects::Few(bits), "of another heap");
        bits
    }
}
