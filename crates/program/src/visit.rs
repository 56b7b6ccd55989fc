//! Walking over bodies and expressions: the parts of each node, in order of evaluation, for reading
//! and for changing.
//!
//! One list of parts for each kind of node, so that every analysis meets every part of the data.

use crate::body::{Expr, ExprKind, Stmt, StmtKind};
use crate::contract::{Clause, Contract, Formula, LocationKind};
use crate::program::LocalId;

macro_rules! operands_of {
    ($kind:expr, $iter:ident $($mutable:tt)?) => {
        match $kind {
            ExprKind::Constant(_)
            | ExprKind::Local(_)
            | ExprKind::StaticField(_)
            | ExprKind::Result
            | ExprKind::TypeLiteral(_)
            | ExprKind::Informal(_)
            | ExprKind::Unsupported(_) => Vec::new(),
            ExprKind::Field { object: operand, .. }
            | ExprKind::Length(operand)
            | ExprKind::Unary { operand, .. }
            | ExprKind::Convert(operand)
            | ExprKind::Cast(operand)
            | ExprKind::InstanceOf { operand, .. }
            | ExprKind::Old(operand)
            | ExprKind::NonNullElements(operand)
            | ExprKind::InvariantFor(operand)
            | ExprKind::Comprehension { range: operand, .. }
            | ExprKind::SetSize(operand)
            | ExprKind::SetIsEmpty(operand)
            | ExprKind::TypeOf(operand)
            | ExprKind::ElementType(operand) => vec![& $($mutable)? **operand],
            ExprKind::Element { array: left, index: right }
            | ExprKind::Binary { left, right, .. }
            | ExprKind::Logical { left, right, .. }
            | ExprKind::Contains { set: left, element: right }
            | ExprKind::SetEqual { left, right }
            | ExprKind::Subset { left, right }
            | ExprKind::SetUnion { left, right }
            | ExprKind::SetIntersection { left, right }
            | ExprKind::SetDifference { left, right }
            | ExprKind::Subtype { left, right } => vec![& $($mutable)? **left, & $($mutable)? **right],
            ExprKind::Conditional { cond, then, otherwise } => {
                vec![& $($mutable)? **cond, & $($mutable)? **then, & $($mutable)? **otherwise]
            }
            ExprKind::Concat(parts) | ExprKind::Fresh(parts) => parts.$iter().collect(),
            ExprKind::Call(call) => call.args.$iter().collect(),
            ExprKind::Quantified(quantified) => vec![& $($mutable)? quantified.range, & $($mutable)? quantified.body],
            ExprKind::Reach(reach) => vec![& $($mutable)? reach.root],
        }
    };
}

macro_rules! exprs_of {
    ($kind:expr, $iter:ident) => {
        match $kind {
            StmtKind::Assign { value, .. } | StmtKind::SetStatic { value, .. } => vec![value],
            StmtKind::SetField { object, value, .. } => vec![object, value],
            StmtKind::SetElement { array, index, value } => vec![array, index, value],
            StmtKind::NewArray { lengths, .. } => lengths.$iter().collect(),
            StmtKind::Call { call, .. } => call.args.$iter().collect(),
            StmtKind::If { cond, .. } => vec![cond],
            StmtKind::Return(Some(value)) | StmtKind::Throw(value) => vec![value],
            StmtKind::New { .. }
            | StmtKind::InitializeClass(_)
            | StmtKind::Loop { .. }
            | StmtKind::Block { .. }
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Return(None)
            | StmtKind::Try { .. }
            | StmtKind::SpecAssert(_)
            | StmtKind::SpecAssume(_)
            | StmtKind::Unsupported(_) => Vec::new(),
        }
    };
}

macro_rules! blocks_of {
    ($kind:expr, $iter:ident $($mutable:tt)?) => {
        match $kind {
            StmtKind::If { then, otherwise, .. } => vec![then, otherwise],
            StmtKind::Loop { body, .. } | StmtKind::Block { body, .. } => vec![body],
            StmtKind::Try { body, handlers } => {
                std::iter::once(body).chain(handlers.$iter().map(|handler| & $($mutable)? handler.body)).collect()
            }
            _ => Vec::new(),
        }
    };
}

/// The operands of an expression, in order of evaluation.
pub fn operands(expr: &Expr) -> Vec<&Expr> {
    operands_of!(&expr.kind, iter)
}

pub fn operands_mut(expr: &mut Expr) -> Vec<&mut Expr> {
    operands_of!(&mut expr.kind, iter_mut mut)
}

/// The expressions that a statement itself evaluates, in order; not those of the statements in it,
/// and no formulas.
pub fn exprs(stmt: &Stmt) -> Vec<&Expr> {
    exprs_of!(&stmt.kind, iter)
}

