//! The walk over a graph with symbolic states: each node takes the states that lead to it, merged,
//! and gives one to each of its edges.
//!
//! Nodes stand in topological order, so one pass is enough. A state whose path is false goes
//! nowhere: constants prune the graph by themselves.

use crate::encoder::{Encoder, Flags, Outcome};
use crate::evaluate::Env;
use crate::state::{Cell, State, merge_all};
use crate::value::{Ref, Value, default_of, mux};
use std::collections::BTreeMap;
use std::rc::Rc;
use tightrope_circuit::{Bits, Lit};
use tightrope_graph::{Arm, AssertKind, Cond, Frame, Graph, Node, NodeId, Op, Var};
use tightrope_program::body::{Expr, Local};
use tightrope_program::contract::Clause;
use tightrope_program::natives::{Native, find_native};
use tightrope_program::{ClassId, ClassOrigin, Code, FieldId, MethodId, Program, Type};
use tightrope_source::Span;

/// Something that must not happen in a run, and where it does.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    pub(crate) span: Span,
    pub(crate) lit: Lit,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FailureKind {
    /// An exception of this class that no clause allows and nobody catches.
    Exception(ClassId),
    Assert,
    LoopInvariant,
    Decreases,
    NeverReturns,
    StackOverflow,
}

/// How a walk ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) returned: Option<State>,
    pub(crate) thrown: Option<State>,
    /// `throws` is unused: see `thrown`.
    pub(crate) flags: Flags,
    /// In the order in which runs meet them.
    pub(crate) failures: Vec<Failure>,
    /// Where an `assume` in the code does not hold.
    pub(crate) excluded: Vec<Lit>,
    /// Where a loop or a recursive method needs more copies than it was given, by place.
    pub(crate) unfinished: Vec<(Span, Lit)>,
}

/// Who walks, and what is special about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walker<'w> {
    pub(crate) before: &'w State,
    /// Holds in all of the walk: the path of the call that is walked.
    pub(crate) prefix: Lit,
    /// Exceptions that may leave the method. `None`: all may, as in a formula.
    pub(crate) allowed: Option<&'w [ClassId]>,
    pub(crate) depth: usize,
    pub(crate) active: &'w [MethodId],
    /// The place in the user's code that has called this; `None`: the code is the user's.
    pub(crate) site: Option<Span>,
}

/// A walk in progress.
pub(crate) struct Walk<'g, 'p> {
    pub(crate) graph: &'g Graph<'p>,
    pub(crate) walker: Walker<'g>,
    pending: Vec<Vec<State>>,
    /// Exceptions may be caught in it.
    has_handlers: bool,
    /// Each version of a variable or field has a row of its own.
    is_relational: bool,
    pub(crate) flags: Flags,
    pub(crate) failures: Vec<Failure>,
    pub(crate) excluded: Vec<Lit>,
    unfinished: Vec<(Span, Lit)>,
    /// The states in which iterations and calls start, where a run that comes back to one is
    /// noticed.
    pub(crate) starts: BTreeMap<NodeId, Option<State>>,
}

impl<'g, 'p> Walk<'g, 'p> {
    pub(crate) fn new(graph: &'g Graph<'p>, walker: Walker<'g>, is_relational: bool) -> Walk<'g, 'p> {
        Walk {
            graph,
            walker,
            pending: vec![Vec::new(); graph.nodes.len()],
            has_handlers: graph.nodes.iter().any(|node| matches!(node.op, Op::Catch { .. })),
            is_relational,
            flags: Flags::NONE,
            failures: Vec::new(),
            excluded: Vec::new(),
            unfinished: Vec::new(),
            starts: BTreeMap::new(),
        }
    }

    /// Of one path, which goes from node to node by itself.
    pub(crate) fn of_path(graph: &'g Graph<'p>, walker: Walker<'g>, has_handlers: bool) -> Walk<'g, 'p> {
        Walk {
            graph,
            walker,
            pending: Vec::new(),
            has_handlers,
            is_relational: false,
            flags: Flags::NONE,
            failures: Vec::new(),
            excluded: Vec::new(),
            unfinished: Vec::new(),
            starts: BTreeMap::new(),
        }
    }

    pub(crate) fn ended(self, returned: Option<State>, thrown: Option<State>) -> Ended {
        let Walk { flags, failures, excluded, unfinished, .. } = self;
        Ended { returned, thrown, flags, failures, excluded, unfinished }
    }
}

