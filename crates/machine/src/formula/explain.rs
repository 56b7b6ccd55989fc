//! Why a formula fails on a whole heap: its smallest failing part, and the values that a person
//! wants to see beside it.
//!
//! From the whole formula we go to the part that makes it fail for as long as there is exactly one
//! to name: the conjunct, the consequence of `==>`, the branch of a conditional, the first failing
//! instance of `\forall` (with the values of its variables), the invariant of the object that
//! `\invariant_for` means. Below a `!` the roles are swapped: `a || b` fails to be false because of
//! its first true side. Where two parts fail together (`a || b` false on both sides, `a == b` of
//! formulas) the part is the whole of them.
//!
//! All of this works on the tree of the program: parts are compiled as formulas of their own and
//! evaluated as any other formula, so there is no second semantics here. What has no value (it
//! throws, or the budget is used up) is not shown.

mod values;

use super::evaluate::{Evaluation, Step, Value};
use super::shortcuts::NoShortcuts;
use super::truth::Truth;
use super::workspace::Workspace;
use super::{CallNode, CallTarget, FormulaId, Node, NodeKind, QuantifiedNode};
use crate::code::Memory;
use crate::compile::Executable;
use crate::outcome::Budget;
use crate::outcome::Throws;
use crate::state::State;
use crate::trace::{Returned, Returns};
use crate::word::{self, Word};
use tightrope_program::body::{BinaryOp, Expr, ExprKind, Local, LogicalOp, Quantified, Quantifier, UnaryOp};
use tightrope_program::contract::Formula;
use tightrope_program::natives::{Native, find_native};
use tightrope_program::{ClassId, Constant, LocalId, MethodId, Type, visit};
use tightrope_source::{Name, Span};

/// How many objects' invariants are followed into each other.
const MOST_INVARIANTS: usize = 64;

/// Why a formula fails.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// The smallest part that explains it: of the formula, or of an invariant that it means.
    pub part: Span,
    /// What the part would have to be. It is the opposite, or it throws.
    pub must_be: bool,
    /// Bound variables, outer ones first; `this` where the part belongs to the invariant of another
    /// object.
    pub bindings: Vec<Binding>,
    pub values: Vec<SubValue>,
    /// The part throws.
    pub throws: Option<Throws>,
    /// The part is a call of a pure method: the `return` that decided its value.
    pub returned: Option<Returned>,
    /// The part is an `\exists` that fails: how many values of its variables were tried.
    pub none_of: Option<u64>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Binding {
    pub name: Name,
    pub ty: Type,
    pub value: Word,
}

/// The value of a part of the part.
#[derive(Clone, PartialEq, Debug)]
pub struct SubValue {
    pub span: Span,
    pub ty: Type,
    /// It is the value before the method, though its text does not say so: it stands inside `\old`.
    pub is_before: bool,
    pub value: ShownValue,
}

#[derive(Clone, PartialEq, Debug)]
pub enum ShownValue {
    Word(Word),
    /// A set of objects, in their order.
    Objects(Vec<Word>),
}

impl Executable<'_> {
    /// Says why a formula is false or throws. Requires: a whole state, and arguments and a result
    /// that belong to it. Of a formula that holds it says nothing but where it is.
    pub fn explain(
        &mut self,
        formula: &Formula,
        state: &State,
        args: &[Word],
        result: Option<Word>,
        budget: &mut Budget,
    ) -> Explanation {
        let mut explainer = Explainer { executable: self, state: state.clone(), result, budget };
        let scope = Scope::new(&formula.locals, args);
        let whole = Part { expr: &formula.expr, must_be: true, is_before: false };
        if !explainer.fits(&scope, &formula.expr) {
            return whole.unexplained(&scope);
        }
        match explainer.outcome(&scope, &formula.expr) {
            Some(Seen::False | Seen::Throws(_)) => explainer.explain(scope, whole),
            _ => whole.unexplained(&scope),
        }
    }
}

/// What a part is evaluated with.
#[derive(Clone)]
struct Scope<'f> {
    locals: &'f [Local],
    words: Vec<Word>,
    bindings: Vec<Binding>,
    bound: Vec<LocalId>,
    is_before: bool,
}

