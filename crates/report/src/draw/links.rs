//! What the links of a drawn structure say: chains and where they close, siblings and their rings,
//! back fields and whether they are as drawn.

use super::picture::{Home, Kind, Picture};
use super::shape::{Role, Siblings, forward_edges};
use std::collections::BTreeSet;
use tightrope_heap::{ObjectId, Value};
use tightrope_program::FieldId;

impl Picture<'_> {
    /// The back fields of an object that are not what the picture shows, and what they hold. Of
    /// objects that nothing reaches, only those that the call changed.
    pub(super) fn deviations(&self, id: ObjectId) -> Vec<(usize, Value)> {
        let is_of_interest = |at: usize| self.is_reachable(id) || self.is_changed((id, at));
        let is_told = |field: &FieldId| self.never_seen.contains(field);
        let back = self.with_role(id, Role::Back).into_iter().filter(|(_, field, _)| !is_told(field));
        let deviating = back.filter(|(at, field, value)| is_of_interest(*at) && !self.is_as_drawn(id, *field, *value));
        deviating.map(|(at, _, value)| (at, value)).collect()
    }

    fn is_as_drawn(&self, id: ObjectId, field: FieldId, value: Value) -> bool {
        if self.setting.shape.is_owner(field) {
            return value == self.drawn_parent(id).map_or(Value::Null, Value::Object);
        }
        let before = self.predecessors.get(id.index()).map(Vec::as_slice).unwrap_or_default();
        let before: Vec<ObjectId> = match self.siblings(id) {
            Some(links) => before.iter().copied().filter(|source| self.has_link(*source, links.sibling, id)).collect(),
            None => before.to_vec(),
        };
        match (value, before.as_slice()) {
            (null, _) if self.sentinel == Some(id) => null == Value::Null,
            (outside, []) => outside == self.sentinel.map_or(Value::Null, Value::Object),
            (Value::Object(target), [only]) => target == *only,
            _ => false,
        }
    }

    fn has_link(&self, source: ObjectId, link: FieldId, target: ObjectId) -> bool {
        self.fields(source).any(|(_, field, value)| field == link && value == Value::Object(target))
    }

    /// What a back field is when it is nothing special.
    pub(super) fn usual_meaning(&self, id: ObjectId, field: FieldId) -> String {
        match self.siblings(id) {
            Some(links) if !self.setting.shape.is_owner(field) => {
                format!("the inverse of {}", self.field_name(links.sibling))
            }
            _ => "as drawn".to_owned(),
        }
    }

    pub(super) fn siblings(&self, id: ObjectId) -> Option<Siblings> {
        let class = self.object(id)?.ty.as_class()?;
        self.setting.shape.siblings(self.setting.layouts.fields(class))
    }

    /// The first of the row of siblings that a node is drawn in.
    fn first_sibling(&self, id: ObjectId, links: Siblings) -> ObjectId {
        let mut seen = BTreeSet::new();
        let mut current = id;
        while seen.insert(current) {
            match self.home(current) {
                Some(Home::Slot(holder, at))
                    if self.fields(holder).nth(at).is_some_and(|(_, field, _)| field == links.sibling) =>
                {
                    current = holder;
                }
                _ => break,
            }
        }
        current
    }

    /// Does this slot lead from the last sibling of a row to the first?
    pub(super) fn closes_ring(&self, id: ObjectId, at: usize) -> bool {
        let Some(links) = self.siblings(id) else { return false };
        match self.fields(id).nth(at) {
            Some((_, field, Value::Object(target))) if field == links.sibling => {
                !self.is_home(target, (id, at)) && target == self.first_sibling(id, links)
            }
            _ => false,
        }
    }

    pub(super) fn are_siblings_closed(&self) -> bool {
        let with_siblings = self.heap.ids().filter_map(|id| Some((id, self.siblings(id)?)));
        let mut ends = with_siblings.filter_map(|(id, links)| {
            let (at, _, value) = self.fields(id).find(|(_, field, _)| *field == links.sibling)?;
            let goes_on = value.as_object().is_some_and(|target| self.is_home(target, (id, at)));
            (!goes_on).then_some((id, at))
        });
        let mut found = false;
        ends.all(|(id, at)| {
            found = true;
            self.closes_ring(id, at)
        }) && found
    }

    /// The node under which a node is drawn, itself or the siblings before it.
    fn drawn_parent(&self, id: ObjectId) -> Option<ObjectId> {
        let links = self.siblings(id)?;
        let mut seen = BTreeSet::new();
        let mut current = id;
        while seen.insert(current) {
            let Some(Home::Slot(holder, at)) = self.home(current) else { return None };
            match self.fields(holder).nth(at) {
                Some((_, field, _)) if field == links.sibling => current = holder,
                Some((_, field, _)) if field == links.child => return Some(holder),
                _ => return None,
            }
        }
        None
    }

    /// Is this structure a chain: does every object of it have at most one forward field, and no
    /// array of links?
    pub(super) fn is_chain(&self, members: &[ObjectId]) -> bool {
        let is_link = |id: &ObjectId| {
            let forward = self.with_role(*id, Role::Forward);
            forward.len() <= 1 && !forward.iter().any(|(_, field, _)| self.setting.program.field(*field).ty.is_array())
        };
        members.iter().all(is_link)
    }

    /// Is something drawn below the nodes of a chain?
    pub(super) fn is_tall(&self, members: &[ObjectId]) -> bool {
        members.iter().any(|id| !self.held_below(*id).is_empty())
    }

    /// The slots of a node whose objects are drawn below it.
    pub(super) fn held_below(&self, id: ObjectId) -> Vec<(usize, FieldId, ObjectId)> {
        let sides = self.with_role(id, Role::Side).into_iter();
        let objects = sides.filter_map(|(at, field, value)| Some((at, field, value.as_object()?)));
        objects.filter(|(at, _, target)| self.is_home(*target, (id, *at)) && !self.is_inline(*target)).collect()
    }

    pub(super) fn is_inline(&self, id: ObjectId) -> bool {
        match self.kind(id) {
            Kind::Atom | Kind::Payload => true,
            Kind::Array => self.is_short_array(id),
            Kind::Structure | Kind::Record => false,
        }
    }

    /// The objects drawn in one structure, from its start: those whose homes hang together by
    /// forward edges.
    pub(super) fn members(&self, start: ObjectId) -> Vec<ObjectId> {
        let mut found = vec![start];
        let mut next = 0;
        while let Some(id) = found.get(next).copied() {
            next += 1;
            for (slot, target) in forward_edges(self.heap, self.setting.layouts, self.setting.shape, id) {
                if self.is_home(target, slot) && !found.contains(&target) {
                    found.push(target);
                }
            }
        }
        found
    }

    /// If the object is the last one of a chain that leads back into itself: where to.
    pub(super) fn chain_closes_at(&self, last: ObjectId) -> Option<ObjectId> {
        let [(at, _, Value::Object(target))] = self.with_role(last, Role::Forward)[..] else { return None };
        if self.is_home(target, (last, at)) {
            return None;
        }
        let mut walked = vec![last];
        let mut start = last;
        while let Some(Home::Slot(before, at)) = self.home(start)
            && self.is_link(before, at)
            && !walked.contains(&before)
        {
            walked.push(before);
            start = before;
        }
        let members = self.members(start);
        (walked.contains(&target) && self.is_chain(&members) && !self.is_tall(&members)).then_some(target)
    }

    pub(super) fn is_link(&self, id: ObjectId, at: usize) -> bool {
        self.fields(id).nth(at).is_some_and(|(_, field, _)| self.role(field) == Role::Forward)
    }
}
