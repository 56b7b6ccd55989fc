//! Collections of the library as objects that are there before a call.
//!
//! The models (`crates/program/library`) are ordinary classes, but not every content of their
//! fields is a list or a map. So an initial collection is laid out in one way for each number of
//! elements: the canonical one, as if it had been filled by insertions alone. What is left open are
//! the elements, keys and values; that keys differ or ascend is what the `repOk` of the model says.
//! A subclass of the user's has the layout of the collection that it extends.

use tightrope_heap::Layouts;
use tightrope_program::{ClassId, ClassOrigin, FieldId, Program};

/// How the elements of a collection lie in the heap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Layout {
    /// In an array of the object's own, from 0 on, with a place to spare.
    Array { elements: FieldId, size: FieldId, zeros: Vec<FieldId> },
    /// In nodes that are linked both ways.
    Linked { links: Links, size: FieldId, zeros: Vec<FieldId> },
    /// As the keys of a map of the object's own.
    Keys { map: FieldId, of: ClassId },
}

/// The fields of a list of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Links {
    pub node: ClassId,
    pub first: FieldId,
    pub last: FieldId,
    pub next: FieldId,
    pub previous: FieldId,
    /// What the nodes of a set hold besides keys.
    pub value: Option<FieldId>,
}

const IN_ARRAYS: &[&str] = &[
    "java.util.ArrayList",
    "java.util.ArrayDeque",
    "java.util.HashSet",
    "java.util.PriorityQueue",
    "java.util.Vector",
];

/// The class, and the class of its nodes.
const LINKED: &[(&str, &str)] = &[
    ("java.util.LinkedList", "java.util.LinkedList.Node"),
    ("java.util.HashMap", "java.util.LinkedEntries.Node"),
    ("java.util.TreeMap", "java.util.SortedEntries.Node"),
];

/// Fields that are 0 or null in every initial collection.
const ZEROS: &[&str] = &["modCount", "head", "comparator"];

/// Which class of the library stands in places of a general type. Others do where a place is
/// declared to hold them.
const STANDS_FOR: &[(&str, &[&str])] = &[
    ("java.lang.String", &["java.lang.CharSequence"]),
    ("java.util.ArrayList", &["List", "Collection", "AbstractList", "AbstractCollection", "java.lang.Iterable"]),
    ("java.util.ArrayDeque", &["Deque", "Queue"]),
    ("java.util.HashSet", &["Set", "AbstractSet"]),
    ("java.util.HashMap", &["Map", "AbstractMap"]),
    ("java.util.TreeSet", &["SortedSet", "NavigableSet"]),
    ("java.util.TreeMap", &["SortedMap", "NavigableMap"]),
    ("java.util.concurrent.locks.ReentrantLock", &["concurrent.locks.Lock"]),
];

/// Is this the class of the library that is tried in places of that type?
pub(crate) fn stands_for(program: &Program, class: ClassId, general: ClassId) -> bool {
    let found = STANDS_FOR.iter().find(|(name, _)| program.class(class).name == *name);
    let name = program.class(general).name.as_str();
    let name = name.strip_prefix("java.util.").unwrap_or(name);
    found.is_some_and(|(_, generals)| generals.contains(&name))
}

/// Is it a collection that a comparator may order?
pub(crate) fn is_sorted(program: &Program, class: ClassId) -> bool {
    let is_sorted = |name: &&str| {
        let sorted = program.class_named(name);
        sorted.is_some_and(|sorted| program.is_subclass(class, sorted))
    };
    ["java.util.TreeMap", "java.util.TreeSet", "java.util.PriorityQueue"].iter().any(is_sorted)
}

/// Is it the class of the nodes of a collection? No place outside of collections holds them.
pub(crate) fn is_node(program: &Program, class: ClassId) -> bool {
    LINKED.iter().any(|(_, node)| program.class(class).name == *node)
}

/// Is its `repOk` that of a model? Then it is assumed, and nobody owes it.
pub fn is_of_model(program: &Program, class: ClassId) -> bool {
    program.class(class).origin == ClassOrigin::Library
}

/// The layout of the objects of a class, if it is a collection.
pub fn layout(program: &Program, class: ClassId) -> Option<Layout> {
    let mut above = Some(class);
    while let Some(id) = above {
        let declared = program.class(id);
        if declared.origin == ClassOrigin::Library {
            let name = declared.name.as_str();
            let linked = LINKED.iter().find(|(known, _)| *known == name);
            if IN_ARRAYS.contains(&name) || linked.is_some() || name == "java.util.TreeSet" {
                return layout_as(program, class, linked.map(|(_, node)| *node), name);
            }
        }
        above = declared.superclass;
    }
    None
}

fn layout_as(program: &Program, class: ClassId, node: Option<&str>, collection: &str) -> Option<Layout> {
    let layouts = Layouts::new(program);
    // Of several of the same name, that of the library.
    let field = |class: ClassId, name: &str| {
        let is_it = |field: &&FieldId| {
            let declared = program.field(**field);
            declared.name == name && program.class(declared.class).origin == ClassOrigin::Library
        };
        layouts.fields(class).iter().find(is_it).copied()
    };
    if collection == "java.util.TreeSet" {
        return Some(Layout::Keys { map: field(class, "map")?, of: program.class_named("java.util.TreeMap")? });
    }
    let size = field(class, "size")?;
    let zeros = ZEROS.iter().filter_map(|name| field(class, name)).collect();
    let Some(node) = node.and_then(|node| program.class_named(node)) else {
        return Some(Layout::Array { elements: field(class, "elements")?, size, zeros });
    };
    let links = Links {
        node,
        first: field(class, "first")?,
        last: field(class, "last")?,
        next: field(node, "next")?,
        previous: field(node, "previous")?,
        value: field(node, "value"),
    };
    Some(Layout::Linked { links, size, zeros })
}
