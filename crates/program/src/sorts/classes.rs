//! Classes of places: union-find, with what is known of each class at its root.
//!
//! Joining two classes joins what is known, and the classes of their elements. Marks only appear
//! and never go away, so the result does not depend on the order of the steps, except that a class
//! names the reason that was found first.

use super::{Equality, Need, Order, RESERVED_WORDS, Reason, Sort};
use crate::program::ClassId;
use tightrope_source::Span;

/// A place, or the value of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node(u32);

impl Node {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

const TYPES_LAST: u32 = 1 << 31;

/// A reason and when it was found.
#[derive(Clone, Copy, Debug)]
struct Mark {
    time: u32,
    reason: Reason,
}

/// What kind of values a node was made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Integral,
    Reference,
    Other,
}

/// Number of a call that waits for its receiver to become concrete.
pub(super) type Waiting = usize;

/// What is known of a class. Valid at roots only.
#[derive(Clone, Debug)]
struct Knowledge {
    kind: Kind,
    size: u32,
    element: Option<Node>,
    arithmetic: Option<Mark>,
    concrete: Option<Mark>,
    /// Marked both ways, and the elements likewise.
    exposed: Option<Mark>,
    /// A value of it is seen as a `long` somewhere.
    has_long: bool,
    constants: Vec<i64>,
    uses: Uses,
    /// Calls to make when the class turns concrete.
    waiting: Vec<Waiting>,
    /// Types whose objects can be here as soon as the class turns concrete.
    types: Vec<ClassId>,
}

/// How the values of a class are compared.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Uses {
    pub(super) identity: bool,
    pub(super) equals: bool,
    pub(super) natural: bool,
    pub(super) comparator: bool,
    /// Integral: with something else than the constant 0.
    pub(super) beyond_zero: bool,
}

