//! Numbers that hang on open comparisons, kept as sums.
//!
//! "Every key is there as often as before" is said with `\num_of`, and while the keys are not told
//! apart each count is open. Deciding all comparisons would split one run into as many as the keys
//! have partitions. But both sides count the same comparisons: a count is a constant and one
//! summand for each open comparison, and where the summands of both sides cancel, nothing has to be
//! decided. Sums that might leave the range of `int` are left alone, so that nothing wraps around.

use super::evaluate::{Evaluation, Step, Value};
use super::truth::Truth;
use super::{Node, NodeKind, QuantifiedNode};
use crate::accelerations::Acceleration;
use crate::code::{Arithmetic, Comparison, Conversion};
use crate::outcome::Question;
use crate::word::{Word, is_symbol};
use tightrope_program::body::Quantifier;

/// A constant, and summands that count if a comparison turns out true.
#[derive(Clone, Debug, Default)]
struct Tally {
    constant: i64,
    summands: Vec<Summand>,
}

/// `factor` if the comparison turns out true, else nothing.
#[derive(Clone, Copy, Debug)]
struct Summand {
    comparison: OpenComparison,
    factor: i64,
    question: Question,
}

/// Two values that may be the same, the smaller word first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct OpenComparison {
    left: Word,
    right: Word,
    /// By `equals`, not `==`.
    by_equals: bool,
}

impl Tally {
    fn known(word: Word) -> Tally {
        Tally { constant: word, summands: Vec::new() }
    }

    /// Whatever the comparisons turn out to be, the sum is an `int`.
    fn is_small(&self) -> bool {
        let of_summands = self.summands.iter().map(|summand| summand.factor.unsigned_abs());
        let largest = of_summands.fold(self.constant.unsigned_abs(), u64::saturating_add);
        largest <= i32::MAX as u64
    }

    /// Both must be small.
    fn add(&mut self, other: &Tally, factor: i64) {
        self.constant += other.constant * factor;
        for summand in &other.summands {
            self.add_summand(Summand { factor: summand.factor * factor, ..*summand });
        }
    }

    fn add_summand(&mut self, added: Summand) {
        match self.summands.iter().position(|known| known.comparison == added.comparison) {
            Some(place) => {
                let factor = self.summands[place].factor + added.factor;
                if factor == 0 {
                    self.summands.remove(place);
                } else {
                    self.summands[place].factor = factor;
                }
            }
            None => self.summands.push(added),
        }
    }
}

/// A sum; or what has to be known first, or nothing if it is no sum.
type Tallied = Result<Tally, Option<Question>>;

impl Evaluation<'_, '_> {
    /// Are two `int`s equal of which at least one is open? `None`: they are no sums of this kind.
    pub(super) fn tallied_equality(&mut self, left: &Node, right: &Node) -> Step<Option<Truth>> {
        if !self.executable().has(Acceleration::Sums) || !is_sum(left) && !is_sum(right) {
            return Ok(None);
        }
        Ok(match self.added_tally(left, right, -1)? {
            Ok(difference) => Some(match difference.summands.first() {
                Some(summand) => Truth::open(summand.question, false),
                None => Truth::known(difference.constant == 0),
            }),
            Err(question) => question.map(|question| Truth::open(question, true)),
        })
    }

    fn tally(&mut self, node: &Node) -> Step<Tallied> {
        let tally = match &node.kind {
            NodeKind::Arithmetic { op: Arithmetic::AddInt | Arithmetic::AddLong, left, right } => {
                self.added_tally(left, right, 1)?
            }
            NodeKind::Arithmetic { op: Arithmetic::SubtractInt | Arithmetic::SubtractLong, left, right } => {
                self.added_tally(left, right, -1)?
            }
            NodeKind::Convert { kind: Conversion::Int, operand } => self.tally(operand)?,
            NodeKind::Conditional { cond, then, otherwise } => self.conditional_tally(cond, then, otherwise)?,
            NodeKind::Aggregate(quantified) if quantified.quantifier == Quantifier::Count => {
                self.counted_tally(quantified)?
            }
            _ => match self.value(node)? {
                Value::Known(word) if !is_symbol(word) => Ok(Tally::known(word)),
                Value::Open(open) => Err(slot_first(open.question)),
                _ => Err(None),
            },
        };
        Ok(tally.and_then(|tally| if tally.is_small() { Ok(tally) } else { Err(None) }))
    }

