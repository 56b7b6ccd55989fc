//! Ownership: what a field with `/*@ rep @*/` leads to belongs to its object alone.
//!
//! Darga and Boyapati (*Efficient software model checking of data structure properties*, OOPSLA
//! 2006) take from ownership types that the nodes of two structures are disjoint. Here that is an
//! invariant: what a `rep` field of one object leads to, through and among objects of the field's
//! class, no `rep` field of another object leads to; of two fields for arrays, that the arrays
//! differ. So it is assumed before the call and owed after it, by every engine.
//!
//! Owner arguments of types, as in their Fig. 5, stand in comments: `/*@ owner <o> @*/ class Node`
//! has an owner `o`, `/*@ owner <o> @*/ Node next` leads to a node of the same owner, and
//! `/*@ owner <this> @*/ Node head` is a `rep` field. Of a class with an owner, what such a field
//! leads to is met by the fields of the same owner alone; others lead to what belongs to somebody
//! else, or to nobody (`owner <world>`). Departure: it is a property of heaps and not of types, so
//! a reference may leave its owner, as long as no other owner keeps it; only the first argument
//! counts.

use super::classes::this_local;
use crate::body::{BinaryOp, Expr, ExprKind, Local, LocalKind, LogicalOp, Quantified, Quantifier, Reach, UnaryOp};
use crate::contract::{Clause, Formula, Origin};
use crate::lower::declarations::{Declarations, FieldSyntax};
use crate::program::{ClassId, Constant, FieldId, LocalId, Type};
use tightrope_source::{Name, Span};
use tightrope_syntax::jml::Modifier;

const THIS: LocalId = LocalId(0);
const OTHER: LocalId = LocalId(1);
const PART: LocalId = LocalId(2);

/// The invariants of a class that its `rep` fields stand for: one for each `rep` field whose
/// objects could be the same.
pub(super) fn disjoint(declarations: &Declarations<'_>, class: ClassId) -> Vec<Clause> {
    let program = &declarations.program;
    let own = program.class(class).fields.iter().copied().filter(|field| is_owned(declarations, *field));
    let ids = (0..program.fields.len() as u32).map(FieldId);
    let all: Vec<FieldId> = ids.filter(|field| is_owned(declarations, *field)).collect();
    let pairs = own.flat_map(|field| all.iter().map(move |other| (field, *other)));
    pairs.filter_map(|(field, other)| clause(declarations, class, field, other)).collect()
}

fn is_owned(declarations: &Declarations<'_>, id: FieldId) -> bool {
    owned_span(declarations, id).is_some()
}

/// From the modifier to the name of the field.
fn owned_span(declarations: &Declarations<'_>, id: FieldId) -> Option<Span> {
    let field = declarations.program.field(id);
    let FieldSyntax::Declared(syntax, _) = declarations.fields[id.index()].syntax else { return None };
    let (_, rep) = syntax.modifiers.jml.iter().find(|(modifier, _)| *modifier == Modifier::Rep)?;
    let is_state = !field.is_static && field.ty.is_reference();
    is_state.then_some(Span { end: field.span.end, ..*rep })
}

/// The fields that lead to objects of the same owner. `None`: the class says nothing of owners.
fn fields_of_owner(declarations: &Declarations<'_>, part: ClassId) -> Option<Vec<FieldId>> {
    let program = &declarations.program;
    let owner = |class: ClassId| declarations.classes[class.index()].syntax?.modifiers.owners.first();
    owner(part)?;
    let is_of_owner = |id: &FieldId| {
        let field = program.field(*id);
        let FieldSyntax::Declared(syntax, _) = declarations.fields[id.index()].syntax else { return false };
        let is_related = program.is_subclass(field.class, part) || program.is_subclass(part, field.class);
        let same = syntax.modifiers.owners.first().zip(owner(field.class)).is_some_and(|(it, own)| it == own);
        is_related && !field.is_static && field.ty.is_reference() && same
    };
    Some((0..program.fields.len() as u32).map(FieldId).filter(is_of_owner).collect())
}

fn clause(declarations: &Declarations<'_>, class: ClassId, id: FieldId, other: FieldId) -> Option<Clause> {
    let program = &declarations.program;
    let (field, other_field) = (program.field(id), program.field(other));
    if field.ty != other_field.ty {
        return None;
    }
    let span = owned_span(declarations, id)?;
    let this = this_local(declarations, class);
    let bound = |name: &str, ty: Type| Local { name: Name::new(name), ty, kind: LocalKind::Bound, span };
    let other_type = Type::class(other_field.class);
    let mut locals = vec![this.clone(), bound("other", other_type)];
    let read = |object: LocalId, ty: Type, field: FieldId, of: Type| {
        // An explanation shows the name of the field.
        let span = program.field(field).span;
        let object = Expr { kind: ExprKind::Local(object), ty, span };
        Expr { kind: ExprKind::Field { object: Box::new(object), field }, ty: of, span }
    };
    let (mine, theirs) = (read(THIS, this.ty, id, field.ty), read(OTHER, other_type, other, field.ty));
    let body = match field.ty.as_class() {
        Some(part) => {
            locals.push(bound("part", field.ty));
            let parts = fields_of_owner(declarations, part);
            let is_in = |root: Expr| contains(reach(root, part, parts.clone()), local(PART, field.ty, span));
            forall(PART, is_in(mine), not(is_in(theirs)), span)
        }
        None => {
            let null = Expr { kind: ExprKind::Constant(Constant::Null), ty: Type::NULL, span };
            let is_null = compare(BinaryOp::Equal, mine.clone(), null);
            or(is_null, compare(BinaryOp::NotEqual, mine, theirs))
        }
    };
    let differ = compare(BinaryOp::NotEqual, local(OTHER, other_type, span), local(THIS, this.ty, span));
    let expr = forall(OTHER, differ, body, span);
    let origin = Origin::Owned { name: field.name.clone() };
    Some(Clause { span, origin, is_static: false, formula: Formula { locals, expr } })
}

fn local(id: LocalId, ty: Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Local(id), ty, span }
}

fn truth(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, ty: Type::BOOLEAN, span }
}

fn compare(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let span = left.span;
    truth(ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) }, span)
}

fn or(left: Expr, right: Expr) -> Expr {
    let span = left.span;
    truth(ExprKind::Logical { op: LogicalOp::Or, left: Box::new(left), right: Box::new(right) }, span)
}

fn not(operand: Expr) -> Expr {
    let span = operand.span;
    truth(ExprKind::Unary { op: UnaryOp::Not, operand: Box::new(operand) }, span)
}

fn reach(root: Expr, class: ClassId, fields: Option<Vec<FieldId>>) -> Expr {
    let span = root.span;
    let reach = Reach { root, class: Some(class), fields };
    Expr { kind: ExprKind::Reach(Box::new(reach)), ty: Type::OBJECT_SET, span }
}

fn contains(set: Expr, element: Expr) -> Expr {
    let span = set.span;
    truth(ExprKind::Contains { set: Box::new(set), element: Box::new(element) }, span)
}

fn forall(binder: LocalId, range: Expr, body: Expr, span: Span) -> Expr {
    let quantified = Quantified { quantifier: Quantifier::Forall, binders: vec![binder], range, body };
    truth(ExprKind::Quantified(Box::new(quantified)), span)
}
