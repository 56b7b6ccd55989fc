//! The walk over a body that emits the graph, and the statements that become one node each.
//!
//! Before: `a = b; o.f = a; if (c) { … } else { … }`
//! After: `n1: a = b`, `n2: if o == null` with an edge to where exceptions go, `n3: o.f = a`, `n4:
//! if c` with two edges that meet again.
//!
//! An edge whose target is not emitted yet is *pending* ([`Ends`]). A statement takes the pending
//! edges that lead to it and gives those that lead out of it; none: it is not reached, or never
//! completes.

use crate::graph::{Again, AssertKind, Bound, Cond, Frame, FrameId, Graph, Node, NodeId, Op, Var};
use crate::live::LiveClasses;
use crate::reached::without_unreached;
use crate::shared_calls::MOST_SITES;
use std::collections::{BTreeSet, HashMap};
use tightrope_program::body::{Body, Stmt, StmtKind};
use tightrope_program::{ClassId, Code, LabelId, LocalId, MethodId, Program};
use tightrope_source::Span;

/// How large the graph may get.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bounds {
    /// Copies of the body of each loop.
    pub iterations: usize,
    /// Calls of the same method inside each other.
    pub depth: usize,
    /// Nodes.
    pub nodes: usize,
}

/// What becomes of calls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Calls {
    Inlined,
    /// They stay, as [`Op::Call`].
    Kept,
}

/// What is known of the states in which the method is called.
#[derive(Clone, Copy, Debug)]
pub struct World<'w> {
    /// Of which there can be objects.
    pub live: &'w LiveClasses,
    /// These have been initialised.
    pub initialized: &'w BTreeSet<ClassId>,
    /// Loops with a bound of their own, by their place, and methods that call themselves, by that
    /// of their name.
    pub loops: &'w LoopBounds,
}

/// How many copies of its body a loop or a recursive method gets, by its place.
pub type LoopBounds = std::collections::BTreeMap<Span, usize>;

/// The graph would have more nodes than allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    pub nodes: usize,
}

/// The graph of a method that has code. `None`: it has none.
pub fn build<'p>(
    program: &'p Program,
    method: MethodId,
    calls: Calls,
    bounds: Bounds,
    world: World<'_>,
) -> Option<Result<Graph<'p>, TooLarge>> {
    let Code::Body(body) = &program.method(method).code else { return None };
    let mut builder =
        Builder { program, calls, bounds, world, nodes: Vec::new(), frames: Vec::new(), stack: Vec::new(), vars: 0 };
    builder.open(method, body, Var::FIRST, None);
    let entry = builder.emit(Op::Entry, Vec::new(), program.method(method).name_span, 1);
    let ends = builder.block(&body.block, entry);
    Some(builder.finish(method, ends).map(without_unreached))
}

/// An edge without a target yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    node: NodeId,
    edge: usize,
}

pub(crate) type Ends = Vec<End>;

const NOWHERE: NodeId = NodeId(u32::MAX);

pub(crate) struct Builder<'p, 'w> {
    pub(crate) program: &'p Program,
    pub(crate) calls: Calls,
    pub(crate) bounds: Bounds,
    pub(crate) world: World<'w>,
    nodes: Vec<Node<'p>>,
    frames: Vec<Frame>,
    /// The calls that are being copied, innermost last.
    pub(crate) stack: Vec<Activation<'p>>,
    vars: u32,
}

/// A call that is being copied.
pub(crate) struct Activation<'p> {
    pub(crate) frame: FrameId,
    pub(crate) method: MethodId,
    pub(crate) body: &'p Body,
    pub(crate) base: u32,
    /// Its first node.
    pub(crate) start: NodeId,
    /// Where `return e` puts the value.
    pub(crate) result: Option<Var>,
    pub(crate) labels: HashMap<LabelId, Label>,
    pub(crate) tries: Vec<Vec<PendingHandler>>,
    pub(crate) returns: Ends,
    pub(crate) throws: Ends,
}

/// A label that is being copied, with the jumps to its end and to its next iteration.
#[derive(Default)]
pub(crate) struct Label {
    pub(crate) breaks: Ends,
    pub(crate) continues: Ends,
}

