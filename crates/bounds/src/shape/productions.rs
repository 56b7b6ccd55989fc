//! A predicate as a grammar of trees: which kinds of subtrees there are, and how each is made of
//! smaller ones.
//!
//! A kind is a predicate together with what it says of its parameters; how many nodes there are is
//! forgotten, so there are few kinds (for AVL trees, the heights). Only tree-like predicates are
//! such grammars: each case has one node at most, each part hangs on one field of it, and no part
//! tells where other nodes than its root are.

use super::predicate::{Atom, Shapes};
use super::solve::{NodeName, Tuple, Value};
use super::unfolding::{Collected, Failure, Part, Unfolding, next_sizes};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use tightrope_heap::Layouts;
use tightrope_program::{ClassId, FieldId};

/// A predicate, and what an unfolding of it says of its parameters.
pub(crate) type Kind = (usize, Tuple);

/// What a field of a node holds, seen from the node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Held {
    Null,
    Number(i64),
    Itself,
    /// The root of this child.
    Child(usize),
    /// A parameter that whoever hangs the subtree up gives.
    Given(usize),
}

/// A subtree that hangs on a node.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Child {
    pub(crate) kind: Kind,
    /// What the node gives for the parameters.
    pub(crate) given: Vec<Option<Held>>,
}

/// One way to make a subtree with a root.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Production {
    pub(crate) class: ClassId,
    /// The fields of the root; those that hold children stand in the order of the layout.
    pub(crate) fields: Vec<(FieldId, Held)>,
    /// Those that are not empty, in the order of the fields.
    pub(crate) children: Vec<Child>,
}

/// What was seen of the ways to unfold a predicate.
#[derive(Clone, Default, Debug)]
pub(crate) struct Seen {
    productions: BTreeSet<Production>,
    /// Something was met that is not tree-like.
    is_no_tree: bool,
}

impl Collected for Seen {
    fn assemble(part: &Part<'_, Self>) -> Result<Self, Failure> {
        Ok(match production(part) {
            Ok(production) => Seen { productions: production.into_iter().collect(), is_no_tree: false },
            Err(NoTree) => Seen { productions: BTreeSet::new(), is_no_tree: true },
        })
    }

    fn join(&mut self, other: Self) -> Result<(), Failure> {
        self.productions.extend(other.productions);
        self.is_no_tree |= other.is_no_tree;
        Ok(())
    }
}

struct NoTree;

/// The root of an unfolding: the one node that its parameters may name.
fn root_parameter(tuple: &Tuple) -> Result<Option<usize>, NoTree> {
    let is_node = |value: &Value| matches!(value, Value::Node(_));
    let mut nodes = (0..tuple.values.len()).filter(|&at| is_node(&tuple.values[at]));
    match (nodes.next(), nodes.next()) {
        (None, _) => Ok(None),
        (Some(at), None) if matches!(tuple.values[at], Value::Node(NodeName { number: 0, .. })) => Ok(Some(at)),
        _ => Err(NoTree),
    }
}

/// The production of one way to satisfy a case; `None` if it has no node.
fn production(part: &Part<'_, Seen>) -> Result<Option<Production>, NoTree> {
    root_parameter(&part.solution.tuple)?;
    if !part.solution.tuple.differ.is_empty() {
        return Err(NoTree);
    }
    let mut nodes = part.case.atoms.iter().filter_map(|atom| match atom {
        Atom::PointsTo { from, class, fields } => Some((*from, *class, fields)),
        Atom::Call { .. } => None,
    });
    let (node, more) = (nodes.next(), nodes.next());
    let Some((from, class, fields)) = node else {
        return if part.case.atoms.is_empty() { Ok(None) } else { Err(NoTree) };
    };
    if more.is_some() || !matches!(part.case.atoms.first(), Some(Atom::PointsTo { .. })) {
        return Err(NoTree);
    }
    let calls = part.case.atoms.iter().filter_map(|atom| match atom {
        Atom::Call { predicate, arguments } => Some((*predicate, arguments)),
        Atom::PointsTo { .. } => None,
    });
    let calls: Vec<(usize, &Vec<usize>)> = calls.collect();
    // The value by which each child that is not empty is known.
    let mut roots: Vec<(usize, Option<Value>)> = Vec::new();
    for (at, (child, (_, arguments))) in part.children.iter().zip(&calls).enumerate() {
        if let Some(parameter) = root_parameter(&child.0)? {
            roots.push((at, part.solution.values[arguments[parameter]]));
        }
    }
    order_of_fields(part, fields, &mut roots)?;
    let held = |value: Value| {
        let child = roots.iter().position(|(_, root)| *root == Some(value));
        match value {
            Value::Null => Ok(Held::Null),
            Value::Number(number) => Ok(Held::Number(number)),
            Value::Outer(parameter) => Ok(Held::Given(parameter)),
            _ if part.solution.values[from] == Some(value) => Ok(Held::Itself),
            Value::Node(_) => child.map(Held::Child).ok_or(NoTree),
        }
    };
    let mut children = Vec::new();
    for (at, _) in &roots {
        let (predicate, arguments) = &calls[*at];
        let given = arguments.iter().map(|argument| part.solution.values[*argument].map(held).transpose());
        let given = given.collect::<Result<Vec<_>, _>>()?;
        children.push(Child { kind: (*predicate, part.children[*at].0.clone()), given });
    }
    let mut resolved = Vec::new();
    for (field, variable) in fields {
        resolved.push((*field, held(part.solution.values[*variable].ok_or(NoTree)?)?));
    }
    Ok(Some(Production { class, fields: resolved, children }))
}

