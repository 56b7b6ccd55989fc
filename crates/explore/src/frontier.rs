//! What a larger scope goes on from.
//!
//! A scope bounds how many objects there are. Where a reference could lead to one object more, and
//! the scope refuses that, the search decides between the answers that are left; the node as it was
//! before is kept. The next scope, which allows one more, starts from these nodes, each with the
//! object that was refused: whatever it finds there is new, and all that is new is found there,
//! since the answers to a question exclude each other. So on a ladder of scopes every partial heap
//! is looked at once. (It is iterative deepening that keeps its frontier.)
//!
//! (In which order questions are asked may depend on the scope in which they came up. So what is
//! not known of a heap, such as the order of two values that nobody compared, may be split in other
//! ways than in a search that starts in the larger scope; both cover the same.)
//!
//! This holds only if nothing else depends on the scope: where a number was chosen from a range, or
//! the length of an array, nothing is kept, and the next scope starts from the beginning. So it
//! does where there are too many nodes to keep.

use crate::choices::{Choice, Offer};
use crate::field_bounds::LabelBounds;
use crate::node::{Ask, Node, Nodes};
use crate::results::Results;
use crate::search::{Found, Thread};
use crate::setup::Setup;
use crate::space::Fresh;
use crate::waiting_parts::WaitingParts;
use tightrope_machine::formula::{Force, Ranges};
use tightrope_machine::{Acceleration, Question};
use tightrope_problem::ObjectBound;
use tightrope_source::Name;

/// More are not kept: each has some kilobytes.
const MOST_WAITING: usize = 10_000;

/// A node that a larger scope goes on from.
#[derive(Debug)]
struct Waiting {
    node: Box<Node>,
    ask: Ask,
    /// The answer that was refused.
    refused: Fresh,
    /// What an assumption forces besides, and was not carried out yet.
    forces: Vec<Force>,
}

impl Waiting {
    fn copy(&self) -> Waiting {
        let mut node: Box<Node> = Box::default();
        node.clone_from(&self.node);
        Waiting { node, ask: self.ask, refused: self.refused, forces: self.forces.clone() }
    }
}

/// The nodes that wait for a larger scope.
#[derive(Debug, Default)]
pub(crate) struct Frontier {
    waiting: Vec<Waiting>,
    /// Some could not be kept, or there is something else that depends on the scope.
    is_lost: bool,
}

impl Frontier {
    pub(crate) fn lost() -> Frontier {
        Frontier { waiting: Vec::new(), is_lost: true }
    }

    /// It is of no use any more.
    pub(crate) fn discard(&mut self) {
        if !self.is_lost {
            *self = Frontier::lost();
        }
    }

    /// Copies of every `of`-th node, from the one of number `index` on.
    fn share(&self, index: usize, of: usize) -> Frontier {
        let waiting = self.waiting.iter().skip(index).step_by(of).map(Waiting::copy).collect();
        Frontier { waiting, is_lost: self.is_lost }
    }

    pub(crate) fn is_lost(&self) -> bool {
        self.is_lost
    }

    fn add(&mut self, waiting: Waiting) {
        self.waiting.push(waiting);
        if self.waiting.len() > MOST_WAITING {
            self.discard();
        }
    }

    pub(crate) fn join(&mut self, other: Frontier) {
        let count = self.waiting.len() + other.waiting.len();
        if self.is_lost || other.is_lost || count > MOST_WAITING {
            self.discard();
        } else {
            self.waiting.extend(other.waiting);
        }
    }
}

/// Where a larger scope goes on: with heaps, and with parts.
#[derive(Debug, Default)]
pub(crate) struct LeftOff {
    pub(crate) frontier: Frontier,
    pub(crate) waiting_parts: WaitingParts,
}

impl LeftOff {
    pub(crate) fn new(is_kept: bool) -> LeftOff {
        if is_kept { LeftOff::default() } else { LeftOff::lost() }
    }

    /// No larger scope follows, or it starts from the beginning.
    pub(crate) fn lost() -> LeftOff {
        LeftOff { frontier: Frontier::lost(), waiting_parts: WaitingParts::lost() }
    }

    /// Something depends on the scope: a larger one starts from the beginning.
    pub(crate) fn discard(&mut self) {
        self.frontier.discard();
        self.waiting_parts.discard();
    }

    pub(crate) fn join(&mut self, other: LeftOff) {
        self.frontier.join(other.frontier);
        self.waiting_parts.join(other.waiting_parts);
    }
}

