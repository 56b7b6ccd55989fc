//! A floor for explicit exploration: every valid tree with at most n nodes, an insertion at every
//! position, the whole invariant afterwards; in native code.
//!
//! No candidate is wasted here: trees are put together from valid subtrees. A search that finds its
//! trees by asking an invariant cannot be faster, unless it leaves parts of trees open that no run
//! looks at.

use std::time::Instant;

const MOST: usize = 24;
const NIL: usize = 0;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    RedBlack,
    Avl,
}

/// A tree without keys. `rank` is the height of an AVL tree, the number of black nodes on a path of
/// a red-black tree.
#[derive(Clone, Debug)]
enum Shape {
    Empty,
    Node { is_red: bool, left: usize, right: usize },
}

/// All shapes by what is demanded of them: numbers of shapes in `all`.
#[derive(Debug)]
struct Shapes {
    kind: Kind,
    all: Vec<Shape>,
    /// By size and rank: those that may hang below anything, and those that may hang below a red
    /// node.
    any: Vec<Vec<Vec<usize>>>,
    black: Vec<Vec<Vec<usize>>>,
}

impl Shapes {
    fn up_to(kind: Kind, most: usize) -> Shapes {
        let empty = || vec![vec![Vec::new(); most + 2]; most + 1];
        let mut shapes = Shapes { kind, all: vec![Shape::Empty], any: empty(), black: empty() };
        shapes.any[0][0].push(0);
        shapes.black[0][0].push(0);
        for size in 1..=most {
            for rank in 0..=size {
                shapes.add(size, rank);
            }
        }
        shapes
    }

    fn add(&mut self, size: usize, rank: usize) {
        let below: &[(usize, usize)] = match self.kind {
            Kind::RedBlack if rank >= 1 => &[(1, 1)],
            Kind::Avl if rank == 1 => &[(1, 1)],
            Kind::Avl if rank >= 2 => &[(1, 1), (1, 2), (2, 1)],
            _ => &[],
        };
        for (less_left, less_right) in below {
            let made = self.pairs(size, (rank - less_left, rank - less_right), false);
            self.black[size][rank].extend(&made);
            self.any[size][rank].extend(&made);
        }
        if self.kind == Kind::RedBlack {
            let made = self.pairs(size, (rank, rank), true);
            self.any[size][rank].extend(&made);
        }
    }

    fn pairs(&mut self, size: usize, ranks: (usize, usize), is_red: bool) -> Vec<usize> {
        let mut made = Vec::new();
        for left_size in 0..size {
            let below = if is_red { &self.black } else { &self.any };
            let lefts = below[left_size][ranks.0].clone();
            let rights = below[size - 1 - left_size][ranks.1].clone();
            for left in &lefts {
                for right in &rights {
                    made.push(self.all.len());
                    self.all.push(Shape::Node { is_red, left: *left, right: *right });
                }
            }
        }
        made
    }
}

/// Nodes are numbered from 1; 0 is null.
#[derive(Clone, Copy)]
struct Tree {
    root: usize,
    count: usize,
    left: [u8; MOST],
    right: [u8; MOST],
    parent: [u8; MOST],
    is_red: [bool; MOST],
    height: [u8; MOST],
    key: [i16; MOST],
}

/// What a run of the floor did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Floor {
    pub(crate) trees: u64,
    pub(crate) runs: u64,
    pub(crate) seconds: f64,
}

pub(crate) fn insert_everywhere(kind: Kind, most: usize) -> Floor {
    let started = Instant::now();
    let shapes = Shapes::up_to(kind, most);
    let mut floor = Floor { trees: 0, runs: 0, seconds: 0.0 };
    for by_rank in &shapes.black {
        for shape in by_rank.iter().flatten() {
            let mut tree = Tree::new();
            tree.root = tree.build(&shapes, *shape, NIL, &mut 0);
            floor.trees += 1;
            for key in 1..=2 * tree.count as i16 + 1 {
                let mut after = tree;
                after.insert(kind, key);
                assert!(after.is_valid(kind), "the insertion of {key} spoils a tree");
                floor.runs += 1;
            }
        }
    }
    floor.seconds = started.elapsed().as_secs_f64();
    floor
}

impl Tree {
    fn new() -> Tree {
        Tree {
            root: NIL,
            count: 0,
            left: [0; MOST],
            right: [0; MOST],
            parent: [0; MOST],
            is_red: [false; MOST],
            height: [0; MOST],
            key: [0; MOST],
        }
    }

    /// Even keys in order: odd ones are the gaps.
    fn build(&mut self, shapes: &Shapes, shape: usize, parent: usize, last: &mut i16) -> usize {
        let Shape::Node { is_red, left, right } = shapes.all[shape] else { return NIL };
        self.count += 1;
        let node = self.count;
        self.is_red[node] = is_red;
        self.parent[node] = parent as u8;
        self.left[node] = self.build(shapes, left, node, last) as u8;
        *last += 2;
        self.key[node] = *last;
        self.right[node] = self.build(shapes, right, node, last) as u8;
        self.measure(node);
        node
    }

