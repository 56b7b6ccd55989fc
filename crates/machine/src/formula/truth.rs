//! The outcomes that a Boolean formula can still have.

use crate::outcome::{Question, Throws};

/// A non-empty set of the outcomes true, false and exception; one of them: decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Truth {
    outcomes: u8,
    /// What has to be so if the formula is true, and if it is false.
    pub(crate) if_true: Consequence,
    pub(crate) if_false: Consequence,
    /// The first question that keeps the formula from being decided.
    pub open: Option<Question>,
    /// The first exception that is among the outcomes for certain sub-formulas.
    pub throws: Option<Throws>,
}

/// The number of a [`super::Force`] of the evaluation; 0: nothing is known to follow. A formula is
/// evaluated millions of times, so the truth of it stays small.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Consequence(pub(crate) u8);

impl Consequence {
    const NONE: Consequence = Consequence(0);

    fn or(self, other: Consequence) -> Consequence {
        if self == Consequence::NONE { other } else { self }
    }

    fn only_if(self, condition: bool) -> Consequence {
        if condition { self } else { Consequence::NONE }
    }
}

const TRUE: u8 = 1;
const FALSE: u8 = 2;
const THROWS: u8 = 4;

impl Truth {
    pub(crate) const YES: Truth = Truth::plain(TRUE, None, None);
    pub(crate) const NO: Truth = Truth::plain(FALSE, None, None);

    const fn plain(outcomes: u8, open: Option<Question>, throws: Option<Throws>) -> Truth {
        Truth { outcomes, if_true: Consequence::NONE, if_false: Consequence::NONE, open, throws }
    }

    pub(crate) fn known(truth: bool) -> Truth {
        if truth { Truth::YES } else { Truth::NO }
    }

    pub(crate) fn thrown(throws: Throws) -> Truth {
        Truth::plain(THROWS, None, Some(throws))
    }

    /// Anything is possible until `open` is answered; `may_throw`: also an exception.
    pub(crate) fn open(open: Question, may_throw: bool) -> Truth {
        Truth::plain(TRUE | FALSE | if may_throw { THROWS } else { 0 }, Some(open), None)
    }

    pub fn can_be_true(self) -> bool {
        self.outcomes & TRUE != 0
    }

    pub fn can_be_false(self) -> bool {
        self.outcomes & FALSE != 0
    }

    pub fn can_throw(self) -> bool {
        self.outcomes & THROWS != 0
    }

    /// Whatever the open slots hold, it is true.
    pub fn is_true(self) -> bool {
        self.outcomes == TRUE
    }

    /// Whatever the open slots hold, it is false.
    pub fn is_false(self) -> bool {
        self.outcomes == FALSE
    }

    /// It has exactly one outcome.
    pub fn is_decided(self) -> bool {
        self.outcomes.is_power_of_two()
    }

    pub(crate) fn not(self) -> Truth {
        let swapped = (self.outcomes & TRUE) << 1 | (self.outcomes & FALSE) >> 1 | self.outcomes & THROWS;
        Truth { outcomes: swapped, if_true: self.if_false, if_false: self.if_true, ..self }
    }

    /// If it is true, or false, then this is so.
    pub(crate) fn with(self, if_true: Consequence, if_false: Consequence) -> Truth {
        Truth { if_true, if_false, ..self }
    }

    /// `self` where the left side is `deciding`, else what `right` is: the common rule of `&&`,
    /// `||` and `==>`. `result` is the outcome of the whole where the left side decides.
    pub(crate) fn then(self, deciding: bool, result: bool, right: Truth) -> Truth {
        let bit = |truth: bool| if truth { TRUE } else { FALSE };
        let mut outcomes = self.outcomes & THROWS;
        if self.outcomes & bit(deciding) != 0 {
            outcomes |= bit(result);
        }
        if self.outcomes & bit(!deciding) != 0 {
            outcomes |= right.outcomes;
        }
        let whole = Truth::plain(outcomes, self.open.or(right.open), self.throws.or(right.throws));
        let (if_true, if_false) = self.consequences(deciding, result, right);
        whole.with(if_true, if_false).settled()
    }

