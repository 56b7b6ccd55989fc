//! Parts whose runs go on as on smaller heaps: they are not looked at any further.
//!
//! A search in a plain search tree has as many ways down as the tree has: 3·2^n parts for n nodes.
//! But what it does with a subtree does not depend on what lies above it. So whoever stands in
//! front of a subtree (at a *head*, see `heads` in the machine) and would stand there in the same
//! way if the tree had no nodes above it, can stop: the smaller heap is a heap of the scope, and is
//! looked at by itself. This leaves a few parts for each size of what a run sees at once, and none
//! at all where that is bounded: then nothing waits for larger scopes, and the verdict is for heaps
//! of every size.
//!
//! **Why that is right.** Say of a heap H and arguments: (1) if the run on H breaks a clause, the
//! search finds a heap of at most the size of H on which that clause is broken; (2) after each head
//! of the run on H that is not revoked, the run looks neither at the root, nor at another field of
//! the receiver but to count it up or down, nor at static fields; it returns; and all keys in the
//! structure are keys that nodes had before, or arguments. Both hold for all heaps of the scope, by
//! induction on their size:
//! - H belongs to a part that was shown, or to the ordinary search of all its heaps: (1) is what
//!   these do. Of (2): each run on a part that was shown is watched, and what does not hold revokes
//!   the heads that it passed; where the ordinary search is needed, there is no induction at all.
//! - H belongs to a part that rests. Let H' be H without the nodes above the subtree T. The
//!   contract is one that carries over from H' to H (`formula/part/smaller` in the machine, where
//!   it is said under which conditions), and every node may be the root: so H' is a valid heap,
//!   with fewer nodes. The run on H', started on what is known of it, was seen to come to the same
//!   head, at which live variables refer to nothing but T and the receiver. That head is not
//!   revoked. By (2) for H', the run on H' sees nothing from there on that is not the same on H. So
//!   both do the same, and (1) for H follows from (1) for H', clause by clause. Of (2): what the
//!   run on H passes before the head was watched on the part; after it, the run on H' passes the
//!   same.
//!
//! A head that is revoked later releases the parts that rest on it. Which parts rest in the end
//! does not depend on the order in which they are found: a head is revoked by runs that have to be
//! looked at in any case, or by those that were released.
//!
//! Two simpler versions of this are wrong, and each misses bugs: to tell heads apart by the control
//! point and some of the variables alone (a run may look at the node above the parent, which a
//! smaller heap does not have), and to leave it out where the arguments lie (a run that has taken a
//! wrong turn does with a subtree what it should, and yet the tree is no search tree any more).
//! `crates/explore/tests/induction.rs` has both.

use crate::node::{Node, Nodes};
use crate::parts::Parts;
use crate::results::Results;
use crate::setup::Setup;
use crate::space::Content;
use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tightrope_machine::contract::CompiledInvariants;
use tightrope_machine::formula::{Smaller, Structure};
use tightrope_machine::{Acceleration, Head, Passed, Question};
use tightrope_program::Type;

/// Which runs go on as on smaller heaps, and the parts that rest on that.
#[derive(Debug)]
pub(crate) struct Induction {
    smaller: Smaller,
    heads: Mutex<Heads>,
}

#[derive(Debug, Default)]
struct Heads {
    /// Runs look at what is different on larger heaps after they have passed these.
    revoked: HashSet<Head>,
    /// All of them are.
    is_over: bool,
    resting: Vec<Resting>,
    /// Parts that have to be looked at after all.
    released: Nodes,
}

/// A part that is not looked at any further.
#[derive(Debug)]
struct Resting {
    head: Head,
    node: Box<Node>,
    was_audited: bool,
}

impl Heads {
    fn trusts(&self, head: &Head) -> bool {
        !self.is_over && !self.revoked.contains(head)
    }

    /// Releases the parts whose head is not trusted any more.
    fn release(&mut self) {
        let (is_over, revoked) = (self.is_over, &self.revoked);
        let is_released = |resting: &mut Resting| is_over || revoked.contains(&resting.head);
        let released = self.resting.extract_if(.., is_released);
        self.released.extend(released.map(|resting| resting.node));
    }

    fn revoke(&mut self, heads: Vec<Head>) {
        let known = self.revoked.len();
        self.revoked.extend(heads);
        if self.revoked.len() > known {
            self.release();
        }
    }
}

impl Induction {
    fn heads(&self) -> MutexGuard<'_, Heads> {
        self.heads.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// There are heaps whose runs nobody has watched.
    pub(crate) fn give_up(&self) {
        let mut heads = self.heads();
        heads.is_over = true;
        heads.release();
    }

    /// The search starts from the beginning.
    pub(crate) fn start_again(&self) {
        *self.heads() = Heads::default();
    }