/// What a search leaves for the next scope: only where the heaps that were looked at are the same
/// in every larger one.
#[derive(Debug)]
pub(crate) struct Kept {
    /// The most objects of each kind.
    limits: Vec<(Name, usize)>,
    /// What was known of numbers.
    ranges: Vec<Ranges>,
    /// What was known of fields.
    labels: Option<LabelBounds>,
    pub(crate) results: Results,
    pub(crate) frontier: Frontier,
}

impl Kept {
    /// What was found, if it is of use in a larger scope. Violations are looked for once more, with
    /// all heaps that show them.
    pub(crate) fn of(setup: &Setup<'_>, found: Found) -> Option<Kept> {
        let Found { results, left_off: LeftOff { frontier, .. } } = found;
        let limits = setup.space.kinds.iter().map(|kind| (kind.name.clone(), kind.limit)).collect();
        let (ranges, labels) = (setup.ranges.clone(), setup.labels.clone());
        results.is_settled().then_some(Kept { limits, ranges, labels, results, frontier })
    }

    /// The same for another scope, if that is a larger one.
    pub(crate) fn for_scope_of(mut self, setup: &Setup<'_>) -> Option<Kept> {
        if self.ranges != setup.ranges || self.labels != setup.labels {
            // What they excluded may be possible now.
            self.frontier.discard();
        }
        // Then the next scope looks at all heaps again, and the complete ones among them need not
        // be run.
        if self.frontier.is_lost() && !setup.executable.has(Acceleration::SettledHeaps) {
            return None;
        }
        let kinds = &setup.space.kinds;
        let is_covered =
            |(kind, (name, limit)): (&ObjectBound, &(Name, usize))| kind.name == *name && kind.limit >= *limit;
        (kinds.len() == self.limits.len() && kinds.iter().zip(&self.limits).all(is_covered)).then_some(self)
    }

    /// A share of what waits for a larger scope; the first share also has what was found so far.
    /// `None`: there is nothing to divide.
    pub(crate) fn share(&self, setup: &Setup<'_>, index: usize, of: usize) -> Option<Kept> {
        if self.frontier.is_lost() {
            return None;
        }
        let results = if index == 0 { self.results.clone() } else { Results::new(setup) };
        let frontier = self.frontier.share(index, of);
        let (limits, ranges, labels) = (self.limits.clone(), self.ranges.clone(), self.labels.clone());
        Some(Kept { limits, ranges, labels, results, frontier })
    }

    /// By kind: complete heaps with at most so many objects were looked at.
    pub(crate) fn settled(&self) -> Vec<usize> {
        self.limits.iter().map(|(_, limit)| *limit).collect()
    }
}

impl Setup<'_> {
    /// A question is about to be decided between these answers, without the objects that the scope
    /// has refused. `forces`: what has to be carried out in any case, and was not yet.
    pub(crate) fn leave_waiting(&self, node: &Node, ask: &Ask, offer: &Offer, forces: &[Force], thread: &mut Thread) {
        // That a slot holds none of some words leaves open what it holds: whoever decides that
        // leaves its node.
        if offer.choices.iter().any(|choice| matches!(choice, Choice::Holds(_, false))) {
            return;
        }
        let may_be_new = match ask {
            Ask::Machine(Question::Slot(request) | Question::Holds { request, .. }) => {
                node.state.allowed(request).others()
            }
            _ => true,
        };
        for refused in offer.scope.refused.iter().copied() {
            if may_be_new && !thread.left_off.frontier.is_lost() {
                let mut kept = thread.scratch.spare.pop().unwrap_or_default();
                kept.clone_from(node);
                thread.left_off.frontier.add(Waiting { node: kept, ask: *ask, refused, forces: forces.to_vec() });
            }
        }
    }

    /// The nodes with which the search goes on where that of a smaller scope has left off.
    pub(crate) fn go_on_from(&self, frontier: Frontier, thread: &mut Thread) -> Nodes {
        let mut nodes = Vec::with_capacity(frontier.waiting.len());
        for waiting in frontier.waiting {
            let kind = waiting.refused.kind();
            if usize::from(waiting.node.counts[kind]) >= self.space.kinds[kind].limit {
                thread.results.touched[kind] = true;
                thread.left_off.frontier.add(waiting);
                continue;
            }
            let Waiting { mut node, ask, refused, forces } = waiting;
            let is_possible = self.choose(&mut node, &ask, Choice::Fresh(refused, 0));
            if is_possible && self.carry_out(&mut node, &forces, thread).is_ok() {
                nodes.push(node);
            }
        }
        nodes
    }
}
