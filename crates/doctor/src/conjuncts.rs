//! The conjuncts of an invariant: clauses split at `&&`, also below `\forall`, and the ways in
//! which a `repOk` says no.

use tightrope_source::Span;
use tightrope_syntax::jml::{JmlExpr, Quantifier, TypeClauseKind};
use tightrope_syntax::tree::{BinaryOp, Block, Expr, ExprKind, Literal, MethodDecl, Stmt, StmtKind, TypeDecl};

/// One of the things that an invariant demands.
#[derive(Clone, Debug)]
pub struct Conjunct {
    /// Where it stands.
    pub span: Span,
    pub kind: ConjunctKind,
}

#[derive(Clone, Debug)]
pub enum ConjunctKind {
    /// A part of the invariant clause with this number; the others are the rest of that clause.
    Clause { clause: usize, demands: Expr, others: Vec<Expr> },
    /// A statement `return false;`, and the condition that it stands under.
    SaysNo { condition: Option<Span> },
    /// A part of the returned `value`, which is `a && b`: what is left without it.
    Returns { value: Span, without: Expr },
}

/// All of a class, in the order of the text.
pub fn conjuncts(class: &TypeDecl, rep_ok: Option<&MethodDecl>) -> Vec<Conjunct> {
    let mut found = Vec::new();
    for (index, clause) in class.clauses.iter().enumerate() {
        let TypeClauseKind::Invariant(expr) = &clause.kind else { continue };
        if clause.modifiers.is_static {
            continue;
        }
        let parts = parts(expr);
        for at in 0..parts.len() {
            let (demands, span) = (parts[at].1.clone(), parts[at].0);
            let others = parts.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, part)| part.1.clone());
            let kind = ConjunctKind::Clause { clause: index, demands, others: others.collect() };
            found.push(Conjunct { span, kind });
        }
    }
    if let Some(body) = rep_ok.and_then(|method| method.body.as_ref()) {
        add_block(body, None, &mut found);
    }
    found
}

/// A predicate as a conjunction, each part with its place.
fn parts(expr: &Expr) -> Vec<(Span, Expr)> {
    match &expr.kind {
        ExprKind::Binary { op: BinaryOp::And, left, right } => [parts(left), parts(right)].concat(),
        ExprKind::Jml(jml) => match &**jml {
            JmlExpr::Quantified { quantifier: Quantifier::Forall, binders, range, body } => {
                let bodies = parts(body);
                if bodies.len() < 2 {
                    return vec![(expr.span, expr.clone())];
                }
                let quantified = |(span, body): (Span, Expr)| {
                    let jml = JmlExpr::Quantified {
                        quantifier: Quantifier::Forall,
                        binders: binders.clone(),
                        range: range.clone(),
                        body,
                    };
                    (span, Expr { span: expr.span, kind: ExprKind::Jml(Box::new(jml)) })
                };
                bodies.into_iter().map(quantified).collect()
            }
            _ => vec![(expr.span, expr.clone())],
        },
        _ => vec![(expr.span, expr.clone())],
    }
}

fn add_block(block: &Block, condition: Option<Span>, found: &mut Vec<Conjunct>) {
    block.stmts.iter().for_each(|stmt| add_stmt(stmt, condition, found));
}

fn add_stmt(stmt: &Stmt, condition: Option<Span>, found: &mut Vec<Conjunct>) {
    match &stmt.kind {
        StmtKind::Block(block) | StmtKind::Synchronized { body: block, .. } => add_block(block, condition, found),
        StmtKind::If { cond, then, otherwise } => {
            add_stmt(then, Some(cond.span), found);
            otherwise.iter().for_each(|stmt| add_stmt(stmt, None, found));
        }
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::ForEach { body, .. }
        | StmtKind::Labeled { body, .. } => add_stmt(body, None, found),
        StmtKind::Return(Some(value)) => add_return(stmt, value, condition, found),
        _ => {}
    }
}

fn add_return(stmt: &Stmt, value: &Expr, condition: Option<Span>, found: &mut Vec<Conjunct>) {
    match &value.kind {
        ExprKind::Literal(Literal::Boolean(false)) => {
            found.push(Conjunct { span: stmt.span, kind: ConjunctKind::SaysNo { condition } });
        }
        ExprKind::Literal(_) => {}
        _ => {
            let parts = parts(value);
            for at in 0..parts.len() {
                let others = parts.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, part)| &part.1);
                let without = conjunction(others.cloned().collect(), value.span);
                found.push(Conjunct { span: parts[at].0, kind: ConjunctKind::Returns { value: value.span, without } });
            }
        }
    }
}

/// `true` if there is nothing to join.
pub(crate) fn conjunction(parts: Vec<Expr>, span: Span) -> Expr {
    let join = |left: Expr, right: Expr| Expr {
        span,
        kind: ExprKind::Binary { op: BinaryOp::And, left: Box::new(left), right: Box::new(right) },
    };
    let nothing = Expr { span, kind: ExprKind::Literal(Literal::Boolean(true)) };
    parts.into_iter().reduce(join).unwrap_or(nothing)
}
