//! Calls of pure methods in formulas, remembered; and which methods change nothing.
//!
//! A call whose arguments may be several objects is split: one call for each object, so that
//! `height(n.left)` asks for the heights of all nodes, each computed once for each heap and depth.
//! A recursive method so costs nodes times depth and not 2 to the depth. A bound on the depth that
//! is not enough is part of the outcome.

use crate::encoder::{Encoder, Flags, Outcome};
use crate::evaluate::Env;
use crate::value::{Ref, Value, default_of};
use crate::walk::{Walker, deeper, start_of_call};
use tightrope_circuit::{Bits, Lit};
use tightrope_graph::Var;
use tightrope_program::body::{Call, Dispatch, Expr, ExprKind, StmtKind};
use tightrope_program::visit::{exprs, for_each_stmt, operands};
use tightrope_program::{ClassId, ClassOrigin, Code, FieldId, MethodId, Type};

/// More combinations of arguments are not told apart.
const MOST_SPLITS: usize = 400;

impl Encoder<'_> {
    /// A method of an object, without arguments.
    pub(crate) fn invoke_on(&mut self, env: &Env<'_>, method: MethodId, object: &Outcome) -> Outcome {
        let null = self.is_null(&object.value);
        let flags = self.throwing(object.flags, null);
        let outcome = self.invoke(env, method, vec![object.value.clone()]);
        let goes_on = !flags.throws;
        let later = self.under(goes_on, outcome.flags);
        Outcome { value: outcome.value, flags: self.either(flags, later) }
    }

    /// The value of exactly this method.
    pub(crate) fn invoke(&mut self, env: &Env<'_>, method: MethodId, args: Vec<Value>) -> Outcome {
        let ty = self.program.method(method).return_type.unwrap_or(Type::UNKNOWN);
        let choices = args.iter().map(choices_of).product::<usize>();
        let open = args.iter().position(|arg| choices_of(arg) > 1).filter(|_| choices <= MOST_SPLITS);
        let Some(open) = open else { return self.invoke_once(env, method, args) };
        let Value::Ref(reference) = args[open].clone() else { return self.invoke_once(env, method, args) };
        let mut flags = Flags::NONE;
        let mut options = Vec::new();
        // A receiver is not null here.
        let may_be_null = open > 0 || self.program.method(method).is_static;
        let null = (reference.null, Ref::null());
        let targets = reference.targets.iter().map(|(object, lit)| (*lit, Ref::to(*object)));
        for (lit, choice) in targets.chain(Some(null).filter(|(lit, _)| may_be_null && *lit != Lit::FALSE)) {
            let mut args = args.clone();
            args[open] = Value::Ref(choice);
            let outcome = self.invoke(env, method, args);
            let inner = self.under(lit, outcome.flags);
            flags = self.either(flags, inner);
            options.push((lit, outcome.value));
        }
        Outcome { value: self.selected(&options, ty), flags }
    }

    pub(crate) fn invoke_once(&mut self, env: &Env<'_>, method: MethodId, args: Vec<Value>) -> Outcome {
        let ty = self.program.method(method).return_type.unwrap_or(Type::UNKNOWN);
        if let Some(label) = self.labelled_call(env, method, &args) {
            return label;
        }
        if let Some(kept) = self.kept_value(env, method, &args) {
            return kept;
        }
        let allowed = env.depth.min(self.bounds.depth);
        let Some(depth) = deeper(allowed, &env.active, method) else {
            return Outcome { value: default_of(ty), flags: Flags { beyond: Lit::TRUE, ..Flags::NONE } };
        };
        // Inside `\old` new objects have their present content: both heaps matter.
        let key = (method, env.state().version, env.now.version, args.clone(), depth);
        if let Some(known) = self.calls.get(&key) {
            return known.clone();
        }
        if env.active.contains(&method) {
            self.measures.recursive.insert(method);
        }
        let outcome = self.run_pure(env, method, args.clone(), depth, ty);
        if self.kept.is_none() {
            self.measures.note((method, args), depth, &outcome);
        }
        self.calls.insert(key, outcome.clone());
        outcome
    }

    pub(crate) fn run_pure(
        &mut self,
        env: &Env<'_>,
        method: MethodId,
        args: Vec<Value>,
        depth: usize,
        ty: Type,
    ) -> Outcome {
        let mut scratch = env.state().clone();
        scratch.vars = Vec::new();
        scratch.path = Vec::new();
        if env.is_old {
            let newer = env.now.heap.iter().enumerate().skip(scratch.heap.len());
            scratch.heap.extend(newer.map(|(_, cell)| cell.clone()));
        }
        if matches!(self.program.method(method).code, Code::Library) {
            return self.native(env.before, &mut scratch, Lit::TRUE, method, &args);
        }
        let Some(graph) = self.graph(method) else {
            let name = &self.program.method(method).name;
            return self.stuck_value(ty, format!("`{name}` has no code, or too much"));
        };
        let mut active = env.active.clone();
        active.push(method);
        let start = start_of_call(&graph, scratch, args);
        let walker =
            Walker { before: env.before, prefix: Lit::TRUE, allowed: None, depth, active: &active, site: None };
        let ended = self.walk(&graph, start, walker);
        let unfinished = ended.unfinished.iter().filter(|(_, lit)| *lit != Lit::FALSE);
        self.short_loops.extend(unfinished.map(|(span, _)| *span));
        let throws = ended.thrown.map_or(Lit::FALSE, |state| state.guard(&mut self.circuit));
        let mut flags = Flags { throws, ..ended.flags };
        if !ended.failures.is_empty() {
            let stuck = self.stuck("a JML statement inside a method that a formula calls");
            flags = self.either(flags, stuck);
        }
        let value = ended.returned.and_then(|mut state| state.vars[Var::RESULT.index()].take());
        Outcome { value: value.unwrap_or_else(|| default_of(ty)), flags }
    }

    /// Does the method, with all that it can call, neither write nor allocate?
    pub(crate) fn is_effect_free(&mut self, method: MethodId) -> bool {
        if let Some(known) = self.effect_free.get(&method) {
            return *known;
        }
        // As long as nothing else is known: recursion alone has no effect.
        self.effect_free.insert(method, true);
        let is_free = match &self.program.method(method).code {
            Code::Body(body) => {
                let mut is_free = true;
                let mut calls = Vec::new();
                for_each_stmt(&body.block, &mut |stmt| match &stmt.kind {
                    StmtKind::Call { call, .. } => calls.push(call),
                    StmtKind::SetField { .. }
                    | StmtKind::SetStatic { .. }
                    | StmtKind::SetElement { .. }
                    | StmtKind::New { .. }
                    | StmtKind::NewArray { .. }
                    | StmtKind::Try { .. }
                    | StmtKind::InitializeClass(_)
                    | StmtKind::Unsupported(_) => is_free = false,
                    _ => {}
                });
                is_free && calls.into_iter().all(|call| self.calls_effect_free(call))
            }
            Code::Library | Code::None => false,
        };
        self.effect_free.insert(method, is_free);
        if !is_free {
            // What was assumed of it on the way may be wrong.
            self.effect_free.retain(|known, free| !*free || *known == method);
        }
        is_free
    }

    /// Does it make no difference when a class is initialised? Its initialiser, with all that it
    /// can call, reads and writes no static field of another class of the user's that may change.
    pub(crate) fn is_quiet(&mut self, class: ClassId) -> bool {
        let Some(start) = self.program.class(class).static_initializer else { return true };
        let (mut pending, mut seen) = (vec![start], vec![start]);
        while let Some(method) = pending.pop() {
            let Code::Body(body) = &self.program.method(method).code else { continue };
            let mut is_quiet = true;
            let mut called = Vec::new();
            for_each_stmt(&body.block, &mut |stmt| {
                let is_other = |field: FieldId| {
                    let declared = self.program.field(field);
                    let is_user = self.program.class(declared.class).origin == ClassOrigin::User;
                    declared.class != class && is_user && !declared.is_final
                };
                match &stmt.kind {
                    StmtKind::SetStatic { field, .. } if is_other(*field) => is_quiet = false,
                    StmtKind::Call { call, .. } => called.push(call.method),
                    _ => {}
                }
                let mut open: Vec<&Expr> = exprs(stmt);
                while let Some(expr) = open.pop() {
                    if let ExprKind::StaticField(field) = expr.kind {
                        is_quiet &= !is_other(field);
                    }
                    open.extend(operands(expr));
                }
            });
            if !is_quiet {
                return false;
            }
            for method in called {
                let below = self.program.method(method).class;
                let classes = self.program.class_ids().filter(|one| self.program.is_subclass(*one, below));
                let codes = classes.filter_map(|one| self.program.implementation(one, method)).chain([method]);
                for code in codes {
                    if !seen.contains(&code) {
                        seen.push(code);
                        pending.push(code);
                    }
                }
            }
        }
        true
    }

    fn calls_effect_free(&mut self, call: &Call) -> bool {
        if call.dispatch != Dispatch::Virtual {
            return self.is_effect_free(call.method);
        }
        let program = self.program;
        let declared_in = program.method(call.method).class;
        let classes: Vec<_> = self.live.classes().filter(|class| program.is_subclass(*class, declared_in)).collect();
        let codes = classes.into_iter().filter_map(|class| program.implementation(class, call.method));
        codes.collect::<Vec<_>>().into_iter().all(|code| self.is_effect_free(code))
    }

    /// `equals`, `compareTo` or `compare` of values that are only compared.
    pub(crate) fn compare_opaque(&mut self, method: MethodId, args: &[Value], ty: Type) -> Outcome {
        let name = self.program.method(method).name.as_str();
        let (left, right) = match (name, args) {
            ("compare", [_, left, right]) | ("equals" | "compareTo", [left, right]) => (left, right),
            _ => return self.stuck_value(ty, "a comparison without an argument"),
        };
        let (Some(left), Some(right)) = (rank(left), rank(right)) else {
            return self.stuck_value(ty, "a comparison of a value that is only compared with one that is not");
        };
        let equal = self.circuit.eq_bits(&left, &right);
        if name == "equals" {
            return Outcome::truth(equal);
        }
        let less = self.circuit.less(&left, &right);
        // Only the sign means anything.
        let sign = self.circuit.ite_bits(less, &Bits::constant(-1, 32), &Bits::constant(1, 32));
        let value = self.circuit.ite_bits(equal, &Bits::constant(0, 32), &sign);
        let null = crate::value::is_zero(&mut self.circuit, &right);
        Outcome { value: Value::Number(value), flags: Flags { throws: null, ..Flags::NONE } }
    }
}

/// How a value stands to others by `equals` and `compareTo`.
fn rank(value: &Value) -> Option<Bits> {
    match value {
        Value::Opaque(bits) => Some(rank_of(bits)),
        Value::Ref(reference) if reference.null == Lit::TRUE => Some(Bits::constant(0, RANK_WIDTH)),
        _ => None,
    }
}

/// The lower bits: those above tell equal values apart, where that matters.
pub(crate) fn rank_of(bits: &Bits) -> Bits {
    Bits::from_lits(bits.lits()[..RANK_WIDTH].to_vec())
}

/// Enough for more values than any heap has.
pub(crate) const OPAQUE_WIDTH: usize = 16;
pub(crate) const RANK_WIDTH: usize = 16;

/// How many things an argument may be.
fn choices_of(value: &Value) -> usize {
    match value {
        Value::Ref(reference) => (reference.targets.len() + usize::from(reference.null != Lit::FALSE)).max(1),
        _ => 1,
    }
}
