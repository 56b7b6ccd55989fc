//! Trees: children below their parent, subtrees side by side as close as their outlines allow.
//!
//! After Reingald and Tilford's tidier drawings: each subtree knows its left and right outline by
//! level, and subtrees are moved together until these almost touch. A node with one of two children
//! has it to the left or to the right of itself, whichever it is.

use std::collections::BTreeMap;
use tightrope_heap::ObjectId;

/// Between neighbours of a level.
const GAP: f64 = 16.0;
/// Between levels.
const FALL: f64 = 36.0;

/// A node and what hangs below it, in order.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    pub(super) id: ObjectId,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) children: Vec<(Side, Branch)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Left,
    Right,
    /// One of any number.
    Anywhere,
}

/// Centres of nodes relative to that of the topmost one, and the outline by level.
struct Subtree {
    nodes: Vec<(ObjectId, f64, usize)>,
    outline: Vec<(f64, f64)>,
}

/// The left upper corner of each node, and the size of the whole.
pub(super) fn layout(roots: &[Branch]) -> (BTreeMap<ObjectId, (f64, f64)>, f64, f64) {
    let subtrees: Vec<Subtree> = roots.iter().map(subtree).collect();
    let (row, _) = side_by_side(subtrees);
    let mut sizes = BTreeMap::new();
    roots.iter().for_each(|root| collect_sizes(root, &mut sizes));
    let mut heights = vec![0.0_f64; row.outline.len()];
    for (id, _, level) in &row.nodes {
        let height = sizes.get(id).map_or(0.0, |(_, height)| *height);
        heights[*level] = heights[*level].max(height);
    }
    let left = row.outline.iter().map(|(left, _)| *left).fold(f64::INFINITY, f64::min).min(0.0);
    let right = row.outline.iter().map(|(_, right)| *right).fold(f64::NEG_INFINITY, f64::max).max(0.0);
    let top = |level: usize| heights.iter().take(level).map(|height| height + FALL).sum::<f64>();
    let mut corners = BTreeMap::new();
    for (id, center, level) in row.nodes {
        let (width, height) = sizes.get(&id).copied().unwrap_or_default();
        // Cards stand on the bottom of their level: tags make some of them taller.
        let y = top(level) + heights[level] - height;
        corners.insert(id, (center - width / 2.0 - left, y));
    }
    (corners, right - left, (top(heights.len()) - FALL).max(0.0))
}

fn collect_sizes(branch: &Branch, sizes: &mut BTreeMap<ObjectId, (f64, f64)>) {
    sizes.insert(branch.id, (branch.width, branch.height));
    branch.children.iter().for_each(|(_, child)| collect_sizes(child, sizes));
}

fn subtree(branch: &Branch) -> Subtree {
    let half = branch.width / 2.0;
    let own = Subtree { nodes: vec![(branch.id, 0.0, 0)], outline: vec![(-half, half)] };
    if branch.children.is_empty() {
        return own;
    }
    let (below, centers) = side_by_side(branch.children.iter().map(|(_, child)| subtree(child)).collect());
    let only = match branch.children.as_slice() {
        [(side, child)] => Some((*side, child.width / 2.0)),
        _ => None,
    };
    let middle = match (centers.first(), centers.last()) {
        (Some(first), Some(last)) => (first + last) / 2.0,
        _ => 0.0,
    };
    let shift = match only {
        Some((Side::Left, width)) => -(width.max(half) * 0.5 + GAP),
        Some((Side::Right, width)) => width.max(half) * 0.5 + GAP,
        _ => 0.0,
    } - middle;
    let nodes = below.nodes.into_iter().map(|(id, center, level)| (id, center + shift, level + 1));
    let outline = below.outline.into_iter().map(|(left, right)| (left + shift, right + shift));
    Subtree {
        nodes: own.nodes.into_iter().chain(nodes).collect(),
        outline: own.outline.into_iter().chain(outline).collect(),
    }
}

/// Moves subtrees together from left to right; says where their topmost nodes are.
fn side_by_side(subtrees: Vec<Subtree>) -> (Subtree, Vec<f64>) {
    let mut whole = Subtree { nodes: Vec::new(), outline: Vec::new() };
    let mut centers = Vec::new();
    for next in subtrees {
        let apart = whole.outline.iter().zip(&next.outline).map(|((_, right), (left, _))| right - left + GAP);
        let shift = if whole.nodes.is_empty() { 0.0 } else { apart.fold(f64::NEG_INFINITY, f64::max) };
        centers.push(shift);
        whole.nodes.extend(next.nodes.into_iter().map(|(id, center, level)| (id, center + shift, level)));
        for (level, (left, right)) in next.outline.into_iter().enumerate() {
            match whole.outline.get_mut(level) {
                Some(known) => *known = (known.0.min(left + shift), known.1.max(right + shift)),
                None => whole.outline.push((left + shift, right + shift)),
            }
        }
    }
    (whole, centers)
}

#[cfg(test)]
mod tests {
    use super::{Branch, Side, layout};
    use tightrope_heap::ObjectId;

    /// All shapes of binary trees with so many nodes, numbered from `first` on.
    fn shapes(count: u32, first: u32) -> Vec<Option<Branch>> {
        if count == 0 {
            return vec![None];
        }
        let mut all = Vec::new();
        for left in 0..count {
            for one in shapes(left, first + 1) {
                for other in shapes(count - 1 - left, first + 1 + left) {
                    let sides = [(Side::Left, one.clone()), (Side::Right, other.clone())];
                    let children = sides.into_iter().filter_map(|(side, child)| Some((side, child?))).collect();
                    let width = 30.0 + f64::from(first % 3) * 25.0;
                    all.push(Some(Branch { id: ObjectId(first), width, height: 40.0, children }));
                }
            }
        }
        all
    }

    #[test]
    fn no_two_nodes_of_any_small_tree_overlap() {
        let mut seen = 0;
        for count in 1..=8 {
            for tree in shapes(count, 0).into_iter().flatten() {
                let (corners, width, height) = layout(&[tree]);
                let rects: Vec<_> = corners
                    .iter()
                    .map(|(id, (x, y))| (*x, *y, x + 30.0 + f64::from(id.0 % 3) * 25.0, y + 40.0))
                    .collect();
                for (at, one) in rects.iter().enumerate() {
                    assert!(
                        one.0 >= 0.0 && one.2 <= width + 0.01 && one.3 <= height + 0.01,
                        "{one:?} {width} {height}"
                    );
                    for other in &rects[at + 1..] {
                        let apart = one.2 <= other.0 || other.2 <= one.0 || one.3 <= other.1 || other.3 <= one.1;
                        assert!(apart, "{one:?} {other:?}");
                    }
                }
                seen += 1;
            }
        }
        // The sum of the Catalan numbers from 1 to 8.
        assert_eq!(seen, 1 + 2 + 5 + 14 + 42 + 132 + 429 + 1430);
    }
}
