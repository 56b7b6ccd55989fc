//! SLFIELDBOUNDS (Ponzio et al., section 3.1): field bounds are computed while a predicate is
//! unfolded, without its structures. Labels are those of a depth-first walk in the order of the
//! calls.

use super::predicate::{Atom, Shapes};
use super::solve::{Frame, NodeName, Value};
use super::tree::ShapeError;
use super::unfolding::{Collected, Failure, Part};
use std::collections::{BTreeMap, BTreeSet};
use tightrope_heap::{FieldBounds, FieldValue, Label};
use tightrope_program::{ClassId, FieldId};

/// What a field of a node can hold.
#[derive(Clone, Default, Debug)]
struct Values {
    /// A case does not mention the field: it can hold anything.
    anything: bool,
    nodes: BTreeMap<ClassId, Members>,
    others: BTreeSet<Value>,
}

/// A set of small numbers.
#[derive(Clone, Default, Debug)]
struct Members(Vec<u64>);

impl Members {
    fn insert(&mut self, number: usize) {
        if self.0.len() <= number / 64 {
            self.0.resize(number / 64 + 1, 0);
        }
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Adds the numbers of another set, each `by` more.
    fn add_shifted(&mut self, other: &Members, by: usize) {
        let (words, bits) = (by / 64, by % 64);
        if self.0.len() < other.0.len() + words + 1 {
            self.0.resize(other.0.len() + words + 1, 0);
        }
        for (at, word) in other.0.iter().enumerate() {
            self.0[at + words] |= word << bits;
            if bits > 0 {
                self.0[at + words + 1] |= word >> (64 - bits);
            }
        }
    }

    fn iter(&self) -> impl Iterator<Item = u32> {
        let bits = |(at, word): (usize, &u64)| {
            let word = *word;
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| (at * 64 + bit) as u32)
        };
        self.0.iter().enumerate().flat_map(bits)
    }
}

impl Values {
    fn insert(&mut self, value: Value) {
        match value {
            Value::Node(NodeName { class, number }) => self.nodes.entry(class).or_default().insert(number as usize),
            other => drop(self.others.insert(other)),
        }
    }

    /// Adds what a call has found: numbers shifted, open parameters given.
    fn add_from(&mut self, other: &Values, frame: &Frame, given: impl Fn(usize) -> Option<Value>) {
        self.anything |= other.anything;
        for (class, members) in &other.nodes {
            let before = frame.iter().find(|(known, _)| known == class).map_or(0, |(_, before)| *before);
            self.nodes.entry(*class).or_default().add_shifted(members, before as usize);
        }
        for value in &other.others {
            match *value {
                Value::Outer(parameter) => match given(parameter) {
                    Some(value) => self.insert(value),
                    None => self.anything = true,
                },
                other => self.insert(other),
            }
        }
    }
}

/// Field bounds of all ways to unfold a predicate for one number of nodes.
#[derive(Clone, Default, Debug)]
pub(crate) struct Bound {
    /// By class and label.
    nodes: BTreeMap<ClassId, Vec<BTreeMap<FieldId, Values>>>,
}

impl Collected for Bound {
    fn assemble(part: &Part<'_, Self>) -> Result<Self, Failure> {
        let mut bound = Bound::default();
        let mut children = part.children.iter();
        for (atom, frame) in part.case.atoms.iter().zip(part.frames) {
            match atom {
                Atom::PointsTo { class, fields, .. } => {
                    let mut node = BTreeMap::new();
                    for (field, variable) in fields {
                        let mut values = Values::default();
                        match part.solution.values[*variable] {
                            Some(value) => values.insert(value),
                            None => return Err(open_field(part, *variable)),
                        }
                        node.insert(*field, values);
                    }
                    bound.nodes.entry(*class).or_default().push(node);
                }
                Atom::Call { arguments, .. } => {
                    let Some(child) = children.next() else { continue };
                    bound.append(&child.1, frame, |parameter| part.solution.values[arguments[parameter]]);
                }
            }
        }
        Ok(bound)
    }

    fn join(&mut self, other: Self) -> Result<(), Failure> {
        for (class, nodes) in other.nodes {
            let known = self.nodes.entry(class).or_default();
            if known.len() < nodes.len() {
                known.resize(nodes.len(), BTreeMap::new());
            }
            for (at, node) in nodes.into_iter().enumerate() {
                join_node(&mut known[at], &node);
            }
        }
        Ok(())
    }
}

fn open_field(part: &Part<'_, Bound>, variable: usize) -> Failure {
    let message = format!("nothing says what `{}` is", part.case.names[variable]);
    ShapeError::new(&part.case.place, message).help("leave the field out if it can hold anything").into()
}

/// A field that one side does not mention can hold anything there, unless that side has no such
/// node.
fn join_node(known: &mut BTreeMap<FieldId, Values>, other: &BTreeMap<FieldId, Values>) {
    let is_new = known.is_empty();
    for (field, values) in other {
        let is_known = known.contains_key(field);
        let entry = known.entry(*field).or_default();
        entry.anything |= !is_new && !is_known;
        entry.add_from(values, &Frame::new(), |parameter| Some(Value::Outer(parameter)));
    }
    for (field, values) in known.iter_mut() {
        values.anything |= !other.is_empty() && !other.contains_key(field);
    }
}

impl Bound {
    fn append(&mut self, other: &Bound, frame: &Frame, given: impl Fn(usize) -> Option<Value>) {
        for (class, nodes) in &other.nodes {
            let all = self.nodes.entry(*class).or_default();
            for node in nodes {
                let moved = node.iter().map(|(field, values)| {
                    let mut copy = Values::default();
                    copy.add_from(values, frame, &given);
                    (*field, copy)
                });
                all.push(moved.collect());
            }
        }
    }

    /// As field bounds of heaps with up to so many objects. Fields that no node mentions are left
    /// out.
    pub(crate) fn field_bounds(&self, shapes: &Shapes, limits: &[(ClassId, u32)]) -> FieldBounds {
        let mut bounds = FieldBounds::for_objects(limits.iter().copied());
        let mentioned = shapes.fields();
        for (class, nodes) in &self.nodes {
            for (number, node) in nodes.iter().enumerate() {
                let object = Label { class: *class, number: number as u32 };
                for (field, values) in node.iter().filter(|(field, _)| mentioned.contains(field)) {
                    if !values.anything {
                        admit_all(&mut bounds, *field, object, values);
                    }
                }
            }
        }
        bounds
    }
}

fn admit_all(bounds: &mut FieldBounds, field: FieldId, object: Label, values: &Values) {
    for (class, members) in &values.nodes {
        for number in members.iter() {
            bounds.admit(field, object, FieldValue::Object(Label { class: *class, number }));
        }
    }
    for value in &values.others {
        match value {
            Value::Null => bounds.admit(field, object, FieldValue::Null),
            Value::Number(number) => bounds.admit(field, object, FieldValue::Data(*number)),
            Value::Node(_) | Value::Outer(_) => {}
        }
    }
}
