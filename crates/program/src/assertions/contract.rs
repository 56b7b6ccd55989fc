//! From `check A` to a method with a contract.

use super::build::{compare, local, null};
use super::value::{Moment, Names, Scalar, Value};
use super::{CheckCommand, Result, Writer, failed};
use crate::body::{BinaryOp, Body, Call, Dispatch, Expr, ExprKind, Local, LocalKind, Stmt, StmtKind};
use crate::contract::{Behavior, Case, Clause, Contract, Formula, Origin};
use crate::preconditions::{assert_preconditions_in, required};
use crate::program::{
    ClassOrigin, Code as MethodCode, LocalId, Method, MethodId, MethodKind, Nullity, ParamInfo, Program, Type,
};
use tightrope_alloy as alloy;
use tightrope_source::{Code, Diagnostic, Name, Span, most_similar};

/// What an assertion says, taken apart.
struct Parts<'m> {
    /// `all x: e`, outermost first.
    variables: Vec<(&'m alloy::Decl, &'m alloy::Ident)>,
    /// All that stands left of an arrow.
    hypotheses: Vec<&'m alloy::Expr>,
    conclusion: &'m alloy::Expr,
}

/// The call that an assertion speaks of.
struct Called<'m> {
    method: MethodId,
    name: &'m alloy::Ident,
    args: &'m [alloy::Expr],
    span: Span,
}

pub(super) fn add_check(
    program: &mut Program,
    module: &alloy::Module,
    check: &alloy::Check,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<CheckCommand> {
    let assertion = find_assertion(module, check)?;
    let (objects, per_class, iterations) = bounds(program, check)?;
    let parts = take_apart(&assertion.body)?;
    let called = find_call(program, module, assertion, &parts)?;
    let (locals, contract) = write_contract(program, module, &parts, &called, diagnostics)?;
    let method = added_method(program, assertion, &called, locals, contract);
    let id = MethodId(program.methods.len() as u32);
    program.classes[method.class.index()].methods.push(id);
    program.methods.push(method);
    assert_preconditions_in(program, id);
    Ok(CheckCommand { method: id, span: check.span, objects, per_class, iterations })
}

fn find_assertion<'m>(module: &'m alloy::Module, check: &alloy::Check) -> Result<&'m alloy::Assertion> {
    let name = &check.assertion;
    if let Some(found) = module.assertions.iter().find(|assertion| assertion.name.name == name.name) {
        return Ok(found);
    }
    let failure = failed(Code::AlloyName, name.span, format!("there is no assertion `{}` in this file", name.name));
    let known = module.assertions.iter().map(|assertion| assertion.name.name.as_str());
    match most_similar(&name.name, known) {
        Some(near) => failure.hint(format!("did you mean `{near}`?")),
        None => failure.hint("`check` names an `assert` of the same file"),
    }
    .into()
}

type CheckBounds = (Option<usize>, Vec<(Name, usize)>, Option<usize>);

fn bounds(program: &Program, check: &alloy::Check) -> Result<CheckBounds> {
    let (mut per_class, mut iterations) = (Vec::new(), None);
    for bound in &check.bounds {
        let name = bound.name.name.as_str();
        if matches!(name, "iteration" | "iterations") {
            iterations = Some(bound.count);
            continue;
        }
        if matches!(name, "int" | "Int" | "seq") {
            return failed(Code::AlloyMeaning, bound.name.span, "numbers have their full width here")
                .hint("leave it out; `--scope int=-3..3` bounds numbers for engines that choose them")
                .into();
        }
        let is_it = |class: &&crate::program::Class| class.simple_name == name || class.name == name;
        if program.classes.iter().find(is_it).is_none() {
            let classes = program.classes.iter().filter(|class| class.origin == ClassOrigin::User);
            let known = classes.map(|class| class.simple_name.as_str()).chain(["iteration"]);
            let failure = failed(Code::AlloyName, bound.name.span, format!("there is no class `{name}`"));
            return match most_similar(name, known) {
                Some(near) => failure.hint(format!("did you mean `{near}`?")),
                None => failure.hint("a scope bounds classes, and `iteration`: `for 3 List, 4 Node, 5 iteration`"),
            }
            .into();
        }
        per_class.push((bound.name.name.clone(), bound.count));
    }
    Ok((check.objects, per_class, iterations))
}

