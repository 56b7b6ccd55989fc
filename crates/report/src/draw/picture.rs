//! One heap on its way to a drawing: where each object is drawn, which objects need their names, what changed.
//!
//! Every object that is not shown as a plain value is drawn exactly once, at its *home*: at a root, in a slot of another object, or in a
//! block of its own. All other references to it show its name, and then the name stands at its home too. Names are those of the text form
//! of heaps (`Node#2`), so that drawings, values in messages, `run --heap` files and JSON speak of the same objects.

use super::shape::{Role, Shape, Siblings, Slot, forward_edges, predecessors};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use tightrope_heap::{Content, Heap, Layouts, Object, ObjectId, Value, text};
use tightrope_program::{ClassKind, FieldId, FieldKind, Program, Type};

/// What the pictures of one counterexample share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting<'a> {
    pub(super) program: &'a Program,
    pub(super) layouts: &'a Layouts,
    pub(super) shape: &'a Shape,
    /// Objects that the text around the drawing speaks of.
    pub(super) mentioned: &'a BTreeSet<String>,
    pub(super) width: usize,
}

/// Where an object is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Home {
    /// The place of the root in the heap's list.
    Root(usize),
    Slot(ObjectId, usize),
    /// In a block of its own, under its name.
    Own,
    /// Among what no root reaches.
    Unreachable,
}

/// How an object is drawn, wherever that is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A string, a box, a constant of an enum, an object without fields: a value.
    Atom,
    /// Little and without links of its own: shown inside the object that refers to it.
    Payload,
    Array,
    /// Part of a list, tree or graph.
    Structure,
    Record,
}

#[derive(Debug)]
pub(super) struct Picture<'a> {
    pub(super) setting: Setting<'a>,
    pub(super) heap: &'a Heap,
    /// The heap before the call, if this one is the heap after it.
    pub(super) old: Option<&'a Heap>,
    pub(super) names: Vec<String>,
    homes: Vec<Option<Home>>,
    /// In the order in which they are drawn.
    pub(super) own_blocks: Vec<ObjectId>,
    pub(super) unreachable: Vec<ObjectId>,
    labelled: BTreeSet<ObjectId>,
    reach: Vec<usize>,
    predecessors: Vec<Vec<ObjectId>>,
    is_reachable: Vec<bool>,
    /// Fields that no reachable object has a known value of.
    pub(super) never_seen: BTreeSet<FieldId>,
    /// Side fields that hold the same object everywhere: said once.
    pub(super) uniform: BTreeMap<FieldId, Value>,
    /// Classes whose objects stand side by side with those of other classes: they show which they are.
    mixed: BTreeSet<Type>,
    /// An object that stands for the missing children of a tree.
    pub(super) sentinel: Option<ObjectId>,
    /// Every row of siblings ends at its own start: said once.
    pub(super) has_rings: bool,
    /// Are lists that close drawn with an edge back, or with a name?
    pub(super) closes_loops: bool,
}

/// Below this depth of nesting, objects get blocks of their own.
const MOST_NESTING: usize = 3;

impl<'a> Picture<'a> {
    pub(super) fn new(setting: Setting<'a>, heap: &'a Heap, old: Option<&'a Heap>, closes_loops: bool) -> Picture<'a> {
        let count = heap.objects.len();
        let mut picture = Picture {
            setting,
            heap,
            old,
            names: text::object_names(heap, setting.program),
            homes: vec![None; count],
            own_blocks: Vec::new(),
            unreachable: Vec::new(),
            labelled: BTreeSet::new(),
            reach: Vec::new(),
            predecessors: predecessors(heap, setting.layouts, setting.shape),
            is_reachable: vec![false; count],
            never_seen: BTreeSet::new(),
            uniform: BTreeMap::new(),
            mixed: BTreeSet::new(),
            sentinel: None,
            has_rings: false,
            closes_loops,
        };
        for id in reached_from(heap.roots.iter().filter_map(|root| root.value.as_object()), |id| picture.targets(id)) {
            picture.is_reachable[id.index()] = true;
        }
        picture.reach = heap.ids().map(|id| reached_from([id], |id| picture.targets_ahead(id)).len()).collect();
        picture.sentinel = heap.ids().find(|id| picture.is_sentinel(*id));
        picture.mixed = picture.mixed_classes();
        picture.summarise_fields();
        picture.find_homes();
        picture.has_rings = picture.are_siblings_closed();
        picture.find_labels();
        picture
    }

    pub(super) fn object(&self, id: ObjectId) -> Option<&'a Object> {
        self.heap.objects.get(id.index())
    }