pub fn exprs_mut(stmt: &mut Stmt) -> Vec<&mut Expr> {
    exprs_of!(&mut stmt.kind, iter_mut)
}

/// The blocks directly inside a statement.
pub fn blocks(stmt: &Stmt) -> Vec<&Vec<Stmt>> {
    blocks_of!(&stmt.kind, iter)
}

pub fn blocks_mut(stmt: &mut Stmt) -> Vec<&mut Vec<Stmt>> {
    blocks_of!(&mut stmt.kind, iter_mut mut)
}

/// The formula of a JML statement.
pub fn clause(stmt: &Stmt) -> Option<&Clause> {
    match &stmt.kind {
        StmtKind::SpecAssert(clause) | StmtKind::SpecAssume(clause) => Some(clause),
        _ => None,
    }
}

pub fn clause_mut(stmt: &mut Stmt) -> Option<&mut Clause> {
    match &mut stmt.kind {
        StmtKind::SpecAssert(clause) | StmtKind::SpecAssume(clause) => Some(clause),
        _ => None,
    }
}

/// Calls `visit` for each statement of the block and each statement inside, outer ones first.
pub fn for_each_stmt<'b>(block: &'b [Stmt], visit: &mut impl FnMut(&'b Stmt)) {
    for stmt in block {
        visit(stmt);
        for inner in blocks(stmt) {
            for_each_stmt(inner, visit);
        }
    }
}

pub fn for_each_stmt_mut(block: &mut [Stmt], visit: &mut impl FnMut(&mut Stmt)) {
    for stmt in block {
        visit(stmt);
        for inner in blocks_mut(stmt) {
            for_each_stmt_mut(inner, visit);
        }
    }
}

/// Calls `visit` for the expression and each expression inside, outer ones first.
pub fn for_each_expr<'e>(expr: &'e Expr, visit: &mut impl FnMut(&'e Expr)) {
    visit(expr);
    for operand in operands(expr) {
        for_each_expr(operand, visit);
    }
}

/// Calls `visit` for the expression and each expression inside, inner ones first, so that `visit`
/// may put something else in place.
pub fn for_each_expr_mut(expr: &mut Expr, visit: &mut impl FnMut(&mut Expr)) {
    for operand in operands_mut(expr) {
        for_each_expr_mut(operand, visit);
    }
    visit(expr);
}

/// The locals that a statement itself assigns, to change: results, targets and the variables of
/// handlers.
pub(crate) fn targets_mut(stmt: &mut Stmt) -> Vec<&mut LocalId> {
    match &mut stmt.kind {
        StmtKind::Assign { local, .. } => vec![local],
        StmtKind::New { result, .. } | StmtKind::NewArray { result, .. } => vec![result],
        StmtKind::Call { result, .. } => result.iter_mut().collect(),
        StmtKind::Try { handlers, .. } => handlers.iter_mut().map(|handler| &mut handler.local).collect(),
        _ => Vec::new(),
    }
}

/// The locals that an expression itself names, to change: the variable, or what a quantifier binds.
pub(crate) fn named_locals_mut(expr: &mut Expr) -> Vec<&mut LocalId> {
    match &mut expr.kind {
        ExprKind::Local(local) | ExprKind::Comprehension { binder: local, .. } => vec![local],
        ExprKind::Quantified(quantified) => quantified.binders.iter_mut().collect(),
        _ => Vec::new(),
    }
}

/// All formulas of a contract, in order.
pub fn formulas(contract: &Contract) -> Vec<&Formula> {
    let implicit = contract.implicit_requires.iter().chain(&contract.implicit_ensures);
    let mut found: Vec<&Formula> = implicit.map(|clause| &clause.formula).collect();
    for case in &contract.cases {
        let clauses = case.requires.iter().chain(&case.ensures).chain(&case.diverges);
        found.extend(clauses.map(|clause| &clause.formula));
        found.extend(case.signals.iter().map(|signals| &signals.clause.formula));
        let locations = case.assignable.iter().flat_map(|assignable| &assignable.locations);
        found.extend(locations.flat_map(|location| location_formulas(&location.kind)));
    }
    found
}

fn location_formulas(location: &LocationKind) -> Vec<&Formula> {
    match location {
        LocationKind::Everything | LocationKind::StaticField(_) | LocationKind::AllStaticFields(_) => Vec::new(),
        LocationKind::Field { object: formula, .. }
        | LocationKind::AllFields(formula)
        | LocationKind::AllElements(formula)
        | LocationKind::FieldsOfSet(formula) => vec![formula],
        LocationKind::Elements { array, from, to } => vec![array, from, to],
    }
}
