//! Was what a contract says ever put to the test?
//!
//! `a ==> b` says something only where `a` is true, `(\forall T x; r; b)` only where something is
//! in the range `r`, a `signals` clause only where an exception of its class is thrown, and all
//! `ensures` clauses only where the method returns. A check on whose heaps that never happens has
//! shown nothing of `b`: whoever reads its verdict should know. A [`CoverageGoal`] is such a
//! condition, as a formula of its own: the antecedent inside all that stands around it, with
//! `\exists` for the `\forall`s.
//!
//! Only parts count that have to be true for the whole to be true: both sides of `&&`, the right
//! side of `==>`, the branches of `? :`, the body of `\forall`. On a partial heap an occasion that
//! may arise counts as one that has arisen: so a warning is never wrong, but one may be missing.

use super::judge::Ending;
use super::{CompiledContract, Executable};
use crate::formula::FormulaId;
use crate::outcome::Budget;
use crate::state::State;
use crate::word::Word;
use tightrope_program::body::{Expr, ExprKind, Local, LogicalOp, Quantified, Quantifier, UnaryOp};
use tightrope_program::contract::{Clause, Formula, Origin};
use tightrope_program::effective::EffectiveCase;
use tightrope_program::{ClassId, Constant, Type};
use tightrope_source::Span;