    /// The fields of an object, with their places in it. Arrays and strings have none.
    pub(super) fn fields(&self, id: ObjectId) -> impl Iterator<Item = (usize, FieldId, Value)> + use<'a> {
        let object = self.object(id).filter(|object| matches!(object.content, Content::Fields(_)));
        let fields = object.and_then(|object| object.ty.as_class()).map(|class| self.setting.layouts.fields(class));
        let values = object.map(Object::values).unwrap_or_default();
        fields.unwrap_or_default().iter().zip(values).enumerate().map(|(at, (field, value))| (at, *field, *value))
    }

    pub(super) fn role(&self, field: FieldId) -> Role {
        self.setting.shape.role(field)
    }

    pub(super) fn with_role(&self, id: ObjectId, role: Role) -> Vec<(usize, FieldId, Value)> {
        self.fields(id).filter(|(_, field, _)| self.role(*field) == role).collect()
    }

    pub(super) fn field_name(&self, field: FieldId) -> &'a str {
        self.setting.program.field(field).name.as_str()
    }

    pub(super) fn kind(&self, id: ObjectId) -> Kind {
        let Some(object) = self.object(id) else { return Kind::Atom };
        match object.content {
            Content::Text(_) => Kind::Atom,
            Content::Elements(_) => Kind::Array,
            Content::Fields(_) if self.is_atom(object) => Kind::Atom,
            Content::Fields(_) if !self.with_role(id, Role::Forward).is_empty() => Kind::Structure,
            Content::Fields(_) if self.is_payload(id) => Kind::Payload,
            Content::Fields(_) => Kind::Record,
        }
    }

    fn is_atom(&self, object: &Object) -> bool {
        object.values().is_empty() || self.is_enum(object.ty) || self.is_box(object.ty)
    }

    /// A constant with a body is of a subclass of its enum.
    pub(super) fn is_enum(&self, ty: Type) -> bool {
        let Some(class) = ty.as_class().map(|class| self.setting.program.class(class)) else { return false };
        let of_superclass = class.superclass.map(|parent| self.setting.program.class(parent).kind);
        class.kind == ClassKind::Enum || of_superclass == Some(ClassKind::Enum)
    }

    pub(super) fn is_box(&self, ty: Type) -> bool {
        const BOXES: &[&str] = &["Integer", "Long", "Short", "Byte", "Character", "Boolean"];
        let Some(class) = ty.as_class().map(|class| self.setting.program.class(class)) else { return false };
        class.name.strip_prefix("java.lang.").is_some_and(|name| BOXES.contains(&name))
    }

    fn is_payload(&self, id: ObjectId) -> bool {
        const MOST_FIELDS: usize = 2;
        let is_plain = |value: Value| value.as_object().is_none_or(|target| self.is_atom_object(target));
        self.fields(id).count() <= MOST_FIELDS && self.fields(id).all(|(_, _, value)| is_plain(value))
    }

    fn is_atom_object(&self, id: ObjectId) -> bool {
        self.object(id).is_none_or(|object| match object.content {
            Content::Text(_) => true,
            Content::Fields(_) => self.is_atom(object),
            Content::Elements(_) => false,
        })
    }

    pub(super) fn is_atom_value(&self, value: Value) -> bool {
        value.as_object().is_none_or(|target| self.is_atom_object(target))
    }

    pub(super) fn home(&self, id: ObjectId) -> Option<Home> {
        self.homes.get(id.index()).copied().flatten()
    }

    pub(super) fn is_home(&self, id: ObjectId, slot: Slot) -> bool {
        self.home(id) == Some(Home::Slot(slot.0, slot.1))
    }

    pub(super) fn reach(&self, value: Value) -> usize {
        value.as_object().and_then(|id| self.reach.get(id.index()).copied()).unwrap_or(0)
    }

    pub(super) fn is_labelled(&self, id: ObjectId) -> bool {
        self.labelled.contains(&id)
    }

    pub(super) fn name(&self, id: ObjectId) -> String {
        self.names.get(id.index()).cloned().unwrap_or_else(|| format!("#{}", id.0))
    }

    pub(super) fn is_reachable(&self, id: ObjectId) -> bool {
        self.is_reachable.get(id.index()).copied().unwrap_or(false)
    }

    pub(super) fn is_new(&self, id: ObjectId) -> bool {
        self.old.is_some_and(|old| id.index() >= old.objects.len())
    }

    /// What a slot held before the call, if that is something else.
    pub(super) fn former(&self, (id, position): Slot) -> Option<Value> {
        let old = self.old?.objects.get(id.index())?.values().get(position).copied()?;
        let now = self.object(id)?.values().get(position).copied()?;
        (old != now).then_some(old)
    }

    pub(super) fn is_changed(&self, slot: Slot) -> bool {
        self.former(slot).is_some()
    }

    /// What a root held before the call, if it was there and held something else.
    pub(super) fn former_root(&self, root: usize) -> Option<Value> {
        let root = self.heap.roots.get(root)?;
        let old = self.old?.root(&root.name)?;
        (old != root.value).then_some(old)
    }

    /// Structures of several classes: `Add` and `Number` under `Expression`.
    fn mixed_classes(&self) -> BTreeSet<Type> {
        let mut by_field: BTreeMap<FieldId, BTreeSet<Type>> = BTreeMap::new();
        for id in self.heap.ids() {
            for (_, field, value) in self.with_role(id, Role::Forward) {
                let ends = [Some(id), value.as_object()].into_iter().flatten().filter_map(|end| self.object(end));
                let classes = ends.map(|object| object.ty).filter(|ty| !ty.is_array());
                by_field.entry(field).or_default().extend(classes);
            }
        }
        by_field.into_values().filter(|classes| classes.len() > 1).flatten().collect()
    }

    pub(super) fn is_mixed(&self, id: ObjectId) -> bool {
        self.object(id).is_some_and(|object| self.mixed.contains(&object.ty))
    }

    /// Many links of a tree lead to it, none leads on from it, and something else than the tree knows it.
    fn is_sentinel(&self, id: ObjectId) -> bool {
        const FEWEST_LINKS: usize = 3;
        let own = self.with_role(id, Role::Forward);
        let leads_nowhere = own.iter().all(|(_, _, value)| matches!(value, Value::Null) || *value == Value::Object(id));
        let links = |source: ObjectId| {
            let links = self.with_role(source, Role::Forward);
            links.iter().filter(|(_, _, value)| *value == Value::Object(id)).count()
        };
        let is_known = |source: ObjectId| {
            let others = self.fields(source).filter(|(_, field, _)| self.role(*field) == Role::Side);
            others.into_iter().any(|(_, _, value)| value == Value::Object(id))
        };
        let incoming: usize = self.heap.ids().filter(|source| *source != id).map(links).sum();
        let is_root = self.heap.roots.iter().any(|root| root.value == Value::Object(id));
        own.len() == 2 && leads_nowhere && incoming >= FEWEST_LINKS && (is_root || self.heap.ids().any(is_known))
    }

    fn targets(&self, id: ObjectId) -> Vec<ObjectId> {
        let values = self.object(id).map(Object::values).unwrap_or_default();
        let targets = values.iter().filter_map(|value| value.as_object());
        targets.filter(|target| self.object(*target).is_some()).collect()
    }

    /// Without the ways back: from a node to its parent, from an inner object to its enclosing one.
    fn targets_ahead(&self, id: ObjectId) -> Vec<ObjectId> {
        let leads_back = |field: FieldId| {
            self.role(field) == Role::Back || self.setting.program.field(field).kind == FieldKind::Synthetic
        };
        match self.object(id).map(|object| &object.content) {
            Some(Content::Fields(_)) => {
                let ahead = self.fields(id).filter(|(_, field, _)| !leads_back(*field));
                ahead.filter_map(|(_, _, value)| value.as_object()).collect()
            }
            _ => self.targets(id),
        }
    }

    fn summarise_fields(&mut self) {
        let mut seen: BTreeMap<FieldId, Vec<Value>> = BTreeMap::new();
        for id in self.heap.ids().filter(|id| self.is_reachable(*id)) {
            for (_, field, value) in self.fields(id) {
                seen.entry(field).or_default().push(value);
            }
        }
        for (field, values) in seen {
            let first = values.first().copied().unwrap_or(Value::Unknown);
            let is_same = values.iter().all(|value| *value == first);
            if is_same && first == Value::Unknown && self.role(field) != Role::Forward {
                self.never_seen.insert(field);
            }
            let is_synthetic = self.setting.program.field(field).kind == FieldKind::Synthetic;
            let is_large = first.as_object().is_some_and(|target| self.kind(target) == Kind::Record);
            let is_side = self.role(field) == Role::Side;
            if is_same && is_side && (is_large && values.len() > 1 || is_synthetic && first.as_object().is_some()) {
                self.uniform.insert(field, first);
            }
        }
    }

    fn find_homes(&mut self) {
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

    /// Blocks of their own for what has no home yet, the largest first. Objects that nothing reaches come last.
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

    /// Gives an object a home, and all that is drawn inside it; `false` if it had one, or needs none.
    fn settle(&mut self, id: ObjectId, home: Home, depth: usize) -> bool {
        let is_free = self.homes.get(id.index()).is_some_and(Option::is_none);
        if !is_free || self.is_atom_object(id) {
            return false;
        }
        self.homes[id.index()] = Some(home);
        match self.kind(id) {
            Kind::Atom => {}
            Kind::Structure => self.settle_structure(id),
            Kind::Array => {
                self.settle_elements(id);
                self.settle_inside(id, depth);
            }
            Kind::Payload | Kind::Record => self.settle_inside(id, depth),
        }
        true
    }

    /// The nodes that an array holds are drawn there, however they are linked with each other: so a graph becomes a table.
    fn settle_elements(&mut self, array: ObjectId) {
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
            self.settle_structure(node);
        }
    }

    /// What leads furthest first: `head` takes the list, and `tail` then is a reference into it.
    fn settle_inside(&mut self, id: ObjectId, depth: usize) {
        let values = self.object(id).map(Object::values).unwrap_or_default();
        let mut inside: Vec<(usize, ObjectId)> =
            values.iter().enumerate().filter_map(|(at, value)| Some((at, value.as_object()?))).collect();
        let uniform: BTreeSet<usize> =
            self.fields(id).filter(|(_, field, _)| self.uniform.contains_key(field)).map(|(at, _, _)| at).collect();
        inside.retain(|(at, _)| !uniform.contains(at));
        inside.sort_by_key(|(_, target)| std::cmp::Reverse(self.reach(Value::Object(*target))));
        for (at, target) in inside {
            if depth < MOST_NESTING {
                self.settle(target, Home::Slot(id, at), depth + 1);
            }
        }
    }

    /// A breadth-first walk over the forward edges: each object hangs where it is nearest to the start.
    fn settle_structure(&mut self, start: ObjectId) {
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
    fn find_labels(&mut self) {
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

    /// The back fields of an object that are not what the picture shows, and what they hold. Of objects that nothing reaches, only
    /// those that the call changed.
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

    fn are_siblings_closed(&self) -> bool {
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

    /// Is this structure a chain: does every object of it have at most one forward field, and no array of links?
    pub(super) fn is_chain(&self, members: &[ObjectId]) -> bool {
        let is_link = |id: &ObjectId| {
            let forward = self.with_role(*id, Role::Forward);
            forward.len() <= 1 && !forward.iter().any(|(_, field, _)| self.setting.program.field(*field).ty.is_array())
        };
        members.iter().all(is_link)
    }

    /// The objects drawn in one structure, from its start: those whose homes hang together by forward edges.
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
        let [(_, _, Value::Object(target))] = self.with_role(last, Role::Forward)[..] else { return None };
        let mut current = last;
        let mut seen = BTreeSet::new();
        while seen.insert(current) {
            if current == target {
                return self.is_chain(&self.members(target)).then_some(target);
            }
            match self.home(current) {
                Some(Home::Slot(before, at)) if self.is_link(before, at) => current = before,
                _ => return None,
            }
        }
        None
    }

    fn is_link(&self, id: ObjectId, at: usize) -> bool {
        self.fields(id).nth(at).is_some_and(|(_, field, _)| self.role(field) == Role::Forward)
    }
}

/// All objects on paths from these, themselves included.
fn reached_from(
    starts: impl IntoIterator<Item = ObjectId>,
    targets: impl Fn(ObjectId) -> Vec<ObjectId>,
) -> BTreeSet<ObjectId> {
    let mut pending: Vec<ObjectId> = starts.into_iter().collect();
    let mut found = BTreeSet::new();
    while let Some(id) = pending.pop() {
        if found.insert(id) {
            pending.extend(targets(id));
        }
    }
    found
}
