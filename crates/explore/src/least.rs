//! How many nodes a partial structure needs at least.
//!
//! A search that runs first meets parts that no heap of the scope completes: a path of five nodes
//! in a balanced tree, say. To run them would be a waste that grows exponentially. Where the
//! clauses about all nodes look at a node, its children and their numbers alone
//! (`Structure::is_local`), all that can be said of a subtree is the *state* of its root: its
//! values, and what the methods that the clauses call give of it. So there is a table of all states
//! with the least number of nodes of such a subtree, found from below: for each choice of states
//! for the children, one tree is built of their representatives with a new node above, and the
//! ordinary assumptions say in which states it can be. (It is a tree automaton, found by trying.)
//!
//! What a partial structure needs at least is then found from below, too. It may be less than it
//! really needs, never more: clauses about the root alone are left out. Numbers of a state must
//! follow from what is below, or be from a range that the user has chosen. Where one would be drawn
//! from the range that is tried otherwise, there is no table: a clause may fix a number beyond it.

use crate::choices::Choice;
use crate::drive::Stop;
use crate::node::{Ask, Node, Phase};
use crate::parts::Parts;
use crate::search::Thread;
use crate::setup::Setup;
use crate::space::{Content, Fresh};
use std::collections::HashSet;
use tightrope_machine::formula::Structure;
use tightrope_machine::{Question, SlotRef, Word, object_of};
use tightrope_program::ClassId;

/// More states are not kept: the table would take longer than the search.
const MOST_STATES: usize = 96;

/// More answers to questions about one node are not tried.
const MOST_ANSWERS: usize = 4_096;

/// Tables for smaller scopes are not worth it.
const LEAST_HORIZON: usize = 6;

/// Of a subtree: `None` is the empty one.
pub(crate) type StateId = Option<u16>;

/// What can be seen of a subtree from above.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct SubtreeState {
    /// Of the slots that hold truth values or numbers, in their order.
    values: Vec<Word>,
    /// Of the methods that clauses call.
    measures: Vec<Word>,
}

/// A node whose children are in these states can be in this one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Transition {
    children: Vec<StateId>,
    state: u16,
}

/// What lies behind an edge of a known node.
enum Below {
    Open,
    Null,
    /// By state: how many nodes the subtree needs to be in it.
    Node(Vec<Option<usize>>),
}

/// The states of subtrees.
#[derive(Debug)]
pub(crate) struct Least {
    /// What nodes are.
    fresh: Fresh,
    /// The slots of a node that hold truth values or numbers of which clauses speak.
    values: Vec<u32>,
    edges: Vec<u32>,
    root: u32,
    states: Vec<SubtreeState>,
    /// By state: the number of nodes.
    sizes: Vec<usize>,
    /// By state: what made a smallest subtree.
    representatives: Vec<Transition>,
    transitions: Vec<Transition>,
    tried: HashSet<Vec<StateId>>,
    /// All states of subtrees with at most so many nodes are there.
    horizon: usize,
    /// There are no others.
    is_closed: bool,
    /// The children of a node may change places.
    is_symmetric: bool,
    /// The states that the root can be in; `None`: more than its state decides that.
    pub(crate) roots: Option<Vec<StateId>>,
}