/// Puts the children into the order of the fields that hold them. Each must be held exactly once.
fn order_of_fields(
    part: &Part<'_, Seen>,
    fields: &[(FieldId, usize)],
    roots: &mut [(usize, Option<Value>)],
) -> Result<(), NoTree> {
    let place = |root: Option<Value>| {
        let mut places = fields.iter().enumerate().filter(|(_, (_, held))| part.solution.values[*held] == root);
        match (places.next(), places.next()) {
            (Some((at, _)), None) => Ok(at),
            _ => Err(NoTree),
        }
    };
    let mut placed: Vec<(usize, (usize, Option<Value>))> = Vec::new();
    for root in roots.iter() {
        placed.push((place(root.1)?, *root));
    }
    placed.sort_unstable_by_key(|(at, _)| *at);
    roots.iter_mut().zip(placed).for_each(|(root, (_, other))| *root = other);
    Ok(())
}

/// A grammar of trees.
#[derive(Clone, Debug)]
pub(crate) struct Grammar {
    /// Ways to make the object that the shape is bound to; its tree is its only child, if there is
    /// one.
    pub(crate) tops: BTreeSet<Production>,
    pub(crate) productions: BTreeMap<Kind, BTreeSet<Production>>,
}

/// The grammar of a shape, for up to so many nodes; `None` if the shape is not tree-like.
pub(crate) fn grammar(
    shapes: &Shapes,
    root: usize,
    limits: &[(ClassId, u32)],
    layouts: &Layouts,
    deadline: Option<Instant>,
) -> Result<Option<Grammar>, Failure> {
    let mut unfolding: Unfolding<'_, Seen> = Unfolding::new(shapes, root, deadline);
    let limit = |class: &ClassId| limits.iter().find(|(other, _)| other == class).map_or(0, |(_, limit)| *limit);
    let most: Vec<u32> = unfolding.classes.iter().map(limit).collect();
    let mut grammar = Grammar { tops: BTreeSet::new(), productions: BTreeMap::new() };
    let mut is_tree = true;
    let mut sizes = vec![0; most.len()];
    loop {
        for entry in unfolding.entries(root, &sizes)?.iter() {
            grammar.tops.extend(entry.1.productions.iter().cloned());
        }
        if !next_sizes(&mut sizes, &most) {
            break;
        }
    }
    for (predicate, entry) in unfolding.all() {
        is_tree &= !entry.1.is_no_tree;
        let kind = (predicate, entry.0.clone());
        grammar.productions.entry(kind).or_default().extend(entry.1.productions.iter().cloned());
    }
    let is_tree = is_tree && grammar.has_layout_order(layouts) && grammar.has_one_tree();
    Ok(is_tree.then_some(grammar))
}

impl Grammar {
    fn all(&self) -> impl Iterator<Item = &Production> {
        self.tops.iter().chain(self.productions.values().flatten())
    }

    /// Whether children are listed in the order in which a walk through the heap meets them.
    fn has_layout_order(&self, layouts: &Layouts) -> bool {
        self.all().all(|production| {
            let place = |field: FieldId| layouts.position(production.class, field);
            let children = production.fields.iter().filter(|(_, held)| matches!(held, Held::Child(_)));
            children.map(|(field, _)| place(*field)).is_sorted()
        })
    }

    /// Whether there is one tree, all of one class, and what is given to subtrees comes from right
    /// above.
    fn has_one_tree(&self) -> bool {
        let tops: BTreeSet<ClassId> = self.tops.iter().map(|top| top.class).collect();
        let below = self.productions.iter().filter(|(_, ways)| !ways.iter().any(|way| self.tops.contains(way)));
        let classes: BTreeSet<ClassId> = below.flat_map(|(_, ways)| ways).map(|way| way.class).collect();
        let handed_on = |child: &Child| {
            let uses = self.productions.get(&child.kind).into_iter().flatten();
            uses.flat_map(|way| &way.fields).any(|(_, held)| match held {
                Held::Given(at) => {
                    !matches!(child.given.get(*at), Some(Some(Held::Null | Held::Number(_) | Held::Itself)))
                }
                _ => false,
            })
        };
        self.tops.iter().all(|top| top.children.len() <= 1)
            && classes.len() <= 1
            && tops.is_disjoint(&classes)
            && !self.all().flat_map(|way| &way.children).any(handed_on)
    }
}
