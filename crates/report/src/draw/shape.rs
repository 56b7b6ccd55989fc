//! What the fields of a class mean for a picture: which ones lead on, which ones only lead back.
//!
//! Decided by types and by what the heaps look like. A reference field from a class to itself (or
//! to a relative) carries the structure. One that always is the inverse of the others (`prev`,
//! `parent`) needs no edges of its own: the picture shows it already. Names only break ties,
//! because a small heap (one node, no links) does not tell.

use std::collections::BTreeSet;
use tightrope_heap::{Content, Heap, Layouts, ObjectId, Value};
use tightrope_program::{BaseType, ClassId, FieldId, Program, Type};

/// What a field is in a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// A primitive value: shown inside the object.
    Value,
    /// A reference to something else: data, an owner.
    Side,
    /// Leads on to the next objects of the structure.
    Forward,
    /// The inverse of the forward fields.
    Back,
}

/// The links of a node that has any number of children: to its first child, and to the next child
/// of its parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Siblings {
    pub(super) sibling: FieldId,
    pub(super) child: FieldId,
}

/// The role of each field of the program that some object has.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    roles: Vec<Role>,
    siblings: Vec<Siblings>,
    /// Back fields that lead from all children to their parent, not only from the first.
    owners: BTreeSet<FieldId>,
}

impl Shape {
    /// One shape for all pictures of a counterexample, so that they look alike.
    pub(super) fn new(program: &Program, layouts: &Layouts, heaps: &[&Heap]) -> Shape {
        let roles = program.fields.iter().map(|field| role_by_type(program, field.ty)).collect();
        let mut shape = Shape { roles, siblings: Vec::new(), owners: BTreeSet::new() };
        let classes: BTreeSet<ClassId> =
            heaps.iter().flat_map(|heap| &heap.objects).filter_map(|object| object.ty.as_class()).collect();
        for class in &classes {
            for field in layouts.fields(*class) {
                if is_self_typed(program, *field) {
                    shape.set(*field, Role::Forward);
                }
            }
        }
        for class in &classes {
            shape.find_siblings(program, layouts.fields(*class));
        }
        for class in &classes {
            shape.find_back_fields(program, layouts.fields(*class), layouts, heaps);
        }
        for class in &classes {
            shape.forget_wrong_siblings(program, layouts.fields(*class));
        }
        for class in &classes {
            shape.find_owners(program, layouts.fields(*class), layouts, heaps);
            shape.find_other_links(program, layouts.fields(*class));
        }
        shape
    }

    pub(super) fn siblings(&self, fields: &[FieldId]) -> Option<Siblings> {
        let is_of = |links: &&Siblings| fields.contains(&links.sibling) && fields.contains(&links.child);
        self.siblings.iter().find(is_of).copied()
    }

    pub(super) fn is_owner(&self, field: FieldId) -> bool {
        self.owners.contains(&field)
    }

    /// Of two links that lead on, does one lead to children and the other to siblings? Types do not
    /// tell this from a binary tree, so names have to.
    fn find_siblings(&mut self, program: &Program, fields: &[FieldId]) {
        let back = self.named_back(program, fields);
        let [first, second] = self.links(program, fields, &back)[..] else { return };
        let name = |field: FieldId| program.field(field).name.to_lowercase();
        let is_child = |field: FieldId| ["child", "down", "sub"].iter().any(|word| name(field).contains(word));
        let is_sibling = |field: FieldId| ["sibling", "brother"].iter().any(|word| name(field).contains(word));
        for (sibling, child) in [(first, second), (second, first)] {
            let is_told = is_sibling(sibling) && !is_sibling(child) || is_child(child) && !is_child(sibling);
            if is_told && self.siblings(fields).is_none() {
                self.siblings.push(Siblings { sibling, child });
            }
        }
    }

    /// A name that should lead back and does not, in these heaps, leads on: then there are more
    /// links than children and siblings.
    fn forget_wrong_siblings(&mut self, program: &Program, fields: &[FieldId]) {
        if let Some(links) = self.siblings(fields)
            && self.links(program, fields, &[]).len() != 2
        {
            self.siblings.retain(|other| *other != links);
        }
    }

