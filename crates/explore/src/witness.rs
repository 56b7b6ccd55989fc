//! From a node back to where its run started.

use crate::node::Node;
use crate::setup::Setup;
use tightrope_engine::Start;
use tightrope_heap::canonical::{Order, canonical};

impl Setup<'_> {
    /// The heap before the method, with receiver and arguments as roots. Ordered and opaque values become numbers and objects that fit all that the
    /// run has found out about them.
    pub(crate) fn start_of(&self, node: &Node) -> Start {
        let mut copy = Node::default();
        copy.clone_from(node);
        self.rewind(&mut copy);
        let heap = canonical(&self.save(&copy.state, &copy.args), Order::BreadthFirst);
        Start { heap, state: copy.state, args: copy.args, initial: copy.initial }
    }

    pub(crate) fn save(
        &self,
        state: &tightrope_machine::State,
        args: &[tightrope_machine::Word],
    ) -> tightrope_heap::Heap {
        let roots = self.arg_names.iter().zip(args).zip(&self.arg_types);
        let roots: Vec<_> = roots.map(|((name, value), ty)| (name.clone(), *value, *ty)).collect();
        self.executable.save(state, &roots)
    }
}
