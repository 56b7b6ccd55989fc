//! Splits the paths of a graph at vertices: Shao, Khurshid & Perry (FM 2009), section 4.
//!
//! Paths that go through a vertex make one sub-graph, those that bypass it the other. Before: `if a
//! {x} else {y}; z`. After, at `x`: `assume a; x; z` and `assume !a; y; z`. A branch that keeps one
//! edge has become an assumption; here its other edge leads to [`Op::Elsewhere`], where runs end
//! that belong to another part. Of all vertices the one is taken that leaves the fewest branches in
//! the larger of both sub-graphs (their Fig. 3); each part can be split again.
//!
//! Departures: a branch may have more than two edges, and paths may end at several nodes (a bound
//! that is too small, something that is not modelled). So a path bypasses a vertex if it ends
//! without it, and not if it crosses its place in the order. Branches that only throw what nobody
//! catches are not counted: the paper's programs have none.

use crate::graph::{Graph, Node, NodeId, Op};
use tightrope_source::Span;

/// So many vertices are tried in a graph.
const MOST_CANDIDATES: usize = 1_000;

/// Some of the paths of a graph.
#[derive(Clone, Debug)]
pub struct Part<'p> {
    pub graph: Graph<'p>,
    /// Which paths they are: where it was split, outermost first.
    pub choices: Vec<Choice>,
    /// How many branches are left.
    pub branches: usize,
}

/// One side of a split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    pub vertex: NodeId,
    pub span: Span,
    /// The paths go through the vertex; else they bypass it.
    pub goes_through: bool,
}

/// The parts after so many rounds, each of which splits every part in two. A part without a vertex
/// that makes it simpler stays as it is.
pub fn split<'p>(graph: &Graph<'p>, rounds: usize) -> Vec<Part<'p>> {
    let whole = Part { graph: graph.clone(), choices: Vec::new(), branches: branches(graph) };
    let mut parts = vec![whole];
    for _ in 0..rounds {
        parts = parts.into_iter().flat_map(halves).collect();
    }
    parts
}

/// How many nodes that a path can get to have several edges left.
pub fn branches(graph: &Graph<'_>) -> usize {
    let reached = reached(graph, |_, _| true);
    count(graph, &reached, |_, _| true)
}

/// How many paths lead from the entry to an end that belongs to this graph.
pub fn paths(graph: &Graph<'_>) -> u128 {
    let mut below: Vec<u128> = vec![0; graph.nodes.len()];
    for index in (0..graph.nodes.len()).rev() {
        let node = &graph.nodes[index];
        below[index] = match (&node.op, node.next.as_slice()) {
            (Op::Elsewhere, _) => 0,
            (_, []) => 1,
            (_, next) => next.iter().fold(0, |sum, next| sum.saturating_add(below[next.index()])),
        };
    }
    below.first().copied().unwrap_or(0)
}

fn halves(part: Part<'_>) -> Vec<Part<'_>> {
    let Some(vertex) = best_vertex(&part) else { return vec![part] };
    [true, false]
        .map(|goes_through| {
            let edges = Side::new(&part.graph, vertex, goes_through);
            let graph = restricted(&part.graph, &edges);
            let choice = Choice { vertex, span: part.graph.node(vertex).span, goes_through };
            let choices = part.choices.iter().copied().chain([choice]).collect();
            Part { branches: branches(&graph), graph, choices }
        })
        .into()
}

/// The vertex whose larger sub-graph has the fewest branches; `None`: no split leaves fewer.
fn best_vertex(part: &Part<'_>) -> Option<NodeId> {
    let graph = &part.graph;
    let reached = reached(graph, |_, _| true);
    // Nodes in a row split alike: the first one stands for them.
    let mut leads_here = vec![0; graph.nodes.len()];
    for id in graph.ids() {
        let next = &graph.node(id).next;
        next.iter().for_each(|node| leads_here[node.index()] += if next.len() > 1 { 2 } else { 1 });
    }
    let is_head = |id: &NodeId| reached[id.index()] && leads_here[id.index()] > 1;
    let candidates: Vec<NodeId> = graph.ids().filter(|id| is_head(id) && graph.node(*id).op_may_split()).collect();
    // Of very many, some.
    let candidates = candidates.iter().copied().step_by(1 + candidates.len() / MOST_CANDIDATES);
    let complexity = |vertex: NodeId| {
        [true, false].map(|goes_through| {
            let side = Side::new(graph, vertex, goes_through);
            let reached = self::reached(graph, |id, next| side.keeps(graph, id, next));
            count(graph, &reached, |id, next| side.keeps(graph, id, next))
        })
    };
    let rated = candidates.filter(|vertex| Side::new(graph, *vertex, false).starts()).map(|vertex| {
        let [through, around] = complexity(vertex);
        (through.max(around), vertex)
    });
    rated.min().filter(|(branches, _)| *branches < part.branches).map(|(_, vertex)| vertex)
}

impl Node<'_> {
    /// Runs end somewhere else at these; every path goes through the entry.
    fn op_may_split(&self) -> bool {
        !matches!(self.op, Op::Entry | Op::Elsewhere)
    }
}