impl<'f> Scope<'f> {
    fn new(locals: &'f [Local], args: &[Word]) -> Scope<'f> {
        let mut words = args.to_vec();
        words.resize(locals.len().max(args.len()), word::NULL);
        Scope { locals, words, bindings: Vec::new(), bound: Vec::new(), is_before: false }
    }

    /// Inside the invariant of an object. There is one `this` at a time.
    fn of_invariant(mut self, formula: &'f Formula, class: ClassId, object: Word) -> Scope<'f> {
        self.bindings.retain(|binding| binding.name != "this");
        self.bindings.push(Binding { name: Name::new("this"), ty: Type::class(class), value: object });
        Scope { bindings: self.bindings, ..Scope::new(&formula.locals, &[object]) }
    }

    fn bind(&mut self, local: LocalId, value: Word) {
        let (Some(declared), Some(word)) = (self.locals.get(local.index()), self.words.get_mut(local.index())) else {
            return;
        };
        *word = value;
        self.bound.push(local);
        self.bindings.push(Binding { name: declared.name.clone(), ty: declared.ty, value });
    }
}

/// A part that is to be explained.
#[derive(Clone, Copy)]
struct Part<'f> {
    expr: &'f Expr,
    must_be: bool,
    is_before: bool,
}

impl Part<'_> {
    fn unexplained(self, scope: &Scope<'_>) -> Explanation {
        Explanation {
            part: self.expr.span,
            must_be: self.must_be,
            bindings: scope.bindings.clone(),
            values: Vec::new(),
            throws: None,
            returned: None,
            none_of: None,
        }
    }
}

/// One step towards the smallest part.
enum Narrower<'f> {
    /// A part that is worth naming by itself.
    Part(&'f Expr, bool),
    /// Only what is inside of it may be: `!e` is better to read than `e`.
    Inside(&'f Expr, bool),
    /// The invariant of an object of this class.
    Invariant(ClassId, Word),
    /// There is none, and this many values were tried.
    NoneOf(u64),
}

/// The outcome of a Boolean expression on a whole heap.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Seen {
    True,
    False,
    Throws(Option<Throws>),
}

impl Seen {
    fn of(truth: Truth) -> Option<Seen> {
        match truth.is_decided() {
            false => None,
            true if truth.is_true() => Some(Seen::True),
            true if truth.is_false() => Some(Seen::False),
            true => Some(Seen::Throws(truth.throws)),
        }
    }

    fn throws(self) -> bool {
        matches!(self, Seen::Throws(_))
    }
}

struct Explainer<'x, 'p> {
    executable: &'x mut Executable<'p>,
    state: State,
    result: Option<Word>,
    budget: &'x mut Budget,
}

