//! The contract of a method as the machine evaluates it: what a check assumes before a run, and
//! what it demands after it.
//!
//! [`CompiledContract`] holds the formulas of an [`EffectiveContract`] for one executable;
//! [`judge`] says whether a run that has ended meets them. On a partial heap the answer may hang on
//! an open question, like everything that the machine says. Engines search, and replays confirm,
//! with the same judgement.
//!
//! - An assumption is split into its conjuncts: as an assumption, `a && b` is dead as soon as one
//!   of them cannot be true any more.
//! - Each clause is compiled twice: for the heap of now, and (inside `\old`) for the heap before
//!   the method, because an initial object that is met only while the method runs has an invariant
//!   too, which held *before*.
//! - Invariants are those of every object whose class has one: they are assumed of all initial
//!   objects, and demanded afterwards of these, of the new object of a constructor, and of the new
//!   objects that the receiver, the arguments, the result, the exception or static fields reach.
//! - A clause whose evaluation throws is not true.

mod breach;
mod frame;
mod judge;
mod vacuity;

pub use frame::CompiledFrame;
pub(crate) use frame::Place as FramePlace;
pub use judge::{EndedRun, Ending, Judgement, Violation, ViolationKind, judge, judge_kept, judge_part};
pub use vacuity::{CoverageGoal, OccasionKind};

use crate::compile::Executable;
use crate::formula::FormulaId;
use tightrope_problem::collections::is_of_model;
use tightrope_problem::{Reads, reads_of};
use tightrope_program::body::{Call, Dispatch, Expr, ExprKind, Local, LocalKind, LogicalOp};
use tightrope_program::contract::{Clause, Formula, Origin};
use tightrope_program::effective::{
    AllowedException, EffectiveCase, EffectiveContract, InvariantKind, class_invariants, invariants_concern,
};
use tightrope_program::{ClassId, LocalId, MethodId, Program, Type};
use tightrope_source::{Name, Span};

/// A formula that is assumed or demanded.
#[derive(Clone, Debug)]
pub struct CompiledClause {
    /// On the heap of now.
    pub now: FormulaId,
    /// On the heap before the method.
    pub before: FormulaId,
    /// The formula itself: of `repOk`, a call of it.
    pub formula: Formula,
    /// The clause in the source; of `repOk` its declaration.
    pub span: Span,
    pub origin: Origin,
    pub rep_ok: Option<MethodId>,
}

/// One specification case.
#[derive(Clone, Debug)]
pub struct CompiledCase {
    pub requires: Vec<CompiledClause>,
    pub ensures: Vec<CompiledClause>,
    /// Class of the exception, the formula, whose last argument is the exception.
    pub signals: Vec<(ClassId, CompiledClause)>,
    pub exceptions: Vec<AllowedException>,
    pub may_return: bool,
    pub frame: CompiledFrame,
    /// It may run for ever if one of these held before.
    pub diverges: Vec<CompiledClause>,
    pub span: Span,
}

/// The invariants of the objects of one class.
#[derive(Clone, Debug, Default)]
pub struct CompiledInvariants {
    /// Split into conjuncts: what is assumed.
    pub assumed: Vec<CompiledClause>,
    /// As written: what is demanded.
    pub demanded: Vec<CompiledClause>,
    /// The `repOk` methods, by dynamic dispatch on this class; the clauses that call them.
    pub rep_ok: Vec<(MethodId, CompiledClause)>,
    /// What all of them may read.
    pub reads: Reads,
}

/// All that a check of one method evaluates.
#[derive(Clone, Debug)]
pub struct CompiledContract {
    pub method: MethodId,
    pub cases: Vec<CompiledCase>,
    /// When do the cases say anything?
    pub occasions: Vec<CoverageGoal>,
    pub static_before: Vec<CompiledClause>,
    pub static_after: Vec<CompiledClause>,
    pub constraints: Vec<CompiledClause>,
    pub initially: Vec<CompiledClause>,
    pub axioms: Vec<CompiledClause>,
    /// By class.
    invariants: Vec<Option<CompiledInvariants>>,
    /// Not for helpers and for the invariants themselves.
    pub has_object_invariants: bool,
}

impl CompiledContract {
    /// The invariants of the objects of exactly this class, if there are any.
    pub fn invariants(&self, class: ClassId) -> Option<&CompiledInvariants> {
        self.invariants.get(class.index())?.as_ref()
    }
}

