//! Walks along some of the edges of a tree: the top row of a heap, the children of a node.
//!
//! Which of them a node lies on depends on how it is reached: a walk that began above goes on along
//! its fields, and another begins where a clause says so. A set of walks that a node lies on is a
//! *context*; each has a predicate of its own. A walk that would begin again while it goes on is
//! left out: it has more than one beginning for a node.

use super::clauses::{Conjunct, field_of};
use super::evidence::{is_null, not_null};
use super::formula::Place;
use super::translate::{Ref, Translator, View};
use super::{Part, THIS};
use std::collections::BTreeSet;
use tightrope_program::body::{BinaryOp, Expr, ExprKind, LogicalOp};
use tightrope_program::{FieldId, LocalId, Program};

/// A walk along some edges.
#[derive(Clone, Debug)]
struct Spine<'p> {
    /// The edge of a node where it begins; `None`: at the root of the tree.
    start: Option<FieldId>,
    fields: Vec<FieldId>,
    conjuncts: Vec<Conjunct<'p>>,
}

#[derive(Clone, Debug)]
pub(super) struct Spines<'p> {
    spines: Vec<Spine<'p>>,
}

/// The spines that a node lies on.
pub(super) type Context = BTreeSet<usize>;

/// What is handed to a predicate as a reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Given {
    Null,
    /// The node that calls.
    Node,
    /// Where a spine began, seen from the node that calls.
    Owner(usize),
}

/// A call of the predicate of a context.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) context: usize,
    /// By field of the part that is none of the edges.
    pub(super) others: Vec<Given>,
    /// By spine of the context that has an owner.
    pub(super) owners: Vec<Given>,
}