impl<'p> Explainer<'_, 'p> {
    fn explain<'f>(&mut self, mut scope: Scope<'f>, mut part: Part<'f>) -> Explanation
    where
        'p: 'f,
    {
        let (mut expr, mut must_be) = (part.expr, part.must_be);
        let mut invariants = 0;
        let mut none_of = None;
        while let Some(narrower) = self.narrower(&mut scope, expr, must_be) {
            match narrower {
                Narrower::Part(inner, inner_must_be) => {
                    (expr, must_be) = (inner, inner_must_be);
                    part = Part { expr, must_be, is_before: scope.is_before };
                }
                Narrower::Inside(inner, inner_must_be) => (expr, must_be) = (inner, inner_must_be),
                Narrower::NoneOf(count) => {
                    none_of = Some(count);
                    break;
                }
                Narrower::Invariant(class, object) if invariants < MOST_INVARIANTS => {
                    invariants += 1;
                    match self.failing_invariant(class, object) {
                        Some(Invariant::Formula(formula)) => {
                            scope = scope.of_invariant(formula, class, object);
                            (expr, must_be) = (&formula.expr, true);
                            part = Part { expr, must_be, is_before: false };
                        }
                        Some(Invariant::Method(returned)) => {
                            return Explanation { returned, ..self.finish(&scope, part, expr, None) };
                        }
                        None => break,
                    }
                }
                Narrower::Invariant(..) => break,
            }
        }
        self.finish(&scope, part, expr, none_of)
    }

    fn finish(&mut self, scope: &Scope<'_>, part: Part<'_>, expr: &Expr, none_of: Option<u64>) -> Explanation {
        let throws = match self.outcome(scope, expr) {
            // `\invariant_for` does not know where it stands.
            Some(Seen::Throws(Some(throws))) if throws.span.start == throws.span.end => {
                Some(Throws { span: expr.span, ..throws })
            }
            Some(Seen::Throws(throws)) => throws,
            _ => None,
        };
        let returned = match (&expr.kind, throws) {
            // An operator of floating point is no call to look into.
            (ExprKind::Call(call), None) if !self.is_operator(call.method) => self.returned(scope, expr),
            _ => None,
        };
        let values = self.values(scope, part, expr);
        Explanation { values, throws, returned, none_of, ..part.unexplained(scope) }
    }

    /// The part of `expr` that makes it fail, if there is one to name. Requires: `expr` is not
    /// `must_be`.
    fn narrower<'f>(&mut self, scope: &mut Scope<'f>, expr: &'f Expr, must_be: bool) -> Option<Narrower<'f>> {
        match &expr.kind {
            ExprKind::Unary { op: UnaryOp::Not, operand } => Some(Narrower::Inside(operand, !must_be)),
            ExprKind::Old(inner) => {
                scope.is_before = true;
                Some(Narrower::Inside(inner, must_be))
            }
            ExprKind::Logical { op, left, right } => self.logical(scope, *op, (left, right), must_be),
            ExprKind::Conditional { cond, then, otherwise } => Some(match self.outcome(scope, cond)? {
                Seen::True => Narrower::Part(then, must_be),
                Seen::False => Narrower::Part(otherwise, must_be),
                Seen::Throws(_) => Narrower::Part(cond, true),
            }),
            ExprKind::Binary { op, left, right } if left.ty == Type::BOOLEAN => {
                self.boolean_operation(scope, *op, (left, right), must_be)
            }
            ExprKind::Quantified(quantified) => self.quantified(scope, expr, quantified, must_be),
            ExprKind::InvariantFor(object) if must_be && !scope.is_before => {
                let object = self.word(scope, object)?;
                let ty = self.executable.type_of(&self.state, object)?;
                let class = self.executable.types.info(ty).ty.as_class()?;
                Some(Narrower::Invariant(class, object))
            }
            _ => None,
        }
    }

    fn logical<'f>(
        &mut self,
        scope: &Scope<'f>,
        op: LogicalOp,
        (left, right): (&'f Expr, &'f Expr),
        must_be: bool,
    ) -> Option<Narrower<'f>> {
        let seen = self.outcome(scope, left)?;
        // The outcome of the left side that leaves the whole to the right one.
        let leaves = if op == LogicalOp::Or { Seen::False } else { Seen::True };
        if seen.throws() {
            return Some(Narrower::Part(left, true));
        }
        match (op, must_be) {
            // One side is enough to fail.
            (LogicalOp::And, true) | (LogicalOp::Or, false) | (LogicalOp::Implies, true) if seen == leaves => {
                Some(Narrower::Part(right, must_be))
            }
            (LogicalOp::And, true) | (LogicalOp::Or, false) => Some(Narrower::Part(left, must_be)),
            (LogicalOp::Implies, false) if seen == Seen::False => Some(Narrower::Part(left, true)),
            (LogicalOp::Implies, false) => Some(Narrower::Part(right, false)),
            // Both sides fail together, unless the right one throws.
            _ if seen == leaves && self.outcome(scope, right)?.throws() => Some(Narrower::Part(right, must_be)),
            _ => None,
        }
    }

    fn boolean_operation<'f>(
        &mut self,
        scope: &Scope<'f>,
        op: BinaryOp,
        (left, right): (&'f Expr, &'f Expr),
        must_be: bool,
    ) -> Option<Narrower<'f>> {
        let keeps = |truth: bool| match op {
            BinaryOp::Equal => Some(truth),
            BinaryOp::NotEqual | BinaryOp::BitXor => Some(!truth),
            _ => None,
        };
        for (constant, other) in [(left, right), (right, left)] {
            if let ExprKind::Constant(Constant::Boolean(truth)) = constant.kind
                && let Some(keeps) = keeps(truth)
            {
                return Some(Narrower::Inside(other, must_be == keeps));
            }
        }
        let (first, second) = (self.outcome(scope, left)?, self.outcome(scope, right)?);
        if first.throws() || second.throws() {
            return Some(Narrower::Part(if first.throws() { left } else { right }, must_be));
        }
        let failing = match (op, must_be) {
            (BinaryOp::BitAnd, true) => Seen::False,
            (BinaryOp::BitOr, false) => Seen::True,
            _ => return None,
        };
        Some(Narrower::Part(if first == failing { left } else { right }, must_be))
    }

    fn quantified<'f>(
        &mut self,
        scope: &mut Scope<'f>,
        expr: &'f Expr,
        quantified: &'f Quantified,
        must_be: bool,
    ) -> Option<Narrower<'f>> {
        let universal = match quantified.quantifier {
            Quantifier::Forall => true,
            Quantifier::Exists => false,
            _ => return None,
        };
        let throws = self.outcome(scope, expr)?.throws();
        // All instances decide together that `\exists` is false or `\forall` is true.
        let is_decided_by_one = throws || universal == must_be;
        let mut search = Search { universal, throws, tried: 0, words: Vec::new() };
        let found = self.ask(scope, expr, |evaluation, root| match &root.kind {
            NodeKind::Quantified(node) => search.instance(evaluation, node, 0).ok(),
            _ => None,
        })?;
        if !is_decided_by_one {
            return must_be.then_some(Narrower::NoneOf(search.tried));
        }
        if !found {
            return None;
        }
        for (local, word) in quantified.binders.iter().zip(search.words) {
            scope.bind(*local, word);
        }
        let is_trivial = |expr: &Expr| matches!(expr.kind, ExprKind::Constant(_));
        let in_range = self.outcome(scope, &quantified.range)? == Seen::True;
        Some(match in_range && !is_trivial(&quantified.body) {
            true => Narrower::Part(&quantified.body, must_be),
            false => Narrower::Part(&quantified.range, must_be),
        })
    }

    /// The first invariant of the class and its supertypes that the object breaks, in the order of
    /// `\invariant_for`.
    fn failing_invariant(&mut self, class: ClassId, object: Word) -> Option<Invariant<'p>> {
        let program = self.executable.program;
        let mut pending = vec![class];
        let mut seen = vec![class];
        let mut methods = Vec::new();
        while let Some(next) = pending.pop() {
            let declared = program.class(next);
            for clause in declared.invariants.iter().filter(|clause| !clause.is_static) {
                let scope = Scope::new(&clause.formula.locals, &[object]);
                if self.outcome(&scope, &clause.formula.expr)? != Seen::True {
                    return Some(Invariant::Formula(&clause.formula));
                }
            }
            methods.extend(declared.rep_ok);
            for parent in declared.superclass.iter().chain(&declared.interfaces) {
                if !seen.contains(parent) {
                    seen.push(*parent);
                    pending.push(*parent);
                }
            }
        }
        for method in methods {
            let selector = self.executable.selector(method, Memory::Now);
            self.executable.compile_pending();
            self.fit_statics();
            let span = program.method(method).name_span;
            let this = Node { span, kind: NodeKind::Word(object) };
            let call = CallNode { target: CallTarget::Virtual(selector), args: vec![this] };
            let returned = self.returned_from(&Scope::new(&[], &[]), &call, span);
            if returned.is_none_or(|returned| returned.value == word::FALSE) {
                return Some(Invariant::Method(returned));
            }
        }
        None
    }

    /// The `return` that decided the value of a call.
    fn is_operator(&self, method: MethodId) -> bool {
        matches!(find_native(self.executable.program, method), Some(Native::Floating { .. }))
    }

    fn returned(&mut self, scope: &Scope<'_>, expr: &Expr) -> Option<Returned> {
        let formula = self.compile(scope, expr);
        let root = self.executable.formulas.get(formula.0 as usize).map(|formula| formula.root.clone());
        let returned = match root {
            Some(Node { span, kind: NodeKind::Call(call) }) => self.returned_from(scope, &call, span),
            _ => None,
        };
        self.forget(formula);
        returned
    }

    fn returned_from(&mut self, scope: &Scope<'_>, call: &CallNode, span: Span) -> Option<Returned> {
        let mut returns = Returns::default();
        // Any formula will do to evaluate a call.
        let truth = Expr { kind: ExprKind::Constant(Constant::Boolean(true)), ty: Type::BOOLEAN, span };
        let value = self.ask(scope, &truth, |evaluation, _| evaluation.call_observed(call, span, &mut returns));
        matches!(value, Ok(Value::Known(_))).then(|| returns.decided_by()).flatten()
    }
}

