//! One heap on its way to a drawing: where each object is drawn, which objects need their names,
//! what changed.
//!
//! Every object that is not shown as a plain value is drawn exactly once, at its *home*: at a root,
//! in a slot of another object, or in a block of its own. All other references to it show its name,
//! and then the name stands at its home too. Names are those of the text form of heaps (`Node#2`),
//! so that drawings, values in messages, `run --heap` files and JSON speak of the same objects.

use super::collections::{Collection, Row, collection};
use super::shape::{Role, Shape, Slot, predecessors};
use std::collections::{BTreeMap, BTreeSet};
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
    pub(super) homes: Vec<Option<Home>>,
    /// In the order in which they are drawn.
    pub(super) own_blocks: Vec<ObjectId>,
    pub(super) unreachable: Vec<ObjectId>,
    pub(super) labelled: BTreeSet<ObjectId>,
    reach: Vec<usize>,
    pub(super) predecessors: Vec<Vec<ObjectId>>,
    is_reachable: Vec<bool>,
    /// Fields that no reachable object has a known value of.
    pub(super) never_seen: BTreeSet<FieldId>,
    /// Side fields that hold the same object everywhere: said once.
    pub(super) uniform: BTreeMap<FieldId, Value>,
    /// Classes whose objects stand side by side with those of other classes: they show which they
    /// are.
    mixed: BTreeSet<Type>,
    /// An object that stands for the missing children of a tree.
    pub(super) sentinel: Option<ObjectId>,
    /// Every row of siblings ends at its own start: said once.
    pub(super) has_rings: bool,
    /// Are lists that close drawn with an edge back, or with a name?
    pub(super) closes_loops: bool,
}

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

    /// What a row of elements is, if it is not an array.
    pub(super) fn collection(&self, id: ObjectId) -> Option<Collection> {
        let object = self.object(id).filter(|object| matches!(object.content, Content::Elements(_)))?;
        collection(self.setting.program, object.ty.as_class()?)
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

    pub(super) fn is_atom_object(&self, id: ObjectId) -> bool {
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
        match self.row(id) {
            Some(row) => row.former(position),
            None => {
                let old = *self.old?.objects.get(id.index())?.values().get(position)?;
                (old != *self.object(id)?.values().get(position)?).then_some(old)
            }
        }
    }

    /// Is this an element that a collection did not have before the call?
    pub(super) fn is_gained(&self, (id, position): Slot) -> bool {
        self.row(id).is_some_and(|row| row.is_gained(position))
    }

    /// What a collection does not have any more, keys with their values.
    pub(super) fn lost_elements(&self, id: ObjectId) -> Vec<Value> {
        self.row(id).map(|row| row.lost()).unwrap_or_default()
    }

    /// A collection before and after the call.
    fn row(&self, id: ObjectId) -> Option<Row> {
        let kind = self.collection(id)?;
        let old = self.old?.objects.get(id.index())?;
        let (Content::Elements(old), Content::Elements(now)) = (&old.content, &self.object(id)?.content) else {
            return None;
        };
        let entries = |values: &[Value]| values.iter().map(|it| (*it, self.value_text(*it, Type::UNKNOWN))).collect();
        Some(Row::new(kind, entries(old), entries(now)))
    }

    pub(super) fn is_changed(&self, slot: Slot) -> bool {
        self.former(slot).is_some() || self.is_gained(slot)
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

    /// Many links of a tree lead to it, none leads on from it, and something else than the tree
    /// knows it.
    fn is_sentinel(&self, id: ObjectId) -> bool {
        const FEWEST_LINKS: usize = 3;
        let own = self.with_role(id, Role::Forward);
        let leads_nowhere = own.iter().all(|(_, _, value)| matches!(value, Value::Null) || *value == Value::Object(id));
        if own.len() != 2 || !leads_nowhere {
            return false;
        }
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
        incoming >= FEWEST_LINKS && (is_root || self.heap.ids().any(is_known))
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
}

/// All objects on paths from these, themselves included.
pub(super) fn reached_from(
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