impl Setup<'_> {
    /// The table for nodes of a structure; `None`: there is none.
    pub(crate) fn least_sizes(&self, parts: &Parts) -> Option<Least> {
        let structure = &parts.structure;
        let fresh = self.fresh_node(structure).filter(|_| structure.is_local())?;
        let Fresh::Object { class, .. } = fresh else { return None };
        let ty = self.executable.types().position(|ty| ty.as_class() == Some(class))?;
        let mut values = Vec::new();
        for slot in (0..self.space.slots(ty).len()).filter(|slot| structure.reads(*slot as u32)) {
            match self.space.slot(ty, slot).map(|content| self.space.content(content)) {
                Some(Content::Boolean | Content::Words { .. }) => values.push(slot as u32),
                Some(Content::OrderedVar { is_ranged: true, .. }) => return None,
                _ => {}
            }
        }
        let least = Least {
            fresh,
            values,
            edges: structure.edges().collect(),
            root: structure.root(),
            states: Vec::new(),
            sizes: Vec::new(),
            representatives: Vec::new(),
            transitions: Vec::new(),
            tried: HashSet::new(),
            horizon: 0,
            is_closed: false,
            is_symmetric: false,
            roots: None,
        };
        self.grown(parts, least)
    }

    /// The only thing that the structure is made of.
    pub(crate) fn fresh_node(&self, structure: &Structure) -> Option<Fresh> {
        let number = |class: ClassId| self.executable.types().position(|ty| ty.as_class() == Some(class));
        let only = |ty: usize, slot: u32| match self.space.content(self.space.slot(ty, slot as usize)?) {
            Content::Reference(content) => match content.fresh.as_slice() {
                [fresh @ Fresh::Object { class, .. }] => Some((*fresh, *class)),
                _ => None,
            },
            _ => None,
        };
        let owner = number(*self.problem.receivers.first()?)?;
        let (fresh, class) = only(owner, structure.root())?;
        // Below the root there may be nodes of other classes.
        let node = number(class)?;
        structure.edges().all(|edge| only(node, edge) == Some((fresh, class))).then_some(fresh)
    }

    /// The same table with all states that subtrees within the scope can have, and within some
    /// larger ones: it need not grow with each of them.
    pub(crate) fn grown(&self, parts: &Parts, mut least: Least) -> Option<Least> {
        let limit = self.space.kinds[least.fresh.kind()].limit;
        if limit <= least.horizon || least.is_closed {
            return Some(least);
        }
        let limit = (limit + limit / 2).max(LEAST_HORIZON);
        while let Some(children) = least.untried(limit) {
            for state in self.states_above(parts, &least, &children)? {
                least.add(&children, state);
            }
            least.tried.insert(children);
            if least.states.len() > MOST_STATES {
                return None;
            }
        }
        least.horizon = limit;
        least.is_closed = least.untried(usize::MAX).is_none();
        least.is_symmetric = least.has_symmetric_transitions();
        least.roots = self.root_states(parts, &least);
        Some(least)
    }

    /// The states that a node can have whose children are in these states. `None`: that cannot be
    /// said.
    fn states_above(&self, parts: &Parts, least: &Least, children: &[StateId]) -> Option<Vec<SubtreeState>> {
        let mut thread = Thread::apart(self);
        let (mut node, this) = self.lone_receiver()?;
        let top = self.plant(&mut node, least, (this, least.root), children, None)?;
        let structure = &parts.structure;
        let invariants = self.invariants(&node, this)?;
        node.pending.retain(|pending| {
            let clause = invariants.assumed.get(pending.clause as usize);
            clause.is_some_and(|clause| structure.has(clause.now))
        });
        let is_drawn = |slot: &u32| self.is_drawn(&node, &request(top, *slot));
        let has_range = least.values.iter().any(is_drawn);
        let mut states = Vec::new();
        let mut waiting = vec![node];
        let mut answers = 0;
        while let Some(mut node) = waiting.pop() {
            answers += 1;
            if answers > MOST_ANSWERS || !thread.results.cuts.is_empty() {
                return None;
            }
            match self.next_question(&mut node, least, top, &mut thread) {
                Ok(None) => {}
                Ok(Some((ask, choices))) => {
                    for choice in choices {
                        let mut copy = Node::default();
                        copy.clone_from(&node);
                        if self.choose(&mut copy, &ask, choice) {
                            waiting.push(copy);
                        }
                    }
                }
                Err(()) => {
                    let value = |slot: &u32| node.state.slot_before(top, *slot as usize);
                    let values = least.values.iter().map(value).collect::<Option<_>>()?;
                    let measures = self.executable.measures_of(structure, &node.state, top, self.run_budget)?;
                    let state = SubtreeState { values, measures };
                    if !states.contains(&state) {
                        states.push(state);
                    }
                }
            }
        }
        let has_drawn = has_range && thread.results.chose_numbers;
        (!has_drawn).then_some(states)
    }

    /// The states in which a root satisfies all that is said of it, if that is all that is said.
    fn root_states(&self, parts: &Parts, least: &Least) -> Option<Vec<StateId>> {
        parts.structure.own_slots()?;
        let mut roots = Vec::new();
        for state in std::iter::once(None).chain((0..least.states.len() as u16).map(Some)) {
            if self.can_be_root(least, state)? {
                roots.push(state);
            }
        }
        Some(roots)
    }

    /// Is a structure valid whose root is in this state? `None`: that depends on something else.
    fn can_be_root(&self, least: &Least, state: StateId) -> Option<bool> {
        let (mut node, this) = self.lone_receiver()?;
        let mut thread = Thread::apart(self);
        let top = match state {
            None => {
                let is_possible =
                    self.choose(&mut node, &Ask::Machine(Question::Slot(request(this, least.root))), Choice::Word(0));
                return match is_possible {
                    true => self.is_valid(&mut node, &mut thread),
                    false => Some(false),
                };
            }
            Some(state) => {
                let below = least.representatives[usize::from(state)].children.clone();
                self.plant(&mut node, least, (this, least.root), &below, Some(state))
            }
        };
        match top {
            Some(_) => self.is_valid(&mut node, &mut thread),
            None => Some(false),
        }
    }

    /// Do all assumptions hold? `None`: that is not known.
    fn is_valid(&self, node: &mut Node, thread: &mut Thread) -> Option<bool> {
        while node.phase == Phase::Assume {
            match self.assume(node, thread) {
                Ok(()) => {}
                Err(Stop::Dead) => return thread.results.cuts.is_empty().then_some(false),
                Err(Stop::ForkInto(..) | Stop::Fork(_)) => return None,
            }
        }
        thread.results.cuts.is_empty().then_some(true)
    }

    /// A receiver of which nothing is known, as an ordinary search has it.
    fn lone_receiver(&self) -> Option<(Node, usize)> {
        let mut node = self.root(self.starts.first()?);
        (node.is_part, node.then) = (false, Phase::Judge);
        self.choose(&mut node, &Ask::Receiver, self.content_choice(self.receiver)?);
        (node.phase, node.then) = (Phase::Assume, Phase::Judge);
        let this = node.args.first().and_then(|this| object_of(*this))?;
        Some((node, this))
    }

    /// What has to be decided next of a tree; `Ok(None)`: it is not valid; `Err`: it is, and
    /// nothing has.
    fn next_question(
        &self,
        node: &mut Node,
        least: &Least,
        top: usize,
        thread: &mut Thread,
    ) -> Result<Option<(Ask, Vec<Choice>)>, ()> {
        while node.phase == Phase::Assume {
            match self.assume(node, thread) {
                Ok(()) => {}
                Err(Stop::Dead) => return Ok(None),
                Err(Stop::ForkInto(ask, choices)) => return Ok(Some((ask, choices))),
                Err(Stop::Fork(ask)) => {
                    let choices = self.choices(node, &ask, thread).choices;
                    return Ok(Some((ask, choices)));
                }
            }
        }
        let open = least.values.iter().map(|slot| request(top, *slot));
        let mut open = open.filter(|request| node.state.known_slot(request).is_none());
        let Some(request) = open.next() else { return Err(()) };
        let ask = Ask::Machine(Question::Slot(request));
        node.phase = Phase::Assume;
        let choices = self.choices(node, &ask, thread).choices;
        Ok(Some((ask, choices)))
    }

    /// The first thing that a place may hold.
    fn content_choice(&self, content: crate::space::ContentId) -> Option<Choice> {
        match self.space.content(content) {
            Content::Reference(content) => content.fresh.first().map(|fresh| Choice::Fresh(*fresh, 0)),
            _ => None,
        }
    }

    /// Puts a new node into a slot, with representatives of these states below. `state`: its own.
    fn plant(
        &self,
        node: &mut Node,
        least: &Least,
        (owner, slot): (usize, u32),
        children: &[StateId],
        state: Option<u16>,
    ) -> Option<usize> {
        let object = node.state.object_count();
        let put = |node: &mut Node, object: usize, slot: u32, choice: Choice| {
            self.choose(node, &Ask::Machine(Question::Slot(request(object, slot))), choice).then_some(())
        };
        put(node, owner, slot, Choice::Fresh(least.fresh, 0))?;
        if let Some(state) = state {
            let values = least.values.iter().zip(&least.states[usize::from(state)].values);
            for (slot, word) in values {
                put(node, object, *slot, Choice::Word(*word))?;
            }
        }
        for (slot, child) in least.edges.iter().zip(children) {
            match child {
                None => put(node, object, *slot, Choice::Word(0))?,
                Some(state) => {
                    let below = &least.representatives[usize::from(*state)].children;
                    self.plant(node, least, (object, *slot), below, Some(*state))?;
                }
            }
        }
        Some(object)
    }

    /// How many nodes a part needs at least to be completed. `None`: it cannot be.
    pub(crate) fn need(&self, node: &Node, parts: &Parts) -> Option<usize> {
        let made = parts.node_kind().map_or(0, |kind| usize::from(node.counts[kind]));
        let Some(least) = &parts.least else { return Some(made) };
        let this = node.args.first().and_then(|this| object_of(*this));
        let root = this.and_then(|this| node.state.slot_before(this, least.root as usize)).and_then(object_of);
        let mut left = node.state.object_count();
        // A cycle is for the assumptions to refute.
        let Some(needs) = root.and_then(|root| least.needs(node, root, &mut left)) else { return Some(made) };
        match needs.iter().flatten().min() {
            Some(need) => Some(made.max(*need)),
            None if least.is_closed => None,
            None => Some(made.max(least.horizon + 1)),
        }
    }

    /// The numbers that a slot of a node can hold, if the table tells.
    pub(crate) fn numbers_of(&self, node: &Node, parts: &Parts, request: SlotRef) -> Option<Vec<Choice>> {
        let least = parts.least.as_ref()?;
        if parts.is_truth_value(self.executable.type_number(&node.state, request.object), request.slot) {
            return None;
        }
        let Fresh::Object { class, .. } = least.fresh else { return None };
        let ty = self.executable.object_type(&node.state, request.object)?;
        let is_node = ty.as_class() == Some(class) && least.values.contains(&request.slot);
        let words = is_node.then(|| least.numbers(request.slot, least.states.len()))?;
        Some(words.into_iter().map(Choice::Word).collect())
    }
}

