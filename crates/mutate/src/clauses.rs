//! Mutants of a contract: another promise, or less of an assumption, which the same code has to
//! keep.
//!
//! A clause that becomes weaker where the code has to show it, or stronger where the code may
//! assume it, holds whenever the clause before does. Such mutants say nothing and are not made: the
//! walk knows on which side of a clause a part stands, as far as the logical operators tell.
//!
//! | name | what it does |
//! | --- | --- |
//! | CROR, CCOR, CAOR | comparisons, `&& ||`, arithmetic, as in code |
//! | CNEG | a part is negated |
//! | CQR | `\forall` becomes `\exists`, and back |
//! | COLD | `\old(e)` becomes `e` |
//! | CIMP | `==>` becomes `<==>` |
//! | CREQ | a precondition becomes `true` |
//! | CASG | an entry of `assignable` goes |

use crate::edit::Edit;
use crate::kinds::Kinds;
use crate::operators::{Alternative, Change, RELATIONAL, is_arithmetic, is_relational, negated, replaced};
use tightrope_syntax::jml::{JmlExpr, MethodClauseKind, MethodSpec, Predicate, Quantifier, SpecCase};
use tightrope_syntax::tree::{BinaryOp, Expr, ExprKind, UnaryOp};

/// What a change of a part does to the clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// A stronger part makes a stronger clause.
    Positive,
    /// A stronger part makes a weaker clause.
    Negative,
    /// A part of a number, or of both sides of an equivalence.
    Both,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Positive => Side::Negative,
            Side::Negative => Side::Positive,
            Side::Both => Side::Both,
        }
    }
}

/// What is visited: each part of each predicate, with its side; clauses that may go.
pub(crate) trait ClauseVisitor {
    fn part(&mut self, expr: &mut Expr, side: Side);
    /// A clause of this case.
    fn clause(&mut self, case: &mut SpecCase, index: usize);
}

pub(crate) fn walk_spec(spec: &mut MethodSpec, visitor: &mut dyn ClauseVisitor) {
    spec.cases.iter_mut().for_each(|case| walk_case(case, visitor));
}

fn walk_case(case: &mut SpecCase, visitor: &mut dyn ClauseVisitor) {
    let mut index = 0;
    while index < case.clauses.len() {
        visitor.clause(case, index);
        let Some(clause) = case.clauses.get_mut(index) else { break };
        let (predicate, side) = match &mut clause.kind {
            MethodClauseKind::Requires(predicate) => (Some(predicate), Side::Negative),
            MethodClauseKind::Ensures(predicate) => (Some(predicate), Side::Positive),
            MethodClauseKind::Signals { predicate, .. } => (predicate.as_mut(), Side::Positive),
            _ => (None, Side::Positive),
        };
        if let Some(Predicate::Expr(expr)) = predicate {
            walk_part(expr, side, visitor);
        }
        index += 1;
    }
    case.nested.iter_mut().for_each(|case| walk_case(case, visitor));
}

fn walk_part(expr: &mut Expr, side: Side, visitor: &mut dyn ClauseVisitor) {
    visitor.part(expr, side);
    match &mut expr.kind {
        ExprKind::Binary { op, left, right } => {
            let (of_left, of_right) = match op {
                BinaryOp::And | BinaryOp::Or => (side, side),
                BinaryOp::Implies => (side.other(), side),
                BinaryOp::ImpliedBy => (side, side.other()),
                _ => (Side::Both, Side::Both),
            };
            walk_part(left, of_left, visitor);
            walk_part(right, of_right, visitor);
        }
        ExprKind::Unary { op: UnaryOp::Not, operand } => walk_part(operand, side.other(), visitor),
        ExprKind::Unary { operand, .. } | ExprKind::Cast { operand, .. } => {
            walk_part(operand, Side::Both, visitor);
        }
        ExprKind::Conditional { cond, then, otherwise } => {
            walk_part(cond, Side::Both, visitor);
            walk_part(then, side, visitor);
            walk_part(otherwise, side, visitor);
        }
        ExprKind::Call(call) => call.args.iter_mut().for_each(|arg| walk_part(arg, Side::Both, visitor)),
        ExprKind::Jml(jml) => walk_jml(jml, side, visitor),
        _ => {}
    }
}

fn walk_jml(jml: &mut JmlExpr, side: Side, visitor: &mut dyn ClauseVisitor) {
    match jml {
        JmlExpr::Old { expr, .. } | JmlExpr::Pre(expr) | JmlExpr::Labelled { expr, .. } => {
            walk_part(expr, side, visitor);
        }
        JmlExpr::Quantified { quantifier, range, body, .. } => {
            let (of_range, of_body) = match quantifier {
                Quantifier::Forall => (side.other(), side),
                Quantifier::Exists => (side, side),
                _ => (Side::Both, Side::Both),
            };
            range.iter_mut().for_each(|range| walk_part(range, of_range, visitor));
            walk_part(body, of_body, visitor);
        }
        _ => {}
    }
}

