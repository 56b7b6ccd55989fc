//! A call that breaks what the called method requires breaks the caller: before each call stands an
//! assertion of it, so that every engine sees the same obligation at the same place.
//!
//! After JML: the precondition of a call is that of the method that the static type names, the
//! disjunction of its cases. Arguments that may throw get temporaries, so that they are evaluated
//! once, and first; a null receiver is left to the call, which throws.
//!
//! Left out: methods that contracts and `repOk`s run (they are evaluated on heaps that nobody has
//! admitted yet), and preconditions with parts that are not modelled. [`unchecked`] names what is
//! left.

use crate::body::{BinaryOp, Body, Call, Expr, ExprKind, Local, LocalKind, LogicalOp, Stmt, StmtKind};
use crate::contract::{Clause, Formula, Origin};
use crate::effective::{EffectiveCase, cases};
use crate::program::{ClassOrigin, Code, Constant, LocalId, Method, MethodId, Program, Type};
use crate::reach::reach;
use crate::visit;
use std::collections::{BTreeMap, BTreeSet};
use tightrope_source::{Name, Span};

/// Puts the assertions into the bodies of the user's methods.
pub(crate) fn assert_preconditions(program: &mut Program) {
    // Most programs demand nothing, and deep hierarchies are slow to look through.
    let demands = |method: &Method| {
        let contract = &method.contract;
        !contract.implicit_requires.is_empty() || contract.cases.iter().any(|case| !case.requires.is_empty())
    };
    if !program.methods.iter().any(|method| is_users(program, method) && demands(method)) {
        return;
    }
    let demanded: BTreeMap<MethodId, Precondition> =
        program.method_ids().filter_map(|method| Some((method, precondition(program, method)?))).collect();
    if demanded.is_empty() {
        return;
    }
    let evaluated = evaluated_methods(program);
    for method in program.method_ids().filter(|method| !evaluated.contains(method)).collect::<Vec<_>>() {
        let is_users = program.class(program.method(method).class).origin == ClassOrigin::User;
        let Code::Body(body) = &mut program.methods[method.index()].code else { continue };
        if is_users {
            assert_in(body, &demanded);
        }
    }
}

/// The same for one method that was added later.
pub(crate) fn assert_preconditions_in(program: &mut Program, caller: MethodId) {
    let Code::Body(body) = &program.method(caller).code else { return };
    let mut called = BTreeSet::new();
    visit::for_each_stmt(&body.block, &mut |stmt| {
        if let StmtKind::Call { call, .. } = &stmt.kind {
            called.insert(call.method);
        }
    });
    let demanded: BTreeMap<MethodId, Precondition> =
        called.into_iter().filter_map(|method| Some((method, precondition(program, method)?))).collect();
    if let Code::Body(body) = &mut program.methods[caller.index()].code
        && !demanded.is_empty()
    {
        assert_in(body, &demanded);
    }
}

/// What a method requires, with its receiver and parameters as the first locals.
pub(crate) fn required(program: &Program, method: MethodId) -> Option<Formula> {
    let Precondition { formula, params, .. } = precondition(program, method)?;
    let declared = program.method(method);
    let receiver = (!declared.is_static).then(|| (Name::new("self"), Type::class(declared.class), declared.name_span));
    let own = declared.params.iter().map(|param| (param.name.clone(), param.ty, param.span));
    let first = receiver.into_iter().chain(own).take(params);
    let first = first.map(|(name, ty, span)| Local { name, ty, kind: LocalKind::Param, span });
    Some(Formula { locals: first.chain(formula.locals).collect(), expr: formula.expr })
}

/// The called methods that require something that is not checked where one of these calls them.
pub fn unchecked(program: &Program, callers: impl IntoIterator<Item = MethodId>) -> BTreeSet<MethodId> {
    let mut found = BTreeSet::new();
    for caller in callers {
        let Code::Body(body) = &program.method(caller).code else { continue };
        let mut calls: BTreeMap<MethodId, usize> = BTreeMap::new();
        let mut asserted: BTreeMap<MethodId, usize> = BTreeMap::new();
        visit::for_each_stmt(&body.block, &mut |stmt| match &stmt.kind {
            StmtKind::Call { call, .. } => *calls.entry(call.method).or_default() += 1,
            StmtKind::SpecAssert(Clause { origin: Origin::Callee(method), .. }) => {
                *asserted.entry(*method).or_default() += 1;
            }
            _ => {}
        });
        let is_open = |(method, count): &(&MethodId, &usize)| asserted.get(*method) != Some(*count);
        let open = calls.iter().filter(is_open).map(|(method, _)| *method);
        found.extend(open.filter(|method| requires_something(program, *method)));
    }
    found
}