impl<'p> Spines<'p> {
    /// `conjuncts`: what is said of nodes that walks find from the root.
    pub(super) fn new(edges: &[FieldId], conjuncts: &[&Conjunct<'p>]) -> Spines<'p> {
        let mut spines: Vec<Spine<'p>> = Vec::new();
        for conjunct in conjuncts {
            let (start, fields) = match conjunct.walks.as_slice() {
                [walk] if walk.fields != edges => (None, &walk.fields),
                [all, below] if all.fields == edges => match field_of(below.from, all.binder) {
                    Some(start) if edges.contains(&start) && !below.fields.contains(&start) => {
                        (Some(start), &below.fields)
                    }
                    _ => continue,
                },
                _ => continue,
            };
            if !fields.iter().all(|field| edges.contains(field)) {
                continue;
            }
            match spines.iter_mut().find(|spine| (spine.start, &spine.fields) == (start, fields)) {
                Some(spine) => spine.conjuncts.push((*conjunct).clone()),
                None => spines.push(Spine { start, fields: fields.clone(), conjuncts: vec![(*conjunct).clone()] }),
            }
        }
        Spines { spines }
    }

    pub(super) fn count(&self) -> usize {
        self.spines.len()
    }

    /// What is said of the nodes of a spine, with what its locals are.
    pub(super) fn conjuncts(&self, spine: usize) -> Vec<(Vec<(LocalId, Ref)>, &Conjunct<'p>)> {
        let names = |conjunct: &Conjunct<'p>| match conjunct.walks.as_slice() {
            [walk] => vec![(walk.binder, Ref::Node)],
            [owner, walk] => vec![(owner.binder, Ref::Owner(spine)), (walk.binder, Ref::Node)],
            _ => Vec::new(),
        };
        self.spines[spine].conjuncts.iter().map(|conjunct| (names(conjunct), conjunct)).collect()
    }

    /// The spines of a context that began at a node.
    pub(super) fn owned<'c>(&'c self, context: &'c Context) -> impl Iterator<Item = usize> + 'c {
        context.iter().copied().filter(|spine| self.spines[*spine].start.is_some())
    }

    fn below(&self, context: &Context, edge: FieldId) -> Context {
        let goes_on = |at: &usize| context.contains(at) && self.spines[*at].fields.contains(&edge);
        let begins = |at: &usize| self.spines[*at].start == Some(edge);
        (0..self.spines.len()).filter(|at| goes_on(at) || begins(at)).collect()
    }

    /// All contexts of nodes, that of the root first.
    pub(super) fn contexts(&self, edges: &[FieldId]) -> Vec<Context> {
        let root = (0..self.spines.len()).filter(|at| self.spines[*at].start.is_none()).collect();
        let mut contexts = vec![root];
        let mut next = 0;
        while next < contexts.len() {
            for edge in edges {
                let below = self.below(&contexts[next], *edge);
                if !contexts.contains(&below) {
                    contexts.push(below);
                }
            }
            next += 1;
        }
        contexts
    }
}

/// An equation between references, which holds wherever this child is there.
struct Equation {
    child: Option<usize>,
    sides: [Ref; 2],
}

impl<'p> Part<'p> {
    /// By context and edge, and last for the root: the call of the child's predicate. `Err`: a
    /// field can lead anywhere.
    pub(super) fn calls(
        &self,
        program: &Program,
        translator: &Translator<'p>,
        at: usize,
        contexts: &[Context],
        own: &[Conjunct<'p>],
    ) -> Result<Vec<Vec<Call>>, String> {
        let view = View { edges: &self.edges, walk: Some(at), names: Vec::new() };
        let about = |context: &Context| {
            let mut equations = Vec::new();
            for (node, conjunct) in &self.about_all {
                let view = View { names: vec![(*node, Ref::Node)], ..view.clone() };
                equate(translator, conjunct.expr, &view, None, &mut equations);
            }
            for (names, conjunct) in context.iter().flat_map(|spine| self.spines.conjuncts(*spine)) {
                let view = View { names, ..view.clone() };
                equate(translator, conjunct.expr, &view, None, &mut equations);
            }
            equations
        };
        let index = |context: &Context| contexts.iter().position(|other| other == context).unwrap_or(0);
        let missing = |field: &FieldId| format!("nothing says where `{}` leads", program.field(*field).name);
        let mut calls = Vec::new();
        for context in contexts {
            let here = about(context);
            let mut row = Vec::new();
            for (edge, field) in self.edges.iter().enumerate() {
                let below = self.spines.below(context, *field);
                let owner = |spine: usize| match self.spines.spines[spine].start {
                    Some(start) if start == *field => Given::Node,
                    _ => Given::Owner(spine),
                };
                let seen_below = about(&below);
                let given = |other: &FieldId| {
                    let by_parent = value_of(&here, Ref::Behind(Place::Child(edge), *other), Some(edge));
                    let by_child = || value_of(&seen_below, Ref::Behind(Place::Node, *other), None);
                    match by_parent {
                        Some(reference) => seen_here(reference),
                        None => match by_child()? {
                            Ref::Owner(spine) => Some(owner(spine)),
                            Ref::Null => Some(Given::Null),
                            _ => None,
                        },
                    }
                };
                let others = self.others.iter().map(|other| given(other).ok_or_else(|| missing(other)));
                let others = others.collect::<Result<_, _>>()?;
                let owners = self.spines.owned(&below).map(owner).collect();
                row.push(Call { context: index(&below), others, owners });
            }
            calls.push(row);
        }
        let top = View { edges: &[self.root], walk: Some(at), names: vec![(THIS, Ref::Node)] };
        let mut equations = Vec::new();
        own.iter().for_each(|conjunct| equate(translator, conjunct.expr, &top, None, &mut equations));
        let of_root = about(&contexts[0]);
        let given = |other: &FieldId| {
            let by_object = value_of(&equations, Ref::Behind(Place::Child(0), *other), Some(0));
            let reference = by_object.or_else(|| value_of(&of_root, Ref::Behind(Place::Node, *other), None));
            reference.filter(|reference| *reference == Ref::Null).map(|_| Given::Null)
        };
        let others = self.others.iter().map(|other| given(other).ok_or_else(|| missing(other)));
        calls.push(vec![Call { context: 0, others: others.collect::<Result<_, _>>()?, owners: Vec::new() }]);
        Ok(calls)
    }
}

/// What a node gives its child.
fn seen_here(reference: Ref) -> Option<Given> {
    match reference {
        Ref::Null => Some(Given::Null),
        Ref::Node => Some(Given::Node),
        Ref::Owner(spine) => Some(Given::Owner(spine)),
        _ => None,
    }
}

/// What a place is said to hold, if this child is there.
fn value_of(equations: &[Equation], place: Ref, child: Option<usize>) -> Option<Ref> {
    equations.iter().filter(|equation| equation.child.is_none() || equation.child == child).find_map(|equation| {
        let [left, right] = equation.sides;
        let value = match (left == place, right == place) {
            (true, false) => right,
            (false, true) => left,
            _ => return None,
        };
        matches!(value, Ref::Null | Ref::Node | Ref::Owner(_)).then_some(value)
    })
}

/// The equations of an expression, also those behind `child != null ==>`.
fn equate(translator: &Translator<'_>, expr: &Expr, view: &View<'_>, child: Option<usize>, found: &mut Vec<Equation>) {
    match &expr.kind {
        ExprKind::Binary { op: BinaryOp::Equal, left, right } if left.ty.is_reference() => {
            let sides = [left, right].map(|side| translator.reference(side, view));
            found.push(Equation { child, sides });
        }
        ExprKind::Logical { op: LogicalOp::And, left, right } => {
            equate(translator, left, view, child, found);
            equate(translator, right, view, child, found);
        }
        ExprKind::Logical { op, left, right } if child.is_none() => {
            let guard = match op {
                LogicalOp::Implies => not_null(left),
                LogicalOp::Or => is_null(left),
                LogicalOp::And => None,
            };
            if let Some(Ref::Child(child)) = guard.map(|guard| translator.reference(guard, view)) {
                equate(translator, right, view, Some(child), found);
            }
        }
        _ => {}
    }
}