/// All that may become of a part, without what is inside it.
pub(crate) fn alternatives(expr: &Expr, side: Side, kinds: &Kinds, text: &str) -> Vec<Alternative> {
    match &expr.kind {
        ExprKind::Binary { op, left, right } => {
            let ordered = [kinds.of(left), kinds.of(right)].contains(&crate::kinds::Kind::Number);
            let others = other_operators(*op, side, ordered);
            let mut found: Vec<Alternative> =
                others.into_iter().filter_map(|(name, other)| replaced(expr, name, other, text)).collect();
            if is_relational(*op) && !found.iter().any(|other| is_negation(*op, other)) {
                found.push(negated(expr, "CNEG", text));
            }
            found
        }
        ExprKind::Call(_) => vec![negated(expr, "CNEG", text)],
        ExprKind::Unary { op: UnaryOp::Not, operand } => {
            vec![becomes(expr, operand, "CNEG", text)]
        }
        ExprKind::Jml(jml) => of_jml(expr, jml, text),
        _ => Vec::new(),
    }
}

fn is_negation(op: BinaryOp, other: &Alternative) -> bool {
    let Change::Expr(Expr { kind: ExprKind::Binary { op: other, .. }, .. }) = &other.change else { return false };
    matches!(
        (op, other),
        (BinaryOp::Equal, BinaryOp::NotEqual)
            | (BinaryOp::NotEqual, BinaryOp::Equal)
            | (BinaryOp::Less, BinaryOp::GreaterEqual)
            | (BinaryOp::GreaterEqual, BinaryOp::Less)
            | (BinaryOp::Greater, BinaryOp::LessEqual)
            | (BinaryOp::LessEqual, BinaryOp::Greater)
    )
}

fn other_operators(op: BinaryOp, side: Side, ordered: bool) -> Vec<(&'static str, BinaryOp)> {
    use BinaryOp::{And, Equal, Equivalent, Implies, NotEqual, Or};
    let all: Vec<(&'static str, BinaryOp)> = match op {
        Equal | NotEqual if !ordered => vec![("CROR", if op == Equal { NotEqual } else { Equal })],
        op if is_relational(op) => RELATIONAL.iter().map(|other| ("CROR", *other)).collect(),
        And => vec![("CCOR", Or)],
        Or => vec![("CCOR", And)],
        Implies => vec![("CIMP", Equivalent)],
        BinaryOp::Add => vec![("CAOR", BinaryOp::Subtract)],
        op if is_arithmetic(op) => vec![("CAOR", BinaryOp::Add)],
        _ => Vec::new(),
    };
    let says_something = |other: BinaryOp| match side {
        Side::Both => true,
        Side::Positive => !implies(op, other),
        Side::Negative => !implies(other, op),
    };
    all.into_iter().filter(|(_, other)| *other != op && says_something(*other)).collect()
}

/// Is `b` true of all operands of which `a` is true?
fn implies(a: BinaryOp, b: BinaryOp) -> bool {
    use BinaryOp::{And, Equal, Equivalent, Greater, GreaterEqual, Implies, Less, LessEqual, NotEqual, Or};
    matches!(
        (a, b),
        (Less, LessEqual | NotEqual)
            | (Greater, GreaterEqual | NotEqual)
            | (Equal, LessEqual | GreaterEqual)
            | (And, Or)
            | (Equivalent, Implies)
    )
}

fn of_jml(expr: &Expr, jml: &JmlExpr, text: &str) -> Vec<Alternative> {
    match jml {
        JmlExpr::Old { expr: inner, .. } | JmlExpr::Pre(inner) => vec![becomes(expr, inner, "COLD", text)],
        JmlExpr::Quantified { quantifier, .. } => quantifier_swapped(expr, *quantifier, text).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// A part gives way to one of its own parts.
fn becomes(expr: &Expr, inner: &Expr, operator: &'static str, text: &str) -> Alternative {
    let written = text.get(inner.span.start as usize..inner.span.end as usize).unwrap_or_default();
    let edits = vec![Edit::replace(expr.span, format!("({written})"))];
    Alternative { operator, change: Change::Expr(inner.clone()), edits }
}

/// Neither implies the other: a range may be empty.
fn quantifier_swapped(expr: &Expr, quantifier: Quantifier, text: &str) -> Option<Alternative> {
    let (other, old, new) = match quantifier {
        Quantifier::Forall => (Quantifier::Exists, "\\forall", "\\exists"),
        Quantifier::Exists => (Quantifier::Forall, "\\exists", "\\forall"),
        _ => return None,
    };
    let ExprKind::Jml(jml) = &expr.kind else { return None };
    let JmlExpr::Quantified { binders, range, body, .. } = &**jml else { return None };
    let start = expr.span.start as usize;
    let at = start + text.get(start..expr.span.end as usize)?.find(old)?;
    let place = tightrope_source::Span::new(expr.span.file, at, at + old.len());
    let (binders, range, body) = (binders.clone(), range.clone(), body.clone());
    let kind = ExprKind::Jml(Box::new(JmlExpr::Quantified { quantifier: other, binders, range, body }));
    let change = Change::Expr(Expr { span: expr.span, kind });
    Some(Alternative { operator: "CQR", change, edits: vec![Edit::replace(place, new)] })
}
