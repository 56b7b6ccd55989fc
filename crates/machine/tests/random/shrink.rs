//! Cuts a program down while what is wrong with it stays.
//!
//! Greedy: every round tries many cuts at once (so that one run of `javac` judges them all), then
//! those that kept the difference together, and goes on from the smallest program that still shows
//! it.

use super::tree::{Node, Part, Role};

/// One part of a program replaced by something smaller.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    /// The way to the part: positions among the parts, from the root.
    place: Vec<usize>,
    smaller: Node,
}

impl Cut {
    fn overlaps(&self, other: &Cut) -> bool {
        self.place.starts_with(&other.place) || other.place.starts_with(&self.place)
    }
}

/// All cuts of the program, the most daring ones first.
pub(crate) fn cuts(program: &Node) -> Vec<Cut> {
    let mut places = Vec::new();
    collect(program, &mut Vec::new(), &mut places);
    let mut found = Vec::new();
    for place in &places {
        let Some(node) = at(program, place) else { continue };
        for smaller in replacements(node) {
            found.push((size(node) - size(&smaller).min(size(node)), Cut { place: place.clone(), smaller }));
        }
    }
    found.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
    found.into_iter().map(|(_, cut)| cut).collect()
}

/// Sets of cuts that can be made together: all, both halves, the quarters and so on, and the first
/// one alone.
pub(crate) fn combinations(cuts: &[Cut]) -> Vec<Vec<Cut>> {
    let mut together: Vec<Cut> = Vec::new();
    for cut in cuts {
        if !together.iter().any(|other| other.overlaps(cut)) {
            together.push(cut.clone());
        }
    }
    let mut sets = Vec::new();
    let mut length = together.len();
    while length > 1 {
        sets.extend(together.chunks(length).map(<[Cut]>::to_vec));
        length = length.div_ceil(2);
    }
    sets.extend(together.first().map(|first| vec![first.clone()]));
    sets
}

/// The program with the cuts. Requires: they do not overlap.
pub(crate) fn apply(program: &Node, cuts: &[Cut]) -> Node {
    cuts.iter().fold(program.clone(), |tree, cut| replaced(&tree, &cut.place, cut.smaller.clone()))
}

/// The number of characters that a reader sees.
pub(crate) fn size(node: &Node) -> usize {
    let own = |part: &Part| match part {
        Part::Text(text) => text.len(),
        Part::Child(child) => size(child),
    };
    node.parts.iter().map(own).sum()
}

fn collect(node: &Node, path: &mut Vec<usize>, places: &mut Vec<Vec<usize>>) {
    for (index, part) in node.parts.iter().enumerate() {
        if let Part::Child(child) = part {
            path.push(index);
            places.push(path.clone());
            collect(child, path, places);
            path.pop();
        }
    }
}

fn at<'t>(node: &'t Node, path: &[usize]) -> Option<&'t Node> {
    path.iter().try_fold(node, |node, index| match node.parts.get(*index)? {
        Part::Child(child) => Some(child),
        Part::Text(_) => None,
    })
}

fn replaced(node: &Node, path: &[usize], with: Node) -> Node {
    let mut copy = node.clone();
    let mut place = &mut copy;
    for index in path {
        match &mut place.parts[*index] {
            Part::Child(child) => place = child,
            Part::Text(_) => return copy,
        }
    }
    *place = with;
    copy
}

/// What could stand in place of a node.
fn replacements(node: &Node) -> Vec<Node> {
    match &node.role {
        Role::Fixed => Vec::new(),
        Role::Member => vec![Node { role: Role::Fixed, parts: Vec::new() }],
        Role::Statement => {
            let mut smaller = vec![Node { role: Role::Fixed, parts: Vec::new() }];
            smaller.extend(blocks(node));
            smaller
        }
        Role::Expression(ty) => {
            let simplest = Node::expression(ty, &ty.default_text(), []);
            let mut smaller = Vec::new();
            if size(&simplest) < size(node) {
                smaller.push(simplest);
            }
            smaller.extend(inner_expressions(node, node));
            smaller
        }
    }
}

/// The bodies of a statement, without what is around them.
fn blocks(node: &Node) -> Vec<Node> {
    let mut found = Vec::new();
    for child in node.children() {
        match child.role {
            Role::Fixed if child.children().next().is_some() => {
                found.push(child.clone());
                found.extend(blocks(child));
            }
            Role::Statement => found.push(child.clone()),
            _ => {}
        }
    }
    found
}

/// Expressions of the same type inside an expression, the outermost of each branch.
fn inner_expressions(node: &Node, whole: &Node) -> Vec<Node> {
    let mut found = Vec::new();
    for child in node.children() {
        if child.role == whole.role {
            found.push(child.clone());
        } else {
            found.extend(inner_expressions(child, whole));
        }
    }
    found
}
