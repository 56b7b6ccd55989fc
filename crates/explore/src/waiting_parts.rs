//! A ladder of scopes looks at each part once, when the scope has as many nodes as it needs.
//!
//! What is shown of a part does not depend on the scope: no rule uses how many nodes there may be.
//! The only thing that a scope decides is which parts it has: those that can be completed with its
//! nodes. So no answer is refused for want of nodes. A part that needs more waits, as it is, for
//! the first scope that has as many; the scopes before have no heap of it, and larger ones look at
//! it once. (Where a table gives the least number of nodes, that is what a part needs; otherwise,
//! the nodes that it has.)
//!
//! A number that clauses define, such as a height, has more values in larger structures. The part
//! waits beside its answers for those that the table does not have yet.
//!
//! What was left to the ordinary search is searched again in every scope: its heaps are others.
//!
//! **Heaps of every size.** Where nothing waits, nothing was left to the search and nothing was
//! cut, the parts that were shown have all heaps there are: answers exclude each other, none was
//! dropped but those that an assumption refutes, and what was shown of a part holds for all its
//! completions, however large. Larger scopes then have the same parts.

use crate::choices::Choice;
use crate::node::{Ask, Node, Nodes};
use crate::parts::Parts;
use crate::search::{Found, Thread};
use crate::setup::Setup;
use tightrope_problem::ObjectBound;
use tightrope_source::Name;

/// More are not kept: each has some kilobytes. Those that need the most nodes go first; a scope
/// that has as many starts from the beginning.
const MOST_WAITING: usize = 100_000;

/// A part that a larger scope goes on from.
#[derive(Debug)]
struct WaitingPart {
    node: Box<Node>,
    /// How many nodes the scope must have.
    need: usize,
    /// Values that the table does not have yet are wanted for this; it had so many states.
    ask: Option<(Ask, usize)>,
}

/// The parts that wait for a larger scope, and those that are searched in every scope.
#[derive(Debug)]
pub(crate) struct WaitingParts {
    waiting: Vec<WaitingPart>,
    /// Those that need so many nodes were not kept.
    lost_from: usize,
    /// Left to the ordinary search.
    left: Nodes,
    /// Some could not be kept, or nobody wants them.
    is_lost: bool,
}

impl Default for WaitingParts {
    fn default() -> WaitingParts {
        WaitingParts { waiting: Vec::new(), lost_from: usize::MAX, left: Nodes::new(), is_lost: false }
    }
}

impl WaitingParts {
    pub(crate) fn lost() -> WaitingParts {
        WaitingParts { is_lost: true, ..WaitingParts::default() }
    }

    /// It is of no use any more to whoever goes on. What was left is still to be searched.
    pub(crate) fn discard(&mut self) {
        self.is_lost = true;
        self.waiting.clear();
    }

    pub(crate) fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Is a part kept that needs so many nodes?
    fn keeps(&self, need: usize) -> bool {
        !self.is_lost && need < self.lost_from
    }

    fn add(&mut self, waiting: WaitingPart) {
        if !self.keeps(waiting.need) {
            return;
        }
        self.waiting.push(waiting);
        self.shed(MOST_WAITING);
    }

    /// Where there are more than so many, about half of them go: those that need the most.
    fn shed(&mut self, most: usize) {
        if self.waiting.len() <= most {
            return;
        }
        let mut needs: Vec<usize> = self.waiting.iter().map(|waiting| waiting.need).collect();
        needs.sort_unstable();
        let (least, middle) = (needs[0], needs[needs.len() / 2]);
        self.lost_from = self.lost_from.min(middle.max(least + 1));
        self.waiting.retain(|waiting| waiting.need < self.lost_from);
        if self.waiting.len() > most {
            self.discard();
        }
    }

    pub(crate) fn join(&mut self, other: WaitingParts) {
        self.left.extend(other.left);
        if other.is_lost {
            self.discard();
        } else if !self.is_lost {
            self.lost_from = self.lost_from.min(other.lost_from);
            self.waiting.extend(other.waiting);
            self.waiting.retain(|waiting| waiting.need < self.lost_from);
            self.shed(MOST_WAITING);
        }
    }

    /// The ordinary search has to complete it.
    pub(crate) fn leave(&mut self, node: &mut Node) {
        self.left.push(Box::new(std::mem::take(node)));
    }

    /// Copies of what the ordinary search has to complete.
    pub(crate) fn left(&self) -> Nodes {
        let copy = |node: &Node| {
            let mut copy = Box::<Node>::default();
            copy.clone_from(node);
            copy
        };
        self.left.iter().map(|node| copy(node)).collect()
    }
}

/// What a scope leaves for the next: the parts that were shown, and those that wait.
#[derive(Debug)]
pub(crate) struct KeptParts {
    /// The most objects of each kind.
    limits: Vec<(Name, usize)>,
    found: Found,
}

impl KeptParts {
    pub(crate) fn of(setup: &Setup<'_>, found: Found) -> Option<KeptParts> {
        let is_kept = !found.left_off.waiting_parts.is_lost() && found.results.cuts.is_empty();
        let limits = setup.space.kinds.iter().map(|kind| (kind.name.clone(), kind.limit)).collect();
        is_kept.then_some(KeptParts { limits, found })
    }

    /// What was found, if the scope is a larger one.
    pub(crate) fn for_scope_of(self, setup: &Setup<'_>) -> Option<Found> {
        let kinds = &setup.space.kinds;
        let is_covered =
            |(kind, (name, limit)): (&ObjectBound, &(Name, usize))| kind.name == *name && kind.limit >= *limit;
        let is_larger = kinds.len() == self.limits.len() && kinds.iter().zip(&self.limits).all(is_covered);
        let has_all = kinds.iter().all(|kind| kind.limit < self.found.left_off.waiting_parts.lost_from);
        (is_larger && has_all).then_some(self.found)
    }
}

