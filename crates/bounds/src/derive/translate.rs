//! Expressions of an invariant as formulas about a node and its children, and pure methods as
//! measures of subtrees.
//!
//! A method of one node is a measure if each of its paths returns a term: then its value for a node
//! is given by what it is for the children. Numbers of Java overflow and those of a predicate do
//! not: so constants must be small, and no measure may grow faster than the number of nodes.

use super::clauses::reached;
use super::formula::{Comparison, Formula, Measure, Place, Term};
use std::collections::{BTreeMap, BTreeSet};
use tightrope_program::body::{BinaryOp, Call, Expr, ExprKind, LogicalOp, Stmt, StmtKind, UnaryOp};
use tightrope_program::{ClassId, Code, Constant, FieldId, LocalId, MethodId, Program, Type};

/// Greater constants are not taken: sums of measures must stay far from the ends of an int.
const LARGEST_CONSTANT: i64 = 1_000;

/// More of them are not added up in one comparison.
const MOST_SUMMANDS: usize = 8;

/// A method with more paths is no measure.
const MOST_PATHS: usize = 16;

/// What a reference is, seen from a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ref {
    Null,
    Node,
    Child(usize),
    /// What a field of the node or of a child holds that is none of the edges.
    Behind(Place, FieldId),
    /// Where a walk began.
    Owner(usize),
    Unknown,
}

/// What a formula is about: the object, its fields that lead to children, and what locals are.
#[derive(Clone, Debug)]
pub(super) struct View<'v> {
    pub(super) edges: &'v [FieldId],
    /// Which subtrees the children are; for a node, those of its own walk.
    pub(super) walk: Option<usize>,
    pub(super) names: Vec<(LocalId, Ref)>,
}

/// What is known of the subtrees of one walk.
#[derive(Clone, Debug, Default)]
pub(super) struct Measures {
    pub(super) node: Option<ClassId>,
    pub(super) edges: Vec<FieldId>,
    /// Only the number of nodes is known of it.
    pub(super) is_ring: bool,
    /// In the order of their first use.
    pub(super) wanted: Vec<Measure>,
    pub(super) methods: BTreeMap<MethodId, Definition>,
}

/// A measure by cases.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Definition {
    pub(super) of_null: i64,
    pub(super) of_node: Vec<(Formula, Term)>,
}

/// Something that holds wherever the expression holds, and something that holds only there.
#[derive(Clone, Debug)]
pub(super) struct Both {
    pub(super) over: Formula,
    pub(super) under: Formula,
}

impl Both {
    const UNKNOWN: Both = Both { over: Formula::Constant(true), under: Formula::Constant(false) };

    fn exactly(formula: Formula) -> Both {
        Both { over: formula.clone(), under: formula }
    }

    pub(super) fn is_exact(&self) -> bool {
        self.over == self.under
    }

    fn negated(self) -> Both {
        Both { over: self.under.negated(), under: self.over.negated() }
    }

    fn join(self, other: Both, join: impl Fn([Formula; 2]) -> Formula) -> Both {
        Both { over: join([self.over, other.over]), under: join([self.under, other.under]) }
    }
}

/// A number by cases, and the children without which it is not defined.
#[derive(Clone, Debug)]
struct Number {
    cases: Vec<(Formula, Term)>,
    needs: BTreeSet<usize>,
}

impl Number {
    fn of(term: Term) -> Number {
        Number { cases: vec![(Formula::Constant(true), term)], needs: BTreeSet::new() }
    }

    fn join(self, other: Number, join: impl Fn(Box<Term>, Box<Term>) -> Term) -> Number {
        let pairs = self.cases.iter().flat_map(|one| other.cases.iter().map(move |two| (one, two)));
        let joined = pairs.map(|((a, x), (b, y))| {
            (Formula::and([a.clone(), b.clone()]), join(Box::new(x.clone()), Box::new(y.clone())))
        });
        Number { cases: joined.collect(), needs: &self.needs | &other.needs }
    }
}

/// What a local of a method holds.
#[derive(Clone, Debug)]
enum Held {
    Ref(Ref),
    /// Or a truth value, as one.
    Number(Number),
}

type Locals = BTreeMap<LocalId, Held>;