impl<'p> Encoder<'p> {
    pub(crate) fn walk(&mut self, graph: &Graph<'p>, start: State, walker: Walker<'_>) -> Ended {
        let mut walk = Walk::new(graph, walker, false);
        walk.pending[0].push(start);
        self.watch_starts(&mut walk);
        let (mut returned, mut thrown) = (None, None);
        for (index, node) in graph.nodes.iter().enumerate() {
            let states = std::mem::take(&mut walk.pending[index]);
            if states.is_empty() || self.is_over() {
                continue;
            }
            let mut version = self.version;
            let merged = merge_all(&mut self.circuit, states, &mut version);
            self.version = version;
            let Some(merged) = merged else { continue };
            let Ok(state) = merged else {
                self.incoherent();
                continue;
            };
            if let Some(start) = walk.starts.get_mut(&NodeId(index as u32)) {
                *start = Some(state.clone());
            }
            match &node.op {
                Op::Returned => returned = Some(state),
                Op::Thrown => thrown = Some(state),
                _ => self.visit(&mut walk, node, state),
            }
        }
        walk.ended(returned, thrown)
    }

    fn visit(&mut self, walk: &mut Walk<'_, 'p>, node: &Node<'p>, mut state: State) {
        let frame = walk.graph.frame(node.frame);
        match &node.op {
            Op::Branch { cond, fails } => self.branch(walk, node, frame, state, cond, *fails),
            Op::Dispatch { receiver, arms } => self.choose_arm(walk, node, state, *receiver, arms),
            Op::Call { var, method, args } => {
                let site = visible_span(self.program, walk, node);
                if let Some(after) = self.kept_call(walk, state, site, *var, (*method, args)) {
                    self.go(walk, node, 0, after);
                }
            }
            Op::Assume(clause) => {
                let holds = self.assumed(walk, frame, &state, clause);
                state.path.push(holds);
                self.go(walk, node, 0, state);
            }
            Op::Store { object, field, value } => {
                self.store(walk, frame, &mut state, object, *field, value);
                self.go(walk, node, 0, state);
            }
            _ => {
                if self.effect(walk, node, &mut state) {
                    self.go(walk, node, 0, state);
                }
            }
        }
    }

    /// A node with one way to go on. `None`: runs end here.
    pub(crate) fn plain_step(&mut self, walk: &mut Walk<'_, 'p>, node: &Node<'p>, mut state: State) -> Option<State> {
        let frame = walk.graph.frame(node.frame);
        match &node.op {
            Op::Call { var, method, args } => {
                let site = visible_span(self.program, walk, node);
                return self.kept_call(walk, state, site, *var, (*method, args));
            }
            Op::Store { object, field, value } => {
                self.store(walk, frame, &mut state, object, *field, value);
                return Some(state);
            }
            _ => {}
        }
        self.effect(walk, node, &mut state).then_some(state)
    }

    /// Where the clause holds that the code assumes.
    pub(crate) fn assumed(&mut self, walk: &mut Walk<'_, 'p>, frame: &Frame, state: &State, clause: &Clause) -> Lit {
        let outcome = self.clause_in_frame(walk, frame, state, clause);
        self.add_flags(walk, state, outcome.flags);
        let holds = self.holds(&outcome);
        let here = self.absolute(walk, state);
        walk.excluded.push(self.circuit.and(here, !holds));
        holds
    }

