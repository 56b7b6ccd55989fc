//! How many heaps the parts stand for that were shown: counted, not estimated.
//!
//! By the table of states (`least`) the structures below a node are those of its children and a
//! transition above them. So the structures of each state are counted by size, from below, as sums
//! of products; what is known of a part only leaves fewer transitions. (It is the number of trees
//! that an automaton accepts, by size.)
//!
//! Where the table does not care which child is which, shapes that differ in that alone are counted
//! as one, in an order of their own: there are exponentially fewer of them.
//!
//! The numbers are exact where each structure of the table is a heap of its own: clauses about the
//! root alone must look at nothing but its state, and what they say of numbers of the receiver must
//! give them their values. Where that is not so, or there are more heaps than fit into 128 bits,
//! nothing is said. (Sums and products stop at the greatest number, which stands for too many: the
//! table looks further than the scope, and its largest sizes may have more.)

use crate::least::{Least, StateId};
use crate::node::Node;
use crate::parts::Parts;
use crate::setup::Setup;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use tightrope_machine::{Word, object_of};

/// More than 128 bits hold.
const TOO_MANY: u128 = u128::MAX;

/// What a part knows of its structure.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Shape {
    /// How many nodes it has, if that is known.
    size: Option<Word>,
    /// From the root on: for each node its values and what its fields hold.
    tokens: Vec<Token>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) enum Token {
    Null,
    Open,
    Node,
    /// Of a node.
    Value(Option<Word>),
}

/// Parts that were shown, by shape.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shapes {
    parts: BTreeMap<Shape, u64>,
    /// Some parts have no shape that can be counted.
    is_lost: bool,
}

impl Shapes {
    /// One part more; `None`: its heaps cannot be counted.
    pub(crate) fn add(&mut self, shape: Option<Shape>) {
        match shape {
            Some(shape) => *self.parts.entry(shape).or_default() += 1,
            None => self.is_lost = true,
        }
    }

    pub(crate) fn join(&mut self, other: Shapes) {
        self.is_lost |= other.is_lost;
        for (shape, parts) in other.parts {
            *self.parts.entry(shape).or_default() += parts;
        }
    }
}

/// By state and number of nodes: how many structures there are.
#[derive(Debug)]
struct Counts {
    /// One of them is empty.
    has_empty: bool,
    /// By state, and then by the number of nodes.
    by_state: Vec<Vec<u128>>,
}

/// Counts the heaps of parts.
#[derive(Debug, Default)]
pub(crate) struct Census {
    shapes: BTreeMap<Shape, u64>,
    /// By the number of nodes: the heaps of all parts; up to the table's horizon.
    totals: Vec<u128>,
    /// That of the table when they were counted.
    horizon: usize,
    /// Children may change places in the table.
    is_symmetric: bool,
    /// They cannot be counted.
    is_lost: bool,
}

impl Census {
    /// The heaps with at most so many nodes of these parts and of all before.
    pub(crate) fn count(&mut self, setup: &Setup<'_>, new: Shapes, limit: usize) -> Option<u128> {
        let least = setup.parts.as_ref().and_then(|parts| parts.least.as_ref());
        let Some((least, roots)) = least.and_then(|least| Some((least, least.roots.as_ref()?))) else {
            self.is_lost = true;
            return None;
        };
        // Shapes that were counted as one are no longer alike.
        self.is_lost |= new.is_lost || self.is_symmetric && !least.is_symmetric();
        self.is_symmetric = least.is_symmetric();
        if self.is_lost {
            return None;
        }
        let horizon = least.horizon().max(limit);
        if horizon != self.horizon {
            // What was counted has more sizes now.
            let all = std::mem::take(&mut self.shapes);
            (self.horizon, self.totals) = (horizon, vec![0; horizon + 1]);
            self.add(least, roots, all);
        }
        self.add(least, roots, new.parts);
        let sum = self.totals.iter().take(limit + 1).fold(0_u128, |sum, count| sum.saturating_add(*count));
        (sum < TOO_MANY && !self.is_lost).then_some(sum)
    }