    /// A `next` whose companion leads to no children is a list with other links, which are data to
    /// it.
    fn find_other_links(&mut self, program: &Program, fields: &[FieldId]) {
        let [first, second] = self.links(program, fields, &[])[..] else { return };
        let is_next = |field: FieldId| program.field(field).name.to_lowercase().starts_with("next");
        if self.siblings(fields).is_none() && is_next(first) != is_next(second) {
            self.set(if is_next(first) { second } else { first }, Role::Side);
        }
    }

    /// The forward fields without those given; none if one of them is an array.
    fn links(&self, program: &Program, fields: &[FieldId], without: &[FieldId]) -> Vec<FieldId> {
        let is_link = |field: &FieldId| self.role(*field) == Role::Forward && !without.contains(field);
        let links: Vec<FieldId> = fields.iter().copied().filter(is_link).collect();
        if links.iter().any(|field| program.field(*field).ty.is_array()) { Vec::new() } else { links }
    }

    /// Links that lead back, going by their names.
    fn named_back(&self, program: &Program, fields: &[FieldId]) -> Vec<FieldId> {
        let name = |field: &FieldId| program.field(*field).name.to_lowercase();
        let links = || fields.iter().copied().filter(|field| self.role(*field) == Role::Forward);
        // Rings of children are often linked by `left` and `right`.
        let has_children = links().any(|field| name(&field) == "child");
        links().filter(|field| leads_back(&name(field)) || has_children && name(field) == "left").collect()
    }

    /// Which back fields are the same in all siblings?
    fn find_owners(&mut self, program: &Program, fields: &[FieldId], layouts: &Layouts, heaps: &[&Heap]) {
        let Some(links) = self.siblings(fields) else { return };
        for field in fields.iter().copied() {
            if self.role(field) != Role::Back {
                continue;
            }
            let (mut owner, mut inverse) = (0, 0);
            for heap in heaps {
                for id in heap.ids() {
                    let get = |id: ObjectId, field: FieldId| value_of(heap, layouts, id, field);
                    let Some(Value::Object(next)) = get(id, links.sibling) else { continue };
                    match (get(next, field), get(id, field)) {
                        (Some(Value::Object(back)), _) if back == id => inverse += 1,
                        (Some(of_next), Some(of_this)) if of_next == of_this => owner += 1,
                        _ => {}
                    }
                }
            }
            let is_named =
                ["parent", "up", "father", "owner"].iter().any(|word| program.field(field).name.contains(word));
            if owner > inverse || owner == inverse && is_named {
                self.owners.insert(field);
            }
        }
    }

    pub(super) fn role(&self, field: FieldId) -> Role {
        self.roles.get(field.index()).copied().unwrap_or(Role::Side)
    }

    fn set(&mut self, field: FieldId, role: Role) {
        if let Some(known) = self.roles.get_mut(field.index()) {
            *known = role;
        }
    }

    /// Later fields first: of two that are each other's inverse, the first declared leads on, if
    /// the names do not say otherwise.
    fn find_back_fields(&mut self, program: &Program, fields: &[FieldId], layouts: &Layouts, heaps: &[&Heap]) {
        let named = self.named_back(program, fields);
        let others = fields.iter().rev().copied().filter(|field| !named.contains(field));
        let candidates: Vec<(FieldId, bool)> =
            named.iter().map(|field| (*field, true)).chain(others.map(|field| (field, false))).collect();
        for (field, is_named) in candidates {
            let forward = fields.iter().filter(|other| **other != field && self.role(**other) == Role::Forward);
            if self.siblings(fields).is_some_and(|links| links.sibling == field || links.child == field) {
                continue;
            }
            if self.role(field) != Role::Forward || program.field(field).ty.is_array() || forward.count() == 0 {
                continue;
            }
            self.set(field, Role::Back);
            let evidence = self.evidence(field, self.siblings(fields), layouts, heaps);
            let is_back = match is_named {
                true => evidence.inverse > evidence.other || evidence.other == 0,
                // Two edges can be each other's inverse by chance.
                false => evidence.inverse > 1 && evidence.other == 0 && evidence.missing == 0,
            };
            if !is_back {
                self.set(field, Role::Forward);
            }
        }
    }

