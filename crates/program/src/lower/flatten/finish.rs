//! The finished body: temporaries that are used get their names in order, others go, formulas get
//! their locals.

use super::Flattener;
use crate::body::{Body, Expr, Local, LocalKind, LoopInfo, Stmt};
use crate::contract::Clause;
use crate::program::LocalId;
use crate::visit;
use tightrope_source::Name;

pub(super) fn finish(flattener: Flattener<'_, '_>) -> Body {
    let mut body = Body {
        locals: flattener.locals,
        loops: flattener.loops,
        labels: flattener.labels.len() as u32,
        block: flattener.code.stmts,
    };
    let mut mentioned = Vec::new();
    let mut is_mentioned = vec![false; body.locals.len()];
    for_each_local(&mut body, &mut |local| {
        if let Some(is_mentioned) = is_mentioned.get_mut(local.index()).filter(|is_mentioned| !**is_mentioned) {
            *is_mentioned = true;
            mentioned.push(*local);
        }
    });
    let moved = order_locals(&mut body.locals, &mentioned);
    for_each_local(&mut body, &mut |local| {
        if let Some(target) = moved.get(local.index()) {
            *local = *target;
        }
    });
    let locals = body.locals.clone();
    for_each_clause(&mut body.block, &mut body.loops, &mut |clause| clause.formula.locals = locals.clone());
    body
}

/// Variables as they were, then the temporaries in the order in which they are `mentioned`, named;
/// others are dropped. Gives the new number of every local.
fn order_locals(locals: &mut Vec<Local>, mentioned: &[LocalId]) -> Vec<LocalId> {
    let old = std::mem::take(locals);
    let mut moved = vec![LocalId(0); old.len()];
    for (position, local) in old.iter().enumerate().filter(|(_, local)| local.kind != LocalKind::Temporary) {
        moved[position] = LocalId(locals.len() as u32);
        locals.push(local.clone());
    }
    let temporaries = mentioned.iter().filter_map(|id| old.get(id.index()).map(|local| (*id, local)));
    let temporaries = temporaries.filter(|(_, local)| local.kind == LocalKind::Temporary);
    for (number, (id, local)) in temporaries.enumerate() {
        moved[id.index()] = LocalId(locals.len() as u32);
        locals.push(Local { name: Name::new(format!("t{number}")), ..local.clone() });
    }
    moved
}

fn for_each_clause(block: &mut [Stmt], loops: &mut [LoopInfo], visit: &mut impl FnMut(&mut Clause)) {
    visit::for_each_stmt_mut(block, &mut |stmt| {
        if let Some(clause) = visit::clause_mut(stmt) {
            visit(clause);
        }
    });
    loops.iter_mut().flat_map(|info| info.invariants.iter_mut().chain(&mut info.decreases)).for_each(visit);
}

/// Every mention of a local, to change.
fn for_each_local(body: &mut Body, visit: &mut impl FnMut(&mut LocalId)) {
    visit::for_each_stmt_mut(&mut body.block, &mut |stmt| {
        for expr in visit::exprs_mut(stmt) {
            locals_of(expr, visit);
        }
        visit::targets_mut(stmt).into_iter().for_each(&mut *visit);
    });
    for_each_clause(&mut body.block, &mut body.loops, &mut |clause| locals_of(&mut clause.formula.expr, visit));
}

fn locals_of(expr: &mut Expr, visit: &mut impl FnMut(&mut LocalId)) {
    visit::for_each_expr_mut(expr, &mut |expr| visit::named_locals_mut(expr).into_iter().for_each(&mut *visit));
}
