//! Collections of the library as what they contain.
//!
//! A reader knows that a map holds keys and values. How a model of the library keeps them (nodes,
//! arrays with places to spare, counters of changes) is neither Java's way nor of interest. So a
//! collection is drawn as a row of its elements, a map as a row of keys and values in turn, and
//! what it is made of is not drawn. The objects keep their places in the heap, and so their names.
//!
//! A collection that is not in order (in the middle of a change, or with parts that nobody looked
//! at), that has a comparator, or that is of a class of the user's, is drawn as the object it is.

use std::collections::BTreeSet;
use tightrope_heap::{Content, Heap, Layouts, Object, ObjectId, Value};
use tightrope_program::{ClassId, ClassOrigin, Program};

/// How the content of a collection is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Collection {
    /// Elements one after the other: a list, a queue.
    List,
    /// Elements without an order.
    Set,
    /// Keys and values in turn.
    Map,
}

/// What an object of this class is, if it is a collection.
pub(super) fn collection(program: &Program, class: ClassId) -> Option<Collection> {
    let is = |name: &str| program.class_named(name).is_some_and(|above| program.is_subclass(class, above));
    match program.class(class).origin {
        ClassOrigin::Library if is("java.util.Map") => Some(Collection::Map),
        ClassOrigin::Library if is("java.util.Set") => Some(Collection::Set),
        ClassOrigin::Library if is("java.util.Collection") => Some(Collection::List),
        _ => None,
    }
}

/// A collection before and after a call: what each place held, what came and what went.
#[derive(Debug)]
pub(super) struct Row {
    kind: Collection,
    /// Values with their texts: two boxes of the same number are the same to a reader.
    old: Vec<(Value, String)>,
    now: Vec<(Value, String)>,
}

impl Row {
    pub(super) fn new(kind: Collection, old: Vec<(Value, String)>, now: Vec<(Value, String)>) -> Row {
        Row { kind, old, now }
    }

    /// Of a list, the parts at both ends that are still the same.
    fn ends(&self) -> (usize, usize) {
        let same = |(old, now): &(&(Value, String), &(Value, String))| old.1 == now.1;
        let first = self.old.iter().zip(&self.now).take_while(same).count();
        let rest = self.old.len().min(self.now.len()) - first;
        let last = self.old.iter().rev().zip(self.now.iter().rev()).take(rest).take_while(same).count();
        (first, last)
    }

    /// The places of a list that differ, before and now.
    fn middle(&self) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let (first, last) = self.ends();
        (first..self.old.len() - last, first..self.now.len() - last)
    }

    fn entry<'a>(entries: &'a [(Value, String)], key: &str) -> Option<&'a [(Value, String)]> {
        entries.chunks_exact(2).find(|entry| entry[0].1 == key)
    }

    /// What a place held, if that is something else.
    pub(super) fn former(&self, at: usize) -> Option<Value> {
        match self.kind {
            Collection::List => {
                let (old, now) = self.middle();
                let place = old.start + at.checked_sub(now.start)?;
                (now.contains(&at) && old.contains(&place)).then(|| self.old[place].0)
            }
            Collection::Set => None,
            // What the key led to; keys themselves come and go.
            Collection::Map => {
                let key = if at.is_multiple_of(2) { None } else { self.now.get(at - 1) }?;
                let old = &Row::entry(&self.old, &key.1)?[1];
                (old.1 != self.now.get(at)?.1).then_some(old.0)
            }
        }
    }

    pub(super) fn is_gained(&self, at: usize) -> bool {
        match self.kind {
            Collection::List => {
                let (old, now) = self.middle();
                now.contains(&at) && at - now.start >= old.len()
            }
            Collection::Set => self.now.get(at).is_some_and(|it| !self.old.iter().any(|old| old.1 == it.1)),
            Collection::Map => {
                let key = self.now.get(at - at % 2);
                key.is_some_and(|key| Row::entry(&self.old, &key.1).is_none())
            }
        }
    }

    /// Elements that are not there any more; keys with their values.
    pub(super) fn lost(&self) -> Vec<Value> {
        let lost: Vec<&(Value, String)> = match self.kind {
            Collection::List => {
                let (old, now) = self.middle();
                self.old[old].iter().skip(now.len()).collect()
            }
            Collection::Set => self.old.iter().filter(|old| !self.now.iter().any(|it| it.1 == old.1)).collect(),
            Collection::Map => {
                let is_lost = |entry: &&[(Value, String)]| Row::entry(&self.now, &entry[0].1).is_none();
                self.old.chunks_exact(2).filter(is_lost).flatten().collect()
            }
        };
        lost.into_iter().map(|(value, _)| *value).collect()
    }
}

/// What the collections of some heaps with the same objects are made of.
pub(super) fn parts(program: &Program, layouts: &Layouts, heaps: &[&Heap]) -> BTreeSet<ObjectId> {
    let of_heap = |heap| {
        let reader = Reader { program, layouts, heap };
        heap.ids().filter_map(move |id| reader.content(id)).flat_map(|(_, parts)| parts)
    };
    heaps.iter().copied().flat_map(of_heap).collect()
}

