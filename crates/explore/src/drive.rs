//! One check, from the first question to the verdict on one run: what happens to a node until
//! something has to be decided.

use crate::choices::Choice;
use crate::node::{Ask, Node, Phase};
use crate::search::Thread;
use crate::setup::Setup;
use tightrope_engine::Cut;
use tightrope_machine::Budget;
use tightrope_machine::formula::Halt;
use tightrope_program::MethodKind;

/// Why a node does not go on by itself.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    /// It goes on in one node for each answer.
    Fork(Ask),
    /// The same, and these are the answers.
    ForkInto(Ask, Vec<Choice>),
    /// An assumption cannot hold, or what was looked for is there and was counted.
    Dead,
}

pub(crate) type Next = Result<(), Stop>;

impl Setup<'_> {
    /// Goes on until something has to be decided, or nothing is left to do.
    pub(crate) fn advance(&self, node: &mut Node, thread: &mut Thread) -> Stop {
        loop {
            if let Some((array, index)) = node.unfilled.last().copied() {
                return Stop::Fork(Ask::Element { array, index });
            }
            let next = match node.phase {
                Phase::Receiver => Err(Stop::Fork(Ask::Receiver)),
                Phase::Assume => self.assume(node, thread),
                Phase::RepOk { object, method } => self.run_rep_ok(node, object, method, thread),
                Phase::RepOkHeld { object, method } => self.end_rep_ok(node, object, method),
                Phase::Parameter(index) => self.parameter(node, index),
                Phase::Requires => self.requires(node, thread),
                Phase::Complete => self.complete(node, thread),
                Phase::Run => self.run(node, thread),
                Phase::Judge => self.judge(node, thread),
                Phase::Part => self.part(node, thread),
            };
            if let Err(stop) = next {
                return stop;
            }
        }
    }

    pub(crate) fn budget(&self) -> Budget {
        self.run_budget
    }

    /// Back to the heap before anything ran.
    pub(crate) fn rewind(&self, node: &mut Node) {
        let renumbering = self.executable.rewind(&mut node.state);
        node.forget_clauses();
        let renumber = |object: &mut u32| {
            if let Some(new) = renumbering.object(*object as usize) {
                *object = new as u32;
            }
        };
        node.initial.iter_mut().for_each(renumber);
        node.strangers.iter_mut().for_each(renumber);
        node.unreferenced.iter_mut().for_each(renumber);
        node.arrays.iter_mut().for_each(|(object, _)| renumber(object));
        for (arg, is_reference) in node.args.iter_mut().zip(&self.arg_is_reference) {
            if *is_reference {
                *arg = renumbering.reference(*arg);
            }
        }
        self.make_receiver_again(node);
    }

    /// The object that a constructor works on is not initial, but it is there before the
    /// constructor runs.
    fn make_receiver_again(&self, node: &mut Node) {
        let method = self.problem.method().map(|method| self.program.method(method));
        let Some(method) = method.filter(|method| method.kind == MethodKind::Constructor) else { return };
        let this = self.executable.add_new_object(&mut node.state, method.class);
        if let (Some(receiver), Some(this)) = (node.args.first_mut(), this) {
            *receiver = this;
        }
    }

    /// Parameters get their values one after the other; then their invariants are assumed.
    fn parameter(&self, node: &mut Node, index: u32) -> Next {
        if (index as usize) < self.params.len() {
            return Err(Stop::Fork(Ask::Parameter(index)));
        }
        node.phase = Phase::Assume;
        node.then = if self.problem.method().is_some() { Phase::Requires } else { Phase::Complete };
        Ok(())
    }
}

/// A part of the search space is not covered, and the answer says why.
pub(crate) fn cut_off(cut: Cut, thread: &mut Thread) -> Stop {
    thread.results.cut(cut);
    Stop::Dead
}

pub(crate) fn halted(halt: Halt, thread: &mut Thread) -> Stop {
    match halt {
        Halt::Unsupported(what) => cut_off(Cut::Unsupported(what), thread),
        Halt::Exhausted(limit) => cut_off(Cut::Budget(crate::run_limit(limit)), thread),
    }
}
