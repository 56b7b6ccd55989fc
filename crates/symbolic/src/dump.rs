//! The computation graph that is walked, for whoever wants to see it.

use crate::check::{Attempt, Options, Problem};
use tightrope_graph::{to_dot, to_text};
use tightrope_heap::Scope;
use tightrope_program::{MethodId, Program};

/// How the graph is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawing {
    /// One node per line.
    Text,
    /// For Graphviz.
    Dot,
}

/// The graph of a method with the first bound on iterations and calls that a scope is tried with.
pub fn graph_of(program: &Program, method: MethodId, scope: &Scope, drawing: Drawing) -> String {
    let (problem, options) = (Problem::new(program, method), Options::default());
    let attempt = Attempt::new(&problem, scope, &options);
    let mut encoder = attempt.encoder();
    let graph = attempt.start(&mut encoder).and_then(|_| attempt.graph(&mut encoder));
    match (graph, drawing) {
        (Ok(graph), Drawing::Text) => to_text(program, &graph),
        (Ok(graph), Drawing::Dot) => to_dot(program, &graph),
        (Err(reason), _) => format!("there is no graph: {reason}\n"),
    }
}