    fn evidence(&self, field: FieldId, links: Option<Siblings>, layouts: &Layouts, heaps: &[&Heap]) -> Evidence {
        let mut evidence = Evidence::default();
        for heap in heaps {
            let before = predecessors(heap, layouts, self);
            for id in heap.ids() {
                let sources = before.get(id.index()).map(Vec::as_slice).unwrap_or_default();
                let back = value_of(heap, layouts, id, field);
                // A child has its parent from the sibling before it.
                let is_inherited = links.is_some_and(|links| {
                    let is_next = |source: &ObjectId| {
                        value_of(heap, layouts, *source, links.sibling) == Some(Value::Object(id))
                            && value_of(heap, layouts, *source, field) == back
                    };
                    sources.iter().any(is_next)
                });
                match back {
                    Some(Value::Object(target)) if sources.contains(&target) => evidence.inverse += 1,
                    Some(Value::Object(_)) if is_inherited => evidence.inverse += 1,
                    Some(Value::Object(_)) => evidence.other += 1,
                    Some(Value::Null) if !sources.is_empty() && !is_inherited => evidence.missing += 1,
                    _ => {}
                }
            }
        }
        evidence
    }
}

fn value_of(heap: &Heap, layouts: &Layouts, id: ObjectId, field: FieldId) -> Option<Value> {
    let object = heap.objects.get(id.index())?;
    object.values().get(layouts.position(object.ty.as_class()?, field)?).copied()
}

/// How far a field is the inverse of the forward fields.
#[derive(Clone, Copy, Debug, Default)]
struct Evidence {
    inverse: usize,
    other: usize,
    missing: usize,
}

fn role_by_type(program: &Program, ty: Type) -> Role {
    match ty.base {
        _ if ty.is_array() => Role::Side,
        BaseType::Class(class) if (class.index()) < program.classes.len() => Role::Side,
        _ => Role::Value,
    }
}

/// Can the field of an object of its class hold another object of that class? (`Object` fields can,
/// but are meant for data.)
fn is_self_typed(program: &Program, field: FieldId) -> bool {
    let declared = program.field(field);
    let element = if declared.ty.dims == 1 { declared.ty.element() } else { Some(declared.ty) };
    let Some(target) = element.and_then(Type::as_class) else { return false };
    let is_root = program.class(target).superclass.is_none() && program.class(target).name.starts_with("java.");
    let related = program.is_subclass(target, declared.class) || program.is_subclass(declared.class, target);
    related && !is_root && declared.kind != tightrope_program::FieldKind::Synthetic
}

fn leads_back(name: &str) -> bool {
    const NAMES: &[&str] = &["prev", "previous", "pred", "predecessor", "parent", "up", "back", "father", "before"];
    NAMES.contains(&name.trim_matches('_'))
}

/// For each object the objects with a forward edge to it, directly or through a forward array; each
/// once.
pub(super) fn predecessors(heap: &Heap, layouts: &Layouts, shape: &Shape) -> Vec<Vec<ObjectId>> {
    let mut sources: Vec<Vec<ObjectId>> = vec![Vec::new(); heap.objects.len()];
    for id in heap.ids() {
        for (_, target) in forward_edges(heap, layouts, shape, id) {
            if let Some(known) = sources.get_mut(target.index())
                && !known.contains(&id)
            {
                known.push(id);
            }
        }
    }
    sources
}

/// Where an object and a position inside it stand in a heap.
pub(super) type Slot = (ObjectId, usize);

/// The objects that the forward fields of an object lead to, and the slot that holds each. Forward
/// arrays are seen through.
pub(super) fn forward_edges(heap: &Heap, layouts: &Layouts, shape: &Shape, id: ObjectId) -> Vec<(Slot, ObjectId)> {
    let Some(object) = heap.objects.get(id.index()) else { return Vec::new() };
    let Some(class) = object.ty.as_class() else { return Vec::new() };
    let mut edges = Vec::new();
    for (position, (field, value)) in layouts.fields(class).iter().zip(object.values()).enumerate() {
        let Value::Object(target) = *value else { continue };
        if shape.role(*field) != Role::Forward {
            continue;
        }
        match heap.objects.get(target.index()).map(|found| &found.content) {
            Some(Content::Elements(elements)) => {
                let inside = elements.iter().enumerate();
                edges.extend(inside.filter_map(|(at, element)| Some(((target, at), element.as_object()?))));
            }
            Some(_) => edges.push(((id, position), target)),
            None => {}
        }
    }
    edges
}
