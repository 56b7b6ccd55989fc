//! Values of which not all is known: ranges of numbers, and what comparisons and sums make of them.

use crate::arithmetic::compare;
use crate::code::{Arithmetic, Comparison};
use crate::word::{self, NULL, UNKNOWN, Word};

/// From the least to the greatest value, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) least: Word,
    pub(super) greatest: Word,
}

/// Any `int`.
pub(super) const ANY: Range = Range { least: i32::MIN as Word, greatest: i32::MAX as Word };

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AbstractValue {
    /// There is none: no run that ends gives one.
    Never,
    Known(Word),
    Number(Range),
    /// Null, or a node of the structure that is further below.
    Below,
    /// Any node of the structure: the one whose field is defined.
    This,
    Anything,
}

/// Both values where the comparison is true; `None`: it cannot be.
pub(super) fn narrowed(
    op: Comparison,
    left: AbstractValue,
    right: AbstractValue,
) -> Option<(AbstractValue, AbstractValue)> {
    match (left, right) {
        (AbstractValue::Known(left_word), AbstractValue::Known(right_word)) if !is_open(left) && !is_open(right) => {
            compare(op, left_word, right_word).then_some((left, right))
        }
        (AbstractValue::This, AbstractValue::Known(NULL)) if is_equality(op) => None,
        // Of references, and of what may be one, only this is known.
        (AbstractValue::Below | AbstractValue::Anything, AbstractValue::Known(_))
            if is_equality(op) && !is_open(right) =>
        {
            Some((right, right))
        }
        (AbstractValue::Number(_) | AbstractValue::Known(_), AbstractValue::Number(_) | AbstractValue::Known(_))
            if !is_open(left) && !is_open(right) =>
        {
            let (left, right) = narrowed_ranges(op, number(left)?, number(right)?)?;
            Some((guess_of(left), guess_of(right)))
        }
        _ => Some((left, right)),
    }
}

pub(super) fn narrowed_ranges(op: Comparison, left: Range, right: Range) -> Option<(Range, Range)> {
    let (left, right) = match op {
        Comparison::Equal | Comparison::Same => {
            let both = Range { least: left.least.max(right.least), greatest: left.greatest.min(right.greatest) };
            (both, both)
        }
        Comparison::NotEqual | Comparison::NotSame => (without(left, right), without(right, left)),
        Comparison::Less => (
            Range { greatest: left.greatest.min(right.greatest.saturating_sub(1)), ..left },
            Range { least: right.least.max(left.least.saturating_add(1)), ..right },
        ),
        Comparison::LessEqual => (
            Range { greatest: left.greatest.min(right.greatest), ..left },
            Range { least: right.least.max(left.least), ..right },
        ),
        Comparison::Greater | Comparison::GreaterEqual => {
            let mirrored = if op == Comparison::Greater { Comparison::Less } else { Comparison::LessEqual };
            let (right, left) = narrowed_ranges(mirrored, right, left)?;
            (left, right)
        }
    };
    let has_values = |range: Range| range.least <= range.greatest;
    (has_values(left) && has_values(right)).then_some((left, right))
}

/// A range without the only value of another, if that is at one of its ends.
pub(super) fn without(range: Range, other: Range) -> Range {
    if other.least != other.greatest {
        range
    } else if range.least == other.least {
        Range { least: range.least.saturating_add(1), ..range }
    } else if range.greatest == other.least {
        Range { greatest: range.greatest.saturating_sub(1), ..range }
    } else {
        range
    }
}

/// Can the comparison be true, can it be false?
pub(super) fn possible(op: Comparison, left: Range, right: Range) -> (bool, bool) {
    (narrowed_ranges(op, left, right).is_some(), narrowed_ranges(op.opposite(), left, right).is_some())
}

pub(super) fn is_equality(op: Comparison) -> bool {
    matches!(op, Comparison::Equal | Comparison::Same)
}

pub(super) fn is_range(guess: AbstractValue) -> bool {
    matches!(guess, AbstractValue::Number(_))
}

/// Do wider ranges only move the ends that a comparison leaves of them? Not where it leaves
/// nothing, or a single value, of which more follows than of a range, nor where it takes a single
/// value away.
pub(super) fn is_cut_steadily(
    op: Comparison,
    operands: (AbstractValue, AbstractValue),
    outcomes: [Option<(AbstractValue, AbstractValue)>; 2],
) -> bool {
    let stays = |before: AbstractValue, after: AbstractValue| !is_range(before) || is_range(after);
    let is_order = !is_equality(op) && !is_equality(op.opposite());
    let leaves_ranges = |outcome: Option<(AbstractValue, AbstractValue)>| {
        outcome.is_some_and(|(l, r)| stays(operands.0, l) && stays(operands.1, r))
    };
    !is_range(operands.0) && !is_range(operands.1) || is_order && outcomes.into_iter().all(leaves_ranges)
}