impl Least {
    pub(crate) fn kind(&self) -> usize {
        self.fresh.kind()
    }

    /// All states of subtrees with at most so many nodes are known.
    pub(crate) fn horizon(&self) -> usize {
        self.horizon
    }

    /// Larger subtrees have no other states.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Do as many structures have one shape as another in which children have changed places?
    pub(crate) fn is_symmetric(&self) -> bool {
        self.is_symmetric
    }

    fn has_symmetric_transitions(&self) -> bool {
        let all: HashSet<&Transition> = self.transitions.iter().collect();
        self.transitions.iter().all(|Transition { children, state }| {
            (1..children.len()).all(|at| {
                let mut children = children.clone();
                children.swap(at - 1, at);
                all.contains(&Transition { children, state: *state })
            })
        })
    }

    pub(crate) fn state_count(&self) -> usize {
        self.states.len()
    }

    /// What a node in a state holds.
    pub(crate) fn values_of(&self, state: u16) -> &[Word] {
        &self.states[usize::from(state)].values
    }

    pub(crate) fn value_count(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn value_slots(&self) -> impl Iterator<Item = u32> {
        self.values.iter().copied()
    }

    pub(crate) fn edge_count(&self) -> usize {
        self.edges.len()
    }

    pub(crate) fn edge_slots(&self) -> impl Iterator<Item = u32> {
        self.edges.iter().copied()
    }

    pub(crate) fn root_slot(&self) -> u32 {
        self.root
    }

    /// The states of a node's children, and its own.
    pub(crate) fn transitions(&self) -> impl Iterator<Item = (&[StateId], u16)> {
        self.transitions.iter().map(|transition| (transition.children.as_slice(), transition.state))
    }

    /// What a slot of a node holds in the first states.
    pub(crate) fn numbers(&self, slot: u32, states: usize) -> Vec<Word> {
        let Some(at) = self.values.iter().position(|known| *known == slot) else { return Vec::new() };
        let mut numbers: Vec<Word> = self.states.iter().take(states).map(|state| state.values[at]).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// States for the children of a node that were not tried yet, with at most so many nodes
    /// together.
    fn untried(&self, limit: usize) -> Option<Vec<StateId>> {
        let states: Vec<StateId> = std::iter::once(None).chain((0..self.states.len() as u16).map(Some)).collect();
        let mut chosen = vec![0_usize; self.edges.len()];
        loop {
            let children: Vec<StateId> = chosen.iter().map(|at| states[*at]).collect();
            let size = 1 + children.iter().map(|child| self.size(*child)).sum::<usize>();
            if size <= limit && !self.tried.contains(&children) {
                return Some(children);
            }
            let next = chosen.iter().position(|at| at + 1 < states.len())?;
            chosen[next] += 1;
            chosen[..next].fill(0);
        }
    }

    fn size(&self, state: StateId) -> usize {
        state.map_or(0, |state| self.sizes[usize::from(state)])
    }

    /// A node above children in these states can be in this one.
    fn add(&mut self, children: &[StateId], state: SubtreeState) {
        let size = 1 + children.iter().map(|child| self.size(*child)).sum::<usize>();
        let known = self.states.iter().position(|known| *known == state);
        let number = known.unwrap_or(self.states.len()) as u16;
        let transition = Transition { children: children.to_vec(), state: number };
        match known {
            None => {
                self.states.push(state);
                self.sizes.push(size);
                self.representatives.push(transition.clone());
            }
            Some(at) if size < self.sizes[at] => {
                self.sizes[at] = size;
                self.representatives[at] = transition.clone();
            }
            Some(_) => {}
        }
        self.transitions.push(transition);
        self.shrink();
    }

    /// A smaller subtree makes those smaller that it is part of.
    fn shrink(&mut self) {
        loop {
            let smaller = self.transitions.iter().find_map(|transition| {
                let size = 1 + transition.children.iter().map(|child| self.size(*child)).sum::<usize>();
                let at = usize::from(transition.state);
                (size < self.sizes[at]).then(|| (at, size, transition.clone()))
            });
            let Some((at, size, transition)) = smaller else { return };
            self.sizes[at] = size;
            self.representatives[at] = transition;
        }
    }

    /// By state: how many nodes the subtree of an object needs to be in it. `None`: it has more
    /// than so many nodes.
    fn needs(&self, node: &Node, object: usize, left: &mut usize) -> Option<Vec<Option<usize>>> {
        *left = left.checked_sub(1)?;
        let mut below: Vec<Below> = Vec::with_capacity(self.edges.len());
        for slot in &self.edges {
            below.push(match node.state.slot_before(object, *slot as usize) {
                None => Below::Open,
                Some(word) => match object_of(word) {
                    None => Below::Null,
                    Some(child) => Below::Node(self.needs(node, child, left)?),
                },
            });
        }
        let need_of = |below: &Below, child: StateId| match (below, child) {
            (Below::Node(needs), Some(state)) => needs[usize::from(state)],
            (Below::Node(_), None) | (Below::Null, Some(_)) => None,
            (Below::Null, None) => Some(0),
            (Below::Open, child) => Some(self.size(child)),
        };
        let mut fits = vec![true; self.states.len()];
        for (at, slot) in self.values.iter().enumerate() {
            let Some(known) = node.state.slot_before(object, *slot as usize) else { continue };
            fits.iter_mut().zip(&self.states).for_each(|(fits, state)| *fits &= state.values[at] == known);
        }
        let mut needs: Vec<Option<usize>> = vec![None; self.states.len()];
        for Transition { children, state } in &self.transitions {
            let at = usize::from(*state);
            if !fits[at] {
                continue;
            }
            let all = below.iter().zip(children).map(|(below, child)| need_of(below, *child));
            if let Some(sum) = all.sum::<Option<usize>>() {
                needs[at] = Some(needs[at].map_or(sum + 1, |least| least.min(sum + 1)));
            }
        }
        Some(needs)
    }
}

fn request(object: usize, slot: u32) -> SlotRef {
    SlotRef { object, slot, is_long: false, before: false }
}
