//! Field bounds for breadth-first labels from a tree-like predicate, without its structures.
//!
//! Ponzio et al. stop at depth-first labels, because a predicate is unfolded that way. The
//! breadth-first label of a node at depth d is the number of nodes above that depth, and of those
//! beside it on the left; the label of its child is the number of nodes down to depth d, and of
//! those on the left one deeper. Both are sums over the subtrees that hang left and right of the
//! path to the node. So it is enough to know, for each kind of subtree and each depth, which pairs
//! (nodes above that depth, nodes at it) are possible, and with how few nodes in all: a tree with
//! these labels is in the scope if the smallest one is. All of that is computed by dynamic
//! programming over depths.

use super::productions::{Child, Grammar, Held, Kind, Production};
use std::collections::BTreeSet;
use tightrope_heap::{FieldBounds, FieldValue, Label};
use tightrope_program::ClassId;

/// Pairs of counts, each with the fewest nodes that it takes.
type Pairs = Vec<(u32, u32, u32)>;

/// The smallest third number for each pair.
struct Fewest {
    limit: u32,
    found: Pairs,
    /// The pairs are brought together whenever there are so many.
    room: usize,
}

impl Fewest {
    fn new(limit: u32) -> Fewest {
        Fewest { limit, found: Vec::new(), room: 1 << 12 }
    }

    fn put(&mut self, a: u32, b: u32, total: u32) {
        if total <= self.limit && a <= self.limit + 1 && b <= self.limit + 1 {
            self.found.push((a, b, total));
            if self.found.len() >= self.room {
                self.bring_together();
                self.room = self.room.max(2 * self.found.len());
            }
        }
    }

    fn bring_together(&mut self) {
        self.found.sort_unstable();
        self.found.dedup_by_key(|(a, b, _)| (*a, *b));
    }

    fn pairs(mut self) -> Pairs {
        self.bring_together();
        self.found
    }
}

/// All sums.
fn sums(a: &Pairs, b: &Pairs, limit: u32) -> Pairs {
    if let [(0, 0, 0)] = b[..] {
        return a.clone();
    }
    let mut all = Fewest::new(limit);
    for &(x, y, total) in a {
        for &(u, v, more) in b {
            all.put(x + u, y + v, total.saturating_add(more));
        }
    }
    all.pairs()
}

struct Trees<'g> {
    grammar: &'g Grammar,
    kinds: Vec<&'g Kind>,
    limit: u32,
    /// By kind, the fewest nodes of such a subtree.
    fewest: Vec<u32>,
    /// By depth and kind: nodes above that depth, nodes at it.
    levels: Vec<Vec<Pairs>>,
}