    fn measure(&mut self, node: usize) {
        let (left, right) = (self.left[node] as usize, self.right[node] as usize);
        self.height[node] = 1 + self.height[left].max(self.height[right]);
    }

    fn insert(&mut self, kind: Kind, key: i16) {
        let (mut parent, mut node) = (NIL, self.root);
        while node != NIL {
            if key == self.key[node] {
                return;
            }
            parent = node;
            node = usize::from(if key < self.key[node] { self.left[node] } else { self.right[node] });
        }
        self.count += 1;
        let node = self.count;
        self.key[node] = key;
        self.is_red[node] = true;
        self.height[node] = 1;
        self.parent[node] = parent as u8;
        match parent {
            NIL => self.root = node,
            _ if key < self.key[parent] => self.left[parent] = node as u8,
            _ => self.right[parent] = node as u8,
        }
        match kind {
            Kind::RedBlack => self.recolour(node),
            Kind::Avl => self.rebalance(parent),
        }
    }

    fn rotate(&mut self, node: usize, is_leftward: bool) {
        let above = self.parent[node] as usize;
        let child = usize::from(if is_leftward { self.right[node] } else { self.left[node] });
        let inner = if is_leftward { self.left[child] } else { self.right[child] };
        match is_leftward {
            true => (self.right[node], self.left[child]) = (inner, node as u8),
            false => (self.left[node], self.right[child]) = (inner, node as u8),
        }
        if inner != 0 {
            self.parent[inner as usize] = node as u8;
        }
        self.parent[child] = above as u8;
        self.parent[node] = child as u8;
        match above {
            NIL => self.root = child,
            _ if self.left[above] as usize == node => self.left[above] = child as u8,
            _ => self.right[above] = child as u8,
        }
    }

    fn recolour(&mut self, mut node: usize) {
        while node != self.root && self.is_red[self.parent[node] as usize] {
            let parent = self.parent[node] as usize;
            let above = self.parent[parent] as usize;
            let is_left = self.left[above] as usize == parent;
            let uncle = usize::from(if is_left { self.right[above] } else { self.left[above] });
            if uncle != NIL && self.is_red[uncle] {
                (self.is_red[parent], self.is_red[uncle], self.is_red[above]) = (false, false, true);
                node = above;
                continue;
            }
            let inner = usize::from(if is_left { self.right[parent] } else { self.left[parent] });
            if node == inner {
                self.rotate(parent, is_left);
                node = parent;
            }
            self.is_red[self.parent[node] as usize] = false;
            self.is_red[above] = true;
            self.rotate(above, !is_left);
        }
        self.is_red[self.root] = false;
    }

    fn lean(&self, node: usize) -> i8 {
        self.height[self.left[node] as usize] as i8 - self.height[self.right[node] as usize] as i8
    }

    fn rebalance(&mut self, mut node: usize) {
        while node != NIL {
            let lean = self.lean(node);
            if lean.abs() > 1 {
                let is_left = lean > 0;
                let child = usize::from(if is_left { self.left[node] } else { self.right[node] });
                if (self.lean(child) < 0) == is_left && self.lean(child) != 0 {
                    self.rotate(child, is_left);
                    self.measure(child);
                }
                self.rotate(node, !is_left);
                self.measure(node);
                node = self.parent[node] as usize;
            }
            self.measure(node);
            node = self.parent[node] as usize;
        }
    }

    fn is_valid(&self, kind: Kind) -> bool {
        let mut seen = 0;
        self.rank(kind, self.root, NIL, (i16::MIN, i16::MAX), &mut seen).is_some()
            && seen.count_ones() as usize == self.count
            && (kind == Kind::Avl || !self.is_red[self.root])
    }

    fn rank(&self, kind: Kind, node: usize, parent: usize, keys: (i16, i16), seen: &mut u32) -> Option<u8> {
        if node == NIL {
            return Some(0);
        }
        let key = self.key[node];
        let is_in_place = self.parent[node] as usize == parent && keys.0 < key && key < keys.1;
        if !is_in_place || *seen & (1 << node) != 0 {
            return None;
        }
        *seen |= 1 << node;
        let left = self.rank(kind, self.left[node] as usize, node, (keys.0, key), seen)?;
        let right = self.rank(kind, self.right[node] as usize, node, (key, keys.1), seen)?;
        match kind {
            Kind::RedBlack => {
                let is_right = left == right && !(self.is_red[node] && parent != NIL && self.is_red[parent]);
                is_right.then_some(left + u8::from(!self.is_red[node]))
            }
            Kind::Avl => {
                let height = 1 + left.max(right);
                (left.abs_diff(right) <= 1 && self.height[node] == height).then_some(height)
            }
        }
    }
}