impl Executable<'_> {
    /// Compiles a contract, and the invariants of the classes whose objects the check can meet.
    pub fn add_contract(&mut self, contract: &EffectiveContract<'_>, classes: &[ClassId]) -> CompiledContract {
        let has_object_invariants = invariants_concern(self.program, contract.method);
        self.compile_contract(contract, classes, has_object_invariants)
    }

    /// The invariants of these classes alone: what makes a structure valid.
    pub fn add_structure(&mut self, nothing: &EffectiveContract<'_>, classes: &[ClassId]) -> CompiledContract {
        self.compile_contract(nothing, classes, true)
    }

    fn compile_contract(
        &mut self,
        contract: &EffectiveContract<'_>,
        classes: &[ClassId],
        has_object_invariants: bool,
    ) -> CompiledContract {
        let mut invariants = vec![None; self.program.class_ids().count()];
        // What is so of every collection is assumed of whoever is checked.
        let program = self.program;
        for class in classes.iter().filter(|class| has_object_invariants || is_of_model(program, **class)) {
            let compiled = self.add_class_invariants(*class);
            if !compiled.assumed.is_empty() || !compiled.rep_ok.is_empty() {
                invariants[class.index()] = Some(compiled);
            }
        }
        let is_static = |clause: &&Clause| clause.is_static;
        let clauses = |all: &[tightrope_program::effective::Invariant<'_>]| -> Vec<Clause> {
            all.iter().filter_map(|invariant| clause_of(invariant.kind)).filter(is_static).cloned().collect()
        };
        let (before, after) = (clauses(&contract.invariants_before), clauses(&contract.invariants_after));
        let mut properties = |all: &[tightrope_program::effective::Property<'_>]| -> Vec<CompiledClause> {
            all.iter().map(|property| self.add_clause(property.clause)).collect()
        };
        let (constraints, initially) = (properties(&contract.constraints), properties(&contract.initially));
        let axioms = properties(&contract.axioms);
        let mut occasions = Vec::new();
        for (number, case) in contract.cases.iter().enumerate() {
            self.add_occasions(case, number, &mut occasions);
        }
        CompiledContract {
            method: contract.method,
            cases: contract.cases.iter().map(|case| self.add_case(contract.method, case)).collect(),
            occasions,
            static_before: before.iter().map(|clause| self.add_clause(clause)).collect(),
            static_after: after.iter().map(|clause| self.add_clause(clause)).collect(),
            constraints,
            initially,
            axioms,
            invariants,
            has_object_invariants,
        }
    }

    /// The invariants of one class, for `generate`.
    pub fn add_class_invariants(&mut self, class: ClassId) -> CompiledInvariants {
        let program = self.program;
        let mut invariants = class_invariants(program, class);
        invariants.retain(|invariant| !clause_of(invariant.kind).is_some_and(|clause| clause.is_static));
        let reads = reads_of(program, &invariants);
        let mut compiled = CompiledInvariants { reads, ..CompiledInvariants::default() };
        for invariant in invariants {
            match invariant.kind {
                InvariantKind::Clause(clause) => {
                    compiled.demanded.push(self.add_clause(clause));
                    compiled.assumed.extend(self.add_conjuncts(clause));
                }
                InvariantKind::RepOk(method) => {
                    let Some(code) = program.implementation(class, method) else { continue };
                    let formula = call_of(program, class, method);
                    let mut clause = self.add_formula_twice(formula, program.method(code).name_span, Origin::Written);
                    clause.rep_ok = Some(code);
                    self.request_method(code);
                    compiled.rep_ok.push((code, clause));
                }
            }
        }
        compiled
    }

    fn add_case(&mut self, method: MethodId, case: &EffectiveCase<'_>) -> CompiledCase {
        let program = self.program;
        CompiledCase {
            requires: case.requires.iter().flat_map(|clause| self.add_conjuncts(clause)).collect(),
            ensures: case.ensures.iter().map(|clause| self.add_clause(clause)).collect(),
            signals: case.signals.iter().map(|signals| (signals.class, self.add_clause(&signals.clause))).collect(),
            exceptions: case.exceptions.clone(),
            may_return: case.may_return(),
            frame: self.add_frame(method, case.frame),
            diverges: case.diverges.iter().map(|clause| self.add_clause(clause)).collect(),
            span: case.written.map_or(program.method(method).name_span, |written| written.span),
        }
    }

    fn add_clause(&mut self, clause: &Clause) -> CompiledClause {
        self.add_formula_twice(clause.formula.clone(), clause.span, clause.origin.clone())
    }

    fn add_conjuncts(&mut self, clause: &Clause) -> Vec<CompiledClause> {
        let mut parts = Vec::new();
        split(&clause.formula.expr, &mut parts);
        let locals = &clause.formula.locals;
        let formula = |expr: Expr| Formula { locals: locals.clone(), expr };
        let origin = &clause.origin;
        parts.into_iter().map(|expr| self.add_formula_twice(formula(expr), clause.span, origin.clone())).collect()
    }

    fn add_formula_twice(&mut self, formula: Formula, span: Span, origin: Origin) -> CompiledClause {
        let now = self.add_formula(&formula);
        let before = self.add_formula(&in_old(&formula));
        CompiledClause { now, before, formula, span, origin, rep_ok: None }
    }
}

fn clause_of(kind: InvariantKind<'_>) -> Option<&Clause> {
    match kind {
        InvariantKind::Clause(clause) => Some(clause),
        InvariantKind::RepOk(_) => None,
    }
}

/// The same formula of the heap before the method.
pub(crate) fn in_old(formula: &Formula) -> Formula {
    let expr = formula.expr.clone();
    let (ty, span) = (expr.ty, expr.span);
    Formula { locals: formula.locals.clone(), expr: Expr { kind: ExprKind::Old(Box::new(expr)), ty, span } }
}

fn split(expr: &Expr, parts: &mut Vec<Expr>) {
    match &expr.kind {
        ExprKind::Logical { op: LogicalOp::And, left, right } => {
            split(left, parts);
            split(right, parts);
        }
        _ => parts.push(expr.clone()),
    }
}

/// `this.repOk()`
fn call_of(program: &Program, class: ClassId, method: MethodId) -> Formula {
    let span = program.method(method).name_span;
    let this = Local { name: Name::new("this"), ty: Type::class(class), kind: LocalKind::This, span };
    let receiver = Expr { kind: ExprKind::Local(LocalId(0)), ty: this.ty, span };
    let dispatch = if program.method(method).is_private { Dispatch::Exact } else { Dispatch::Virtual };
    let call = Call { dispatch, method, args: vec![receiver] };
    Formula { locals: vec![this], expr: Expr { kind: ExprKind::Call(call), ty: Type::BOOLEAN, span } }
}