/// `all x: e | h => all y: e | g => c`, however it is grouped.
fn take_apart(body: &alloy::Expr) -> Result<Parts<'_>> {
    let mut parts = Parts { variables: Vec::new(), hypotheses: Vec::new(), conclusion: body };
    loop {
        match &parts.conclusion.kind {
            alloy::ExprKind::Block(inner) => match inner.as_slice() {
                [only] => parts.conclusion = only,
                [] => {
                    return failed(Code::AlloyMeaning, body.span, "this assertion says nothing")
                        .hint("say what a call keeps: `all l: List | Acyclic(l) && reverse(l) => Acyclic'(l)`")
                        .into();
                }
                // What follows from the hypotheses may have several parts.
                _ if !parts.hypotheses.is_empty() => return Ok(parts),
                [_, second, ..] => {
                    return failed(Code::AlloyMeaning, second.span, "an assertion speaks of one call")
                        .hint("make it an assertion of its own, with a `check` of its own")
                        .into();
                }
            },
            alloy::ExprKind::Quantified { quantifier: alloy::Quantifier::All, decls, body }
                if parts.hypotheses.is_empty() || !has_prime(parts.conclusion) || has_call_below(body) =>
            {
                if decls.iter().any(|decl| decl.is_disjoint) {
                    return failed(Code::AlloyMeaning, parts.conclusion.span, "`disj` cannot stand here")
                        .hint("say that the arguments differ: `l != m && …`")
                        .into();
                }
                parts.variables.extend(decls.iter().flat_map(|decl| decl.names.iter().map(move |name| (decl, name))));
                parts.conclusion = body;
            }
            alloy::ExprKind::Binary { op: alloy::BinaryOp::Implies, left, right } => {
                parts.hypotheses.extend(left.conjuncts());
                parts.conclusion = right;
            }
            _ => return Ok(parts),
        }
    }
}

/// `h => all y: e | call(y) => c`: the quantifier belongs to the head of the assertion.
fn has_call_below(body: &alloy::Expr) -> bool {
    matches!(&body.kind, alloy::ExprKind::Binary { op: alloy::BinaryOp::Implies, .. }) && !has_prime(body)
}

fn has_prime(expr: &alloy::Expr) -> bool {
    let mut found = false;
    expr.for_each(&mut |part| {
        found |= match &part.kind {
            alloy::ExprKind::Name(name) => name.is_primed || name.name == "result",
            alloy::ExprKind::Call { name, .. } => name.is_primed,
            _ => false,
        };
    });
    found
}

fn mentions(expr: &alloy::Expr, names: &[&Name]) -> bool {
    let mut found = false;
    expr.for_each(&mut |part| {
        found |= matches!(&part.kind, alloy::ExprKind::Name(name) if names.contains(&&name.name))
    });
    found
}

fn find_call<'m>(
    program: &Program,
    module: &alloy::Module,
    assertion: &alloy::Assertion,
    parts: &Parts<'m>,
) -> Result<Called<'m>> {
    let mut found: Vec<Called<'m>> = Vec::new();
    for hypothesis in &parts.hypotheses {
        let alloy::ExprKind::Call { name, args } = &hypothesis.kind else { continue };
        if module.functions.iter().any(|function| function.name.name == name.name) {
            continue;
        }
        let Some(method) = find_method(program, name, args)? else { continue };
        found.push(Called { method, name, args, span: hypothesis.span });
    }
    if let [_, second, ..] = found.as_slice() {
        return failed(Code::AlloyMeaning, second.span, "an assertion speaks of one call")
            .hint("for two calls in a row, write a method that makes them")
            .into();
    }
    let Some(called) = found.pop() else {
        unknown_call(program, module, parts)?;
        let message = format!("the assertion `{}` speaks of no method", assertion.name.name);
        return failed(Code::AlloyMeaning, assertion.name.span, message)
            .hint("name a call left of an `=>`: `all l: List | Acyclic(l) && reverse(l) => Acyclic'(l)`")
            .into();
    };
    if called.name.is_primed {
        return failed(Code::AlloyMeaning, called.name.span, "the call of a method has no prime")
            .hint("it stands between the two states: primes speak of the one after")
            .into();
    }
    Ok(called)
}

