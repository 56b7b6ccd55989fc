//! Why the nodes that a walk finds are a tree, or a ring.
//!
//! *Tree*: no field of a node leads back to it, and what two fields of a node lead to has no node
//! in common. Then two ways to a node would part at some node, by two fields, and meet again, or
//! one would go on from the node to itself: so there is one way to each node, and that is a tree.
//! A lower bound of keys on one side and an upper one on the other serve as well: nothing is less
//! than and greater than the same key.
//!
//! *Ring*: no `next` is null, and some other field of `n.next` is `n`. Then `next` gives each node
//! another one; the nodes are finitely many and `next` stays among them, so it is a permutation,
//! and what it finds from one of them is one ring.

use super::clauses::{Conjunct, field_of, reached};
use std::collections::BTreeSet;
use tightrope_program::body::{BinaryOp, Expr, ExprKind, UnaryOp};
use tightrope_program::{Constant, FieldId, LocalId, Program};

/// How keys below a field compare with that of the node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct KeyOrder {
    edge: FieldId,
    key: FieldId,
    is_less: bool,
    is_strict: bool,
}

/// What was found for one walk.
#[derive(Debug, Default)]
struct Evidence {
    acyclic: BTreeSet<FieldId>,
    disjoint: BTreeSet<(FieldId, FieldId)>,
    orders: BTreeSet<KeyOrder>,
}

/// Why a walk is no tree, in words; `None`: it is one. The conjuncts are those about its nodes.
pub(super) fn no_tree<'p>(
    program: &Program,
    edges: &[FieldId],
    about_nodes: &[(LocalId, &Conjunct<'p>)],
) -> Option<String> {
    let mut evidence = Evidence::default();
    for (node, conjunct) in about_nodes {
        match conjunct.walks.as_slice() {
            [_] => evidence.note(conjunct.expr, *node, edges),
            [_, below] if below.fields == edges => {
                if let Some(edge) = field_of(below.from, *node) {
                    evidence.note_order(program, conjunct.expr, *node, below.binder, edge);
                }
            }
            _ => {}
        }
    }
    let name = |field: &FieldId| program.field(*field).name.as_str().to_owned();
    for edge in edges {
        if !evidence.is_acyclic(*edge) {
            return Some(format!("nothing says that `{}` never leads back to the same node", name(edge)));
        }
    }
    for (at, one) in edges.iter().enumerate() {
        for other in &edges[at + 1..] {
            if !evidence.is_disjoint(*one, *other) {
                let (one, other) = (name(one), name(other));
                return Some(format!("nothing says that `{one}` and `{other}` lead to no common node"));
            }
        }
    }
    None
}

impl Evidence {
    fn is_acyclic(&self, edge: FieldId) -> bool {
        self.acyclic.contains(&edge) || self.orders.iter().any(|order| order.edge == edge && order.is_strict)
    }

    fn is_disjoint(&self, one: FieldId, other: FieldId) -> bool {
        let by_keys = |a: &KeyOrder, b: &KeyOrder| {
            (a.edge, b.edge) == (one, other) && a.key == b.key && a.is_less != b.is_less && (a.is_strict || b.is_strict)
        };
        self.disjoint.contains(&(one, other))
            || self.disjoint.contains(&(other, one))
            || self.orders.iter().any(|a| self.orders.iter().any(|b| by_keys(a, b)))
    }

    fn note(&mut self, expr: &Expr, node: LocalId, edges: &[FieldId]) {
        let behind = |set: &Expr| match &set.kind {
            ExprKind::Reach(reach) if reached(reach).is_some_and(|(_, fields)| fields == edges) => {
                field_of(&reach.root, node)
            }
            _ => None,
        };
        match &expr.kind {
            ExprKind::Unary { op: UnaryOp::Not, operand } => {
                if let ExprKind::Contains { set, element } = &operand.kind
                    && element.kind == ExprKind::Local(node)
                {
                    self.acyclic.extend(behind(set));
                }
            }
            ExprKind::SetIsEmpty(set) => {
                if let ExprKind::SetIntersection { left, right } = &set.kind
                    && let (Some(one), Some(other)) = (behind(left), behind(right))
                {
                    self.disjoint.insert((one, other));
                }
            }
            _ => {}
        }
    }

    /// `m.key < node.key`, where `m` lies behind a field of the node.
    fn note_order(&mut self, program: &Program, expr: &Expr, node: LocalId, below: LocalId, edge: FieldId) {
        let ExprKind::Binary { op, left, right } = &expr.kind else { return };
        let (key, is_turned) = match (field_of(left, below), field_of(right, node)) {
            (Some(one), Some(other)) if one == other => (one, false),
            _ => match (field_of(left, node), field_of(right, below)) {
                (Some(one), Some(other)) if one == other => (one, true),
                _ => return,
            },
        };
        let (is_less, is_strict) = match op {
            BinaryOp::Less => (true, true),
            BinaryOp::LessEqual => (true, false),
            BinaryOp::Greater => (false, true),
            BinaryOp::GreaterEqual => (false, false),
            _ => return,
        };
        if program.field(key).ty.is_integral() {
            self.orders.insert(KeyOrder { edge, key, is_less: is_less != is_turned, is_strict });
        }
    }
}

/// The field that leads back in a ring along `next`, if it is one.
pub(super) fn ring_back(next: FieldId, about_nodes: &[(LocalId, &Conjunct<'_>)]) -> Option<FieldId> {
    let has_next = about_nodes.iter().any(|(node, conjunct)| {
        conjunct.walks.len() == 1 && not_null(conjunct.expr).and_then(|expr| field_of(expr, *node)) == Some(next)
    });
    let backs = about_nodes.iter().filter(|(_, conjunct)| conjunct.walks.len() == 1);
    let mut backs = backs.filter_map(|(node, conjunct)| {
        let ExprKind::Binary { op: BinaryOp::Equal, left, right } = &conjunct.expr.kind else { return None };
        let (path, end) = if right.kind == ExprKind::Local(*node) { (left, right) } else { (right, left) };
        let ExprKind::Field { object, field } = &path.kind else { return None };
        let is_back = end.kind == ExprKind::Local(*node) && field_of(object, *node) == Some(next) && *field != next;
        is_back.then_some(*field)
    });
    backs.next().filter(|_| has_next)
}

/// What an expression says not to be null.
pub(super) fn not_null(expr: &Expr) -> Option<&Expr> {
    compared_with_null(expr, BinaryOp::NotEqual)
}

pub(super) fn is_null(expr: &Expr) -> Option<&Expr> {
    compared_with_null(expr, BinaryOp::Equal)
}

fn compared_with_null(expr: &Expr, wanted: BinaryOp) -> Option<&Expr> {
    let ExprKind::Binary { op, left, right } = &expr.kind else { return None };
    let is_null = |expr: &Expr| expr.kind == ExprKind::Constant(Constant::Null);
    match (is_null(left), is_null(right)) {
        _ if *op != wanted => None,
        (false, true) => Some(left),
        (true, false) => Some(right),
        _ => None,
    }
}
