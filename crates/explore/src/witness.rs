//! From a node back to the call that its run started from.

use crate::node::Node;
use crate::setup::Setup;
use tightrope_heap::Heap;
use tightrope_heap::canonical::{Order, canonical};
use tightrope_machine::SavedCall;

impl Setup<'_> {
    /// The call before the method ran. Ordered and opaque values become numbers and objects that fit
    /// all that the run has found out about them.
    pub(crate) fn call_of(&self, node: &Node) -> SavedCall {
        let before = self.rewound(node);
        self.executable.save_call(&self.problem, &before.state, &before.args)
    }

    /// The structure that a node stands for, with the receiver as its root.
    pub(crate) fn structure_of(&self, node: &Node) -> Heap {
        let before = self.rewound(node);
        let roots = self.arg_names.iter().zip(&before.args).zip(&self.arg_types);
        let roots: Vec<_> = roots.map(|((name, value), ty)| (name.clone(), *value, *ty)).collect();
        canonical(&self.executable.save(&before.state, &roots), Order::BreadthFirst)
    }

    fn rewound(&self, node: &Node) -> Node {
        let mut copy = Node::default();
        copy.clone_from(node);
        self.rewind(&mut copy);
        copy
    }
}