/// What an object breaks.
enum Invariant<'p> {
    Formula(&'p Formula),
    /// `repOk`, and the `return` that decided.
    Method(Option<Returned>),
}

/// Evaluating parts.
impl Explainer<'_, '_> {
    /// Do the arguments and the result belong to the state?
    fn fits(&self, scope: &Scope<'_>, expr: &Expr) -> bool {
        let count = self.state.object_count();
        let is_there = |word: Word| match word::as_object(word) {
            Some(object) => object < count || word::as_opaque(word).is_some(),
            None => true,
        };
        let references = scope.locals.iter().zip(&scope.words).filter(|(local, _)| local.ty.is_reference());
        let mut result_fits = true;
        visit::for_each_expr(expr, &mut |inner: &Expr| {
            let is_reference = inner.kind == ExprKind::Result && inner.ty.is_reference();
            result_fits &= !is_reference || self.result.is_none_or(is_there);
        });
        result_fits && references.map(|(_, word)| *word).all(is_there)
    }

    fn outcome(&mut self, scope: &Scope<'_>, expr: &Expr) -> Option<Seen> {
        let truth: Step<Truth> = self.ask(scope, expr, |evaluation, root| evaluation.truth(root));
        truth.ok().and_then(Seen::of)
    }

    fn word(&mut self, scope: &Scope<'_>, expr: &Expr) -> Option<Word> {
        match self.ask(scope, expr, |evaluation, root| evaluation.value(root)) {
            Ok(Value::Known(word)) => Some(word),
            _ => None,
        }
    }