    /// What a node with one way to go on does to the state. `false`: runs end here.
    pub(crate) fn effect(&mut self, walk: &mut Walk<'_, 'p>, node: &Node<'p>, state: &mut State) -> bool {
        let frame = walk.graph.frame(node.frame);
        match &node.op {
            Op::Beyond { bound, again } => {
                let beyond = self.unless_again(walk, node, state, (*bound, again));
                walk.flags.beyond = self.circuit.or(walk.flags.beyond, beyond);
                walk.unfinished.push((node.span, beyond));
                return false;
            }
            Op::Unsupported(what) => {
                self.get_stuck(walk, state, format!("`{}`", what.detail));
                return false;
            }
            Op::NoCode(method) => {
                self.get_stuck(walk, state, self.no_code(*method));
                return false;
            }
            Op::Entry => {}
            Op::Mark { vars, number } => {
                for (index, var) in vars.iter().enumerate() {
                    state.vars[var.index()] = Some(Value::Bool(Lit::constant(index == *number)));
                }
            }
            Op::Move { to, from } => state.vars[to.index()] = state.vars[from.index()].clone(),
            Op::Assign { var, value } => {
                let value = self.in_frame(walk, frame, state, value);
                state.vars[var.index()] = Some(value);
            }
            Op::StoreStatic { field, value } => {
                let value = self.in_frame(walk, frame, state, value);
                if let (Some(end), Value::Ref(taken)) = (self.inputs.end, &value) {
                    // A run that takes more from outside than it may does not count.
                    state.path.extend(Some(!taken.is(end)).filter(|lit| *lit != Lit::TRUE));
                }
                Rc::make_mut(&mut state.statics).insert(*field, value);
                state.version = self.next_version();
            }
            Op::StoreElement { array, index, value } => {
                self.store_element(walk, frame, state, [array, index, value]);
            }
            Op::New { var, class } => {
                let reference = self.new_object(walk, node, state, *class);
                state.vars[var.index()] = Some(reference);
            }
            Op::NewArray { var, ty, lengths } => {
                let lengths: Vec<Value> = lengths.iter().map(|e| self.in_frame(walk, frame, state, e)).collect();
                let array = self.new_array(walk, state, *ty, &lengths);
                state.vars[var.index()] = Some(array);
            }
            Op::Compare { var, method, args } => self.compare(walk, state, *var, *method, args),
            // The run ends here, and owes nothing.
            Op::Native { method, .. } if walk.walker.allowed.is_some() && is_last(self.program, *method) => {
                return false;
            }
            Op::Native { var, method, args } => self.native_call(walk, state, *var, *method, args),
            Op::Catch { var } => {
                state.vars[var.index()] = state.vars[Var::EXCEPTION.index()].take();
                state.vars[Var::EXCEPTION.index()] = Some(Value::Ref(Ref::null()));
            }
            Op::Initialize(class) => {
                if !self.is_quiet(*class) {
                    let name = self.program.class(*class).name.clone();
                    self.get_stuck(walk, state, format!("whether `{name}` was initialised before"));
                }
                state.started.insert(*class, Lit::TRUE);
            }
            Op::Assert { kind, clause } => self.assert(walk, frame, state, *kind, clause),
            Op::Decrease { clause, measure, is_first } => {
                self.decrease(walk, frame, state, clause, *measure, *is_first);
            }
            // Whoever walks the part that is elsewhere sees that run; the rest is not for here.
            _ => return false,
        }
        true
    }

    pub(crate) fn no_code(&self, method: MethodId) -> String {
        let declared = self.program.method(method);
        format!("no code for `{}.{}`", self.program.class(declared.class).name, declared.name)
    }

    fn new_object(&mut self, walk: &Walk<'_, 'p>, node: &Node<'p>, state: &mut State, class: ClassId) -> Value {
        let born = self.absolute(walk, state);
        let cell = self.default_cell(class);
        let made = Some(visible_span(self.program, walk, node));
        if let Some(object) = self.reserved(walk, node) {
            self.objects[object].born = born;
            self.objects[object].made = made;
            state.put(object, cell);
            state.version = self.next_version();
            return Value::Ref(Ref::to(object));
        }
        let reference = self.allocate(state, Type::class(class), born, cell);
        if let Some(object) = self.objects.last_mut() {
            object.made = made;
        }
        reference
    }

    /// The object that was set aside for what a node makes.
    fn reserved(&self, walk: &Walk<'_, 'p>, node: &Node<'p>) -> Option<usize> {
        let rows = self.rows.as_ref().filter(|_| walk.is_relational)?;
        let index = walk.graph.nodes.iter().position(|other| std::ptr::eq(other, node))?;
        rows.reserved.get(&index).copied()
    }

    /// Leads a state along an edge, unless nothing holds there.
    fn go(&mut self, walk: &mut Walk<'_, 'p>, node: &Node<'p>, edge: usize, state: State) {
        if let Some(next) = node.next.get(edge).filter(|_| !state.path.contains(&Lit::FALSE)) {
            walk.pending[next.index()].push(state);
        }
    }

    /// Where this state is reached at all.
    pub(crate) fn absolute(&mut self, walk: &Walk<'_, 'p>, state: &State) -> Lit {
        let guard = state.guard(&mut self.circuit);
        self.circuit.and(walk.walker.prefix, guard)
    }

    pub(crate) fn get_stuck(&mut self, walk: &mut Walk<'_, 'p>, state: &State, reason: String) {
        let flags = self.stuck(reason);
        self.add_flags(walk, state, flags);
    }

    /// What went wrong in an evaluation at this state, but for exceptions.
    fn add_flags(&mut self, walk: &mut Walk<'_, 'p>, state: &State, flags: Flags) {
        if (flags.beyond, flags.stuck) != (Lit::FALSE, Lit::FALSE) {
            let here = self.absolute(walk, state);
            let flags = self.under(here, Flags { throws: Lit::FALSE, ..flags });
            walk.flags = self.either(walk.flags, flags);
        }
    }

