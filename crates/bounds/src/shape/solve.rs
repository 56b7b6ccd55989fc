//! The pure part of a case: which values its variables have, given what its calls have found.
//!
//! Ponzio et al. ask an SMT solver for all models. Here no solver is needed: sizes, heights and
//! colours come from the parts below as numbers, so an equation with one unknown gives it, and an
//! unknown that only comparisons speak of is tried over the finite range in which they can change.
//! References are unified; a parameter that a predicate leaves open (the parent, the end of a
//! segment) stays open for whoever calls it.

use super::predicate::{Atom, Case, Fact, Term};
use super::tree::{Comparison, Place, ShapeError};
use tightrope_program::ClassId;

/// A node of an unfolding, numbered within its class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct NodeName {
    pub(crate) class: ClassId,
    pub(crate) number: u32,
}

/// What a variable is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Value {
    Null,
    Number(i64),
    Node(NodeName),
    /// The same as this parameter, which is left open.
    Outer(usize),
}

/// What an unfolding says of its parameters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Tuple {
    pub(crate) values: Vec<Value>,
    /// Pairs of which one at least is still open, and which must not become equal.
    pub(crate) differ: Vec<(Value, Value)>,
}

/// How many nodes of each class come before a part of a case: what its own numbers are shifted by.
pub(crate) type Frame = Vec<(ClassId, u32)>;

pub(crate) fn shifted(value: Value, frame: &Frame) -> Value {
    match value {
        Value::Node(NodeName { class, number }) => {
            let before = frame.iter().find(|(other, _)| *other == class).map_or(0, |(_, before)| *before);
            Value::Node(NodeName { class, number: number + before })
        }
        other => other,
    }
}

/// Values for all variables of a case with which it holds.
#[derive(Clone, Debug)]
pub(crate) struct Solution {
    /// `None`: nothing says what this is, and nobody outside can.
    pub(crate) values: Vec<Option<Value>>,
    pub(crate) tuple: Tuple,
}

/// All solutions of a case. There is a frame for each atom, and a tuple for each call.
pub(crate) fn solutions(
    case: &Case,
    parameters: usize,
    frames: &[Frame],
    tuples: &[&Tuple],
) -> Result<Vec<Solution>, ShapeError> {
    let mut store = Store { slots: vec![Slot::Free; case.names.len()], differ: Vec::new() };
    let mut tuples = tuples.iter();
    for (atom, frame) in case.atoms.iter().zip(frames) {
        let fits = match atom {
            Atom::PointsTo { from, class, .. } => {
                let first = Value::Node(NodeName { class: *class, number: 0 });
                store.bind(*from, shifted(first, frame))
            }
            Atom::Call { arguments, .. } => tuples.next().is_some_and(|tuple| store.take(tuple, arguments, frame)),
        };
        if !fits {
            return Ok(Vec::new());
        }
    }
    let mut found = Vec::new();
    for facts in &case.pure {
        Solver { case, parameters, found: &mut found }.solve(store.clone(), facts.iter().collect())?;
    }
    Ok(found)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slot {
    Free,
    Link(usize),
    Value(Value),
}

#[derive(Clone, Copy, Debug)]
enum Operand {
    Variable(usize),
    Constant(Value),
}

/// What is known of the variables of a case.
#[derive(Clone, Debug)]
struct Store {
    slots: Vec<Slot>,
    differ: Vec<(Operand, Operand)>,
}

impl Store {
    fn root(&self, variable: usize) -> usize {
        let mut at = variable;
        while let Slot::Link(next) = self.slots[at] {
            at = next;
        }
        at
    }

    fn value(&self, variable: usize) -> Option<Value> {
        match self.slots[self.root(variable)] {
            Slot::Value(value) => Some(value),
            _ => None,
        }
    }

    fn bind(&mut self, variable: usize, value: Value) -> bool {
        let root = self.root(variable);
        match self.slots[root] {
            Slot::Value(known) => known == value,
            _ => {
                self.slots[root] = Slot::Value(value);
                true
            }
        }
    }

    fn unify(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return true;
        }
        match (self.slots[a], self.slots[b]) {
            (Slot::Value(x), Slot::Value(y)) => x == y,
            (Slot::Value(_), _) => self.link(b, a),
            // Parameters have the smaller numbers and stand for the others.
            _ if a < b && self.slots[b] == Slot::Free => self.link(b, a),
            _ => self.link(a, b),
        }
    }

    fn link(&mut self, from: usize, to: usize) -> bool {
        self.slots[from] = Slot::Link(to);
        true
    }

    /// What a call has found, for its arguments.
    fn take(&mut self, tuple: &Tuple, arguments: &[usize], frame: &Frame) -> bool {
        let operand = |value: Value| match value {
            Value::Outer(parameter) => Operand::Variable(arguments[parameter]),
            other => Operand::Constant(shifted(other, frame)),
        };
        self.differ.extend(tuple.differ.iter().map(|(a, b)| (operand(*a), operand(*b))));
        arguments.iter().zip(&tuple.values).all(|(&argument, &value)| match value {
            Value::Outer(parameter) => self.unify(argument, arguments[parameter]),
            other => self.bind(argument, shifted(other, frame)),
        })
    }

    fn operand(&self, operand: Operand) -> Result<Value, usize> {
        match operand {
            Operand::Constant(value) => Ok(value),
            Operand::Variable(variable) => self.value(variable).ok_or_else(|| self.root(variable)),
        }
    }

    /// A value, or the parameter that an open variable equals.
    fn outside(&self, variable: usize, parameters: usize) -> Option<Value> {
        let root = self.root(variable);
        match self.slots[root] {
            Slot::Value(value) => Some(value),
            _ => (0..parameters).find(|&parameter| self.root(parameter) == root).map(Value::Outer),
        }
    }
}

