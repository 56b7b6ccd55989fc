//! The clauses of a class: invariants, constraints, `initially`, axioms, and the non-null fields
//! that JML makes invariants of.
//!
//! Follows the JML Reference Manual, chapter 8. Departure: a clause of an interface without
//! `static` speaks of instances, as in a class (the manual leaves only fields of interfaces static
//! by default).

use super::{modifiers, ownership, represents, unchecked, written_clause};
use crate::body::{BinaryOp, Expr, ExprKind, Local, LocalKind};
use crate::constructs::Construct;
use crate::contract::{Clause, Formula, Origin};
use crate::lower::attribute::FormulaContext;
use crate::lower::declarations::{Declarations, FieldSyntax};
use crate::program::{ClassId, Constant, FieldId, FieldKind, LocalId, Nullity, Type};
use tightrope_source::{Name, SourceMap, Span};
use tightrope_syntax::jml::{TypeClause, TypeClauseKind};
use tightrope_syntax::tree;

pub(super) fn lower_class(declarations: &mut Declarations<'_>, sources: &SourceMap, class: ClassId) {
    for field in declarations.program.class(class).fields.clone() {
        if let Some(clause) = non_null_field(declarations, class, field) {
            declarations.program.classes[class.index()].invariants.push(clause);
        }
    }
    let owned = ownership::disjoint(declarations, class);
    declarations.program.classes[class.index()].invariants.extend(owned);
    let Some(syntax) = declarations.classes[class.index()].syntax else { return };
    modifiers::check_class(declarations, sources, class, syntax);
    for clause in &syntax.clauses {
        lower_clause(declarations, class, clause);
    }
}

fn lower_clause(declarations: &mut Declarations<'_>, class: ClassId, clause: &TypeClause) {
    let is_static = clause.modifiers.is_static;
    match &clause.kind {
        TypeClauseKind::Invariant(expr) => {
            let lowered = predicate(declarations, class, clause, expr, is_static, false);
            declarations.program.classes[class.index()].invariants.extend(lowered);
        }
        TypeClauseKind::Constraint(expr) => {
            let lowered = predicate(declarations, class, clause, expr, is_static, true);
            declarations.program.classes[class.index()].constraints.extend(lowered);
        }
        TypeClauseKind::Initially(expr) => {
            let lowered = predicate(declarations, class, clause, expr, is_static, false);
            declarations.program.classes[class.index()].initially.extend(lowered);
        }
        TypeClauseKind::Axiom(expr) => {
            let lowered = predicate(declarations, class, clause, expr, true, false);
            declarations.program.classes[class.index()].axioms.extend(lowered);
        }
        // Read by `declare_represents`.
        TypeClauseKind::Represents { .. } => {}
        TypeClauseKind::RepresentsSuchThat { target, .. } => such_that(declarations, class, clause, target),
        TypeClauseKind::Unchecked { keyword } => {
            not_checked(declarations, class, Construct::UncheckedClause, &keyword.name, clause.span);
        }
    }
}

fn predicate(
    declarations: &mut Declarations<'_>,
    class: ClassId,
    clause: &TypeClause,
    expr: &tree::Expr,
    is_static: bool,
    has_pre_state: bool,
) -> Option<Clause> {
    let context = class_context(declarations, class, is_static, has_pre_state);
    let lowered = written_clause(declarations, &context, &[], expr, clause.span)?;
    Some(Clause { is_static, ..lowered })
}

/// What a clause of a class may speak of.
pub(super) fn class_context(
    declarations: &Declarations<'_>,
    class: ClassId,
    is_static: bool,
    has_pre_state: bool,
) -> FormulaContext {
    let scope = declarations.classes[class.index()].scope.clone();
    FormulaContext { class, is_static, method: None, exception: None, result: None, has_pre_state, scope }
}

fn such_that(declarations: &mut Declarations<'_>, class: ClassId, clause: &TypeClause, target: &tree::Expr) {
    if represents::find_target(declarations, class, target).is_some() {
        not_checked(declarations, class, Construct::SuchThat, "represents … \\such_that", clause.span);
    }
}

fn not_checked(declarations: &mut Declarations<'_>, class: ClassId, construct: Construct, keyword: &str, span: Span) {
    let entry = unchecked(declarations, construct, keyword, span);
    declarations.program.classes[class.index()].unchecked.push(entry);
}

/// The invariant that a non-null field stands for.
fn non_null_field(declarations: &Declarations<'_>, class: ClassId, id: FieldId) -> Option<Clause> {
    let field = declarations.program.field(id);
    let is_state = matches!(field.kind, FieldKind::Java | FieldKind::Ghost) && field.constant.is_none();
    let is_enum_constant = matches!(declarations.fields[id.index()].syntax, FieldSyntax::EnumConstant(_));
    if !is_state || is_enum_constant || field.nullity.allows_null() || !field.ty.is_reference() {
        return None;
    }
    let span = field.span;
    let (kind, locals) = if field.is_static {
        (ExprKind::StaticField(id), Vec::new())
    } else {
        let this = this_local(declarations, class);
        let object = Expr { kind: ExprKind::Local(LocalId(0)), ty: this.ty, span };
        (ExprKind::Field { object: Box::new(object), field: id }, vec![this])
    };
    let expr = not_null(Expr { kind, ty: field.ty, span });
    let formula = Formula { locals, expr };
    let origin = non_null_origin(&field.name, field.nullity);
    Some(Clause { span, origin, is_static: field.is_static, formula })
}

pub(super) fn this_local(declarations: &Declarations<'_>, class: ClassId) -> Local {
    let span = declarations.program.class(class).span;
    Local { name: Name::new("this"), ty: Type::class(class), kind: LocalKind::This, span }
}

pub(super) fn non_null_origin(name: &str, nullity: Nullity) -> Origin {
    Origin::NonNull { name: Name::new(name), by_default: nullity == Nullity::NonNullByDefault }
}

pub(super) fn not_null(expr: Expr) -> Expr {
    let span = expr.span;
    let null = Expr { kind: ExprKind::Constant(Constant::Null), ty: Type::NULL, span };
    let kind = ExprKind::Binary { op: BinaryOp::NotEqual, left: Box::new(expr), right: Box::new(null) };
    Expr { kind, ty: Type::BOOLEAN, span }
}