    /// Of `left && right` that is true, both are; of one that is false, the one is that is left.
    /// Likewise for the others.
    fn consequences(self, deciding: bool, result: bool, right: Truth) -> (Consequence, Consequence) {
        // The left side as if it were that of `&&`: it decides by being false.
        let (go_on, decide) = if deciding { (self.if_false, self.if_true) } else { (self.if_true, self.if_false) };
        let goes_on = if deciding { self.is_false() } else { self.is_true() };
        let (right_same, right_other) =
            if result { (right.if_true, right.if_false) } else { (right.if_false, right.if_true) };
        let right_is_other = if result { right.is_false() } else { right.is_true() };
        let if_other = go_on.or(right_other);
        let if_same = right_same.only_if(goes_on).or(decide.only_if(right_is_other));
        if result { (if_same, if_other) } else { (if_other, if_same) }
    }

    /// The same, where it is known from elsewhere that it cannot be true, or false.
    pub(crate) fn limited(self, can_be_true: bool, can_be_false: bool) -> Truth {
        let kept = (if can_be_true { TRUE } else { 0 }) | (if can_be_false { FALSE } else { 0 }) | THROWS;
        match self.outcomes & kept {
            0 => Truth::NO,
            outcomes => Truth { outcomes, ..self }.settled(),
        }
    }

    /// Does the left side leave anything to the right one?
    pub(crate) fn leaves(self, deciding: bool) -> bool {
        if deciding { self.can_be_false() } else { self.can_be_true() }
    }

    /// One more instance of a quantifier: an outcome that is `deciding` decides it, else an
    /// exception is one, whatever the order of the instances. (Objects have no order that means
    /// anything.)
    pub(crate) fn instance(self, deciding: bool, other: Truth) -> Truth {
        // Most instances leave everything as it was.
        if !deciding && self.outcomes == TRUE {
            return other.with(other.if_true, Consequence::NONE);
        }
        let (decides, passes) = if deciding { (TRUE, FALSE) } else { (FALSE, TRUE) };
        let (left, right) = (self.outcomes, other.outcomes);
        let throws = left & THROWS != 0 && right & !decides != 0 || right & THROWS != 0 && left & !decides != 0;
        let outcomes = (left | right) & decides | left & right & passes | if throws { THROWS } else { 0 };
        let joined = self.joined(other, outcomes);
        match deciding {
            false => joined.with(self.if_true.or(other.if_true), Consequence::NONE),
            true => joined.with(Consequence::NONE, self.if_false.or(other.if_false)),
        }
        .settled()
    }

    /// Do both hold? Both are evaluated: an exception on either side is never hidden.
    pub(crate) fn both(self, other: Truth) -> Truth {
        let (left, right) = (self.outcomes, other.outcomes);
        let is_false = left & FALSE != 0 && right & !THROWS != 0 || right & FALSE != 0 && left & !THROWS != 0;
        let outcomes = (left | right) & THROWS | left & right & TRUE | if is_false { FALSE } else { 0 };
        self.joined(other, outcomes).with(self.if_true.or(other.if_true), Consequence::NONE).settled()
    }

    /// These outcomes of two formulas together.
    fn joined(self, other: Truth, outcomes: u8) -> Truth {
        Truth::plain(outcomes, self.open.or(other.open), self.throws.or(other.throws)).settled()
    }

    /// Any outcome of either: for values that depend on an open question.
    pub(crate) fn either(self, other: Truth) -> Truth {
        Truth::plain(self.outcomes | other.outcomes, self.open.or(other.open), self.throws.or(other.throws))
    }

    /// Are they equal? Both sides are evaluated.
    pub(crate) fn equivalent(self, other: Truth) -> Truth {
        let when_true = if self.can_be_true() { other.outcomes } else { 0 };
        let when_false = if self.can_be_false() { other.not().outcomes } else { 0 };
        let outcomes = when_true | when_false | self.outcomes & THROWS;
        let whole = Truth::plain(outcomes, self.open.or(other.open), self.throws.or(other.throws));
        let follows = |known: Truth, rest: Truth| match (known.is_true(), known.is_false()) {
            (true, _) => (rest.if_true, rest.if_false),
            (_, true) => (rest.if_false, rest.if_true),
            _ => (Consequence::NONE, Consequence::NONE),
        };
        let ((left_true, left_false), (right_true, right_false)) = (follows(other, self), follows(self, other));
        whole.with(left_true.or(right_true), left_false.or(right_false)).settled()
    }