/// Translates the invariant of one class.
#[derive(Debug)]
pub(super) struct Translator<'p> {
    pub(super) program: &'p Program,
    /// By walk.
    pub(super) measures: Vec<Measures>,
    /// The fields with truth values and numbers that may be spoken of.
    pub(super) fields: BTreeSet<FieldId>,
    /// Methods that are no measures.
    pub(super) failed: BTreeSet<MethodId>,
}

impl<'p> Translator<'p> {
    pub(super) fn reference(&self, expr: &Expr, view: &View<'_>) -> Ref {
        self.reference_in(expr, view, &Locals::new())
    }

    fn reference_in(&self, expr: &Expr, view: &View<'_>, locals: &Locals) -> Ref {
        match &expr.kind {
            ExprKind::Constant(Constant::Null) => Ref::Null,
            ExprKind::Local(local) => match locals.get(local) {
                Some(Held::Ref(reference)) => *reference,
                Some(_) => Ref::Unknown,
                None => view.names.iter().find(|(name, _)| name == local).map_or(Ref::Unknown, |(_, is)| *is),
            },
            ExprKind::Field { object, field } => {
                let edge = view.edges.iter().position(|edge| edge == field);
                match (self.reference_in(object, view, locals), edge) {
                    (Ref::Node, Some(edge)) => Ref::Child(edge),
                    (Ref::Node, None) => Ref::Behind(Place::Node, *field),
                    (Ref::Child(child), _) => Ref::Behind(Place::Child(child), *field),
                    _ => Ref::Unknown,
                }
            }
            _ => Ref::Unknown,
        }
    }

    pub(super) fn formula(&mut self, expr: &'p Expr, view: &View<'_>) -> Both {
        self.formula_in(expr, view, &Locals::new())
    }

    fn formula_in(&mut self, expr: &'p Expr, view: &View<'_>, locals: &Locals) -> Both {
        match &expr.kind {
            ExprKind::Constant(Constant::Boolean(value)) => Both::exactly(Formula::Constant(*value)),
            ExprKind::Unary { op: UnaryOp::Not, operand } => self.formula_in(operand, view, locals).negated(),
            ExprKind::Logical { op, left, right } => {
                let (left, right) = (self.formula_in(left, view, locals), self.formula_in(right, view, locals));
                match op {
                    LogicalOp::And => left.join(right, Formula::and),
                    LogicalOp::Or => left.join(right, Formula::or),
                    LogicalOp::Implies => left.negated().join(right, Formula::or),
                }
            }
            ExprKind::Binary { op, left, right } => self.comparison(*op, left, right, view, locals),
            ExprKind::Local(_) | ExprKind::Field { .. } | ExprKind::Call(_) => match self.number(expr, view, locals) {
                Some(number) => compare(Comparison::Equal, number, Number::of(Term::Number(1))),
                None => Both::UNKNOWN,
            },
            ExprKind::Conditional { cond, then, otherwise } => {
                let cond = self.formula_in(cond, view, locals);
                let then = cond.clone().negated().join(self.formula_in(then, view, locals), Formula::or);
                let otherwise = cond.join(self.formula_in(otherwise, view, locals), Formula::or);
                then.join(otherwise, Formula::and)
            }
            _ => Both::UNKNOWN,
        }
    }

    fn comparison(&mut self, op: BinaryOp, left: &'p Expr, right: &'p Expr, view: &View<'_>, locals: &Locals) -> Both {
        if left.ty.is_reference() || right.ty.is_reference() {
            let both = (self.reference_in(left, view, locals), self.reference_in(right, view, locals));
            let same = match both {
                (Ref::Null, Ref::Null) | (Ref::Node, Ref::Node) => Formula::Constant(true),
                (Ref::Null, Ref::Node | Ref::Owner(_)) | (Ref::Node | Ref::Owner(_), Ref::Null) => {
                    Formula::Constant(false)
                }
                (Ref::Null, Ref::Child(child)) | (Ref::Child(child), Ref::Null) => Formula::IsNull(child),
                _ => return Both::UNKNOWN,
            };
            return match op {
                BinaryOp::Equal => Both::exactly(same),
                BinaryOp::NotEqual => Both::exactly(same.negated()),
                _ => Both::UNKNOWN,
            };
        }
        let (Some(left), Some(right)) = (self.number(left, view, locals), self.number(right, view, locals)) else {
            return Both::UNKNOWN;
        };
        match op {
            BinaryOp::Equal => compare(Comparison::Equal, left, right),
            BinaryOp::NotEqual => compare(Comparison::Equal, left, right).negated(),
            BinaryOp::Less => compare(Comparison::Less, left, right),
            BinaryOp::LessEqual => compare(Comparison::LessEqual, left, right),
            BinaryOp::Greater => compare(Comparison::Less, right, left),
            BinaryOp::GreaterEqual => compare(Comparison::LessEqual, right, left),
            _ => Both::UNKNOWN,
        }
    }

