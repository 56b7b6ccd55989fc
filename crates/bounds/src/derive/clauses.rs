//! An invariant, taken apart: its conjuncts, with the walks that their quantifiers go.

use tightrope_program::body::{BinaryOp, Expr, ExprKind, LogicalOp, Quantifier, Reach, UnaryOp};
use tightrope_program::effective::{InvariantKind, class_invariants};
use tightrope_program::{ClassId, ClassOrigin, Constant, FieldId, LocalId, Program};
use tightrope_source::Span;

/// `\forall N binder; \reach(from, N, fields).has(binder); …`
#[derive(Clone, Debug)]
pub(super) struct Walk<'p> {
    pub(super) binder: LocalId,
    pub(super) from: &'p Expr,
    pub(super) class: ClassId,
    pub(super) fields: Vec<FieldId>,
}

/// A conjunct, under the quantifiers in front of it.
#[derive(Clone, Debug)]
pub(super) struct Conjunct<'p> {
    pub(super) walks: Vec<Walk<'p>>,
    pub(super) expr: &'p Expr,
    pub(super) span: Span,
}

/// In clauses of a class, the object itself.
pub(super) const THIS: LocalId = LocalId(0);

/// All that the invariant of a class says of one object, and whether some of it is a method.
pub(super) fn conjuncts(program: &Program, class: ClassId) -> (Vec<Conjunct<'_>>, bool) {
    let mut found = Vec::new();
    let mut has_method = false;
    for invariant in class_invariants(program, class) {
        match invariant.kind {
            InvariantKind::Clause(clause) if !clause.is_static => {
                take_apart(&clause.formula.expr, &[], clause.span, &mut found);
            }
            InvariantKind::Clause(_) => {}
            InvariantKind::RepOk(_) => has_method = true,
        }
    }
    (found, has_method)
}

fn take_apart<'p>(expr: &'p Expr, walks: &[Walk<'p>], span: Span, found: &mut Vec<Conjunct<'p>>) {
    match &expr.kind {
        ExprKind::Logical { op: LogicalOp::And, left, right } => {
            take_apart(left, walks, span, found);
            take_apart(right, walks, span, found);
        }
        ExprKind::Quantified(quantified) if quantified.quantifier == Quantifier::Forall => {
            let walk = match quantified.binders.as_slice() {
                [binder] => walk_of(&quantified.range, *binder),
                _ => None,
            };
            match walk {
                Some(walk) => take_apart(&quantified.body, &[walks, &[walk]].concat(), span, found),
                None => found.push(Conjunct { walks: walks.to_vec(), expr, span }),
            }
        }
        _ => found.push(Conjunct { walks: walks.to_vec(), expr, span }),
    }
}

fn walk_of(range: &Expr, binder: LocalId) -> Option<Walk<'_>> {
    let ExprKind::Contains { set, element } = &range.kind else { return None };
    let ExprKind::Reach(reach) = &set.kind else { return None };
    let (class, fields) = reached(reach)?;
    (element.kind == ExprKind::Local(binder)).then_some(Walk { binder, from: &reach.root, class, fields })
}

/// The class and the fields of a walk, where both are said.
pub(super) fn reached(reach: &Reach) -> Option<(ClassId, Vec<FieldId>)> {
    let mut fields = reach.fields.clone()?;
    fields.sort_unstable();
    fields.dedup();
    Some((reach.class?, fields))
}

/// `object.field`, where the object is this local.
pub(super) fn field_of(expr: &Expr, local: LocalId) -> Option<FieldId> {
    match &expr.kind {
        ExprKind::Field { object, field } if object.kind == ExprKind::Local(local) => Some(*field),
        _ => None,
    }
}

/// Does it speak of nodes and of how they are linked alone?
pub(super) fn is_structure(program: &Program, expr: &Expr) -> bool {
    let is_value = |expr: &Expr| {
        let is_known = |class: ClassId| program.class(class).origin == ClassOrigin::User;
        expr.kind != ExprKind::Constant(Constant::Null) && !expr.ty.as_class().is_some_and(is_known)
    };
    match &expr.kind {
        ExprKind::Logical { left, right, .. } => is_structure(program, left) && is_structure(program, right),
        ExprKind::Unary { op: UnaryOp::Not, operand } => is_structure(program, operand),
        ExprKind::Contains { .. } | ExprKind::SetIsEmpty(_) => true,
        ExprKind::Binary { op: BinaryOp::Equal | BinaryOp::NotEqual, left, right } => {
            left.ty.is_reference() && !is_value(left) && !is_value(right)
        }
        _ => false,
    }
}