/// A word that stands for a value that is not known.
pub(super) fn is_open(guess: AbstractValue) -> bool {
    matches!(guess, AbstractValue::Known(word) if word::is_symbol(word) || word == UNKNOWN)
}

/// The numbers that a value can be, if anything is known of them.
pub(super) fn number(guess: AbstractValue) -> Option<Range> {
    match guess {
        AbstractValue::Known(word) if !is_open(guess) => Some(Range { least: word, greatest: word }),
        AbstractValue::Number(range) => Some(range),
        AbstractValue::Known(_)
        | AbstractValue::Never
        | AbstractValue::Below
        | AbstractValue::This
        | AbstractValue::Anything => None,
    }
}

pub(super) fn guess_of(range: Range) -> AbstractValue {
    if range.least == range.greatest { AbstractValue::Known(range.least) } else { AbstractValue::Number(range) }
}

/// Whatever is one or the other.
pub(super) fn hull(left: AbstractValue, right: AbstractValue) -> AbstractValue {
    match (left, right) {
        (AbstractValue::Never, other) | (other, AbstractValue::Never) => other,
        _ if left == right => left,
        (AbstractValue::Known(_) | AbstractValue::Number(_), AbstractValue::Known(_) | AbstractValue::Number(_))
            if !is_open(left) && !is_open(right) =>
        {
            match (number(left), number(right)) {
                (Some(left), Some(right)) => {
                    guess_of(Range { least: left.least.min(right.least), greatest: left.greatest.max(right.greatest) })
                }
                _ => AbstractValue::Anything,
            }
        }
        _ => AbstractValue::Anything,
    }
}

/// Sums and differences that cannot wrap around.
pub(super) fn calculated(op: Arithmetic, left: AbstractValue, right: AbstractValue) -> AbstractValue {
    if left == AbstractValue::Never || right == AbstractValue::Never {
        return AbstractValue::Never;
    }
    let (Some(left), Some(right)) = (number(left), number(right)) else { return AbstractValue::Anything };
    let range = match op {
        Arithmetic::AddInt => Range {
            least: left.least.saturating_add(right.least),
            greatest: left.greatest.saturating_add(right.greatest),
        },
        Arithmetic::SubtractInt => Range {
            least: left.least.saturating_sub(right.greatest),
            greatest: left.greatest.saturating_sub(right.least),
        },
        _ => return AbstractValue::Anything,
    };
    let is_int = ANY.least <= range.least && range.greatest <= ANY.greatest;
    if is_int { guess_of(range) } else { AbstractValue::Anything }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_of_ranges_allow_exactly_what_their_values_do() {
        for (op, left, right) in triples() {
            let outcomes = || values(left).flat_map(|l| values(right).map(move |r| compare(op, l, r)));
            let expected = (outcomes().any(|outcome| outcome), outcomes().any(|outcome| !outcome));
            assert_eq!(possible(op, left, right), expected, "{left:?} {op:?} {right:?}");
        }
    }

    #[test]
    fn narrowing_loses_no_pair_of_values() {
        for (op, left, right) in triples() {
            for (l, r) in values(left).flat_map(|l| values(right).map(move |r| (l, r))) {
                if compare(op, l, r) {
                    let narrowed = narrowed_ranges(op, left, right);
                    let keeps = narrowed.is_some_and(|(left, right)| {
                        values(left).any(|kept| kept == l) && values(right).any(|kept| kept == r)
                    });
                    assert!(keeps, "{left:?} {op:?} {right:?} loses {l} and {r}");
                }
            }
        }
    }

    #[test]
    fn what_could_wrap_around_is_unknown() {
        let large = AbstractValue::Number(Range { least: 1, greatest: ANY.greatest });
        assert_eq!(calculated(Arithmetic::AddInt, large, AbstractValue::Known(1)), AbstractValue::Anything);
        assert_eq!(
            calculated(Arithmetic::SubtractInt, large, AbstractValue::Known(1)),
            AbstractValue::Number(Range { least: 0, greatest: ANY.greatest - 1 })
        );
    }

    fn small_ranges() -> Vec<Range> {
        (-2..=2).flat_map(|least| (least..=2).map(move |greatest| Range { least, greatest })).collect()
    }

    fn values(range: Range) -> impl Iterator<Item = Word> + Clone {
        range.least..=range.greatest
    }

    fn triples() -> Vec<(Comparison, Range, Range)> {
        let pairs = |op: Comparison| {
            small_ranges()
                .into_iter()
                .flat_map(move |left| small_ranges().into_iter().map(move |right| (op, left, right)))
        };
        Comparison::OF_NUMBERS.into_iter().flat_map(pairs).collect()
    }
}
