//! From a node back to where its run started.

use crate::node::Node;
use crate::setup::Setup;
use tightrope_engine::Start;
use tightrope_heap::Heap;
use tightrope_heap::canonical::{Order, canonical};
use tightrope_machine::{State, Word};
use tightrope_program::names::simple_name;
use tightrope_program::{ClassKind, ClassOrigin, Type};
use tightrope_source::Name;

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

    /// The heap with receiver and arguments as roots.
    fn save(&self, state: &State, args: &[Word]) -> Heap {
        self.executable.save(state, &self.argument_roots(args))
    }

    /// The heap with all that can be seen of it as roots: receiver and arguments, then static fields, then others.
    pub(crate) fn save_all(&self, state: &State, args: &[Word], others: &[(Name, Word, Type)]) -> Heap {
        let mut roots = self.argument_roots(args);
        for (field, value) in self.executable.static_values(state) {
            let declared = self.program.field(field);
            let class = self.program.class(declared.class);
            // Constants say nothing about a run.
            let is_constant = declared.is_final && (!declared.ty.is_reference() || class.kind == ClassKind::Enum);
            if class.origin == ClassOrigin::User && !is_constant {
                roots.push((
                    Name::from(format!("{}.{}", simple_name(self.program, declared.class), declared.name)),
                    value,
                    declared.ty,
                ));
            }
        }
        roots.extend(others.iter().cloned());
        self.executable.save(state, &roots)
    }

    fn argument_roots(&self, args: &[Word]) -> Vec<(Name, Word, Type)> {
        let roots = self.arg_names.iter().zip(args).zip(&self.arg_types);
        roots.map(|((name, value), ty)| (name.clone(), *value, *ty)).collect()
    }
}