impl Uses {
    fn join(self, other: Uses) -> Uses {
        Uses {
            identity: self.identity | other.identity,
            equals: self.equals | other.equals,
            natural: self.natural | other.natural,
            comparator: self.comparator | other.comparator,
            beyond_zero: self.beyond_zero | other.beyond_zero,
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Classes {
    parents: Vec<u32>,
    known: Vec<Knowledge>,
    clock: u32,
    /// Waiting calls of classes that turned concrete, to be fetched.
    released: Vec<Waiting>,
    /// Types of classes that turned concrete, to be fetched.
    appeared: Vec<ClassId>,
}

impl Classes {
    pub(super) fn add(&mut self, kind: Kind) -> Node {
        let node = Node(self.parents.len() as u32);
        self.parents.push(node.0);
        self.known.push(Knowledge {
            kind,
            size: 1,
            element: None,
            arithmetic: None,
            concrete: None,
            exposed: None,
            has_long: false,
            constants: Vec::new(),
            uses: Uses::default(),
            waiting: Vec::new(),
            types: Vec::new(),
        });
        node
    }

    pub(super) fn len(&self) -> usize {
        self.parents.len()
    }

    pub(super) fn find(&mut self, node: Node) -> Node {
        let mut at = node.index();
        while self.parents[at] as usize != at {
            // Path halving.
            self.parents[at] = self.parents[self.parents[at] as usize];
            at = self.parents[at] as usize;
        }
        Node(at as u32)
    }

    fn at(&mut self, node: Node) -> &mut Knowledge {
        let root = self.find(node);
        &mut self.known[root.index()]
    }

    /// The elements of the arrays in a class.
    pub(super) fn element(&mut self, node: Node) -> Node {
        if let Some(element) = self.at(node).element {
            return element;
        }
        let element = self.add(Kind::Other);
        let known = self.at(node);
        known.element = Some(element);
        if let Some(mark) = known.exposed {
            self.expose_at(element, mark);
        }
        element
    }

    pub(super) fn element_if_any(&mut self, node: Node) -> Option<Node> {
        self.at(node).element
    }

    pub(super) fn set_element(&mut self, node: Node, element: Node) {
        let own = self.element(node);
        self.join(own, element);
    }

    /// Makes two classes one, and those of their elements, and so on.
    pub(super) fn join(&mut self, left: Node, right: Node) {
        let mut pending = vec![(left, right)];
        while let Some((left, right)) = pending.pop() {
            let (left, right) = (self.find(left), self.find(right));
            if left != right {
                pending.extend(self.join_roots(left, right));
            }
        }
    }

    /// Returns the elements that have to be joined, too.
    fn join_roots(&mut self, left: Node, right: Node) -> Option<(Node, Node)> {
        let larger = self.known[left.index()].size >= self.known[right.index()].size;
        let (root, child) = if larger { (left, right) } else { (right, left) };
        self.parents[child.index()] = root.0;
        let empty =
            Knowledge { constants: Vec::new(), waiting: Vec::new(), types: Vec::new(), ..self.known[child.index()] };
        let other = std::mem::replace(&mut self.known[child.index()], empty);
        let known = &mut self.known[root.index()];
        known.size += other.size;
        if known.kind == Kind::Other {
            known.kind = other.kind;
        }
        known.arithmetic = earlier(known.arithmetic, other.arithmetic);
        known.concrete = earlier(known.concrete, other.concrete);
        known.has_long |= other.has_long;
        known.uses = known.uses.join(other.uses);
        extend(&mut known.constants, other.constants);
        extend(&mut known.waiting, other.waiting);
        extend(&mut known.types, other.types);
        let elements = known.element.zip(other.element);
        known.element = known.element.or(other.element);
        let exposed = earlier(known.exposed, other.exposed);
        known.exposed = None;
        if let Some(mark) = exposed {
            self.expose_at(root, mark);
        }
        self.release(root);
        elements
    }

    /// If the class is concrete, its calls and types are no longer kept back.
    fn release(&mut self, root: Node) {
        let known = &mut self.known[root.index()];
        if known.concrete.is_some() {
            self.released.append(&mut known.waiting);
            self.appeared.append(&mut known.types);
        }
    }

    fn mark(&mut self, span: Span, need: Need) -> Mark {
        self.clock += 1;
        // What is done with a value explains more than what type another place of it has.
        let time = if need == Need::KnownType { self.clock | TYPES_LAST } else { self.clock };
        Mark { time, reason: Reason { span, need } }
    }

    pub(super) fn set_arithmetic(&mut self, node: Node, span: Span, need: Need) {
        let mark = self.mark(span, need);
        let known = self.at(node);
        known.arithmetic = earlier(known.arithmetic, Some(mark));
    }

    pub(super) fn set_concrete(&mut self, node: Node, span: Span, need: Need) {
        let mark = self.mark(span, need);
        let known = self.at(node);
        known.concrete = earlier(known.concrete, Some(mark));
        let root = self.find(node);
        self.release(root);
    }

    /// Everything may happen to the values and to the elements of arrays among them.
    pub(super) fn expose(&mut self, node: Node, span: Span, need: Need) {
        let mark = self.mark(span, need);
        self.expose_at(node, mark);
    }

    fn expose_at(&mut self, node: Node, mark: Mark) {
        let mut next = Some(node);
        while let Some(node) = next {
            let root = self.find(node);
            let known = &mut self.known[root.index()];
            known.arithmetic = earlier(known.arithmetic, Some(mark));
            known.concrete = earlier(known.concrete, Some(mark));
            next = if known.exposed.is_none() { known.element } else { None };
            known.exposed.get_or_insert(mark);
            known.uses.identity = true;
            self.release(root);
        }
    }

    pub(super) fn add_constant(&mut self, node: Node, value: i64) {
        let constants = &mut self.at(node).constants;
        if constants.last() != Some(&value) {
            constants.push(value);
        }
    }

    pub(super) fn set_long(&mut self, node: Node) {
        self.at(node).has_long = true;
    }

    /// Ascending.
    pub(super) fn constants(&mut self, node: Node) -> Vec<i64> {
        ascending(&self.at(node).constants)
    }

    pub(super) fn has_long(&mut self, node: Node) -> bool {
        self.at(node).has_long
    }

    /// Are all classes with `long`s ordered, and none of their numbers reserved?
    pub(super) fn orders_longs(&self) -> bool {
        let is_plain = |known: &Knowledge| {
            known.arithmetic.is_none() && !known.constants.iter().any(|number| RESERVED_WORDS.contains(number))
        };
        self.roots().filter(|known| known.has_long).all(is_plain)
    }

    fn roots(&self) -> impl Iterator<Item = &Knowledge> {
        let is_root = |(index, _): &(usize, &Knowledge)| self.parents[*index] as usize == *index;
        self.known.iter().enumerate().filter(is_root).map(|(_, known)| known)
    }

    pub(super) fn add_uses(&mut self, node: Node, uses: Uses) {
        let known = self.at(node);
        known.uses = known.uses.join(uses);
    }

    pub(super) fn uses(&mut self, node: Node) -> Uses {
        self.at(node).uses
    }

    pub(super) fn add_waiting(&mut self, node: Node, call: Waiting) {
        self.at(node).waiting.push(call);
        let root = self.find(node);
        self.release(root);
    }

    pub(super) fn add_type(&mut self, node: Node, ty: ClassId) {
        self.at(node).types.push(ty);
        let root = self.find(node);
        self.release(root);
    }

    pub(super) fn is_arithmetic(&mut self, node: Node) -> bool {
        self.at(node).arithmetic.is_some()
    }

    pub(super) fn is_concrete(&mut self, node: Node) -> bool {
        self.at(node).concrete.is_some()
    }

    pub(super) fn is_reference(&mut self, node: Node) -> bool {
        self.at(node).kind == Kind::Reference
    }

    /// Says whether there was any class of references that was not concrete.
    pub(super) fn set_all_concrete(&mut self, span: Span, need: Need) -> bool {
        let mut found = false;
        for node in (0..self.len() as u32).map(Node) {
            if self.is_reference(node) && !self.is_concrete(node) {
                self.set_concrete(node, span, need);
                found = true;
            }
        }
        found
    }

    pub(super) fn take_released(&mut self) -> Option<Waiting> {
        self.released.pop()
    }

    pub(super) fn take_appeared(&mut self) -> Option<ClassId> {
        self.appeared.pop()
    }

    pub(super) fn sort(&mut self, node: Node) -> Sort {
        let known = self.at(node);
        match known.kind {
            Kind::Other => Sort::Other,
            Kind::Integral => match known.arithmetic {
                Some(mark) => Sort::Arithmetic(mark.reason),
                None => Sort::Ordered { constants: ascending(&known.constants) },
            },
            Kind::Reference => match known.concrete {
                Some(mark) => Sort::Concrete(mark.reason),
                None => opaque(known.uses),
            },
        }
    }
}

fn opaque(uses: Uses) -> Sort {
    let order = match (uses.natural, uses.comparator) {
        (false, false) => Order::None,
        (true, _) => Order::Natural,
        (false, true) => Order::Comparator,
    };
    let equality = match (uses.identity, uses.equals || order != Order::None) {
        (true, true) => Equality::Both,
        (false, true) => Equality::Equals,
        (_, false) => Equality::Identity,
    };
    Sort::Opaque { equality, order }
}

fn ascending(constants: &[i64]) -> Vec<i64> {
    let mut sorted = constants.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}

fn earlier(left: Option<Mark>, right: Option<Mark>) -> Option<Mark> {
    match (left, right) {
        (Some(left), Some(right)) => Some(if left.time <= right.time { left } else { right }),
        (left, right) => left.or(right),
    }
}

/// Appends the shorter to the longer list: each entry moves a logarithmic number of times.
fn extend<T>(list: &mut Vec<T>, mut other: Vec<T>) {
    if other.len() > list.len() {
        std::mem::swap(list, &mut other);
    }
    list.append(&mut other);
}