/// Something that has to happen before a part of a contract says anything.
#[derive(Clone, Debug)]
pub struct CoverageGoal {
    pub kind: OccasionKind,
    /// The antecedent or the range; the clause for the other kinds.
    pub span: Span,
    /// Number of its case.
    pub case: usize,
    /// The number of the occasion around it: where that does not arise, this one cannot.
    pub within: Option<usize>,
    ending: EndingKind,
    /// It has to be true after the run.
    condition: Option<FormulaId>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OccasionKind {
    /// The method returns.
    Return,
    /// An exception of this class is thrown.
    Exception(ClassId),
    /// What stands before `==>` or `?` is true.
    Antecedent,
    /// What stands before `?` is false.
    Otherwise,
    /// Something is in the range of a `\forall`.
    Range,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EndingKind {
    Return,
    Exception(ClassId),
}

/// What stands around a part.
#[derive(Clone, Copy)]
enum Around<'f> {
    /// This is true.
    Given(&'f Expr),
    /// This is false.
    GivenNot(&'f Expr),
    Old(Type),
    Forall(&'f Quantified),
}

impl Executable<'_> {
    /// The occasions of one case, after those that are known already.
    pub(super) fn add_occasions(&mut self, case: &EffectiveCase<'_>, number: usize, occasions: &mut Vec<CoverageGoal>) {
        let is_written = |clause: &&&Clause| clause.origin == Origin::Written;
        let ensures: Vec<&Clause> = case.ensures.iter().filter(is_written).copied().collect();
        if let Some(first) = ensures.first().filter(|_| case.may_return()) {
            let ending = EndingKind::Return;
            let root = CoverageGoal {
                kind: OccasionKind::Return,
                span: first.span,
                case: number,
                within: None,
                ending,
                condition: None,
            };
            self.add_occasions_of(&ensures, root, occasions);
        }
        // A clause that forbids an exception says what it has to say where none is thrown.
        let forbids = ExprKind::Constant(Constant::Boolean(false));
        for signals in case.signals.iter().filter(|signals| signals.clause.formula.expr.kind != forbids) {
            let root = CoverageGoal {
                kind: OccasionKind::Exception(signals.class),
                span: signals.clause.span,
                case: number,
                within: None,
                ending: EndingKind::Exception(signals.class),
                condition: None,
            };
            self.add_occasions_of(&[&signals.clause], root, occasions);
        }
    }

    fn add_occasions_of(&mut self, clauses: &[&Clause], root: CoverageGoal, occasions: &mut Vec<CoverageGoal>) {
        let within = occasions.len();
        occasions.push(root);
        for clause in clauses {
            let locals = &clause.formula.locals;
            let mut finder = Finder { executable: self, locals, occasions, around: Vec::new() };
            finder.find(&clause.formula.expr, within);
        }
    }

    /// Does a run that meets its contract give rise to this occasion? `true` also if that is open.
    pub fn arises(
        &self,
        occasion: &CoverageGoal,
        state: &State,
        args: &[Word],
        ending: &Ending,
        budget: &Budget,
    ) -> bool {
        let mut args = args.to_vec();
        let result = match (occasion.ending, ending) {
            (EndingKind::Return, Ending::Returned(result)) => *result,
            (EndingKind::Exception(class), Ending::Thrown(thrown)) if self.program.is_subclass(thrown.class, class) => {
                args.push(thrown.object);
                None
            }
            _ => return false,
        };
        let Some(condition) = occasion.condition else { return true };
        match self.evaluate(condition, state, &args, result, &mut budget.clone()) {
            Ok(truth) => truth.can_be_true(),
            Err(_) => true,
        }
    }
}

impl CompiledContract {
    /// Of the occasions that never arose (by their numbers), those where the one around them did.
    pub fn missed<'c>(&'c self, has_arisen: &'c [bool]) -> impl Iterator<Item = &'c CoverageGoal> {
        let arose = move |number: usize| has_arisen.get(number).copied().unwrap_or(true);
        let never = self.occasions.iter().enumerate().filter(move |(number, _)| !arose(*number));
        never.map(|(_, occasion)| occasion).filter(move |occasion| occasion.within.is_none_or(arose))
    }
}

struct Finder<'x, 'p, 'f> {
    executable: &'x mut Executable<'p>,
    locals: &'f [Local],
    occasions: &'x mut Vec<CoverageGoal>,
    around: Vec<Around<'f>>,
}

impl<'f> Finder<'_, '_, 'f> {
    /// Finds the occasions inside of an expression that has to be true.
    fn find(&mut self, expr: &'f Expr, within: usize) {
        match &expr.kind {
            ExprKind::Logical { op: LogicalOp::And, left, right } => {
                self.find(left, within);
                self.find(right, within);
            }
            ExprKind::Logical { op: LogicalOp::Implies, left, right } => {
                self.find_inside(OccasionKind::Antecedent, left.span, Around::Given(left), right, within);
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                self.find_inside(OccasionKind::Antecedent, cond.span, Around::Given(cond), then, within);
                self.find_inside(OccasionKind::Otherwise, cond.span, Around::GivenNot(cond), otherwise, within);
            }
            ExprKind::Old(inner) => {
                self.around.push(Around::Old(expr.ty));
                self.find(inner, within);
                self.around.pop();
            }
            ExprKind::Quantified(quantified) if quantified.quantifier == Quantifier::Forall => {
                let around = Around::Forall(quantified);
                self.find_inside(OccasionKind::Range, quantified.range.span, around, &quantified.body, within);
            }
            _ => {}
        }
    }

    fn find_inside(&mut self, kind: OccasionKind, span: Span, around: Around<'f>, inner: &'f Expr, within: usize) {
        self.around.push(around);
        let condition = self.around.iter().rev().fold(truth(span), |inner, around| around.with(inner));
        let condition = Formula { locals: self.locals.to_vec(), expr: condition };
        let condition = Some(self.executable.add_formula(&condition));
        let CoverageGoal { case, ending, .. } = self.occasions[within];
        let number = self.occasions.len();
        self.occasions.push(CoverageGoal { kind, span, case, within: Some(within), ending, condition });
        self.find(inner, number);
        self.around.pop();
    }
}

fn truth(span: Span) -> Expr {
    Expr { kind: ExprKind::Constant(Constant::Boolean(true)), ty: Type::BOOLEAN, span }
}

impl Around<'_> {
    /// There is a way to get to where `inner` is true.
    fn with(self, inner: Expr) -> Expr {
        let span = inner.span;
        let (kind, ty) = match self {
            Around::Given(given) => (both(given.clone(), inner), Type::BOOLEAN),
            Around::GivenNot(given) => {
                let not = ExprKind::Unary { op: UnaryOp::Not, operand: Box::new(given.clone()) };
                (both(Expr { kind: not, ty: Type::BOOLEAN, span: given.span }, inner), Type::BOOLEAN)
            }
            Around::Old(ty) => (ExprKind::Old(Box::new(inner)), ty),
            Around::Forall(quantified) => {
                let exists = Quantified { quantifier: Quantifier::Exists, body: inner, ..quantified.clone() };
                (ExprKind::Quantified(Box::new(exists)), Type::BOOLEAN)
            }
        };
        Expr { kind, ty, span }
    }
}

fn both(left: Expr, right: Expr) -> ExprKind {
    ExprKind::Logical { op: LogicalOp::And, left: Box::new(left), right: Box::new(right) }
}
