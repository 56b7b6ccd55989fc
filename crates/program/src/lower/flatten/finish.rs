//! The finished body: temporaries that are used get their names, others go, formulas get their locals.

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
    let mut used = vec![false; body.locals.len()];
    for_each_local(&mut body, &mut |local| {
        if let Some(used) = used.get_mut(local.index()) {
            *used = true;
        }
    });
    let moved = keep_used(&mut body.locals, &used);
    for_each_local(&mut body, &mut |local| {
        if let Some(target) = moved.get(local.index()) {
            *local = *target;
        }
    });
    let locals = body.locals.clone();
    for_each_clause(&mut body.block, &mut body.loops, &mut |clause| clause.formula.locals = locals.clone());
    body
}

/// Drops temporaries that are not used and names the others. Gives the new number of every local.
fn keep_used(locals: &mut Vec<Local>, used: &[bool]) -> Vec<LocalId> {
    let mut moved = Vec::with_capacity(locals.len());
    let mut kept = Vec::with_capacity(locals.len());
    let mut temporaries = 0;
    for (mut local, used) in std::mem::take(locals).into_iter().zip(used) {
        moved.push(LocalId(kept.len() as u32));
        if local.kind == LocalKind::Temporary {
            if !used {
                continue;
            }
            local.name = Name::new(format!("t{temporaries}"));
            temporaries += 1;
        }
        kept.push(local);
    }
    *locals = kept;
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
        visit::targets_mut(stmt).into_iter().for_each(&mut *visit);
        for expr in visit::exprs_mut(stmt) {
            locals_of(expr, visit);
        }
    });
    for_each_clause(&mut body.block, &mut body.loops, &mut |clause| locals_of(&mut clause.formula.expr, visit));
}

fn locals_of(expr: &mut Expr, visit: &mut impl FnMut(&mut LocalId)) {
    visit::for_each_expr_mut(expr, &mut |expr| visit::named_locals_mut(expr).into_iter().for_each(&mut *visit));
}
