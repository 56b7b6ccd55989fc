//! Which variables of a computation graph somebody may still read, node by node: backward over its
//! topological order, once.
//!
//! More than is read may be named, never less; the walk makes what is not named unreadable, so that
//! a mistake here could only lose an answer.

use std::collections::BTreeSet;
use tightrope_graph::{Cond, Graph, Node, Op, Var};
use tightrope_program::body::{Expr, ExprKind};
use tightrope_program::visit::for_each_expr;
use tightrope_program::{Code, Program};

/// Beyond this the sets would take more room than they save.
const MOST_NODES: usize = 60_000;

/// By node: the variables that are read there or later before they are assigned. `None`: the graph
/// is too large to say.
pub(crate) fn live_vars(program: &Program, graph: &Graph<'_>) -> Option<Vec<BTreeSet<usize>>> {
    if graph.nodes.len() > MOST_NODES {
        return None;
    }
    let mut live: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); graph.nodes.len()];
    for (index, node) in graph.nodes.iter().enumerate().rev() {
        let mut here = BTreeSet::new();
        for next in &node.next {
            here.extend(live[next.index()].iter().copied());
        }
        for var in assigned(&node.op) {
            here.remove(&var.index());
        }
        // What leaves the method, and exceptions in flight.
        here.extend([Var::EXCEPTION.index(), Var::RESULT.index()]);
        read(program, graph, node, &mut here);
        live[index] = here;
    }
    Some(live)
}

/// The variables that a node surely assigns.
fn assigned(op: &Op<'_>) -> Vec<Var> {
    match op {
        Op::Assign { var, .. } | Op::New { var, .. } | Op::NewArray { var, .. } | Op::Catch { var } => vec![*var],
        Op::Move { to, .. } => vec![*to],
        Op::Mark { vars, .. } => vars.clone(),
        Op::Compare { var, .. } | Op::Native { var, .. } => var.iter().copied().collect(),
        _ => Vec::new(),
    }
}

fn read(program: &Program, graph: &Graph<'_>, node: &Node<'_>, live: &mut BTreeSet<usize>) {
    let base = graph.frame(node.frame).base as usize;
    let mut expr = |expr: &Expr| read_expr(base, expr, live);
    match &node.op {
        Op::Assign { value, .. } | Op::StoreStatic { value, .. } => expr(value),
        Op::Store { object, value, .. } => [object, value].into_iter().for_each(|one| expr(one)),
        Op::StoreElement { array, index, value } => [array, index, value].into_iter().for_each(|one| expr(one)),
        Op::NewArray { lengths, .. } => lengths.iter().for_each(|one| expr(one)),
        Op::Branch { cond, .. } => read_cond(base, cond, live),
        Op::Dispatch { receiver, .. } => _ = live.insert(receiver.index()),
        Op::Compare { args, .. } | Op::Native { args, .. } | Op::Call { args, .. } => {
            live.extend(args.iter().map(|arg| arg.index()));
        }
        Op::Move { from, .. } => _ = live.insert(from.index()),
        Op::Decrease { measure, .. } => {
            live.insert(measure.index());
            read_all(program, graph, node, live);
        }
        // A clause may speak of all variables of its method.
        Op::Assert { .. } | Op::Assume(_) => read_all(program, graph, node, live),
        _ => {}
    }
}

fn read_all(program: &Program, graph: &Graph<'_>, node: &Node<'_>, live: &mut BTreeSet<usize>) {
    let frame = graph.frame(node.frame);
    if let Code::Body(body) = &program.method(frame.method).code {
        live.extend((0..body.locals.len()).map(|local| frame.base as usize + local));
    }
}

fn read_expr(base: usize, expr: &Expr, live: &mut BTreeSet<usize>) {
    for_each_expr(expr, &mut |part| {
        if let ExprKind::Local(local) = part.kind {
            live.insert(base + local.index());
        }
    });
}

fn read_cond(base: usize, cond: &Cond<'_>, live: &mut BTreeSet<usize>) {
    match cond {
        Cond::Expr(expr) | Cond::IsNull(expr) | Cond::IsZero(expr) | Cond::IsNegative(expr) | Cond::Throws(expr) => {
            read_expr(base, expr, live);
        }
        Cond::IsOutside { array, index } => [array, index].into_iter().for_each(|one| read_expr(base, one, live)),
        Cond::CannotStore { array, value } => [array, value].into_iter().for_each(|one| read_expr(base, one, live)),
        Cond::IsNotInstance { operand, .. } => read_expr(base, operand, live),
        Cond::VarIsNotInstance { var, .. } | Cond::VarIsNull(var) | Cond::IsMarked(var) | Cond::IsOpaque(var) => {
            live.insert(var.index());
        }
        Cond::Catches(_) | Cond::HasStarted(_) => {}
        Cond::Not(inner) => read_cond(base, inner, live),
        Cond::And(parts) => parts.iter().for_each(|part| read_cond(base, part, live)),
    }
}