    fn added_tally(&mut self, left: &Node, right: &Node, factor: i64) -> Step<Tallied> {
        let left = self.tally(left)?;
        let right = self.tally(right)?;
        Ok(left.and_then(|mut sum| {
            sum.add(&right?, factor);
            Ok(sum)
        }))
    }

    /// `condition ? a : b` is `b`, and `a - b` more if the condition holds.
    fn conditional_tally(&mut self, cond: &Node, then: &Node, otherwise: &Node) -> Step<Tallied> {
        let cond = match self.condition_tally(cond)? {
            Ok(cond) => cond,
            unknown => return Ok(unknown),
        };
        if cond.summands.is_empty() {
            return self.tally(if cond.constant == 1 { then } else { otherwise });
        }
        let then = self.tally(then)?;
        let otherwise = self.tally(otherwise)?;
        Ok(match (then, otherwise) {
            (Ok(then), Ok(mut sum)) if then.summands.is_empty() && sum.summands.is_empty() => {
                sum.add(&cond, then.constant - sum.constant);
                Ok(sum)
            }
            _ => Err(None),
        })
    }

    /// 1 if the formula holds, else 0.
    fn condition_tally(&mut self, node: &Node) -> Step<Tallied> {
        let truth = self.truth(node)?;
        if truth.is_true() || truth.is_false() {
            return Ok(Ok(Tally::known(Word::from(truth.is_true()))));
        }
        let Some(question) = truth.open else { return Ok(Err(None)) };
        if truth.can_throw() {
            return Ok(Err(slot_first(question)));
        }
        let Some((comparison, is_equal)) = self.open_equality(node, question)? else {
            return Ok(Err(slot_first(question)));
        };
        let summand = |factor: i64| vec![Summand { comparison, factor, question }];
        Ok(Ok(match is_equal {
            true => Tally { constant: 0, summands: summand(1) },
            false => Tally { constant: 1, summands: summand(-1) },
        }))
    }

    /// The comparison that an open formula is, if it is one; `false`: the formula denies it.
    fn open_equality(&mut self, node: &Node, question: Question) -> Step<Option<(OpenComparison, bool)>> {
        let of = |left: Word, right: Word, by_equals: bool| OpenComparison {
            left: left.min(right),
            right: left.max(right),
            by_equals,
        };
        Ok(match (&node.kind, question) {
            (NodeKind::Not(operand), _) => self.open_equality(operand, question)?.map(|(of, is)| (of, !is)),
            (NodeKind::CompareSymbols { op: op @ (Comparison::Equal | Comparison::NotEqual), left, right }, _) => {
                match self.operands(left, right)? {
                    (Value::Known(left), Value::Known(right)) => {
                        Some((of(left, right, false), *op == Comparison::Equal))
                    }
                    _ => None,
                }
            }
            // A call that asks this, and cannot throw, is `equals` itself, of opaque values.
            (NodeKind::Call(_), Question::Equal { left, right }) => Some((of(left, right, true), true)),
            _ => None,
        })
    }

    /// `\num_of` over a set that is known.
    fn counted_tally(&mut self, node: &QuantifiedNode) -> Step<Tallied> {
        let [binder] = node.binders.as_slice() else { return Ok(Err(None)) };
        if !self.conjunction(&binder.guards)?.is_true() {
            return Ok(Err(None));
        }
        let values = match self.domain(&binder.domain, &node.range)? {
            Value::Known(values) if values.open.is_none() => values,
            _ => return Ok(Err(None)),
        };
        let mut sum = Tally::default();
        for word in values.words {
            self.bind(binder.local, word);
            let range = self.truth(&node.range)?;
            if range.is_false() {
                continue;
            }
            if !range.is_true() {
                return Ok(Err(None));
            }
            match self.condition_tally(&node.body)? {
                Ok(one) => sum.add(&one, 1),
                unknown => return Ok(unknown),
            }
        }
        Ok(Ok(sum))
    }
}

/// Whether summands cancel is seen when all values are there: that has to be asked before
/// comparisons are decided.
fn slot_first(question: Question) -> Option<Question> {
    matches!(question, Question::Slot(_)).then_some(question)
}

/// Only sums are worth a second look.
fn is_sum(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Arithmetic { left, right, .. } => is_sum(left) || is_sum(right),
        NodeKind::Convert { operand, .. } => is_sum(operand),
        NodeKind::Aggregate(quantified) => quantified.quantifier == Quantifier::Count,
        _ => false,
    }
}
