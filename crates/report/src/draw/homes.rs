//! Where each object is drawn, and which objects need their names.

use super::picture::{Home, Kind, Picture};
use super::shape::{Role, forward_edges};
use std::collections::{BTreeSet, VecDeque};
use tightrope_heap::{Object, ObjectId, Value};
use tightrope_program::FieldId;

/// Below this depth of nesting, objects get blocks of their own.
const MOST_NESTING: usize = 3;

impl Picture<'_> {
    pub(super) fn find_homes(&mut self) {
        let mut roots: Vec<usize> = (0..self.heap.roots.len()).collect();
        roots.sort_by_key(|root| std::cmp::Reverse(self.reach(self.heap.roots[*root].value)));
        for root in roots {
            if let Some(target) = self.heap.roots[root].value.as_object() {
                self.settle(target, Home::Root(root), 0);
            }
        }
        self.settle_rest(true);
        self.settle_rest(false);
    }

    /// Blocks of their own for what has no home yet, the largest first. Objects that nothing
    /// reaches come last.
    fn settle_rest(&mut self, reachable: bool) {
        let mut rest: Vec<ObjectId> =
            self.heap.ids().filter(|id| self.is_reachable(*id) == reachable && !self.is_atom_object(*id)).collect();
        rest.sort_by_key(|id| std::cmp::Reverse(self.reach(Value::Object(*id))));
        for id in rest {
            let home = if reachable { Home::Own } else { Home::Unreachable };
            if self.settle(id, home, 0) {
                if reachable { self.own_blocks.push(id) } else { self.unreachable.push(id) }
            }
        }
    }

    /// Gives an object a home, and all that is drawn inside it; `false` if it had one, or needs
    /// none.
    fn settle(&mut self, id: ObjectId, home: Home, depth: usize) -> bool {
        let is_free = self.homes.get(id.index()).is_some_and(Option::is_none);
        if !is_free || self.is_atom_object(id) {
            return false;
        }
        self.homes[id.index()] = Some(home);
        match self.kind(id) {
            Kind::Atom => {}
            Kind::Structure => self.settle_structure(id, depth),
            Kind::Array => {
                self.settle_elements(id, depth);
                self.settle_inside(id, depth);
            }
            Kind::Payload | Kind::Record => self.settle_inside(id, depth),
        }
        true
    }

    /// The nodes that an array holds are drawn there, however they are linked with each other: so a
    /// graph becomes a table.
    fn settle_elements(&mut self, array: ObjectId, depth: usize) {
        let values = self.object(array).map(Object::values).unwrap_or_default();
        let mut nodes = Vec::new();
        for (at, value) in values.iter().enumerate() {
            let Some(target) = value.as_object() else { continue };
            if self.home(target).is_none() && self.kind(target) == Kind::Structure {
                self.homes[target.index()] = Some(Home::Slot(array, at));
                nodes.push(target);
            }
        }
        for node in nodes {
            self.settle_structure(node, depth + 1);
        }
    }

    /// What leads furthest first: `head` takes the list, and `tail` then is a reference into it. A
    /// collection has what nobody else has: a map knows the nodes of a list by name.
    fn settle_inside(&mut self, id: ObjectId, depth: usize) {
        let values = self.object(id).map(Object::values).unwrap_or_default();
        let mut inside: Vec<(usize, ObjectId)> =
            values.iter().enumerate().filter_map(|(at, value)| Some((at, value.as_object()?))).collect();
        let is_elsewhere = |field: FieldId| self.uniform.contains_key(&field) || self.role(field) != Role::Side;
        let elsewhere: BTreeSet<usize> =
            self.fields(id).filter(|(_, field, _)| is_elsewhere(*field)).map(|(at, _, _)| at).collect();
        inside.retain(|(at, _)| !elsewhere.contains(at));
        let order = |target| (self.collection(target).is_some(), std::cmp::Reverse(self.reach(Value::Object(target))));
        inside.sort_by_key(|(_, target)| order(*target));
        for (at, target) in inside {
            if depth < MOST_NESTING {
                self.settle(target, Home::Slot(id, at), depth + 1);
            }
        }
    }

    /// A breadth-first walk over the forward edges: each object hangs where it is nearest to the
    /// start.
    fn settle_structure(&mut self, start: ObjectId, depth: usize) {
        let mut queue = VecDeque::from([start]);
        while let Some(id) = queue.pop_front() {
            self.settle_small_data(id);
            for ((holder, at), target) in forward_edges(self.heap, self.setting.layouts, self.setting.shape, id) {
                let is_foreign_array = holder != id && !self.claim_array(holder, id);
                let is_value = self.is_atom_object(target) || self.sentinel == Some(target);
                let is_free = self.home(target).is_none() && !is_value;
                if is_free && !is_foreign_array {
                    self.homes[target.index()] = Some(Home::Slot(holder, at));
                    queue.push_back(target);
                }
            }
        }
        let members = self.members(start);
        if self.is_chain(&members) {
            // A chain has room below its nodes for what they hold.
            members.into_iter().for_each(|id| self.settle_inside(id, depth + 1));
        }
    }

    /// An array of links belongs to the first object that has it. Is that this one?
    fn claim_array(&mut self, array: ObjectId, owner: ObjectId) -> bool {
        let slot = self.fields(owner).find(|(_, _, value)| *value == Value::Object(array)).map(|(at, _, _)| at);
        let Some(slot) = slot else { return false };
        if self.home(array).is_none() {
            self.homes[array.index()] = Some(Home::Slot(owner, slot));
        }
        self.is_home(array, (owner, slot))
    }

    /// Data that is shown inside a node.
    fn settle_small_data(&mut self, id: ObjectId) {
        let uniform = |field: &FieldId| self.uniform.contains_key(field);
        let fields: Vec<(usize, FieldId, Value)> = self.fields(id).filter(|(_, field, _)| !uniform(field)).collect();
        for (at, field, value) in fields {
            let Some(target) = value.as_object().filter(|target| self.home(*target).is_none()) else { continue };
            let is_small = match self.kind(target) {
                Kind::Payload => true,
                Kind::Array => {
                    self.is_short_array(target) || self.role(field) == Role::Forward && self.is_empty(target)
                }
                _ => false,
            };
            if is_small {
                self.homes[target.index()] = Some(Home::Slot(id, at));
            }
        }
    }

    fn is_empty(&self, id: ObjectId) -> bool {
        self.object(id).is_some_and(|object| object.values().is_empty())
    }

    pub(super) fn is_short_array(&self, id: ObjectId) -> bool {
        const MOST_ELEMENTS: usize = 8;
        let values = self.object(id).map(Object::values).unwrap_or_default();
        values.len() <= MOST_ELEMENTS && values.iter().all(|value| self.is_atom_value(*value))
    }

    /// Whoever is referred to from elsewhere than its home needs its name there.
    pub(super) fn find_labels(&mut self) {
        let mut labelled: BTreeSet<ObjectId> = self.own_blocks.iter().copied().collect();
        for (index, root) in self.heap.roots.iter().enumerate() {
            let joined = root.value.as_object().and_then(|id| self.home(id));
            let is_joined = matches!(joined, Some(Home::Root(other)) if self.heap.roots[other].value == root.value);
            if let Some(id) = root.value.as_object()
                && self.home(id) != Some(Home::Root(index))
                && !is_joined
            {
                labelled.insert(id);
            }
        }
        for id in self.heap.ids().filter(|id| self.home(*id).is_some()) {
            labelled.extend(self.names_needed_by(id));
        }
        labelled.extend(self.sentinel);
        labelled.extend(self.uniform.values().filter_map(|value| value.as_object()));
        labelled.extend(self.unreachable.iter().copied().filter(|id| !self.is_new(*id)));
        let is_mentioned = |id: &ObjectId| self.setting.mentioned.contains(&self.name(*id));
        labelled.extend(self.heap.ids().filter(is_mentioned));
        labelled.retain(|id| !self.is_atom_object(*id));
        self.labelled = labelled;
    }

    /// The objects whose names stand in the drawing of an object.
    fn names_needed_by(&self, id: ObjectId) -> Vec<ObjectId> {
        let mut needed = Vec::new();
        let values = self.object(id).map(Object::values).unwrap_or_default();
        for (at, value) in values.iter().enumerate() {
            let Some(target) = value.as_object() else { continue };
            let field = self.fields(id).nth(at).map(|(_, field, _)| field);
            if field.is_some_and(|field| self.role(field) == Role::Back || self.uniform.contains_key(&field)) {
                continue;
            }
            if self.sentinel == Some(target) && self.is_link(id, at) {
                continue;
            }
            if self.has_rings && self.closes_ring(id, at) {
                continue;
            }
            let is_loop = self.closes_loops && self.chain_closes_at(id) == Some(target);
            if !self.is_home(target, (id, at)) && !is_loop {
                needed.push(target);
            }
        }
        for (_, target) in self.deviations(id) {
            needed.push(id);
            needed.extend(target.as_object());
        }
        needed
    }
}