    /// A decided formula has no open question.
    fn settled(mut self) -> Truth {
        if self.is_decided() {
            self.open = None;
            (self.if_true, self.if_false) = (Consequence::NONE, Consequence::NONE);
        }
        if !self.can_throw() {
            self.throws = None;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Truth> {
        (1..8).map(|outcomes| Truth::plain(outcomes, None, None)).collect()
    }

    /// The outcome of a connective on single outcomes, as Java evaluates it.
    fn concrete(left: u8, right: u8, deciding: u8, result: u8) -> u8 {
        match left {
            THROWS => THROWS,
            _ if left == deciding => result,
            _ => right,
        }
    }

    #[test]
    fn connectives_have_exactly_the_outcomes_of_their_parts() {
        for (deciding, result) in [(false, false), (true, true), (false, true)] {
            for left in all() {
                for right in all() {
                    let mut expected = 0;
                    for l in [TRUE, FALSE, THROWS].into_iter().filter(|bit| left.outcomes & bit != 0) {
                        for r in [TRUE, FALSE, THROWS].into_iter().filter(|bit| right.outcomes & bit != 0) {
                            let bit = |truth: bool| if truth { TRUE } else { FALSE };
                            expected |= concrete(l, r, bit(deciding), bit(result));
                        }
                    }
                    assert_eq!(left.then(deciding, result, right).outcomes, expected, "{left:?} {right:?}");
                }
            }
        }
    }

    /// The outcomes of all pairs of outcomes.
    fn pairwise(left: Truth, right: Truth, outcome: impl Fn(u8, u8) -> u8) -> u8 {
        let outcomes = |truth: Truth| [TRUE, FALSE, THROWS].into_iter().filter(move |bit| truth.outcomes & bit != 0);
        outcomes(left).flat_map(|l| outcomes(right).map(move |r| (l, r))).fold(0, |all, (l, r)| all | outcome(l, r))
    }

    #[test]
    fn joined_formulas_have_exactly_the_outcomes_of_their_parts() {
        for left in all() {
            for right in all() {
                for (deciding, decides) in [(true, TRUE), (false, FALSE)] {
                    // `true` < `false` < exception: of two that do not decide, an exception is the
                    // outcome.
                    let one = |l: u8, r: u8| if l == decides || r == decides { decides } else { l.max(r) };
                    assert_eq!(left.instance(deciding, right).outcomes, pairwise(left, right, one));
                }
                assert_eq!(left.both(right).outcomes, pairwise(left, right, u8::max));
            }
        }
    }

    #[test]
    fn instances_have_no_order_and_a_deciding_one_decides() {
        let throws = Truth::plain(THROWS, None, None);
        for (deciding, decided, other) in [(false, Truth::NO, Truth::YES), (true, Truth::YES, Truth::NO)] {
            assert_eq!(throws.instance(deciding, decided).outcomes, decided.outcomes);
            assert_eq!(throws.instance(deciding, other).outcomes, THROWS);
            for left in all() {
                for right in all() {
                    let (forth, back) = (left.instance(deciding, right), right.instance(deciding, left));
                    assert_eq!(forth.outcomes, back.outcomes);
                }
            }
        }
        assert_eq!(Truth::NO.both(throws).outcomes, THROWS);
        assert_eq!(Truth::NO.both(Truth::YES), Truth::NO);
    }

    #[test]
    fn equivalence_and_negation_are_exact() {
        for left in all() {
            assert_eq!(left.not().not(), left);
            for right in all() {
                let mut expected = 0;
                for l in [TRUE, FALSE, THROWS].into_iter().filter(|bit| left.outcomes & bit != 0) {
                    for r in [TRUE, FALSE, THROWS].into_iter().filter(|bit| right.outcomes & bit != 0) {
                        expected |= match (l, r) {
                            (THROWS, _) | (_, THROWS) => THROWS,
                            _ if l == r => TRUE,
                            _ => FALSE,
                        };
                    }
                }
                assert_eq!(left.equivalent(right).outcomes, expected, "{left:?} {right:?}");
            }
        }
    }
}