/// What a method requires, with its receiver and parameters as the first locals.
struct Precondition {
    formula: Formula,
    params: usize,
    has_receiver: bool,
}

fn is_users(program: &Program, method: &Method) -> bool {
    program.class(method.class).origin == ClassOrigin::User
}

fn requires_something(program: &Program, method: MethodId) -> bool {
    let is_users = program.class(program.method(method).class).origin == ClassOrigin::User;
    is_users && cases(program, method).iter().all(|case| !case.requires.is_empty())
}

/// `None`: it requires nothing, or something that is not modelled.
fn precondition(program: &Program, method: MethodId) -> Option<Precondition> {
    if !requires_something(program, method) {
        return None;
    }
    let declared = program.method(method);
    let params = declared.params.len() + usize::from(!declared.is_static);
    let mut locals: Vec<Local> = Vec::new();
    let mut required = Vec::new();
    for case in cases(program, method) {
        required.push(requires(&case, params, &mut locals)?);
    }
    let expr = required.into_iter().reduce(|left, right| logical(LogicalOp::Or, left, right))?;
    let mut is_modelled = true;
    visit::for_each_expr(&expr, &mut |part| is_modelled &= !matches!(part.kind, ExprKind::Unsupported(_)));
    is_modelled.then_some(Precondition { formula: Formula { locals, expr }, params, has_receiver: !declared.is_static })
}

/// The conjunction of what a case requires. What its formulas bind is numbered behind the
/// parameters, and added to `bound`.
fn requires(case: &EffectiveCase<'_>, params: usize, bound: &mut Vec<Local>) -> Option<Expr> {
    let mut parts = Vec::new();
    for clause in &case.requires {
        let Formula { locals, expr } = &clause.formula;
        let mut expr = expr.clone();
        let first = bound.len();
        rename(&mut expr, &mut |local| {
            if local.index() >= params {
                *local = LocalId((first + local.index()) as u32);
            }
        });
        bound.extend(locals.iter().skip(params).cloned());
        parts.push(expr);
    }
    parts.into_iter().reduce(|left, right| logical(LogicalOp::And, left, right))
}

/// Whatever a contract or an invariant may run.
fn evaluated_methods(program: &Program) -> BTreeSet<MethodId> {
    let mut entries: BTreeSet<MethodId> = program.class_ids().filter_map(|class| program.class(class).rep_ok).collect();
    let mut see = |expr: &Expr| {
        visit::for_each_expr(expr, &mut |part| {
            if let ExprKind::Call(call) = &part.kind {
                entries.insert(call.method);
            }
        });
    };
    for class in program.class_ids().map(|class| program.class(class)) {
        let clauses = class.invariants.iter().chain(&class.constraints).chain(&class.initially).chain(&class.axioms);
        clauses.for_each(|clause| see(&clause.formula.expr));
    }
    for method in program.method_ids().map(|method| program.method(method)) {
        visit::formulas(&method.contract).into_iter().for_each(|formula| see(&formula.expr));
        let Code::Body(body) = &method.code else { continue };
        visit::for_each_stmt(&body.block, &mut |stmt| {
            if let Some(clause) = visit::clause(stmt) {
                see(&clause.formula.expr);
            }
        });
        let loops = body.loops.iter().flat_map(|info| info.invariants.iter().chain(&info.decreases));
        loops.for_each(|clause| see(&clause.formula.expr));
    }
    reach(program, entries).methods
}