    fn add(&mut self, least: &Least, roots: &[StateId], shapes: BTreeMap<Shape, u64>) {
        let mut counter = Counter { least, horizon: self.horizon, known: HashMap::new() };
        for (shape, parts) in shapes {
            if counter.add(&shape, parts, roots, &mut self.totals).is_none() {
                self.is_lost = true;
            }
            *self.shapes.entry(shape).or_default() += parts;
        }
    }
}

struct Counter<'l> {
    least: &'l Least,
    horizon: usize,
    known: HashMap<Vec<Token>, Rc<Counts>>,
}

impl Counter<'_> {
    /// Adds the heaps of some parts. `None`: the shape is not one of the table.
    fn add(&mut self, shape: &Shape, parts: u64, roots: &[StateId], totals: &mut [u128]) -> Option<()> {
        let (counts, _) = self.counts(&shape.tokens)?;
        let has_size = |size: usize| shape.size.is_none_or(|known| known == size as Word);
        for root in roots {
            match root {
                None if counts.has_empty && has_size(0) => totals[0] = totals[0].saturating_add(u128::from(parts)),
                None => {}
                Some(state) => {
                    let sizes = totals.iter_mut().zip(&counts.by_state[usize::from(*state)]).enumerate();
                    for (_, (total, count)) in sizes.filter(|(size, _)| has_size(*size)) {
                        *total = total.saturating_add(count.saturating_mul(u128::from(parts)));
                    }
                }
            }
        }
        Some(())
    }

    /// The structures of the first subtree, and the tokens behind it.
    fn counts<'t>(&mut self, tokens: &'t [Token]) -> Option<(Rc<Counts>, &'t [Token])> {
        let (end, rest) = subtree_end(tokens, self.least);
        let shape = &tokens[..end];
        if let Some(known) = self.known.get(shape) {
            return Some((Rc::clone(known), rest));
        }
        let counts = match shape.first()? {
            Token::Null => Counts { has_empty: true, by_state: self.no_structures() },
            Token::Open => Counts { has_empty: true, by_state: self.all_structures() },
            _ => self.counts_of_node(shape)?,
        };
        let counts = Rc::new(counts);
        self.known.insert(shape.to_vec(), Rc::clone(&counts));
        Some((counts, rest))
    }

    fn no_structures(&self) -> Vec<Vec<u128>> {
        vec![vec![0; self.horizon + 1]; self.least.state_count()]
    }

    /// All that there are, size by size: a structure is made of smaller ones.
    fn all_structures(&self) -> Vec<Vec<u128>> {
        let mut all = self.no_structures();
        for size in 1..=self.horizon {
            for (children, state) in self.least.transitions() {
                let parts: Vec<Part<'_>> = children.iter().map(|child| Part::of(true, &all, *child)).collect();
                let count = ways(&parts, size - 1);
                let sum = &mut all[usize::from(state)][size];
                *sum = sum.saturating_add(count);
            }
        }
        all
    }

    fn counts_of_node(&mut self, shape: &[Token]) -> Option<Counts> {
        let (values, mut rest) = shape[1..].split_at(self.least.value_count());
        let mut children = Vec::new();
        for _ in 0..self.least.edge_count() {
            let (counts, behind) = self.counts(rest)?;
            children.push(counts);
            rest = behind;
        }
        let mut by_state = self.no_structures();
        for (states, state) in self.least.transitions() {
            let is_possible = values.iter().zip(self.least.values_of(state)).all(|(token, value)| match token {
                Token::Value(Some(known)) => known == value,
                _ => true,
            });
            if !is_possible {
                continue;
            }
            let with_states = children.iter().zip(states);
            let parts: Vec<Part<'_>> =
                with_states.map(|(counts, state)| Part::of(counts.has_empty, &counts.by_state, *state)).collect();
            for (below, sum) in by_state[usize::from(state)].iter_mut().skip(1).take(self.horizon).enumerate() {
                *sum = sum.saturating_add(ways(&parts, below));
            }
        }
        Some(Counts { has_empty: false, by_state })
    }
}