    /// A run that has met something that is not translated is no evidence for what comes later.
    pub(crate) fn add_failure(&mut self, walk: &mut Walk<'_, 'p>, failure: Failure) {
        let lit = self.circuit.and(failure.lit, !walk.flags.stuck);
        walk.failures.extend(Some(Failure { lit, ..failure }).filter(|failure| failure.lit != Lit::FALSE));
    }

    fn locals(&self, frame: &Frame) -> &'p [Local] {
        match &self.program.method(frame.method).code {
            Code::Body(body) => &body.locals,
            _ => &[],
        }
    }

    pub(crate) fn env<'s>(&self, walk: &Walk<'s, 'p>, frame: &Frame, state: &'s State) -> Env<'s>
    where
        'p: 's,
    {
        let locals = state.vars.get(frame.base as usize..).unwrap_or(&[]);
        let mut env = Env::new(walk.walker.before, state, locals, self.locals(frame));
        env.depth = walk.walker.depth;
        env.active = walk.walker.active.to_vec();
        env
    }

    /// The value of an expression of the code. What it may throw has been checked before.
    pub(crate) fn in_frame(&mut self, walk: &mut Walk<'_, 'p>, frame: &Frame, state: &State, expr: &Expr) -> Value {
        let locals = state.vars.get(frame.base as usize..).unwrap_or(&[]);
        let mut env = Env::new(walk.walker.before, state, locals, self.locals(frame));
        env.depth = walk.walker.depth;
        env.active = walk.walker.active.to_vec();
        let was_in_code = self.enter_code(walk.is_relational);
        let outcome = self.eval(&env, expr);
        self.enter_code(was_in_code);
        self.add_flags(walk, state, outcome.flags);
        outcome.value
    }

    /// From now on code of the relational encoding is evaluated, or no longer; and what was before.
    fn enter_code(&mut self, is_in_code: bool) -> bool {
        self.rows.as_mut().is_some_and(|rows| std::mem::replace(&mut rows.is_in_code, is_in_code))
    }

    fn clause_in_frame(&mut self, walk: &Walk<'_, 'p>, frame: &Frame, state: &State, clause: &Clause) -> Outcome {
        let locals = state.vars.get(frame.base as usize..).unwrap_or(&[]);
        let count = self.locals(frame).len().min(locals.len());
        let mut env = Env::new(walk.walker.before, state, &locals[..count], &clause.formula.locals);
        env.depth = walk.walker.depth;
        env.active = walk.walker.active.to_vec();
        self.eval(&env, &clause.formula.expr)
    }

    fn branch(
        &mut self,
        walk: &mut Walk<'_, 'p>,
        node: &Node<'p>,
        frame: &Frame,
        state: State,
        cond: &Cond<'p>,
        fails: Option<ClassId>,
    ) {
        let lit = self.cond(walk, frame, &state, cond);
        if lit.is_constant() && fails.is_none() {
            return self.go(walk, node, usize::from(lit == Lit::FALSE), state);
        }
        if let Some(class) = self.forbidden(walk, fails) {
            // The run ends here with a violation. What comes later is only asked about runs without
            // one.
            let here = self.absolute(walk, &state);
            let lit = self.circuit.and(here, lit);
            if lit != Lit::FALSE {
                let span = visible_span(self.program, walk, node);
                self.add_failure(walk, Failure { kind: FailureKind::Exception(class), span, lit });
            }
            return self.go(walk, node, 1, state);
        }
        let mut other = state.clone();
        other.path.push(lit);
        self.go(walk, node, 0, other);
        let mut state = state;
        state.path.push(!lit);
        self.go(walk, node, 1, state);
    }

    /// The exception that ends a run with a violation.
    pub(crate) fn forbidden(&self, walk: &Walk<'_, 'p>, fails: Option<ClassId>) -> Option<ClassId> {
        let allowed = walk.walker.allowed?;
        fails.filter(|class| !allowed.iter().any(|one| self.program.is_subclass(*class, *one)))
    }

    pub(crate) fn cond(&mut self, walk: &mut Walk<'_, 'p>, frame: &Frame, state: &State, cond: &Cond<'p>) -> Lit {
        match cond {
            Cond::Expr(expr) => self.in_frame(walk, frame, state, expr).truth().unwrap_or(Lit::FALSE),
            Cond::IsNull(expr) => {
                let value = self.in_frame(walk, frame, state, expr);
                self.is_null(&value)
            }
            Cond::IsOutside { array, index } => {
                let array = self.in_frame(walk, frame, state, array);
                let index = self.in_frame(walk, frame, state, index);
                let env = self.env(walk, frame, state);
                index.number().map_or(Lit::FALSE, |index| self.is_outside(&env, &array, index))
            }
            Cond::IsZero(expr) => {
                let value = self.in_frame(walk, frame, state, expr);
                value.number().map_or(Lit::FALSE, |bits| crate::value::is_zero(&mut self.circuit, bits))
            }
            Cond::IsNegative(expr) => {
                let value = self.in_frame(walk, frame, state, expr);
                value.number().map_or(Lit::FALSE, Bits::sign)
            }
            Cond::IsNotInstance { operand, ty } => {
                let value = self.in_frame(walk, frame, state, operand);
                self.is_misfit(&value, *ty)
            }
            Cond::VarIsNotInstance { var, ty } => {
                let value = self.meaningful(walk, state, *var);
                self.is_misfit(&value, *ty)
            }
            Cond::IsMarked(var) => var_of(state, *var).truth().unwrap_or(Lit::FALSE),
            Cond::VarIsNull(var) => {
                let value = self.meaningful(walk, state, *var);
                self.is_null(&value)
            }
            Cond::CannotStore { array, value } => {
                let array = self.in_frame(walk, frame, state, array);
                let value = self.in_frame(walk, frame, state, value);
                self.cannot_store(&array, &value)
            }
            Cond::Throws(expr) => {
                let env = self.env(walk, frame, state);
                let outcome = self.eval(&env, expr);
                self.add_flags(walk, state, outcome.flags);
                outcome.flags.throws
            }
            Cond::IsOpaque(var) => Lit::constant(matches!(var_of(state, *var), Value::Opaque(_))),
            Cond::Catches(classes) => {
                let exception = self.meaningful(walk, state, Var::EXCEPTION);
                if let Value::Closed(_) = exception {
                    self.get_stuck(walk, state, "the class of an exception of the library".to_owned());
                }
                let caught: Vec<Lit> = classes.iter().map(|class| self.fits(&exception, Type::class(*class))).collect();
                self.circuit.or_all(caught)
            }
            Cond::HasStarted(class) => state.started.get(class).copied().unwrap_or(Lit::FALSE),
            Cond::Not(inner) => !self.cond(walk, frame, state, inner),
            Cond::And(parts) => {
                let mut all = Lit::TRUE;
                for part in parts {
                    if all != Lit::FALSE {
                        let lit = self.cond(walk, frame, state, part);
                        let lit = self.settled(lit);
                        all = self.circuit.and(all, lit);
                    }
                }
                all
            }
        }
    }

    /// The value of a variable; where values of different kinds have met in it, nobody knows.
    fn meaningful(&mut self, walk: &mut Walk<'_, 'p>, state: &State, var: Var) -> Value {
        let value = var_of(state, var);
        if value == Value::Clash {
            self.get_stuck(walk, state, CLASH.to_owned());
        }
        value
    }

    /// Neither null nor of the type.
    fn is_misfit(&mut self, value: &Value, ty: Type) -> Lit {
        let fits = self.fits(value, ty);
        let null = self.is_null(value);
        let fine = self.circuit.or(fits, null);
        match value {
            Value::Opaque(_) | Value::Closed(_) => Lit::FALSE,
            _ => !fine,
        }
    }

    fn cannot_store(&mut self, array: &Value, value: &Value) -> Lit {
        let Value::Ref(array) = array else { return Lit::FALSE };
        let mut bad = Vec::new();
        for (object, lit) in array.targets.iter() {
            let Some(element) = self.objects[*object].ty.element() else { continue };
            let misfit = self.is_misfit(value, element);
            bad.push(self.circuit.and(*lit, misfit));
        }
        self.circuit.or_all(bad)
    }

    fn choose_arm(&mut self, walk: &mut Walk<'_, 'p>, node: &Node<'p>, state: State, receiver: Var, arms: &[Arm]) {
        let Value::Ref(receiver) = var_of(&state, receiver) else {
            return self.get_stuck(walk, &state, "a call on a value that is only compared".to_owned());
        };
        self.note_unknown_code(walk, &state, &receiver, arms);
        for (edge, arm) in arms.iter().enumerate() {
            let lit = self.is_of_arm(&receiver, arm);
            let mut state = state.clone();
            state.path.extend(Some(lit).filter(|lit| *lit != Lit::TRUE));
            self.go(walk, node, edge, state);
        }
    }

    /// Where a receiver that is not null belongs to an arm.
    /// Gets stuck where the receiver is an object for which no arm has code.
    pub(crate) fn note_unknown_code(&mut self, walk: &mut Walk<'_, 'p>, state: &State, receiver: &Ref, arms: &[Arm]) {
        let has_code = |ty: Type| match ty.as_class() {
            Some(class) => arms.iter().any(|arm| arm.classes.contains(&class)),
            None => arms.iter().any(|arm| arm.arrays),
        };
        let others = receiver.targets.iter().filter(|(object, _)| !has_code(self.objects[*object].ty));
        let others: Vec<Lit> = others.map(|(_, lit)| *lit).collect();
        if others.is_empty() {
            return;
        }
        let lit = self.circuit.or_all(others);
        let flags = self.stuck("a call on an object whose class has no code for it");
        let flags = self.under(lit, flags);
        self.add_flags(walk, state, flags);
    }

    pub(crate) fn is_of_arm(&mut self, receiver: &Ref, arm: &Arm) -> Lit {
        let is_of = |ty: Type| match ty.as_class() {
            Some(class) => arm.classes.contains(&class),
            None => arm.arrays,
        };
        let chosen = receiver.targets.iter().filter(|(object, _)| is_of(self.objects[*object].ty));
        let chosen: Vec<Lit> = chosen.map(|(_, lit)| *lit).collect();
        match chosen.len() == receiver.targets.len() && !chosen.is_empty() {
            // All that it can be.
            true => Lit::TRUE,
            false => self.circuit.or_all(chosen),
        }
    }

    fn store(
        &mut self,
        walk: &mut Walk<'_, 'p>,
        frame: &Frame,
        state: &mut State,
        object: &Expr,
        field: FieldId,
        value: &Expr,
    ) {
        let object = self.in_frame(walk, frame, state, object);
        let value = self.in_frame(walk, frame, state, value);
        let Value::Ref(reference) = object else {
            return self.get_stuck(walk, state, "the content of a value that is only compared".to_owned());
        };
        for (target, lit) in reference.targets.iter() {
            let class = self.objects[*target].ty.as_class();
            let position = class.and_then(|class| self.layouts.position(class, field));
            let (Some(position), Some(cell)) = (position, state.cell(*target).cloned()) else { continue };
            self.store_slot(state, *target, &cell, position, *lit, &value, reference.constant().is_some());
        }
        state.version = self.next_version();
    }

    #[allow(clippy::too_many_arguments)]
    fn store_slot(
        &mut self,
        state: &mut State,
        object: usize,
        cell: &Rc<Cell>,
        position: usize,
        lit: Lit,
        value: &Value,
        is_only: bool,
    ) {
        let Some(old) = cell.slots.get(position) else { return };
        let lit = if is_only { Lit::TRUE } else { lit };
        let Some(new) = mux(&mut self.circuit, lit, value, old) else { return self.incoherent() };
        if new != *old {
            let mut cell = (**state.cell(object).unwrap_or(cell)).clone();
            cell.slots[position] = new;
            state.put(object, cell);
        }
    }

    fn store_element(&mut self, walk: &mut Walk<'_, 'p>, frame: &Frame, state: &mut State, parts: [&Expr; 3]) {
        let [array, index, value] = parts.map(|part| self.in_frame(walk, frame, state, part));
        let (Value::Ref(array), Some(index)) = (array, index.number().cloned()) else {
            return self.get_stuck(walk, state, "the content of a value that is only compared".to_owned());
        };
        for (target, lit) in array.targets.iter() {
            let Some(cell) = state.cell(*target).cloned() else { continue };
            for position in 0..cell.slots.len() {
                let here = self.circuit.eq_bits(&index, &Bits::constant(position as i64, 32));
                let lit = self.circuit.and(*lit, here);
                if lit != Lit::FALSE {
                    self.store_slot(state, *target, &cell, position, lit, &value, false);
                }
            }
        }
        state.version = self.next_version();
    }

    fn new_array(&mut self, walk: &mut Walk<'_, 'p>, state: &mut State, ty: Type, lengths: &[Value]) -> Value {
        let Some((Value::Number(length), inner)) = lengths.split_first() else { return default_of(ty) };
        let element = ty.element().unwrap_or(Type::UNKNOWN);
        let capacity = match length.as_constant() {
            Some(length) if length as usize <= MOST_ELEMENTS => length.max(0) as usize,
            _ => self.array_capacity,
        };
        let limit = Bits::constant(capacity as i64, 32);
        let beyond = self.circuit.less(&limit, length);
        self.add_flags(walk, state, Flags { beyond, ..Flags::NONE });
        let mut slots = Vec::new();
        for _ in 0..capacity {
            slots.push(match inner.is_empty() {
                true => default_of(element),
                false => self.new_array(walk, state, element, inner),
            });
        }
        let born = self.absolute(walk, state);
        self.allocate(state, ty, born, Cell { slots, length: Some(length.clone()) })
    }

    fn compare(
        &mut self,
        walk: &mut Walk<'_, 'p>,
        state: &mut State,
        var: Option<Var>,
        method: MethodId,
        args: &[Var],
    ) {
        let args: Vec<Value> = args.iter().map(|arg| var_of(state, *arg)).collect();
        let ty = self.program.method(method).return_type.unwrap_or(Type::INT);
        let outcome = self.compare_opaque(method, &args, ty);
        self.add_flags(walk, state, outcome.flags);
        if outcome.flags.throws != Lit::FALSE {
            self.get_stuck(walk, state, "an order that is asked about null".to_owned());
        }
        if let Some(var) = var {
            state.vars[var.index()] = Some(outcome.value);
        }
        state.vars[Var::EXCEPTION.index()] = Some(Value::Ref(Ref::null()));
    }

    fn native_call(
        &mut self,
        walk: &mut Walk<'_, 'p>,
        state: &mut State,
        var: Option<Var>,
        method: MethodId,
        args: &[Var],
    ) {
        let args: Vec<Value> = args.iter().map(|arg| var_of(state, *arg)).collect();
        let born = self.absolute(walk, state);
        let outcome = self.native(walk.walker.before, state, born, method, &args);
        self.add_flags(walk, state, outcome.flags);
        if let Some(var) = var {
            state.vars[var.index()] = Some(outcome.value);
        }
    }

    fn assert(&mut self, walk: &mut Walk<'_, 'p>, frame: &Frame, state: &State, kind: AssertKind, clause: &Clause) {
        let outcome = self.clause_in_frame(walk, frame, state, clause);
        self.add_flags(walk, state, outcome.flags);
        let holds = self.holds(&outcome);
        let here = self.absolute(walk, state);
        let kind = match kind {
            AssertKind::Assert => FailureKind::Assert,
            AssertKind::LoopInvariant => FailureKind::LoopInvariant,
        };
        self.fail(walk, kind, clause.span, here, !holds, outcome.flags);
    }

    fn fail(&mut self, walk: &mut Walk<'_, 'p>, kind: FailureKind, span: Span, here: Lit, lit: Lit, flags: Flags) {
        let doubt = self.circuit.or(flags.beyond, flags.stuck);
        let known = self.circuit.and(lit, !doubt);
        let lit = self.circuit.and(here, known);
        if lit != Lit::FALSE {
            self.add_failure(walk, Failure { kind, span, lit });
        }
    }

    fn decrease(
        &mut self,
        walk: &mut Walk<'_, 'p>,
        frame: &Frame,
        state: &mut State,
        clause: &Clause,
        measure: Var,
        is_first: bool,
    ) {
        let outcome = self.clause_in_frame(walk, frame, state, clause);
        self.add_flags(walk, state, outcome.flags);
        let Value::Number(bits) = &outcome.value else {
            return self.get_stuck(walk, state, "a measure that is not a number".to_owned());
        };
        let bits = bits.sign_extended(64);
        let mut bad = vec![outcome.flags.throws];
        if let (false, Value::Number(last)) = (is_first, var_of(state, measure)) {
            // Whether it may be negative is asked when an iteration has started from it.
            bad.extend([last.sign(), !self.circuit.less(&bits, &last)]);
        }
        let bad = self.circuit.or_all(bad);
        let here = self.absolute(walk, state);
        self.fail(walk, FailureKind::Decreases, clause.span, here, bad, outcome.flags);
        state.vars[measure.index()] = Some(Value::Number(bits));
    }

    /// A call that was left in place. `None`: it never comes back.
    fn kept_call(
        &mut self,
        walk: &mut Walk<'_, 'p>,
        mut state: State,
        site: Span,
        var: Option<Var>,
        (method, args): (MethodId, &[Var]),
    ) -> Option<State> {
        let values: Vec<Value> = args.iter().map(|arg| var_of(&state, *arg)).collect();
        let is_formula = walk.walker.allowed.is_none();
        if is_formula && !walk.has_handlers && self.is_effect_free(method) {
            return self.pure_call(walk, state, var, method, values);
        }
        let Some(graph) = self.graph(method) else {
            self.get_stuck(walk, &state, "a method that is too large".to_owned());
            return None;
        };
        let Some(depth) = deeper(walk.walker.depth, walk.walker.active, method) else {
            let beyond = Flags { beyond: Lit::TRUE, ..Flags::NONE };
            self.add_flags(walk, &state, beyond);
            return None;
        };
        let mut active = walk.walker.active.to_vec();
        active.push(method);
        let prefix = self.absolute(walk, &state);
        let is_user = self.program.class(self.program.method(method).class).origin == ClassOrigin::User;
        let site = (!is_user).then_some(site);
        let walker = Walker { prefix, depth, active: &active, site, ..walk.walker };
        let path = std::mem::take(&mut state.path);
        let caller_vars = std::mem::take(&mut state.vars);
        let start = start_of_call(&graph, state, values);
        let ended = self.walk(&graph, start, walker);
        for failure in ended.failures {
            self.add_failure(walk, failure);
        }
        walk.flags = self.either(walk.flags, ended.flags);
        walk.excluded.extend(ended.excluded);
        walk.unfinished.extend(ended.unfinished);
        let mut after = self.meet(ended.returned, ended.thrown)?;
        let (result, exception) = (after.vars[Var::RESULT.index()].take(), var_of(&after, Var::EXCEPTION));
        after.vars = caller_vars;
        after.vars[Var::EXCEPTION.index()] = Some(exception);
        if let Some(var) = var {
            after.vars[var.index()] = result;
        }
        let rest = std::mem::replace(&mut after.path, path);
        after.path.extend(rest);
        Some(after)
    }

    /// A call of a method that changes nothing, inside a formula: its value is remembered.
    fn pure_call(
        &mut self,
        walk: &mut Walk<'_, 'p>,
        mut state: State,
        var: Option<Var>,
        method: MethodId,
        values: Vec<Value>,
    ) -> Option<State> {
        let outcome = {
            let mut env = Env::new(walk.walker.before, &state, &[], &[]);
            env.depth = walk.walker.depth;
            env.active = walk.walker.active.to_vec();
            self.invoke(&env, method, values)
        };
        self.add_flags(walk, &state, outcome.flags);
        if outcome.flags.throws != Lit::FALSE {
            // The class of the exception is not kept: nobody may catch it.
            let object = self.program.class_named("java.lang.RuntimeException").map(Type::class);
            let ty = object.unwrap_or(Type::UNKNOWN);
            let thrown = Ref::to(self.add_object(ty, Lit::FALSE, false));
            let none = Value::Ref(Ref::null());
            let exception = mux(&mut self.circuit, outcome.flags.throws, &Value::Ref(thrown), &none);
            state.vars[Var::EXCEPTION.index()] = exception;
        }
        if let Some(var) = var {
            state.vars[var.index()] = Some(outcome.value);
        }
        Some(state)
    }

    /// Runs that returned and runs that threw, as one state again.
    pub(crate) fn meet(&mut self, returned: Option<State>, thrown: Option<State>) -> Option<State> {
        let states: Vec<State> = returned.into_iter().chain(thrown).collect();
        let mut version = self.version;
        let merged = merge_all(&mut self.circuit, states, &mut version);
        self.version = version;
        match merged? {
            Ok(state) => Some(state),
            Err(_) => {
                self.incoherent();
                None
            }
        }
    }
}