fn assert_in(body: &mut Body, demanded: &BTreeMap<MethodId, Precondition>) {
    let mut block = std::mem::take(&mut body.block);
    let count = body.locals.len();
    assert_in_block(body, &mut block, demanded);
    body.block = block;
    if body.locals.len() == count && !has_assertion(&body.block) {
        return;
    }
    let locals = body.locals.clone();
    let set = |clause: &mut Clause| clause.formula.locals.clone_from(&locals);
    visit::for_each_stmt_mut(&mut body.block, &mut |stmt| {
        if let Some(clause) = visit::clause_mut(stmt) {
            set(clause);
        }
    });
    body.loops.iter_mut().flat_map(|info| info.invariants.iter_mut().chain(&mut info.decreases)).for_each(set);
}

fn has_assertion(block: &[Stmt]) -> bool {
    let mut found = false;
    visit::for_each_stmt(block, &mut |stmt| {
        found |= visit::clause(stmt).is_some_and(|clause| matches!(clause.origin, Origin::Callee(_)));
    });
    found
}

fn assert_in_block(body: &mut Body, block: &mut Vec<Stmt>, demanded: &BTreeMap<MethodId, Precondition>) {
    for mut stmt in std::mem::take(block) {
        for inner in visit::blocks_mut(&mut stmt) {
            assert_in_block(body, inner, demanded);
        }
        if let StmtKind::Call { call, .. } = &mut stmt.kind
            && let Some(precondition) = demanded.get(&call.method)
            && call.args.len() == precondition.params
        {
            spill(body, call, stmt.span, block);
            let clause = instance(body, call, precondition, stmt.span);
            block.push(Stmt { span: stmt.span, kind: StmtKind::SpecAssert(clause) });
        }
        block.push(stmt);
    }
}

/// Arguments that are more than a variable or a constant are evaluated before.
fn spill(body: &mut Body, call: &mut Call, span: Span, block: &mut Vec<Stmt>) {
    for arg in &mut call.args {
        if matches!(arg.kind, ExprKind::Local(_) | ExprKind::Constant(_)) {
            continue;
        }
        let local = LocalId(body.locals.len() as u32);
        let name = Name::new(format!("p{}", local.index()));
        body.locals.push(Local { name, ty: arg.ty, kind: LocalKind::Temporary, span });
        let place = Expr { kind: ExprKind::Local(local), ty: arg.ty, span: arg.span };
        let value = std::mem::replace(arg, place);
        block.push(Stmt { span, kind: StmtKind::Assign { local, value } });
    }
}

/// The precondition of one call.
fn instance(body: &mut Body, call: &Call, precondition: &Precondition, span: Span) -> Clause {
    let first = body.locals.len();
    body.locals.extend(precondition.formula.locals.iter().cloned());
    let mut expr = precondition.formula.expr.clone();
    // What is bound first: parameters are replaced by expressions, whose locals are the caller's.
    visit::for_each_expr_mut(&mut expr, &mut |part| {
        let argument = match part.kind {
            ExprKind::Local(local) => call.args.get(local.index()),
            _ => None,
        };
        match argument {
            Some(argument) => *part = argument.clone(),
            None => visit::named_locals_mut(part).into_iter().for_each(|local| {
                *local = LocalId((first + local.index() - precondition.params) as u32);
            }),
        }
    });
    if precondition.has_receiver {
        let null = Expr { kind: ExprKind::Constant(Constant::Null), ty: Type::NULL, span };
        let [left, right] = [call.args[0].clone(), null].map(Box::new);
        let is_null = ExprKind::Binary { op: BinaryOp::Equal, left, right };
        expr = logical(LogicalOp::Or, Expr { kind: is_null, ty: Type::BOOLEAN, span }, expr);
    }
    let formula = Formula { locals: Vec::new(), expr };
    Clause { span, origin: Origin::Callee(call.method), is_static: false, formula }
}

fn rename(expr: &mut Expr, change: &mut impl FnMut(&mut LocalId)) {
    visit::for_each_expr_mut(expr, &mut |part| visit::named_locals_mut(part).into_iter().for_each(&mut *change));
}

fn logical(op: LogicalOp, left: Expr, right: Expr) -> Expr {
    let span = left.span;
    let [left, right] = [left, right].map(Box::new);
    Expr { kind: ExprKind::Logical { op, left, right }, ty: Type::BOOLEAN, span }
}