    /// A number, or a truth value as one.
    fn number(&mut self, expr: &'p Expr, view: &View<'_>, locals: &Locals) -> Option<Number> {
        match &expr.kind {
            ExprKind::Constant(Constant::Int(number)) => small(i64::from(*number)),
            ExprKind::Constant(Constant::Long(number)) => small(*number),
            ExprKind::Constant(Constant::Boolean(value)) => small(i64::from(*value)),
            ExprKind::Unary { op: UnaryOp::Negate, operand } => {
                let mut number = self.number(operand, view, locals)?;
                number.cases.iter_mut().for_each(|(_, term)| *term = Term::Negated(Box::new(term.clone())));
                Some(number)
            }
            ExprKind::Binary { op: BinaryOp::Add, left, right } => {
                let (left, right) = (self.number(left, view, locals)?, self.number(right, view, locals)?);
                Some(left.join(right, Term::Sum))
            }
            ExprKind::Binary { op: BinaryOp::Subtract, left, right } => {
                let (left, right) = (self.number(left, view, locals)?, self.number(right, view, locals)?);
                Some(left.join(right, |a, b| Term::Sum(a, Box::new(Term::Negated(b)))))
            }
            ExprKind::Local(local) => match locals.get(local)? {
                Held::Number(number) => Some(number.clone()),
                Held::Ref(_) => None,
            },
            ExprKind::Conditional { cond, then, otherwise } => {
                let cond = self.formula_in(cond, view, locals);
                let cond = Some(cond).filter(Both::is_exact)?.over;
                if let Formula::Constant(holds) = cond {
                    return self.number(if holds { then } else { otherwise }, view, locals);
                }
                let (then, otherwise) = (self.number(then, view, locals)?, self.number(otherwise, view, locals)?);
                let under = |number: Number, cond: &Formula| {
                    let cases = number.cases.into_iter();
                    cases.map(|(when, term)| (Formula::and([cond.clone(), when]), term)).collect::<Vec<_>>()
                };
                let needs = &then.needs | &otherwise.needs;
                let cases = [under(then, &cond), under(otherwise, &cond.clone().negated())].concat();
                let cases = cases.into_iter().filter(|(when, _)| *when != Formula::Constant(false)).collect();
                Some(Number { cases, needs })
            }
            ExprKind::Field { object, field } => {
                let object = self.reference_in(object, view, locals);
                self.of_place(object, Measure::Field(*field), view)
            }
            ExprKind::SetSize(set) => {
                let ExprKind::Reach(reach) = &set.kind else { return None };
                let (_, fields) = reached(reach)?;
                let start = self.reference_in(&reach.root, view, locals);
                self.of_place(start, Measure::Size(fields), view)
            }
            ExprKind::Call(call) => self.called(call, view, locals),
            // All numbers here are small.
            ExprKind::Convert(operand) if matches!(expr.ty, Type::INT | Type::LONG) => {
                self.number(operand, view, locals)
            }
            _ if expr.ty == Type::BOOLEAN => {
                let formula = self.formula_in(expr, view, locals);
                Some(formula).filter(Both::is_exact).map(|formula| truth(formula.over))
            }
            _ => None,
        }
    }

    fn called(&mut self, call: &'p Call, view: &View<'_>, locals: &Locals) -> Option<Number> {
        let method = self.program.method(call.method);
        if self.program.class(method.class).name == "java.lang.Math" {
            let [left, right] = call.args.as_slice() else { return None };
            let (left, right) = (self.number(left, view, locals)?, self.number(right, view, locals)?);
            return match method.name.as_str() {
                "max" => Some(left.join(right, Term::Max)),
                "min" => Some(left.join(right, Term::Min)),
                _ => None,
            };
        }
        // An object on which the method is called by dynamic dispatch may have another.
        let [argument] = call.args.as_slice() else { return None };
        if !method.is_static {
            return None;
        }
        let argument = self.reference_in(argument, view, locals);
        self.of_place(argument, Measure::Method(call.method), view)
    }