impl<'g> Trees<'g> {
    fn new(grammar: &'g Grammar, limit: u32) -> Trees<'g> {
        let kinds: Vec<&Kind> = grammar.productions.keys().collect();
        let mut trees = Trees { grammar, fewest: vec![u32::MAX; kinds.len()], kinds, limit, levels: Vec::new() };
        trees.find_fewest();
        let roots = trees.fewest.iter().map(|&fewest| if fewest <= limit { vec![(0, 1, fewest)] } else { vec![] });
        trees.levels.push(roots.collect());
        trees
    }

    fn kind(&self, child: &Child) -> usize {
        self.kinds.binary_search(&&child.kind).unwrap_or(usize::MAX)
    }

    fn ways(&self, kind: usize) -> impl Iterator<Item = &'g Production> + use<'g> {
        self.grammar.productions[self.kinds[kind]].iter()
    }

    fn fewest_of(&self, way: &Production) -> u32 {
        let below = way.children.iter().map(|child| self.fewest.get(self.kind(child)).copied().unwrap_or(u32::MAX));
        below.fold(1u32, u32::saturating_add)
    }

    fn find_fewest(&mut self) {
        loop {
            let mut changed = false;
            for kind in 0..self.kinds.len() {
                let fewest = self.ways(kind).map(|way| self.fewest_of(way)).min().unwrap_or(u32::MAX);
                changed |= fewest < self.fewest[kind];
                self.fewest[kind] = fewest.min(self.fewest[kind]);
            }
            if !changed {
                return;
            }
        }
    }

    /// The possible counts for a depth below the root of the subtree.
    fn level(&mut self, depth: usize) {
        while self.levels.len() <= depth {
            let above = self.levels.len() - 1;
            let next = (0..self.kinds.len()).map(|kind| {
                let mut all = Fewest::new(self.limit);
                for way in self.ways(kind) {
                    let mut pairs: Pairs = vec![(1, 0, 1)];
                    for child in &way.children {
                        pairs = sums(&pairs, &self.levels[above][self.kind(child)], self.limit);
                    }
                    pairs.into_iter().for_each(|(x, y, total)| all.put(x, y, total));
                }
                all.pairs()
            });
            let next = next.collect();
            self.levels.push(next);
        }
    }

    /// One step down the path to a node at depth `target`, from depth `at`: the labels so far, of
    /// the node and of its first child, with the fewest nodes outside of the subtree.
    fn step(&self, contexts: &[Pairs], at: usize, target: usize) -> Vec<Pairs> {
        let mut next: Vec<Fewest> = self.kinds.iter().map(|_| Fewest::new(self.limit)).collect();
        for (kind, context) in contexts.iter().enumerate().filter(|(_, context)| !context.is_empty()) {
            for way in self.ways(kind) {
                for (path, child) in way.children.iter().enumerate() {
                    let mut pairs: Pairs = vec![(1, 1, 1)];
                    for (other, beside) in way.children.iter().enumerate().filter(|(other, _)| *other != path) {
                        let depth = if other < path { target - at } else { target - at - 1 };
                        let hanging = &self.levels[depth][self.kind(beside)];
                        let moved = hanging.iter().map(|&(x, y, total)| (x, x + y, total)).collect();
                        pairs = sums(&pairs, &moved, self.limit);
                    }
                    for (x, y, total) in sums(context, &pairs, self.limit) {
                        next[self.kind(child)].put(x, y, total);
                    }
                }
            }
        }
        next.into_iter().map(Fewest::pairs).collect()
    }
}

/// The class of the nodes, and bounds for up to `limit` of them.
pub(crate) fn breadth_first(grammar: &Grammar, limits: &[(ClassId, u32)]) -> FieldBounds {
    let mut bounds = FieldBounds::for_objects(limits.iter().copied());
    let below = grammar.tops.iter().flat_map(|top| &top.children);
    let ways = below.clone().filter_map(|child| grammar.productions.get(&child.kind)).flatten();
    let class = ways.map(|way| way.class).next();
    let limit = |class: ClassId| limits.iter().find(|(other, _)| *other == class).map_or(0, |(_, limit)| *limit);
    let mut trees = Trees::new(grammar, class.map_or(0, limit));
    let starts: BTreeSet<usize> = below.map(|child| trees.kind(child)).collect();
    admit_tops(grammar, &trees, class, &mut bounds);
    let Some(class) = class else { return bounds };
    for target in 0.. {
        trees.level(target + 1);
        let start = |kind| if starts.contains(&kind) { vec![(0, 0, 0)] } else { Vec::new() };
        let mut contexts: Vec<Pairs> = (0..trees.kinds.len()).map(start).collect();
        for at in 0..target {
            contexts = trees.step(&contexts, at, target);
        }
        if contexts.iter().all(Vec::is_empty) {
            return bounds;
        }
        for (kind, context) in contexts.iter().enumerate() {
            for way in trees.ways(kind) {
                let fewest = trees.fewest_of(way);
                let fits = context.iter().filter(|(.., outside)| outside.saturating_add(fewest) <= trees.limit);
                for &(label, first, outside) in fits {
                    let node = Labels { class, label, first: first + 1, outside };
                    admit_node(&trees, way, node, &mut bounds);
                }
            }
        }
    }
    bounds
}

/// A node with its label and that of its first child.
#[derive(Clone, Copy)]
struct Labels {
    class: ClassId,
    label: u32,
    first: u32,
    outside: u32,
}

fn admit_node(trees: &Trees<'_>, way: &Production, node: Labels, bounds: &mut FieldBounds) {
    let label = |number: u32| Label { class: node.class, number };
    for (field, held) in &way.fields {
        let value = match held {
            Held::Null => FieldValue::Null,
            Held::Number(number) => FieldValue::Data(*number),
            Held::Itself => FieldValue::Object(label(node.label)),
            Held::Child(at) => FieldValue::Object(label(node.first + *at as u32)),
            // The node above has said it.
            Held::Given(_) => continue,
        };
        bounds.admit(*field, label(node.label), value);
    }
    let whole = node.outside + trees.fewest_of(way);
    for (at, child) in way.children.iter().enumerate() {
        let kind = trees.kind(child);
        // What the other parts need stays as small as it can be; the child is made each way that
        // still fits.
        let others = whole - trees.fewest[kind];
        for below in trees.ways(kind).filter(|below| others.saturating_add(trees.fewest_of(below)) <= trees.limit) {
            admit_given(below, child, label(node.first + at as u32), Some(label(node.label)), bounds);
        }
    }
}

/// Fields of a subtree's root that hold what the node above gives.
fn admit_given(way: &Production, child: &Child, root: Label, above: Option<Label>, bounds: &mut FieldBounds) {
    for (field, held) in &way.fields {
        let Held::Given(parameter) = held else { continue };
        let value = match child.given.get(*parameter).copied().flatten() {
            Some(Held::Null) => FieldValue::Null,
            Some(Held::Number(number)) => FieldValue::Data(number),
            Some(Held::Itself) => match above {
                Some(above) => FieldValue::Object(above),
                None => continue,
            },
            _ => continue,
        };
        bounds.admit(*field, root, value);
    }
}

/// The object that the shape is bound to, and what it gives to the root of its tree.
fn admit_tops(grammar: &Grammar, trees: &Trees<'_>, class: Option<ClassId>, bounds: &mut FieldBounds) {
    for top in &grammar.tops {
        let this = Label { class: top.class, number: 0 };
        let fits = |child: &Child| trees.fewest.get(trees.kind(child)).is_some_and(|fewest| *fewest <= trees.limit);
        if !top.children.iter().all(fits) {
            continue;
        }
        let root = class.map(|class| Label { class, number: 0 });
        for (field, held) in &top.fields {
            let value = match (held, root) {
                (Held::Null, _) => FieldValue::Null,
                (Held::Number(number), _) => FieldValue::Data(*number),
                (Held::Itself, _) => FieldValue::Object(this),
                (Held::Child(_), Some(root)) => FieldValue::Object(root),
                _ => continue,
            };
            bounds.admit(*field, this, value);
        }
        for (child, root) in top.children.iter().zip(root) {
            let ways = trees.ways(trees.kind(child)).filter(|way| trees.fewest_of(way) <= trees.limit);
            ways.for_each(|way| admit_given(way, child, root, Some(this), bounds));
        }
    }
}