    /// Parts that have to be looked at after all.
    pub(crate) fn released(&self) -> Option<Nodes> {
        let released = std::mem::take(&mut self.heads().released);
        (!released.is_empty()).then_some(released)
    }

    /// How many parts rest.
    pub(crate) fn resting(&self) -> u64 {
        self.heads().resting.len() as u64
    }
}

impl Setup<'_> {
    /// Can a contract be shown of a heap by what a smaller one does?
    pub(crate) fn find_induction(&self, structure: &Structure, invariants: &CompiledInvariants) -> Option<Induction> {
        let is_on = self.executable.has(Acceleration::Induction);
        if !is_on || !self.has_only_edges(structure) {
            return None;
        }
        let smaller = self.executable.smaller(structure, invariants, &self.contract)?;
        Some(Induction { smaller, heads: Mutex::default() })
    }

    /// Are the fields along which the structure goes on the only references that nodes have, and
    /// the root the only one of the receiver? Then there is nothing else that a run could take a
    /// key from. And may each node be the root? Then what is left without the nodes above it is a
    /// heap.
    fn has_only_edges(&self, structure: &Structure) -> bool {
        let is_receiver = |ty: Type| ty.as_class().is_some_and(|class| self.problem.receivers.contains(&class));
        let reference = |ty: usize, slot: u32| match self.space.slot(ty, slot as usize) {
            Some(content) => match self.space.content(content) {
                Content::Reference(reference) => Some(reference),
                _ => None,
            },
            None => None,
        };
        let types: Vec<(usize, bool)> = self.executable.types().map(is_receiver).enumerate().collect();
        let receivers: Vec<usize> = types.iter().filter(|(_, is_receiver)| *is_receiver).map(|(ty, _)| *ty).collect();
        let is_sound = |of: &usize| {
            let Some(root) = reference(*of, structure.root()) else { return false };
            let is_node = |ty: usize| root.fits.get(ty) == Some(&true);
            types.iter().all(|(ty, is_receiver)| {
                (0..self.space.slots(*ty).len() as u32).all(|slot| match reference(*ty, slot) {
                    None => true,
                    Some(_) if *is_receiver => structure.root() == slot,
                    Some(edge) => {
                        let is_edge = is_node(*ty) && structure.edges().any(|edge| edge == slot);
                        is_edge && edge.fits.iter().zip(&root.fits).all(|(fits, is_root)| *is_root || !fits)
                    }
                })
            })
        };
        !receivers.is_empty() && receivers.iter().all(is_sound)
    }

    fn passed<'c>(&'c self, parts: &'c Parts, induction: &'c Induction, node: &'c Node) -> Passed<'c> {
        Passed {
            structure: &parts.structure,
            smaller: &induction.smaller,
            method: self.contract.method,
            args: &node.args,
            budget: self.run_budget,
        }
    }

    /// Does the run that has asked this go on as on a smaller heap? Then the part rests.
    pub(crate) fn goes_on_as_smaller(&self, parts: &Parts, node: &Node, question: Question) -> bool {
        let Some(induction) = parts.induction.as_ref().filter(|known| !known.heads().is_over) else { return false };
        let call = self.passed(parts, induction, node);
        let Some(head) = self.executable.head(call, &node.state, question) else { return false };
        let mut heads = induction.heads();
        heads.revoke(self.executable.pass(call, &node.state, false));
        let is_trusted = heads.trusts(&head);
        if is_trusted {
            let mut copy = Box::<Node>::default();
            copy.clone_from(node);
            heads.resting.push(Resting { head, node: copy, was_audited: false });
        }
        is_trusted
    }

    /// A run on a part that was shown: which heads has it passed too early?
    pub(crate) fn note_heads(&self, parts: &Parts, node: &Node) {
        let Some(induction) = parts.induction.as_ref().filter(|known| !known.heads().is_over) else { return };
        let call = self.passed(parts, induction, node);
        induction.heads().revoke(self.executable.pass(call, &node.state, true));
    }

    /// Completes the parts that rest in all ways, and judges each heap by itself, as it is done
    /// with those that were shown. What breaks something must do so on a smaller heap, too.
    pub(crate) fn audit_induction(&self, results: &mut Results, has_witness: bool) {
        let Some(parts) = &self.parts else { return };
        let limit = self.space.kinds.iter().map(|kind| kind.limit).max().unwrap_or(0);
        let Some(induction) = parts.induction.as_ref().filter(|_| limit <= parts.audited) else { return };
        for resting in induction.heads().resting.iter_mut().filter(|resting| !resting.was_audited) {
            resting.was_audited = true;
            let completed = self.completed(&resting.node);
            let is_refuted = !completed.witnesses.is_empty() && !has_witness;
            debug_assert!(!is_refuted, "a part that rests has a heap that breaks the contract");
            results.audited_runs += completed.runs;
            results.refuted_parts += u64::from(is_refuted);
        }
    }
}