/// A call left of an arrow that is neither a predicate nor a method: it was meant to be one.
fn unknown_call(program: &Program, module: &alloy::Module, parts: &Parts<'_>) -> Result<()> {
    let calls = parts.hypotheses.iter().filter_map(|hypothesis| match &hypothesis.kind {
        alloy::ExprKind::Call { name, .. } => Some(name),
        _ => None,
    });
    let is_function = |name: &&alloy::Ident| module.functions.iter().any(|function| function.name.name == name.name);
    let Some(name) = calls.into_iter().find(|name| !is_function(name)) else { return Ok(()) };
    let failure = failed(Code::AlloyName, name.span, format!("there is no predicate or method `{}`", name.name));
    let is_users = |method: &&Method| program.class(method.class).origin == ClassOrigin::User && !method.is_synthetic;
    let methods = program.methods.iter().filter(is_users).map(|method| method.name.as_str());
    match most_similar(&name.name, methods.chain(module.functions.iter().map(|it| it.name.name.as_str()))) {
        Some(near) => failure.hint(format!("did you mean `{near}`?")),
        None => failure.hint("methods are those of the Java program, predicates those of this file"),
    }
    .into()
}

/// A method of this name that takes so many arguments, the receiver among them. `None`: no method
/// is called so.
fn find_method(program: &Program, name: &alloy::Ident, args: &[alloy::Expr]) -> Result<Option<MethodId>> {
    let is_it = |id: &MethodId| {
        let method = program.method(*id);
        let is_users = program.class(method.class).origin == ClassOrigin::User;
        is_users && method.name == name.name && method.kind == MethodKind::Method && !method.is_synthetic
    };
    let named: Vec<MethodId> = program.method_ids().filter(is_it).collect();
    if named.is_empty() {
        return Ok(None);
    }
    let arity = |id: &MethodId| program.method(*id).params.len() + usize::from(!program.method(*id).is_static);
    let fitting: Vec<MethodId> = named.iter().copied().filter(|id| arity(id) == args.len()).collect();
    // What overrides another is reached by calling that.
    let is_override = |id: &MethodId| program.method(*id).overrides.iter().any(|above| fitting.contains(above));
    let roots: Vec<MethodId> = fitting.iter().copied().filter(|id| !is_override(id)).collect();
    match roots.as_slice() {
        [method] => Ok(Some(*method)),
        [] => {
            let method = program.method(named[0]);
            let receiver = if method.is_static { "" } else { ", its receiver first" };
            let message =
                format!("`{}` takes {} arguments{receiver}, and is given {}", name.name, arity(&named[0]), args.len());
            failed(Code::AlloyMeaning, name.span, message).label(method.name_span, "declared here").into()
        }
        [first, second, ..] => {
            failed(Code::AmbiguousName, name.span, format!("several methods are called `{}`", name.name))
                .label(program.method(*first).name_span, "this one")
                .label(program.method(*second).name_span, "and this one")
                .hint("give one of them another name, or write a method that calls the one that you mean")
                .into()
        }
    }
}

/// The parameters of the method that is called, the receiver first.
fn parameters(method: &Method) -> Vec<ParamInfo> {
    let receiver = ParamInfo {
        name: Name::new("self"),
        span: method.name_span,
        ty: Type::class(method.class),
        nullity: Nullity::Nullable,
    };
    let receiver = (!method.is_static).then_some(receiver);
    receiver.into_iter().chain(method.params.iter().cloned()).collect()
}