/// A handler whose `try` is being copied.
pub(crate) struct PendingHandler {
    pub(crate) classes: Vec<ClassId>,
    pub(crate) entries: Ends,
}

impl<'p> Builder<'p, '_> {
    /// Starts the copy of a body.
    pub(crate) fn open(
        &mut self,
        method: MethodId,
        body: &'p Body,
        base: u32,
        caller: Option<(FrameId, Span, Option<Var>)>,
    ) {
        let frame = FrameId(self.frames.len() as u32);
        let result = match caller {
            Some((.., result)) => result,
            None => Some(Var::RESULT),
        };
        self.frames.push(Frame { method, base, caller: caller.map(|(frame, span, _)| (frame, span)) });
        self.vars = self.vars.max(base + frame_size(body));
        let start = self.next_node();
        self.stack.push(Activation {
            frame,
            method,
            body,
            base,
            start,
            result,
            labels: HashMap::new(),
            tries: Vec::new(),
            returns: Vec::new(),
            throws: Vec::new(),
        });
    }

    /// The call that is being copied. There always is one.
    pub(crate) fn here(&mut self) -> &mut Activation<'p> {
        let last = self.stack.len() - 1;
        &mut self.stack[last]
    }

    pub(crate) fn var(&mut self, local: LocalId) -> Var {
        Var(self.here().base + local.0)
    }

    /// The first variable that no active call uses.
    pub(crate) fn next_base(&mut self) -> u32 {
        let here = self.here();
        here.base + frame_size(here.body)
    }

    /// A variable of the builder's own in the call that is being copied.
    pub(crate) fn scratch(&mut self, number: u32) -> Var {
        Var(self.next_base() - SCRATCH + number)
    }

    pub(crate) fn use_vars(&mut self, end: u32) {
        self.vars = self.vars.max(end);
    }

    /// Emits a node with this many edges, all of them pending.
    pub(crate) fn emit(&mut self, op: Op<'p>, sources: Ends, span: Span, edges: usize) -> Ends {
        let id = NodeId(self.nodes.len() as u32);
        for End { node, edge } in sources {
            self.nodes[node.index()].next[edge] = id;
        }
        let frame = self.here().frame;
        self.nodes.push(Node { op, frame, span, next: vec![NOWHERE; edges] });
        (0..edges).map(|edge| End { node: id, edge }).collect()
    }

    /// A branch: the pending edges if true, and if false.
    pub(crate) fn branch(&mut self, cond: Cond<'p>, sources: Ends, span: Span, fails: Option<ClassId>) -> (Ends, Ends) {
        let edges = self.emit(Op::Branch { cond, fails }, sources, span, 2);
        (edges[..1].to_vec(), edges[1..].to_vec())
    }

    fn is_full(&self) -> bool {
        self.nodes.len() > self.bounds.nodes
    }

    pub(crate) fn block(&mut self, block: &'p [Stmt], mut ends: Ends) -> Ends {
        for stmt in block {
            if ends.is_empty() || self.is_full() {
                return Vec::new();
            }
            ends = self.statement(stmt, ends);
        }
        ends
    }

    fn statement(&mut self, stmt: &'p Stmt, ends: Ends) -> Ends {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::If { cond, then, otherwise } => {
                let ends = self.checked(&[cond], ends);
                let (yes, no) = self.branch(Cond::Expr(cond), ends, span, None);
                if let Some(callee) = self.shared_callee(then, otherwise) {
                    return self.share_call(callee, (yes, then), (no, otherwise));
                }
                let mut ends = self.block(then, yes);
                ends.extend(self.block(otherwise, no));
                ends
            }
            StmtKind::Loop { id, label, body } => self.unroll(*id, *label, body, span, ends),
            StmtKind::Block { label, body } => {
                self.here().labels.insert(*label, Label::default());
                let mut ends = self.block(body, ends);
                ends.extend(self.here().labels.remove(label).unwrap_or_default().breaks);
                ends
            }
            StmtKind::Break(label) => self.jump(*label, ends, |label| &mut label.breaks),
            StmtKind::Continue(label) => self.jump(*label, ends, |label| &mut label.continues),
            StmtKind::Return(value) => {
                let mut ends = self.checked(&value.iter().collect::<Vec<_>>(), ends);
                if let (Some(value), Some(var)) = (value, self.here().result) {
                    ends = self.emit(Op::Assign { var, value }, ends, span, 1);
                }
                self.here().returns.extend(ends);
                Vec::new()
            }
            StmtKind::Throw(value) => self.throw(value, span, ends),
            StmtKind::Try { body, handlers } => self.guarded(body, handlers, ends),
            StmtKind::Call { result, call } => self.call(*result, call, span, ends),
            StmtKind::InitializeClass(class) => self.initialize(*class, span, ends),
            _ => self.simple(stmt, ends),
        }
    }

    fn jump(&mut self, label: LabelId, ends: Ends, list: impl Fn(&mut Label) -> &mut Ends) -> Ends {
        if let Some(label) = self.here().labels.get_mut(&label) {
            list(label).extend(ends);
        }
        Vec::new()
    }

    /// What becomes one node, after what it may throw.
    fn simple(&mut self, stmt: &'p Stmt, ends: Ends) -> Ends {
        let span = stmt.span;
        let ends = self.checked(&tightrope_program::visit::exprs(stmt), ends);
        let ends = self.checked_statement(stmt, ends);
        let op = match &stmt.kind {
            StmtKind::Assign { local, value } => Op::Assign { var: self.var(*local), value },
            StmtKind::SetField { object, field, value } => Op::Store { object, field: *field, value },
            StmtKind::SetStatic { field, value } => Op::StoreStatic { field: *field, value },
            StmtKind::SetElement { array, index, value } => Op::StoreElement { array, index, value },
            StmtKind::New { result, class } => Op::New { var: self.var(*result), class: *class },
            StmtKind::NewArray { result, ty, lengths } => {
                Op::NewArray { var: self.var(*result), ty: *ty, lengths: lengths.iter().collect() }
            }
            StmtKind::SpecAssert(clause) => Op::Assert { kind: AssertKind::Assert, clause },
            StmtKind::SpecAssume(clause) => Op::Assume(clause),
            StmtKind::Unsupported(what) => {
                self.emit(Op::Unsupported(what), ends, span, 0);
                return Vec::new();
            }
            // The others are control.
            _ => return ends,
        };
        self.emit(op, ends, span, 1)
    }

    /// The node that is emitted next.
    pub(crate) fn next_node(&self) -> NodeId {
        NodeId(self.nodes.len() as u32)
    }

    pub(crate) fn beyond(&mut self, bound: Bound, again: Vec<Again>, span: Span, ends: Ends) -> Ends {
        if !ends.is_empty() {
            self.emit(Op::Beyond { bound, again }, ends, span, 0);
        }
        Vec::new()
    }

    fn finish(mut self, method: MethodId, ends: Ends) -> Result<Graph<'p>, TooLarge> {
        let span = self.program.method(method).name_span;
        let here = self.here();
        let (mut returns, throws) = (std::mem::take(&mut here.returns), std::mem::take(&mut here.throws));
        returns.extend(ends);
        let mut last = self.emit(Op::Returned, returns, span, 1);
        last.extend(self.emit(Op::Thrown, throws, span, 1));
        self.emit(Op::Exit, last, span, 0);
        if self.is_full() {
            return Err(TooLarge { nodes: self.nodes.len() });
        }
        let declared = self.program.method(method);
        let params = declared.params.len() + usize::from(!declared.is_static);
        let params = (0..params as u32).map(|index| Var(Var::FIRST + index)).collect();
        Ok(Graph { nodes: self.nodes, frames: self.frames, vars: self.vars as usize, params })
    }
}

/// For the result of a shared call, and for which branch it belongs to.
const SCRATCH: u32 = 1 + MOST_SITES as u32;

/// The locals of a body, the measures of its loops, and what the builder needs itself.
fn frame_size(body: &Body) -> u32 {
    let measures: usize = body.loops.iter().map(|info| info.decreases.len()).sum();
    (body.locals.len() + measures) as u32 + SCRATCH
}