/// The heap, with collections as rows of what they contain, and without the parts that they are
/// made of, or were.
pub(super) fn with_contents(program: &Program, layouts: &Layouts, heap: &Heap, parts: &BTreeSet<ObjectId>) -> Heap {
    let reader = Reader { program, layouts, heap };
    let mut drawn = heap.clone();
    for id in heap.ids() {
        if let Some((content, _)) = reader.content(id) {
            drawn.objects[id.index()].content = Content::Elements(content);
        }
    }
    // An entry or an array that somebody else has, too, stays what it is.
    let outside = drawn.ids().filter(|id| !parts.contains(id));
    let starts = drawn.roots.iter().filter_map(|root| root.value.as_object()).chain(outside);
    let reached = super::picture::reached_from(starts, |id| targets(&drawn, id));
    for part in parts.difference(&reached).filter(|part| part.index() < heap.objects.len()) {
        drawn.objects[part.index()].content = Content::Fields(Vec::new());
    }
    drawn
}

fn targets(heap: &Heap, id: ObjectId) -> Vec<ObjectId> {
    let values = heap.objects.get(id.index()).map(Object::values).unwrap_or_default();
    values.iter().filter_map(|value| value.as_object()).filter(|id| id.index() < heap.objects.len()).collect()
}

/// What a collection contains, and the objects that it is made of.
type Contained = (Vec<Value>, Vec<ObjectId>);

struct Reader<'a> {
    program: &'a Program,
    layouts: &'a Layouts,
    heap: &'a Heap,
}

impl Reader<'_> {
    fn content(&self, id: ObjectId) -> Option<Contained> {
        let kind = collection(self.program, self.class(id)?)?;
        if !matches!(self.field(id, "comparator"), None | Some(Value::Null)) {
            return None;
        }
        // A set of the keys of a map. Views of maps have such a field, too: they are left as they
        // are.
        if let Some(map) = self.field(id, "map") {
            let map = map.as_object().filter(|map| kind == Collection::Set && self.field(*map, "map").is_none())?;
            let (pairs, mut parts) = self.content(map)?;
            parts.push(map);
            return Some((pairs.into_iter().step_by(2).collect(), parts));
        }
        match (self.field(id, "elements"), self.field(id, "keys"), self.field(id, "first")) {
            (Some(Value::Object(array)), None, None) => self.in_array(id, array),
            (None, Some(Value::Object(keys)), None) => self.in_two_arrays(keys, self.field(id, "values")?.as_object()?),
            (None, None, Some(first)) => self.linked(id, first, kind),
            _ => None,
        }
    }

    /// From `head` on, around the end of the array.
    fn in_array(&self, id: ObjectId, array: ObjectId) -> Option<Contained> {
        let all = self.elements(array)?;
        let size = match self.field(id, "size") {
            Some(size) => as_index(size)?,
            None => all.len(),
        };
        let head = match self.field(id, "head") {
            Some(head) => as_index(head)?,
            None => 0,
        };
        if size > all.len() || head > all.len() {
            return None;
        }
        Some((all.iter().cycle().skip(head).take(size).copied().collect(), vec![array]))
    }

    fn in_two_arrays(&self, keys: ObjectId, values: ObjectId) -> Option<Contained> {
        let (all_keys, all_values) = (self.elements(keys)?, self.elements(values)?);
        let pairs = all_keys.iter().zip(all_values).flat_map(|(key, value)| [*key, *value]);
        (all_keys.len() == all_values.len()).then(|| (pairs.collect(), vec![keys, values]))
    }

    /// In nodes from `first` on, as many as `size` says.
    fn linked(&self, id: ObjectId, first: Value, kind: Collection) -> Option<Contained> {
        let size = as_index(self.field(id, "size")?)?;
        let (mut content, mut nodes, mut next) = (Vec::new(), Vec::new(), first);
        while let Value::Object(node) = next {
            if nodes.len() == size {
                return None;
            }
            match kind {
                Collection::Map => content.extend([self.field(node, "key")?, self.field(node, "value")?]),
                Collection::List | Collection::Set => content.push(self.field(node, "element")?),
            }
            nodes.push(node);
            next = self.field(node, "next")?;
        }
        (next == Value::Null && nodes.len() == size).then_some((content, nodes))
    }

    fn class(&self, id: ObjectId) -> Option<ClassId> {
        self.heap.objects.get(id.index())?.ty.as_class()
    }

    /// The value of a field that the library declares.
    fn field(&self, id: ObjectId, name: &str) -> Option<Value> {
        let fields = self.layouts.fields(self.class(id)?);
        let at = fields.iter().position(|field| {
            let declared = self.program.field(*field);
            declared.name == name && self.program.class(declared.class).origin == ClassOrigin::Library
        })?;
        self.heap.objects.get(id.index())?.values().get(at).copied()
    }

    fn elements(&self, id: ObjectId) -> Option<&[Value]> {
        match &self.heap.objects.get(id.index())?.content {
            Content::Elements(elements) => Some(elements),
            _ => None,
        }
    }
}

fn as_index(value: Value) -> Option<usize> {
    match value {
        Value::Int(number) => usize::try_from(number).ok(),
        _ => None,
    }
}