fn write_contract(
    program: &Program,
    module: &alloy::Module,
    parts: &Parts<'_>,
    called: &Called<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(Vec<Local>, Contract)> {
    let method = program.method(called.method);
    let mut locals: Vec<Local> = parameters(method)
        .into_iter()
        .map(|param| Local { name: param.name, ty: param.ty, kind: LocalKind::Param, span: param.span })
        .collect();
    // An argument that is a variable of its own is the parameter.
    let mut bound: Vec<(&alloy::Ident, usize)> = Vec::new();
    for (at, arg) in called.args.iter().enumerate() {
        let alloy::ExprKind::Name(name) = &arg.kind else { continue };
        let variable = parts.variables.iter().rev().find(|(_, variable)| variable.name == name.name);
        if let Some((_, variable)) = variable
            && !bound.iter().any(|(known, _)| known.name == variable.name)
        {
            bound.push((variable, at));
            locals[at].name = variable.name.clone();
            locals[at].span = variable.span;
        }
    }
    let mut names = Names::default();
    for (variable, at) in &bound {
        let place = local(LocalId(*at as u32), locals[*at].ty, variable.span);
        names.bound.push((variable.name.clone(), Value::Scalar(Scalar::object(place))));
    }
    let mut clauses = Clauses { program, module, locals, result_type: method.return_type, names, diagnostics };
    let (requires, ensures) = clauses.all(parts, called, &bound)?;
    let locals = clauses.locals;
    let case = Case {
        span: parts.conclusion.span,
        behavior: Behavior::Lightweight,
        requires,
        ensures,
        signals: Vec::new(),
        signals_only: None,
        assignable: None,
        diverges: Vec::new(),
        unchecked: Vec::new(),
    };
    Ok((locals, Contract { cases: vec![case], ..Contract::default() }))
}

/// Writes the clauses of one method.
struct Clauses<'a, 'm> {
    program: &'a Program,
    module: &'m alloy::Module,
    locals: Vec<Local>,
    result_type: Option<Type>,
    names: Names<'m>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'m> Clauses<'_, 'm> {
    fn all(
        &mut self,
        parts: &Parts<'m>,
        called: &Called<'m>,
        bound: &[(&alloy::Ident, usize)],
    ) -> Result<(Vec<Clause>, Vec<Clause>)> {
        let mut requires = Vec::new();
        for (decl, variable) in &parts.variables {
            if let Some((_, at)) = bound.iter().find(|(known, _)| known.name == variable.name) {
                requires.extend(self.domain(decl, variable, *at)?);
            }
        }
        for (at, arg) in called.args.iter().enumerate().filter(|(at, _)| !bound.iter().any(|(_, known)| known == at)) {
            requires.push(self.argument(at, arg)?);
        }
        let required = required(self.program, called.method);
        requires.extend(required.map(|formula| self.clause_of(formula, called.span)));
        let free: Vec<(&alloy::Decl, &alloy::Ident)> = parts
            .variables
            .iter()
            .copied()
            .filter(|(_, name)| !bound.iter().any(|(it, _)| it.name == name.name))
            .collect();
        let free_names: Vec<&Name> = free.iter().map(|(_, name)| &name.name).collect();
        let hypotheses = parts.hypotheses.iter().filter(|hypothesis| hypothesis.span != called.span);
        let (later, before): (Vec<&alloy::Expr>, Vec<&alloy::Expr>) =
            hypotheses.partition(|it| has_prime(it) || mentions(it, &free_names));
        for hypothesis in before {
            requires.push(self.clause(hypothesis.span, false, &mut |writer, names| {
                writer.formula(names, hypothesis, Moment::Before)
            })?);
        }
        let mut ensures = Vec::new();
        for conclusion in parts.conclusion.conjuncts() {
            ensures.push(self.clause(conclusion.span, true, &mut |writer, names| {
                conclude(writer, names, &free, &later, conclusion)
            })?);
        }
        Ok((requires, ensures))
    }

    /// What the domain of a variable says of the argument.
    fn domain(&mut self, decl: &'m alloy::Decl, variable: &alloy::Ident, at: usize) -> Result<Vec<Clause>> {
        let ty = self.locals[at].ty;
        let wanted = match &decl.domain.kind {
            alloy::ExprKind::Name(name) => match name.name.as_str() {
                "int" | "Int" => Some(ty.is_integral()),
                "boolean" | "Bool" => Some(ty == Type::BOOLEAN),
                _ => None,
            },
            _ => None,
        };
        match wanted {
            Some(true) => return Ok(Vec::new()),
            Some(false) => {
                let message = format!("`{}` is not such an argument of the method", variable.name);
                return failed(Code::AlloyMeaning, decl.domain.span, message)
                    .label(self.locals[at].span, "this is what is passed")
                    .into();
            }
            None => {}
        }
        let place = local(LocalId(at as u32), ty, variable.span);
        let nullable = Value::Scalar(Scalar::of(place.clone()));
        let domain = &decl.domain;
        let mut clauses = Vec::new();
        if ty.is_reference() {
            let is_object = compare(BinaryOp::NotEqual, place, null(variable.span), variable.span);
            clauses.push(self.clause(variable.span.to(domain.span), false, &mut |_, _| Ok(is_object.clone()))?);
        }
        let names = self.names.clone();
        let is_there = self.clause(variable.span.to(domain.span), false, &mut |writer, _| {
            let set = writer.value(&names, domain, Moment::Before)?;
            writer.same_sort(&nullable, &set, domain.span)?;
            let object = match &nullable {
                Value::Scalar(scalar) => Value::Scalar(Scalar::object(scalar.expr.clone())),
                other => other.clone(),
            };
            writer.member(&object, &set, domain.span)
        })?;
        if super::build::known(&is_there.formula.expr) != Some(true) {
            clauses.push(is_there);
        }
        Ok(clauses)
    }

    /// An argument that is no variable of its own: `swapTail(l, l)`, `put(m, null)`.
    fn argument(&mut self, at: usize, arg: &'m alloy::Expr) -> Result<Clause> {
        let place = Value::Scalar(Scalar::of(local(LocalId(at as u32), self.locals[at].ty, arg.span)));
        self.clause(arg.span, false, &mut |writer, names| {
            let value = writer.value(names, arg, Moment::Before)?;
            writer.same_sort(&place, &value, arg.span)?;
            writer.equal(&place, &value, arg.span)
        })
    }

    fn clause(
        &mut self,
        span: Span,
        has_after: bool,
        write: &mut dyn FnMut(&mut Writer<'_, 'm>, &Names<'m>) -> Result<Expr>,
    ) -> Result<Clause> {
        let mut writer = Writer {
            program: self.program,
            module: self.module,
            locals: self.locals.clone(),
            has_after,
            result_type: self.result_type,
            warnings: Vec::new(),
            size: 0,
            names_depth: 0,
            binder_name: None,
        };
        let expr = write(&mut writer, &self.names)?;
        let Writer { locals, warnings, .. } = writer;
        self.diagnostics.extend(warnings);
        Ok(self.clause_of(Formula { locals, expr }, span))
    }

    fn clause_of(&self, formula: Formula, span: Span) -> Clause {
        Clause { span, origin: Origin::Written, is_static: false, formula }
    }
}

/// `all free | later => conclusion`, seen from the state after.
fn conclude<'m>(
    writer: &mut Writer<'_, 'm>,
    names: &Names<'m>,
    free: &[(&'m alloy::Decl, &'m alloy::Ident)],
    later: &[&'m alloy::Expr],
    conclusion: &'m alloy::Expr,
) -> Result<Expr> {
    let Some(((decl, name), rest)) = free.split_first() else {
        let mut all = writer.formula(names, conclusion, Moment::Before)?;
        for hypothesis in later.iter().rev() {
            all = super::build::implies(writer.formula(names, hypothesis, Moment::Before)?, all);
        }
        return Ok(all);
    };
    let domain = writer.value(names, &decl.domain, Moment::Before)?;
    let domain_span = decl.domain.span;
    writer.binder_name = Some(name.name.clone());
    writer.forall(&domain, domain_span, &mut |writer, atom| {
        conclude(writer, &names.with(&name.name, atom), rest, later, conclusion)
    })
}

fn added_method(
    program: &Program,
    assertion: &alloy::Assertion,
    called: &Called<'_>,
    locals: Vec<Local>,
    contract: Contract,
) -> Method {
    let method = program.method(called.method);
    let span = called.span;
    let args: Vec<Expr> =
        locals.iter().enumerate().map(|(at, param)| local(LocalId(at as u32), param.ty, span)).collect();
    let params = locals
        .iter()
        .map(|param| ParamInfo { name: param.name.clone(), span: param.span, ty: param.ty, nullity: Nullity::Nullable })
        .collect();
    let mut body = Body { locals, ..Body::default() };
    let result = method.return_type.map(|ty| {
        let id = LocalId(body.locals.len() as u32);
        body.locals.push(Local { name: Name::new("result"), ty, kind: LocalKind::Temporary, span });
        (id, ty)
    });
    let dispatch = match (method.is_static, method.is_private) {
        (true, _) => Dispatch::Static,
        (false, true) => Dispatch::Exact,
        (false, false) => Dispatch::Virtual,
    };
    let call = Call { dispatch, method: called.method, args };
    if method.is_static {
        body.block.push(Stmt { span, kind: StmtKind::InitializeClass(method.class) });
    }
    body.block.push(Stmt { span, kind: StmtKind::Call { result: result.map(|(id, _)| id), call } });
    let value = result.map(|(id, ty)| Expr { kind: ExprKind::Local(id), ty, span });
    body.block.push(Stmt { span, kind: StmtKind::Return(value) });
    Method {
        class: method.class,
        name: assertion.name.name.clone(),
        span: assertion.span,
        name_span: assertion.name.span,
        kind: MethodKind::Method,
        is_static: true,
        is_abstract: false,
        is_final: true,
        is_private: false,
        is_public: true,
        is_pure: false,
        is_helper: false,
        is_synthetic: true,
        is_varargs: false,
        params,
        return_type: method.return_type,
        return_nullity: Nullity::Nullable,
        throws: method.throws.clone(),
        overrides: Vec::new(),
        code: MethodCode::Body(body),
        contract,
    }
}
