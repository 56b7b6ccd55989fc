//! Drops the nodes that no path from the entry comes to.
//!
//! Before: a copy of a recursive call that several sites share, where none of them is reached.
//! After: the graph without it. The entry, the ends and the exit always stay.

use crate::graph::{Graph, NodeId, Op};

pub(crate) fn without_unreached(mut graph: Graph<'_>) -> Graph<'_> {
    // Edges lead to later nodes only, so one pass in order finds all that is reached.
    let mut is_reached: Vec<bool> = graph.nodes.iter().map(|node| is_fixed(&node.op)).collect();
    for index in 0..graph.nodes.len() {
        if is_reached[index] {
            graph.nodes[index].next.iter().for_each(|next| is_reached[next.index()] = true);
        }
    }
    let mut place = 0;
    let places: Vec<u32> = is_reached
        .iter()
        .map(|is_reached| {
            let own = place;
            place += u32::from(*is_reached);
            own
        })
        .collect();
    let mut reached = is_reached.into_iter();
    graph.nodes.retain(|_| reached.next().unwrap_or(true));
    for node in &mut graph.nodes {
        node.next.iter_mut().for_each(|next| *next = NodeId(places[next.index()]));
        if let Op::Beyond { again, .. } = &mut node.op {
            again.iter_mut().for_each(|again| again.at = NodeId(places[again.at.index()]));
        }
    }
    graph
}

fn is_fixed(op: &Op<'_>) -> bool {
    matches!(op, Op::Entry | Op::Returned | Op::Thrown | Op::Exit)
}