/// The structures that one field of a node leads to, in one state.
#[derive(Clone, Copy)]
enum Part<'c> {
    /// The empty one, or there is none.
    Empty(bool),
    BySize(&'c [u128]),
}

impl<'c> Part<'c> {
    fn of(has_empty: bool, by_state: &'c [Vec<u128>], state: StateId) -> Part<'c> {
        match state {
            None => Part::Empty(has_empty),
            Some(state) => Part::BySize(&by_state[usize::from(state)]),
        }
    }
}

/// In how many ways one structure of each part can be taken that have so many nodes together.
fn ways(parts: &[Part<'_>], size: usize) -> u128 {
    let Some((first, rest)) = parts.split_first() else { return u128::from(size == 0) };
    match first {
        Part::Empty(false) => 0,
        Part::Empty(true) => ways(rest, size),
        Part::BySize(counts) => {
            let mut sum: u128 = 0;
            for (taken, count) in counts.iter().enumerate().take(size + 1).filter(|(_, count)| **count > 0) {
                sum = sum.saturating_add(count.saturating_mul(ways(rest, size - taken)));
            }
            sum
        }
    }
}

/// Where the first subtree ends.
fn subtree_end<'t>(tokens: &'t [Token], least: &Least) -> (usize, &'t [Token]) {
    let (mut open, mut at) = (1_usize, 0);
    while open > 0 && at < tokens.len() {
        open -= 1;
        if tokens[at] == Token::Node {
            open += least.edge_count();
            at += least.value_count();
        }
        at += 1;
    }
    (at, &tokens[at.min(tokens.len())..])
}

impl Setup<'_> {
    /// What a part knows of its structure. `None`: its heaps cannot be counted.
    pub(crate) fn shape_of(&self, node: &Node, parts: &Parts) -> Option<Shape> {
        let least = parts.least.as_ref().filter(|least| least.roots.is_some())?;
        let own = parts.structure.own_slots()?;
        let this = node.args.first().and_then(|this| object_of(*this))?;
        let known = |slot: &u32| node.state.slot_before(this, *slot as usize);
        if own.others.iter().any(|slot| known(slot).is_some()) {
            return None;
        }
        let size = own.sizes.iter().find_map(known);
        let (mut tokens, mut left) = (Vec::new(), node.state.object_count());
        least.add_tokens(node, this, least.root_slot(), &mut tokens, &mut left)?;
        Some(Shape { size, tokens })
    }
}

impl Least {
    fn add_tokens(
        &self,
        node: &Node,
        owner: usize,
        slot: u32,
        tokens: &mut Vec<Token>,
        left: &mut usize,
    ) -> Option<()> {
        let Some(word) = node.state.slot_before(owner, slot as usize) else {
            tokens.push(Token::Open);
            return Some(());
        };
        let Some(object) = object_of(word) else {
            tokens.push(Token::Null);
            return Some(());
        };
        *left = left.checked_sub(1)?;
        tokens.push(Token::Node);
        tokens.extend(self.value_slots().map(|slot| Token::Value(node.state.slot_before(object, slot as usize))));
        if !self.is_symmetric() {
            return self.edge_slots().try_for_each(|slot| self.add_tokens(node, object, slot, tokens, left));
        }
        let mut children = Vec::with_capacity(self.edge_count());
        for slot in self.edge_slots() {
            let mut child = Vec::new();
            self.add_tokens(node, object, slot, &mut child, left)?;
            children.push(child);
        }
        children.sort_unstable();
        tokens.extend(children.into_iter().flatten());
        Some(())
    }
}
