//! Sums of numbers that are not known, and what follows from equations between them.
//!
//! Java's ints wrap around, so all of this is arithmetic modulo 2^32: coefficients are whole
//! numbers, and a number is eliminated only where it occurs once, forwards or backwards. What
//! follows then, follows for every number of bits.

use super::term::Term;
use crate::word::Word;

/// A constant and multiples of unknown numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Linear {
    constant: i32,
    /// Ordered by term; none is 0.
    terms: Vec<(Term, i32)>,
}

impl Linear {
    pub(super) fn constant(word: Word) -> Linear {
        Linear { constant: word as i32, terms: Vec::new() }
    }

    pub(super) fn term(term: Term) -> Linear {
        Linear { constant: 0, terms: vec![(term, 1)] }
    }

    /// Its value, if that is known.
    pub(super) fn known(&self) -> Option<Word> {
        self.terms.is_empty().then_some(Word::from(self.constant))
    }

    /// `self + factor * other`
    pub(super) fn plus(&self, factor: i32, other: &Linear) -> Linear {
        let mut terms = self.terms.clone();
        for (term, count) in &other.terms {
            let more = count.wrapping_mul(factor);
            match terms.binary_search_by_key(term, |(known, _)| *known) {
                Ok(at) => terms[at].1 = terms[at].1.wrapping_add(more),
                Err(at) => terms.insert(at, (*term, more)),
            }
        }
        terms.retain(|(_, count)| *count != 0);
        Linear { constant: self.constant.wrapping_add(other.constant.wrapping_mul(factor)), terms }
    }

    fn count_of(&self, term: Term) -> i32 {
        self.terms.binary_search_by_key(&term, |(known, _)| *known).map_or(0, |at| self.terms[at].1)
    }
}

/// Sums that are 0, each of which stands for one of its terms; no other has that term.
#[derive(Debug, Default)]
pub(super) struct Equations {
    zeros: Vec<(Term, Linear)>,
    /// The terms of all sums that were said to be 0: they have values.
    seen: Vec<Term>,
}

impl Equations {
    /// Did an equation that holds speak of it?
    pub(super) fn has_seen(&self, term: Term) -> bool {
        self.seen.contains(&term)
    }

    /// Two sums are equal. The terms of both sides have values, whether they cancel or not.
    pub(super) fn learn(&mut self, left: &Linear, right: &Linear) {
        self.seen.extend(left.terms.iter().chain(&right.terms).map(|(term, _)| *term));
        let sum = self.reduced(&left.plus(-1, right));
        let Some((pivot, count)) = sum.terms.iter().copied().find(|(_, count)| count.unsigned_abs() == 1) else {
            return;
        };
        // The pivot occurs with the factor 1.
        let sum = Linear::default().plus(count, &sum);
        for (_, other) in &mut self.zeros {
            *other = other.plus(other.count_of(pivot).wrapping_neg(), &sum);
        }
        self.zeros.push((pivot, sum));
    }

    /// The same number with as few unknown ones as the equations allow.
    pub(super) fn reduced(&self, sum: &Linear) -> Linear {
        self.zeros.iter().fold(sum.clone(), |sum, (pivot, zero)| sum.plus(sum.count_of(*pivot).wrapping_neg(), zero))
    }
}

#[cfg(test)]
mod tests {
    use super::super::term::Place;
    use super::*;

    fn number(object: u32) -> Linear {
        Linear::term(Term::Size(Place { object, slot: 0 }))
    }

    #[test]
    fn what_equations_say_is_inserted() {
        let mut equations = Equations::default();
        // a = b + 1, b = c - 3
        equations.learn(&number(0), &number(1).plus(1, &Linear::constant(1)));
        equations.learn(&number(1), &number(2).plus(-1, &Linear::constant(3)));
        let difference = number(0).plus(-1, &number(2));
        assert_eq!(equations.reduced(&difference).known(), Some(-2));
        assert_eq!(equations.reduced(&number(0).plus(-1, &number(3))).known(), None);
    }

    #[test]
    fn sums_wrap_around() {
        let most = Linear::constant(Word::from(i32::MAX)).plus(1, &Linear::constant(1));
        assert_eq!(most.known(), Some(Word::from(i32::MIN)));
    }

    /// Twice a number is 0 where the number is 0, or 2^31.
    #[test]
    fn nothing_is_halved() {
        let mut equations = Equations::default();
        equations.learn(&number(0).plus(1, &number(0)), &Linear::default());
        assert_eq!(equations.reduced(&number(0)).known(), None);
    }
}
