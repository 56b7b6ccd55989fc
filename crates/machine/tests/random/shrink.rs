//! Cuts a program down while what is wrong with it stays.
//!
//! Greedy: every round proposes many smaller trees at once (so that one run of `javac` judges them all), takes the smallest that
//! still shows the difference, and goes on from there.

use super::tree::{Node, Part, Role};

/// Smaller versions of the program, the most daring ones first.
pub(crate) fn proposals(program: &Node) -> Vec<Node> {
    let mut places = Vec::new();
    collect(program, &mut Vec::new(), &mut places);
    let mut proposed = Vec::new();
    for place in &places {
        let Some(found) = at(program, place) else { continue };
        for smaller in replacements(found) {
            proposed.push(replaced(program, place, smaller));
        }
    }
    proposed.sort_by_key(size);
    proposed.dedup();
    proposed
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