    /// A measure of what a reference leads to.
    fn of_place(&mut self, reference: Ref, measure: Measure, view: &View<'_>) -> Option<Number> {
        let is_field = matches!(measure, Measure::Field(_));
        if let Measure::Field(field) = &measure
            && !self.fields.contains(field)
        {
            return None;
        }
        let (place, walk) = match reference {
            Ref::Child(child) => (Place::Child(child), view.walk.unwrap_or(child)),
            Ref::Node => match view.walk {
                Some(walk) => (Place::Node, walk),
                // Of the object whose invariant it is, only the fields are known.
                None if is_field => return Some(Number::of(Term::Of(Place::Node, measure))),
                None => return None,
            },
            Ref::Null if !is_field => return self.of_null(&measure, view),
            _ => return None,
        };
        self.want(walk, &measure)?;
        let mut number = Number::of(Term::Of(place, measure));
        if let (Place::Child(child), true) = (place, is_field) {
            number.needs.insert(child);
        }
        Some(number)
    }

    fn of_null(&mut self, measure: &Measure, view: &View<'_>) -> Option<Number> {
        let walk = view.walk?;
        self.want(walk, measure)?;
        match measure {
            Measure::Method(method) => small(self.measures[walk].methods.get(method)?.of_null),
            Measure::Size(_) => small(0),
            Measure::Field(_) => None,
        }
    }

    /// Makes sure that a measure of the nodes of a walk is known.
    pub(super) fn want(&mut self, walk: usize, measure: &Measure) -> Option<()> {
        let known = self.measures.get(walk)?;
        let fits = match measure {
            Measure::Size(fields) if known.is_ring => *fields == known.edges,
            Measure::Size(fields) => fields.iter().all(|field| known.edges.contains(field)),
            Measure::Field(field) => {
                let class = self.program.field(*field).class;
                !known.is_ring && known.node.is_some_and(|node| self.program.is_subclass(node, class))
            }
            Measure::Method(method) => !known.is_ring && !self.failed.contains(method),
        };
        if !fits {
            return None;
        }
        if known.wanted.contains(measure) {
            return Some(());
        }
        self.measures[walk].wanted.push(measure.clone());
        if let Measure::Method(method) = measure {
            // It is there while its own body is looked at: that calls it for children.
            self.measures[walk].methods.insert(*method, Definition::default());
            let Some(definition) = self.definition(walk, *method) else {
                self.failed.insert(*method);
                return None;
            };
            self.measures[walk].methods.insert(*method, definition);
        }
        Some(())
    }

    /// A method of one node as a measure.
    fn definition(&mut self, walk: usize, method: MethodId) -> Option<Definition> {
        let Code::Body(body) = &self.program.method(method).code else { return None };
        let edges = self.measures[walk].edges.clone();
        let mut of = |argument: Ref| {
            let view = View { edges: &edges, walk: Some(walk), names: Vec::new() };
            let locals = Locals::from([(LocalId(0), Held::Ref(argument))]);
            self.returned(&body.block, &view, locals)
        };
        let of_null = match of(Ref::Null)?.as_slice() {
            [(Formula::Constant(true), term)] => value(term)?,
            _ => return None,
        };
        let of_node = of(Ref::Node)?;
        let is_slow = of_node.iter().all(|(_, term)| term.grows_slowly(edges.len()));
        is_slow.then_some(Definition { of_null, of_node })
    }

    /// What a body returns, by cases. `None`: that is not understood.
    fn returned(&mut self, block: &'p [Stmt], view: &View<'_>, locals: Locals) -> Option<Vec<(Formula, Term)>> {
        let mut returned = Vec::new();
        let open = self.run(block, view, vec![(Formula::Constant(true), locals)], &mut returned)?;
        (open.is_empty() && !returned.is_empty()).then_some(returned)
    }

    /// Runs statements from several states, each with the condition under which it is the one.
    fn run(
        &mut self,
        block: &'p [Stmt],
        view: &View<'_>,
        mut states: Vec<(Formula, Locals)>,
        returned: &mut Vec<(Formula, Term)>,
    ) -> Option<Vec<(Formula, Locals)>> {
        for statement in block {
            if states.len() + returned.len() > MOST_PATHS {
                return None;
            }
            let mut next = Vec::new();
            for (when, locals) in states {
                self.step(statement, view, (when, locals), &mut next, returned)?;
            }
            states = next;
        }
        Some(states)
    }