pub(crate) const CLASH: &str = "values of different kinds in one place";

/// The place of a node, or, if that is in the library, of the user's call that leads there.
pub(crate) fn visible_span(program: &Program, walk: &Walk<'_, '_>, node: &Node<'_>) -> Span {
    let (mut frame, mut span) = (walk.graph.frame(node.frame), node.span);
    loop {
        let is_user = program.class(program.method(frame.method).class).origin == ClassOrigin::User;
        match frame.caller {
            _ if is_user => return span,
            Some((caller, place)) => (frame, span) = (walk.graph.frame(caller), place),
            None => return walk.walker.site.unwrap_or(span),
        }
    }
}

/// Does a run that gets to this native end there, without owing anything?
fn is_last(program: &Program, method: MethodId) -> bool {
    matches!(find_native(program, method), Some(Native::Halt | Native::Discard))
}

/// Arrays of a known length that are longer are left to the bound on arrays.
const MOST_ELEMENTS: usize = 1_000;

pub(crate) fn var_of(state: &State, var: Var) -> Value {
    state.vars.get(var.index()).cloned().flatten().unwrap_or_else(|| Value::Ref(Ref::null()))
}

/// The budget inside a call: a method that is active already costs one.
pub(crate) fn deeper(depth: usize, active: &[MethodId], method: MethodId) -> Option<usize> {
    if active.contains(&method) { depth.checked_sub(1) } else { Some(depth) }
}

/// The state in which a graph starts: the heap of the caller, and its own variables.
pub(crate) fn start_of_call(graph: &Graph<'_>, heap: State, args: Vec<Value>) -> State {
    let mut vars = vec![None; graph.vars.max(2)];
    vars[Var::EXCEPTION.index()] = Some(Value::Ref(Ref::null()));
    for (param, value) in graph.params.iter().zip(args) {
        vars[param.index()] = Some(value);
    }
    State { path: Vec::new(), vars, ..heap }
}