    /// Compiles a part as a formula of its own, and asks.
    fn ask<T>(
        &mut self,
        scope: &Scope<'_>,
        expr: &Expr,
        ask: impl FnOnce(&mut Evaluation<'_, '_, NoShortcuts>, &Node) -> T,
    ) -> T {
        let formula = self.compile(scope, expr);
        let mut workspace = Workspace::default();
        let mut evaluation = self.executable.evaluations::<NoShortcuts>(&self.state, &mut workspace);
        let answer = evaluation.with(formula, &scope.words, self.result, self.budget, |evaluation, formula| {
            ask(evaluation, &formula.root)
        });
        self.forget(formula);
        answer
    }

    fn compile(&mut self, scope: &Scope<'_>, expr: &Expr) -> FormulaId {
        let mut expr = expr.clone();
        if scope.is_before {
            let (ty, span) = (expr.ty, expr.span);
            expr = Expr { kind: ExprKind::Old(Box::new(expr)), ty, span };
        }
        if expr.ty == Type::OBJECT_SET {
            let span = expr.span;
            expr = Expr { kind: ExprKind::SetSize(Box::new(expr)), ty: Type::INT, span };
        }
        let formula = self.executable.add_formula(&Formula { locals: scope.locals.to_vec(), expr });
        self.fit_statics();
        formula
    }

    /// Drops a formula if nothing else has been compiled with it.
    fn forget(&mut self, formula: FormulaId) {
        if self.executable.formulas.len() == formula.0 as usize + 1 {
            self.executable.formulas.pop();
        }
    }

    /// Formulas may have added static fields since the state was made.
    fn fit_statics(&mut self) {
        let defaults = &self.executable.static_defaults;
        for statics in [&mut self.state.statics, &mut self.state.statics_before] {
            if let Some(missing) = defaults.get(statics.len()..) {
                statics.extend_from_slice(missing);
            }
        }
    }
}

/// Looks for an instance of a quantifier that decides it, or throws.
struct Search {
    universal: bool,
    throws: bool,
    tried: u64,
    words: Vec<Word>,
}

impl Search {
    fn instance(
        &mut self,
        evaluation: &mut Evaluation<'_, '_, NoShortcuts>,
        node: &QuantifiedNode,
        depth: usize,
    ) -> Step<bool> {
        let Some(binder) = node.binders.get(depth) else { return self.is_found(evaluation, node) };
        if !evaluation.conjunction(&binder.guards)?.is_true() {
            return Ok(false);
        }
        let Value::Known(values) = evaluation.domain(&binder.domain, &node.range)? else { return Ok(false) };
        for word in values.words {
            evaluation.bind(binder.local, word);
            self.words.truncate(depth);
            self.words.push(word);
            if self.instance(evaluation, node, depth + 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_found(&mut self, evaluation: &mut Evaluation<'_, '_, NoShortcuts>, node: &QuantifiedNode) -> Step<bool> {
        self.tried += 1;
        let range = evaluation.truth(&node.range)?;
        let body = if range.leaves(false) { evaluation.truth(&node.body)? } else { Truth::YES };
        let outcome = range.then(false, self.universal, body);
        Ok(match self.throws {
            true => outcome.can_throw(),
            false if self.universal => outcome.is_false(),
            false => outcome.is_true(),
        })
    }
}