impl Setup<'_> {
    /// Does the scope have as many objects as a part needs? If not, it waits.
    pub(crate) fn has_enough(&self, node: &mut Node, parts: &Parts, thread: &mut Thread) -> bool {
        let need = match self.need(node, parts) {
            Some(need) => need,
            None => return false,
        };
        let kind = parts.node_kind();
        let limit_of = |kind: usize| self.space.kinds[kind].limit;
        let counts = node.counts.iter().enumerate();
        let lacking = counts.filter(|(kind, count)| usize::from(**count) > limit_of(*kind)).map(|(kind, _)| kind);
        let lacking = lacking.chain(kind.filter(|kind| need > limit_of(*kind)));
        let mut has_enough = true;
        for kind in lacking {
            (has_enough, thread.results.touched[kind]) = (false, true);
        }
        if !has_enough && thread.left_off.waiting_parts.keeps(need) {
            // A copy has no room to spare: many wait for long.
            let mut copy = Box::<Node>::default();
            copy.clone_from(node);
            thread.left_off.waiting_parts.add(WaitingPart { node: copy, need, ask: None });
        }
        has_enough
    }

    /// A number is asked for, and the table will have more values for it.
    pub(crate) fn wait_for_numbers(&self, node: &Node, parts: &Parts, ask: Ask, thread: &mut Thread) {
        let Some(least) = parts.least.as_ref().filter(|least| !least.is_closed()) else { return };
        thread.results.touched[least.kind()] = true;
        if thread.left_off.waiting_parts.keeps(least.horizon() + 1) {
            let mut copy = Box::<Node>::default();
            copy.clone_from(node);
            let ask = Some((ask, least.state_count()));
            thread.left_off.waiting_parts.add(WaitingPart { node: copy, need: least.horizon() + 1, ask });
        }
    }

    /// The nodes with which a search goes on where that of a smaller scope has left off.
    /// What is known is then of the larger scope.
    pub(crate) fn go_on_from_parts(&self, known: Found) -> (Nodes, Found) {
        let (mut nodes, Some(parts)) = (Nodes::new(), &self.parts) else { return (Nodes::new(), known) };
        let mut thread = Thread::new(known.results, known.left_off);
        let limit = parts.node_kind().map(|kind| (kind, self.space.kinds[kind].limit));
        thread.results.touched.fill(false);
        if thread.left_off.waiting_parts.lost_from < usize::MAX {
            let kinds = limit.map_or(0..thread.results.touched.len(), |(kind, _)| kind..kind + 1);
            thread.results.touched[kinds].fill(true);
        }
        for waiting in std::mem::take(&mut thread.left_off.waiting_parts.waiting) {
            if let Some((kind, _)) = limit.filter(|(_, limit)| waiting.need > *limit) {
                thread.results.touched[kind] = true;
                thread.left_off.waiting_parts.add(waiting);
                continue;
            }
            match waiting.ask {
                None => nodes.push(waiting.node),
                Some((ask, known)) => self.ask_for_more(parts, waiting.node, ask, known, &mut nodes, &mut thread),
            }
        }
        (nodes, thread.found())
    }

    /// Answers that the table did not have when they were asked for.
    fn ask_for_more(
        &self,
        parts: &Parts,
        node: Box<Node>,
        ask: Ask,
        known: usize,
        nodes: &mut Nodes,
        thread: &mut Thread,
    ) {
        for choice in self.numbers_since(parts, &node, &ask, known) {
            let mut child = thread.scratch.spare.pop().unwrap_or_default();
            child.clone_from(&node);
            if self.choose(&mut child, &ask, choice) { nodes.push(child) } else { thread.scratch.spare.push(child) }
        }
        self.wait_for_numbers(&node, parts, ask, thread);
    }

    /// Numbers for a slot that only states from this one on have.
    fn numbers_since(&self, parts: &Parts, node: &Node, ask: &Ask, known: usize) -> Vec<Choice> {
        let Ask::Machine(tightrope_machine::Question::Slot(request)) = ask else { return Vec::new() };
        let all = self.numbers_of(node, parts, *request).unwrap_or_default();
        let old = parts.least.as_ref().map_or_else(Vec::new, |least| least.numbers(request.slot, known));
        all.into_iter().filter(|choice| !old.iter().any(|word| *choice == Choice::Word(*word))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(need: usize) -> WaitingPart {
        WaitingPart { node: Box::default(), need, ask: None }
    }

    /// What needs few nodes stays, whatever comes; a scope knows from where on something is
    /// missing.
    #[test]
    fn those_that_need_the_most_go_first() {
        let mut parts = WaitingParts::default();
        (1..=20).rev().for_each(|need| parts.waiting.push(waiting(need)));
        parts.shed(20);
        assert_eq!((parts.waiting.len(), parts.lost_from), (20, usize::MAX));
        parts.shed(10);
        assert_eq!((parts.waiting.len(), parts.lost_from), (10, 11));
        assert!(parts.keeps(10) && !parts.keeps(11));
        let mut other = WaitingParts::default();
        (3..=15).for_each(|need| other.add(waiting(need)));
        parts.join(other);
        assert!(parts.waiting.iter().all(|waiting| waiting.need <= 10) && !parts.is_lost());
        assert_eq!(parts.waiting.len(), 18);
    }

    /// Where all need the same, none can go before the others.
    #[test]
    fn too_many_of_one_size_are_lost() {
        let mut parts = WaitingParts::default();
        (0..20).for_each(|_| parts.waiting.push(waiting(7)));
        parts.shed(10);
        assert!(parts.is_lost());
    }
}