    fn step(
        &mut self,
        statement: &'p Stmt,
        view: &View<'_>,
        (when, mut locals): (Formula, Locals),
        next: &mut Vec<(Formula, Locals)>,
        returned: &mut Vec<(Formula, Term)>,
    ) -> Option<()> {
        match &statement.kind {
            StmtKind::InitializeClass(_) => next.push((when, locals)),
            StmtKind::Assign { local, value } => {
                let held = self.held(value, view, &locals)?;
                locals.insert(*local, held);
                next.push((when, locals));
            }
            StmtKind::Call { result: Some(result), call } => {
                let number = Some(self.called(call, view, &locals)?).filter(|number| number.needs.is_empty())?;
                locals.insert(*result, Held::Number(number));
                next.push((when, locals));
            }
            StmtKind::If { cond, then, otherwise } => {
                let cond = Some(self.formula_in(cond, view, &locals)).filter(Both::is_exact)?.over;
                for (cond, block) in [(cond.clone(), then), (cond.negated(), otherwise)] {
                    let when = Formula::and([when.clone(), cond]);
                    if when != Formula::Constant(false) {
                        next.extend(self.run(block, view, vec![(when, locals.clone())], returned)?);
                    }
                }
            }
            StmtKind::Return(Some(result)) => {
                let number = Some(self.number(result, view, &locals)?).filter(|number| number.needs.is_empty())?;
                let cases = number.cases.into_iter().map(|(case, term)| (Formula::and([when.clone(), case]), term));
                returned.extend(cases.filter(|(when, _)| *when != Formula::Constant(false)));
            }
            _ => return None,
        }
        Some(())
    }

    fn held(&mut self, expr: &'p Expr, view: &View<'_>, locals: &Locals) -> Option<Held> {
        if expr.ty.is_reference() {
            return match self.reference_in(expr, view, locals) {
                Ref::Unknown | Ref::Behind(..) => None,
                known => Some(Held::Ref(known)),
            };
        }
        let number = self.number(expr, view, locals)?;
        number.needs.is_empty().then_some(Held::Number(number))
    }
}

fn small(number: i64) -> Option<Number> {
    (number.abs() <= LARGEST_CONSTANT).then(|| Number::of(Term::Number(number)))
}

fn truth(formula: Formula) -> Number {
    let cases = [(formula.clone(), 1), (formula.negated(), 0)];
    let cases = cases.into_iter().filter(|(when, _)| *when != Formula::Constant(false));
    Number { cases: cases.map(|(when, value)| (when, Term::Number(value))).collect(), needs: BTreeSet::new() }
}

/// A constant term.
fn value(term: &Term) -> Option<i64> {
    match term {
        Term::Number(number) => Some(*number),
        Term::Negated(a) => value(a)?.checked_neg(),
        Term::Sum(a, b) => value(a)?.checked_add(value(b)?),
        Term::Max(a, b) => Some(value(a)?.max(value(b)?)),
        Term::Min(a, b) => Some(value(a)?.min(value(b)?)),
        Term::Of(..) => None,
    }
}

/// Compares numbers; where a child is missing, nothing is known.
fn compare(comparison: Comparison, left: Number, right: Number) -> Both {
    let needs: BTreeSet<usize> = &left.needs | &right.needs;
    let mut ways = Vec::new();
    for (a, x) in &left.cases {
        for (b, y) in &right.cases {
            if x.summands() + y.summands() > MOST_SUMMANDS {
                return Both::UNKNOWN;
            }
            let holds = match (value(x), value(y)) {
                (Some(x), Some(y)) => Formula::Constant(match comparison {
                    Comparison::Equal => x == y,
                    Comparison::Less => x < y,
                    Comparison::LessEqual => x <= y,
                }),
                _ => Formula::Compare(comparison, x.clone(), y.clone()),
            };
            ways.push(Formula::and([a.clone(), b.clone(), holds]));
        }
    }
    let holds = Formula::or(ways);
    let missing = Formula::or(needs.into_iter().map(Formula::IsNull));
    Both { over: Formula::or([missing.clone(), holds.clone()]), under: Formula::and([missing.negated(), holds]) }
}
