//! From a node back to a heap that people can read.

use crate::node::Node;
use crate::setup::Setup;
use tightrope_heap::Heap;
use tightrope_heap::canonical::{Order, canonical};

impl Setup<'_> {
    /// The heap before the method, with receiver and arguments as roots. Ordered and opaque values become numbers and objects that fit all that the
    /// run has found out about them.
    pub(crate) fn heap_before(&self, node: &Node) -> Heap {
        let mut copy = Node::default();
        copy.clone_from(node);
        self.rewind(&mut copy);
        let roots: Vec<_> = self
            .arg_names
            .iter()
            .zip(&copy.args)
            .zip(&self.arg_types)
            .map(|((name, value), ty)| (name.clone(), *value, *ty))
            .collect();
        canonical(&self.executable.save(&copy.state, &roots), Order::BreadthFirst)
    }
}
