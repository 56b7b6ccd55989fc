//! UNFOLD (Ponzio et al., Algorithm 1): all structures of a predicate, one by one. Exponential, and
//! the plain truth: what the faster ways are compared with, and the way where labels do not follow
//! the predicate.

use super::predicate::Atom;
use super::solve::{Frame, NodeName, Value, shifted};
use super::unfolding::{Collected, Failure, Part};
use tightrope_program::{ClassId, FieldId};

/// More structures are not looked at one by one.
const LARGEST_NUMBER: usize = 500_000;

/// A node with the fields that its predicate mentions.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) name: NodeName,
    pub(crate) fields: Vec<(FieldId, Value)>,
}

/// The nodes of one structure.
pub(crate) type Structure = Vec<Node>;

/// All structures of an unfolding.
#[derive(Clone, Default, Debug)]
pub(crate) struct Structures(pub(crate) Vec<Structure>);

impl Collected for Structures {
    fn assemble(part: &Part<'_, Self>) -> Result<Self, Failure> {
        let mut all: Vec<Structure> = vec![Vec::new()];
        let mut children = part.children.iter();
        for (atom, frame) in part.case.atoms.iter().zip(part.frames) {
            match atom {
                Atom::PointsTo { class, fields, .. } => {
                    let node = node(*class, fields, frame, part);
                    all.iter_mut().for_each(|structure| structure.push(node.clone()));
                }
                Atom::Call { arguments, .. } => {
                    let Some(child) = children.next() else { continue };
                    let given = |parameter: usize| part.solution.values[arguments[parameter]];
                    if all.len().saturating_mul(child.1.0.len()) > LARGEST_NUMBER {
                        return Err(Failure::TooMany);
                    }
                    let with = |structure: &Structure, more: &Structure| {
                        let moved = more.iter().map(|node| moved(node, frame, given));
                        structure.iter().cloned().chain(moved).collect::<Structure>()
                    };
                    all = all.iter().flat_map(|one| child.1.0.iter().map(move |more| with(one, more))).collect();
                }
            }
        }
        Ok(Structures(all))
    }

    fn join(&mut self, other: Self) -> Result<(), Failure> {
        self.0.extend(other.0);
        if self.0.len() > LARGEST_NUMBER { Err(Failure::TooMany) } else { Ok(()) }
    }
}

fn node(class: ClassId, fields: &[(FieldId, usize)], frame: &Frame, part: &Part<'_, Structures>) -> Node {
    let first = shifted(Value::Node(NodeName { class, number: 0 }), frame);
    let Value::Node(name) = first else { return Node { name: NodeName { class, number: 0 }, fields: Vec::new() } };
    // A field that nothing determines is left out, as if the predicate did not mention it.
    let values = fields.iter().filter_map(|(field, variable)| Some((*field, part.solution.values[*variable]?)));
    Node { name, fields: values.collect() }
}

fn moved(node: &Node, frame: &Frame, given: impl Fn(usize) -> Option<Value>) -> Node {
    let name = match shifted(Value::Node(node.name), frame) {
        Value::Node(name) => name,
        _ => node.name,
    };
    let value = |value: Value| match value {
        Value::Outer(parameter) => given(parameter),
        other => Some(shifted(other, frame)),
    };
    let fields = node.fields.iter().filter_map(|(field, held)| Some((*field, value(*held)?))).collect();
    Node { name, fields }
}