/// The edges of one side of a split.
struct Side {
    /// By node: a path from here can still be one of this side.
    can: Vec<bool>,
    vertex: NodeId,
    goes_through: bool,
}

impl Side {
    fn new(graph: &Graph<'_>, vertex: NodeId, goes_through: bool) -> Side {
        let mut can = vec![false; graph.nodes.len()];
        for index in (0..graph.nodes.len()).rev() {
            let node = &graph.nodes[index];
            let is_vertex = index == vertex.index();
            let is_end = node.next.is_empty() && !matches!(node.op, Op::Elsewhere);
            let below = node.next.iter().any(|next| can[next.index()]);
            can[index] = match goes_through {
                true => is_vertex || below,
                false => !is_vertex && (is_end || below),
            };
        }
        Side { can, vertex, goes_through }
    }

    /// Is there a path at all?
    fn starts(&self) -> bool {
        self.can.first().copied().unwrap_or(false)
    }

    /// Behind the vertex all paths go through it already.
    fn keeps(&self, graph: &Graph<'_>, from: NodeId, to: NodeId) -> bool {
        if matches!(graph.node(to).op, Op::Elsewhere) {
            return false;
        }
        self.can[to.index()] || self.goes_through && (from == self.vertex || !self.can[from.index()])
    }
}

fn reached(graph: &Graph<'_>, keeps: impl Fn(NodeId, NodeId) -> bool) -> Vec<bool> {
    let mut reached = vec![false; graph.nodes.len()];
    if let Some(first) = reached.first_mut() {
        *first = true;
    }
    for id in graph.ids() {
        if !reached[id.index()] {
            continue;
        }
        for next in graph.node(id).next.iter().filter(|next| keeps(id, **next)) {
            reached[next.index()] = true;
        }
    }
    reached
}

fn count(graph: &Graph<'_>, reached: &[bool], keeps: impl Fn(NodeId, NodeId) -> bool) -> usize {
    let is_branch = |id: &NodeId| {
        let node = graph.node(*id);
        let only_throws = matches!(node.op, Op::Branch { fails: Some(_), .. });
        let kept =
            node.next.iter().filter(|next| !matches!(graph.node(**next).op, Op::Elsewhere) && keeps(*id, **next));
        reached[id.index()] && !only_throws && kept.count() > 1
    };
    graph.ids().filter(is_branch).count()
}

/// The same graph, in which all other edges lead elsewhere. Nodes keep their numbers.
fn restricted<'p>(graph: &Graph<'p>, side: &Side) -> Graph<'p> {
    let mut part = graph.clone();
    let is_there = part.nodes.last().is_some_and(|node| matches!(node.op, Op::Elsewhere));
    if !is_there && let Some(last) = graph.nodes.last() {
        part.nodes.push(Node { op: Op::Elsewhere, frame: last.frame, span: last.span, next: Vec::new() });
    }
    let elsewhere = NodeId(part.nodes.len() as u32 - 1);
    for id in graph.ids() {
        for (at, next) in graph.node(id).next.iter().enumerate() {
            if !side.keeps(graph, id, *next) {
                part.nodes[id.index()].next[at] = elsewhere;
            }
        }
    }
    part
}