/// What became of a fact.
enum Progress {
    Holds,
    Fails,
    Waits,
}

impl From<bool> for Progress {
    fn from(holds: bool) -> Self {
        if holds { Progress::Holds } else { Progress::Fails }
    }
}

/// Beyond this, numbers are not tried one after the other.
const LARGEST_RANGE: i64 = 10_000;

struct Solver<'a> {
    case: &'a Case,
    parameters: usize,
    found: &'a mut Vec<Solution>,
}

impl Solver<'_> {
    fn solve(&mut self, mut store: Store, mut facts: Vec<&Fact>) -> Result<(), ShapeError> {
        loop {
            let before = facts.len();
            let mut waiting = Vec::new();
            for fact in facts {
                match self.settle(fact, &mut store)? {
                    Progress::Holds => {}
                    Progress::Fails => return Ok(()),
                    Progress::Waits => waiting.push(fact),
                }
            }
            facts = waiting;
            if facts.len() == before || facts.is_empty() {
                break;
            }
        }
        let open_truth = self.case.truths.iter().copied().find(|&variable| store.value(variable).is_none());
        if let Some(variable) = open_truth {
            return self.try_all(&store, &facts, variable, 0..=1);
        }
        if facts.is_empty() {
            return self.finish(&store);
        }
        self.try_range(&store, &facts)
    }

    fn try_all(
        &mut self,
        store: &Store,
        facts: &[&Fact],
        variable: usize,
        range: impl Iterator<Item = i64>,
    ) -> Result<(), ShapeError> {
        for number in range {
            let mut next = store.clone();
            if next.bind(variable, Value::Number(number)) {
                self.solve(next, facts.to_vec())?;
            }
        }
        Ok(())
    }

    /// Tries an unknown over the range in which the facts that speak only of it can change.
    fn try_range(&mut self, store: &Store, facts: &[&Fact]) -> Result<(), ShapeError> {
        // What a quantifier says of an unknown may go on changing for ever, as "is even" does; it
        // is looked at later.
        let alone = facts.iter().find_map(|fact| match (unknowns(fact, store).as_slice(), fact) {
            (&[variable], Fact::Compare { .. }) => Some(variable),
            _ => None,
        });
        let Some(variable) = alone else {
            let open = facts.first().and_then(|fact| Some((*unknowns(fact, store).first()?, fact.place())));
            let (variable, place) = open.unwrap_or((0, &self.case.place));
            return Err(self.undetermined(variable, place));
        };
        let (about, rest): (Vec<&Fact>, Vec<&Fact>) =
            facts.iter().partition(|fact| matches!(fact, Fact::Compare { .. }) && unknowns(fact, store) == [variable]);
        let end = about.iter().fold(2i64, |sum, fact| sum.saturating_add(magnitude(fact, store).saturating_mul(2)));
        if end > LARGEST_RANGE {
            return Err(ShapeError::new(about[0].place(), "the numbers of this formula are too large to be tried"));
        }
        let mut fitting = Vec::new();
        for number in -end..=end {
            let mut next = store.clone();
            next.bind(variable, Value::Number(number));
            let mut holds = true;
            for fact in &about {
                holds &= matches!(self.settle(fact, &mut next)?, Progress::Holds);
            }
            fitting.extend(holds.then_some(number));
        }
        if fitting.first() == Some(&-end) || fitting.last() == Some(&end) {
            return Err(self.undetermined(variable, about[0].place()));
        }
        self.try_all(store, &rest, variable, fitting.into_iter())
    }

    fn undetermined(&self, variable: usize, place: &Place) -> ShapeError {
        let message = format!("the value of `{}` is not determined here", self.case.names[variable]);
        ShapeError::new(place, message)
            .help("numbers are found from the parts below upwards: each needs an equation, or a finite range")
    }

    fn finish(&mut self, store: &Store) -> Result<(), ShapeError> {
        if self.case.truths.iter().any(|&truth| !matches!(store.value(truth), Some(Value::Number(0 | 1)))) {
            return Ok(());
        }
        let mut differ = Vec::new();
        for &(a, b) in &store.differ {
            match (store.operand(a), store.operand(b)) {
                (Ok(x), Ok(y)) if x != y => {}
                (Ok(_), Ok(_)) => return Ok(()),
                (Err(x), Err(y)) if x == y => return Ok(()),
                _ => match (self.operand_outside(store, a), self.operand_outside(store, b)) {
                    (Some(x), Some(y)) => differ.push((x, y)),
                    _ => {
                        return Err(ShapeError::new(&self.case.place, "a comparison with `!=` is about nothing known"));
                    }
                },
            }
        }
        differ.sort_unstable();
        differ.dedup();
        let all = 0..self.case.names.len();
        let values: Vec<Option<Value>> = all.map(|variable| store.outside(variable, self.parameters)).collect();
        let tuple = Tuple { values: values[..self.parameters].iter().copied().flatten().collect(), differ };
        self.found.push(Solution { values, tuple });
        Ok(())
    }

    fn operand_outside(&self, store: &Store, operand: Operand) -> Option<Value> {
        match operand {
            Operand::Constant(value) => Some(value),
            Operand::Variable(variable) => store.outside(variable, self.parameters),
        }
    }

    fn settle(&self, fact: &Fact, store: &mut Store) -> Result<Progress, ShapeError> {
        match fact {
            Fact::Compare { comparison, left, right, place } => {
                if let (Some(a), Some(b)) = (plain(left), plain(right)) {
                    match comparison {
                        Comparison::Equal => return Ok(equate(a, b, store).into()),
                        Comparison::NotEqual => return Ok(distinguish(a, b, store)),
                        _ => {}
                    }
                }
                self.settle_numbers(*comparison, left, right, place, store)
            }
            Fact::Quantified { all, variable, body, .. } => {
                if !unknowns(fact, store).is_empty() {
                    return Ok(Progress::Waits);
                }
                let end = 2 + magnitude(fact, store).saturating_mul(2);
                if end > LARGEST_RANGE {
                    return Err(ShapeError::new(fact.place(), "the numbers of this formula are too large to be tried"));
                }
                let mut holds = *all;
                for number in -end..=end {
                    let mut inner = store.clone();
                    inner.slots[*variable] = Slot::Value(Value::Number(number));
                    let here = self.any_holds(body, &inner)?;
                    holds = if *all { holds && here } else { holds || here };
                }
                Ok(holds.into())
            }
        }
    }

    fn any_holds(&self, body: &[Vec<Fact>], store: &Store) -> Result<bool, ShapeError> {
        for facts in body {
            let mut all = true;
            for fact in facts {
                all &= matches!(self.settle(fact, &mut store.clone())?, Progress::Holds);
            }
            if all {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn settle_numbers(
        &self,
        comparison: Comparison,
        left: &Term,
        right: &Term,
        place: &Place,
        store: &mut Store,
    ) -> Result<Progress, ShapeError> {
        let mut open = Vec::new();
        term_unknowns(left, store, &mut open);
        term_unknowns(right, store, &mut open);
        match (open.as_slice(), comparison) {
            ([], _) => {
                let (a, b) = (self.number(left, store, place)?, self.number(right, store, place)?);
                Ok(match comparison {
                    Comparison::Equal => a == b,
                    Comparison::NotEqual => a != b,
                    Comparison::LessEqual => a <= b,
                    Comparison::Less => a < b,
                }
                .into())
            }
            (&[variable], Comparison::Equal) => {
                let (Some(a), Some(b)) = (self.linear(left, store, place)?, self.linear(right, store, place)?) else {
                    return Ok(Progress::Waits);
                };
                let (factor, rest) = (a.0 - b.0, b.1 - a.1);
                Ok(match factor {
                    0 => (rest == 0).into(),
                    _ if rest % factor != 0 => Progress::Fails,
                    _ => store.bind(variable, Value::Number(rest / factor)).into(),
                })
            }
            _ => Ok(Progress::Waits),
        }
    }

    /// The term, which has one unknown at most, as `factor * unknown + rest`, if it has that form.
    fn linear(&self, term: &Term, store: &Store, place: &Place) -> Result<Option<(i64, i64)>, ShapeError> {
        let mut open = Vec::new();
        term_unknowns(term, store, &mut open);
        if open.is_empty() {
            return Ok(Some((0, self.number(term, store, place)?)));
        }
        Ok(match term {
            Term::Variable(_) => Some((1, 0)),
            Term::Negated(a) => self.linear(a, store, place)?.map(|(factor, rest)| (-factor, -rest)),
            Term::Times(by, a) => self
                .linear(a, store, place)?
                .map(|(factor, rest)| (factor.saturating_mul(*by), rest.saturating_mul(*by))),
            Term::Sum(a, b) => {
                let (a, b) = (self.linear(a, store, place)?, self.linear(b, store, place)?);
                a.zip(b).map(|(a, b)| (a.0 + b.0, a.1 + b.1))
            }
            Term::Null | Term::Number(_) | Term::Max(..) | Term::Min(..) => None,
        })
    }

    fn number(&self, term: &Term, store: &Store, place: &Place) -> Result<i64, ShapeError> {
        let of = |term: &Term| self.number(term, store, place);
        Ok(match term {
            Term::Null => return Err(ShapeError::new(place, "`null` is not a number")),
            Term::Number(number) => *number,
            Term::Variable(variable) => match store.value(*variable) {
                Some(Value::Number(number)) => number,
                _ => {
                    let name = &self.case.names[*variable];
                    return Err(ShapeError::new(place, format!("`{name}` is a reference, not a number")));
                }
            },
            Term::Negated(a) => of(a)?.saturating_neg(),
            Term::Sum(a, b) => of(a)?.saturating_add(of(b)?),
            Term::Times(factor, a) => factor.saturating_mul(of(a)?),
            Term::Max(a, b) => of(a)?.max(of(b)?),
            Term::Min(a, b) => of(a)?.min(of(b)?),
        })
    }
}

impl Fact {
    fn place(&self) -> &Place {
        match self {
            Fact::Compare { place, .. } | Fact::Quantified { place, .. } => place,
        }
    }
}

/// A term that is a variable or a constant.
fn plain(term: &Term) -> Option<Operand> {
    match term {
        Term::Null => Some(Operand::Constant(Value::Null)),
        Term::Number(number) => Some(Operand::Constant(Value::Number(*number))),
        Term::Variable(variable) => Some(Operand::Variable(*variable)),
        _ => None,
    }
}

fn equate(a: Operand, b: Operand, store: &mut Store) -> bool {
    match (a, b) {
        (Operand::Variable(a), Operand::Variable(b)) => store.unify(a, b),
        (Operand::Variable(a), Operand::Constant(value)) | (Operand::Constant(value), Operand::Variable(a)) => {
            store.bind(a, value)
        }
        (Operand::Constant(a), Operand::Constant(b)) => a == b,
    }
}

/// Decided at once where both are known; otherwise kept until they are.
fn distinguish(a: Operand, b: Operand, store: &mut Store) -> Progress {
    match (store.operand(a), store.operand(b)) {
        (Ok(x), Ok(y)) => (x != y).into(),
        _ => {
            store.differ.push((a, b));
            Progress::Holds
        }
    }
}

fn term_unknowns(term: &Term, store: &Store, open: &mut Vec<usize>) {
    match term {
        Term::Null | Term::Number(_) => {}
        Term::Variable(variable) => {
            let root = store.root(*variable);
            if store.value(root).is_none() && !open.contains(&root) {
                open.push(root);
            }
        }
        Term::Negated(a) | Term::Times(_, a) => term_unknowns(a, store, open),
        Term::Sum(a, b) | Term::Max(a, b) | Term::Min(a, b) => {
            term_unknowns(a, store, open);
            term_unknowns(b, store, open);
        }
    }
}

/// The variables of a fact that have no value yet, by their representatives.
fn unknowns(fact: &Fact, store: &Store) -> Vec<usize> {
    let mut open = Vec::new();
    match fact {
        Fact::Compare { left, right, .. } => {
            term_unknowns(left, store, &mut open);
            term_unknowns(right, store, &mut open);
        }
        Fact::Quantified { variable, body, .. } => {
            for unknown in body.iter().flatten().flat_map(|fact| unknowns(fact, store)) {
                if unknown != *variable && !open.contains(&unknown) {
                    open.push(unknown);
                }
            }
        }
    }
    open
}

/// A number that no constant of the fact exceeds. A comparison of piecewise linear terms of one
/// unknown does not change beyond twice the sum of their constants.
fn magnitude(fact: &Fact, store: &Store) -> i64 {
    match fact {
        Fact::Compare { left, right, .. } => term_magnitude(left, store).saturating_add(term_magnitude(right, store)),
        Fact::Quantified { body, .. } => {
            let sum = body.iter().flatten().fold(1i64, |sum, fact| sum.saturating_add(magnitude(fact, store)));
            sum.saturating_mul(2)
        }
    }
}

fn term_magnitude(term: &Term, store: &Store) -> i64 {
    match term {
        Term::Null => 0,
        Term::Number(number) => number.saturating_abs(),
        Term::Variable(variable) => match store.value(*variable) {
            Some(Value::Number(number)) => number.saturating_abs(),
            _ => 0,
        },
        Term::Negated(a) => term_magnitude(a, store),
        Term::Times(factor, a) => factor.saturating_abs().saturating_mul(term_magnitude(a, store)),
        Term::Sum(a, b) | Term::Max(a, b) | Term::Min(a, b) => {
            term_magnitude(a, store).saturating_add(term_magnitude(b, store))
        }
    }
}
