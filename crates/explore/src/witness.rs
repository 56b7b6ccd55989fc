//! From a node back to the call that its run started from.

use crate::node::Node;
use crate::setup::Setup;
use tightrope_heap::Heap;
use tightrope_heap::canonical::{Order, canonical};
use tightrope_machine::contract::{Violation, ViolationKind};
use tightrope_machine::{NULL, SavedCall, Word, reference_to};
use tightrope_problem::Excuse;

impl Setup<'_> {
    /// The call before the method ran. Ordered and opaque values become numbers and objects that
    /// fit all that the run has found out about them.
    pub(crate) fn call_of(&self, node: &Node) -> SavedCall {
        let before = self.rewound(node);
        let others: Vec<Word> = before.strangers.iter().map(|object| reference_to(*object as usize)).collect();
        self.executable.save_call(&self.problem, &before.state, &before.args, &others)
    }

    /// The structure that a node stands for, with the receiver as its root.
    pub(crate) fn structure_of(&self, node: &Node) -> Heap {
        let before = self.rewound(node);
        let roots = self.arg_names.iter().zip(&before.args).zip(&self.arg_types);
        let roots: Vec<_> = roots.map(|((name, value), ty)| (name.clone(), *value, *ty)).collect();
        canonical(&self.executable.save(&before.state, &roots), Order::BreadthFirst)
    }

    /// What the call was given that nobody has excluded, if that may be why it fails.
    pub(crate) fn excuse(&self, node: &Node, violation: &Violation) -> Option<Excuse> {
        match violation.kind {
            _ if !self.problem.is_unspecified() => None,
            ViolationKind::Exception(class) if self.problem.is_null_pointer(class) => {
                let mut arguments = node.args.iter().enumerate();
                let is_null = |(index, word): (usize, &Word)| *word == NULL && self.problem.is_open_parameter(index);
                let elements = || self.problem.excuse(&violation.breach(&self.problem)?, &self.call_of(node).heap);
                arguments.any(is_null).then_some(Excuse::NullArgument).or_else(elements)
            }
            ViolationKind::NeverReturns | ViolationKind::StackOverflow => {
                let breach = violation.breach(&self.problem)?;
                self.problem.excuse(&breach, &self.call_of(node).heap)
            }
            _ => None,
        }
    }

    /// Is the run on links that lead back to where they start, which nobody has admitted?
    pub(crate) fn goes_in_circles(&self, node: &Node) -> bool {
        self.problem.is_unspecified() && self.problem.has_cyclic_argument(&self.call_of(node).heap)
    }

    fn rewound(&self, node: &Node) -> Node {
        let mut copy = Node::default();
        copy.clone_from(node);
        self.rewind(&mut copy);
        copy
    }
}
